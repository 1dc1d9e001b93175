"""PDF to blocks: lines joined to paragraphs, headings recognised by size and weight."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from privascope.errors import NoTextError
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.line_shapes import is_leader_row
from privascope.policy.pdf_lines import DIVIDED, PdfLine, pdf_lines
from privascope.policy.plain import BULLET, is_inline_number, item_depth
from privascope.policy.sections import heading_number

_LONGEST_HEADING = 120
_DIVIDED_WORD = re.compile(rf"(\w{{0,40}}){DIVIDED}+(\w{{0,40}})")
# First halves of compounds that keep their hyphen when a line ends after it.
_COMPOUND = re.compile(
    r"third|first|second|non|opt|self|e|co|anti|cross|long|short|user|well|up|in|on|off|re|pre|high|"
    r"low|one|two|three|real|end|full|part|so|third-party|data|privacy|cookie"
)


def pdf_document(content: bytes) -> Document:
    """The blocks of a PDF with text in it; PDFs name no language and their links are not read."""
    title, lines = pdf_lines(content)
    if not any(character.isalnum() for line in lines for character in line.text):
        raise NoTextError(
            "the PDF holds pictures of text only: run text recognition (OCR) on it, "
            "for example with ocrmypdf, and add the result"
        )
    blocks = tuple(_blocks(lines))
    headings = (block.text for block in blocks if block.kind is BlockKind.HEADING)
    return Document(title or next(headings, ""), "", (), blocks)


def _blocks(lines: list[PdfLine]) -> Iterator[Block]:
    body = _body_look(lines)
    levels = _heading_levels(lines, body)
    known = Counter(word.lower() for line in lines for word in line.text.split())
    open_lists: list[tuple[int, str]] = []
    for paragraph in _paragraphs(lines, body):
        text = _joined(paragraph, known)
        if not text:
            continue
        first = paragraph[0]
        bullet = BULLET.match(text)
        if _looks_like_heading(first, body) and len(text) <= _LONGEST_HEADING:
            open_lists.clear()
            yield Block(BlockKind.HEADING, text, levels[first.size])
        elif bullet:
            kind = bullet.lastgroup or ""
            depth = item_depth(open_lists, round(first.left / 4), kind)
            yield Block(BlockKind.ITEM, text[bullet.end() :] if kind == "sign" else text, depth)
        else:
            open_lists.clear()
            yield Block(BlockKind.PARAGRAPH, text)


def _body_look(lines: list[PdfLine]) -> tuple[float, bool]:
    """The size and weight in which most of the text is set."""
    looks: Counter[tuple[float, bool]] = Counter()
    for line in lines:
        looks[line.size, line.bold] += len(line.text)
    return looks.most_common(1)[0][0]


def _looks_like_heading(line: PdfLine, body: tuple[float, bool]) -> bool:
    size, bold = body
    larger = line.size > 1.08 * size
    bolder = line.bold and not bold and line.size >= 0.95 * size
    if not (larger or bolder) or len(line.text) > _LONGEST_HEADING:
        return False
    return line.text[-1] not in ".;," or bool(heading_number(line.text))


def _heading_levels(lines: list[PdfLine], body: tuple[float, bool]) -> dict[float, int]:
    """Levels by size, the largest first."""
    sizes = {line.size for line in lines if _looks_like_heading(line, body)}
    return {size: min(6, rank) for rank, size in enumerate(sorted(sizes, reverse=True), 1)}


def _paragraphs(lines: list[PdfLine], body: tuple[float, bool]) -> Iterator[list[PdfLine]]:
    """Runs of lines that make one paragraph, heading or item."""
    leading = _usual_leading(lines)
    right = max((line.right for line in lines), default=0.0)
    gathered: list[PdfLine] = []
    for line in lines:
        if gathered and not _goes_on(gathered[-1], line, body, leading, right):
            yield gathered
            gathered = []
        gathered.append(line)
    if gathered:
        yield gathered


def _usual_leading(lines: list[PdfLine]) -> float:
    """The most common distance between two lines."""
    steps = Counter(
        round(before.base - after.base, 0)
        for before, after in pairwise(lines)
        if before.page == after.page and before.base > after.base
    )
    return steps.most_common(1)[0][0] if steps else 0.0


def _goes_on(
    before: PdfLine, line: PdfLine, body: tuple[float, bool], leading: float, right: float
) -> bool:
    """Whether a line is the rest of the paragraph before it."""
    if is_leader_row(before.text) and is_leader_row(line.text):
        return False
    heading = _looks_like_heading(before, body)
    if heading != _looks_like_heading(line, body):
        return False
    # A paragraph's last line ends early: the next word would have found room.
    first_word = len(line.text.split(None, 1)[0]) * 0.5 * line.size
    early = before.right + first_word < 0.92 * right
    if BULLET.match(line.text) and (early or not is_inline_number(before.text, line.text)):
        return False
    if heading:
        return (
            before.size == line.size
            and before.page == line.page
            and not heading_number(line.text)
            and 0 <= before.base - line.base <= (1.3 if early else 2.2) * line.size
        )
    if abs(before.size - line.size) > 0.08 * max(before.size, line.size):
        return False
    if before.page != line.page or before.base < line.base:
        return before.text[-1] not in ".!?:;" and not line.text[0].isupper()
    if abs(before.base - line.base) < 1:
        return True
    if leading and before.base - line.base > 1.35 * max(leading, line.size):
        return False
    if heading_number(line.text) and before.text[-1] in ".!?:;":
        return False
    return not (early and before.text[-1] in ".!?:;")


def _joined(lines: list[PdfLine], known: Counter[str]) -> str:
    """The lines as one text, with hyphenated words joined."""
    text = ""
    for line in lines:
        if text.endswith("-") and line.text[0].islower():
            text = f"{text[:-1]}{DIVIDED}{line.text}"
        else:
            text += line.text if text.endswith(("-", DIVIDED)) else f" {line.text}"

    def mended(match: re.Match[str]) -> str:
        hyphen = "-" if _is_compound(match[1].lower(), match[2].lower(), known) else ""
        return f"{match[1]}{hyphen}{match[2]}"

    return " ".join(unicodedata.normalize("NFC", _DIVIDED_WORD.sub(mended, text)).split())


def _is_compound(first: str, rest: str, known: Counter[str]) -> bool:
    if known[f"{first}-{rest}"] != known[first + rest]:
        return known[f"{first}-{rest}"] > known[first + rest]
    return _COMPOUND.fullmatch(first) is not None
