"""Plain text to blocks: paragraphs, headings and lists, as a reader would see them."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from privascope.policy.boilerplate import Line, boilerplate_places
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.line_shapes import is_leader_row
from privascope.policy.menus import mark_menus
from privascope.policy.sections import heading_number

BULLET = re.compile(
    r"(?:(?P<sign>[-–—*•·▪●◦‣■□➢✓✔]|o(?=\s))|(?P<number>\(?\d{1,3}[.)])|"
    r"(?P<letter>\([a-zA-Z]\)|[a-z][.)])|(?P<roman>\(?[ivx]{2,5}[.)]))\s+(?=\S)"
)
_ONLY_BULLET = re.compile(r"[-–—*•·▪●◦‣■□➢o]")
_RULE = re.compile(r"([=\-_~*#])\1{2,}")
_DATE_LINE = re.compile(
    r"\W*(?:(?:date|last|latest|policy|this)\s+){0,3}"
    r"(?:updated?|effective|revised|revision|modified|dated|version|posted)\b.*\d",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:section|article|part|chapter|annex|appendix|schedule|exhibit)\s+(?:\d+|[IVX]+|[A-Z])\b",
    re.IGNORECASE,
)
_SMALL_WORD = re.compile(
    r"a|an|and|as|at|by|for|from|in|into|is|of|on|or|our|the|to|under|upon|us|via|with|you|your|"
    r"are|do|does|how|what|when|who|why|we|it|may|can"
)
_LONGEST_HEADING = 90
_LONGEST_QUESTION = 120
_LONGEST_WRAPPED_LINE = 140
_SHORTEST_WRAPPED_LINE = 40
_LONGEST_ITEM = 300


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines that belong together, before they are classified."""

    text: str
    indent: int
    bullet: str
    lines: int
    underlined: str = ""


def plain_document(text: str, url: str = "") -> Document:
    """The blocks of a plain text; a text has no links and names no language."""
    del url
    lines = unicodedata.normalize("NFC", text).expandtabs(4).splitlines()
    pieces = list(_pieces(lines))
    blocks = _with_levels(pieces, _without_boilerplate(mark_menus(_unlevelled(pieces))))
    title = next((b.text for b in blocks if b.kind is BlockKind.HEADING and b.main), "")
    return Document(title, "", (), tuple(blocks))


def with_headings(blocks: list[Block]) -> list[Block]:
    """The blocks of a text laid out before, those that look like headings as headings."""
    pieces = [_piece([block.text], "") for block in blocks]
    guessed = _unlevelled(pieces)
    found = [
        guess if block.kind is BlockKind.PARAGRAPH else replace(block, text=guess.text)
        for block, guess in zip(blocks, guessed, strict=True)
    ]
    return _with_levels(pieces, found)


def _without_boilerplate(blocks: list[Block]) -> list[Block]:
    """The blocks, with "Back to top" and the like marked as not main."""
    main = [place for place, block in enumerate(blocks) if block.main]
    numbers = boilerplate_places([Line(blocks[place].text) for place in main])
    if len(numbers) == len(main):
        return blocks
    boilerplate = {main[number] for number in numbers}
    return [
        replace(block, main=False) if place in boilerplate else block
        for place, block in enumerate(blocks)
    ]


def _pieces(lines: list[str]) -> Iterator[_Piece]:
    """Paragraphs, items and single lines, wrapped lines joined."""
    width = _wrap_width(lines)
    gathered: list[str] = []
    lone_bullet = ""
    for line in [*lines, ""]:
        bare = line.strip()
        if _RULE.fullmatch(bare):
            if gathered:
                yield _piece(gathered, lone_bullet, underlined=bare[0])
                gathered, lone_bullet = [], ""
            continue
        if gathered and (not bare or not _goes_on(gathered, bare, width)):
            yield _piece(gathered, lone_bullet)
            gathered, lone_bullet = [], ""
        if _ONLY_BULLET.fullmatch(bare):
            lone_bullet = bare
        elif bare:
            gathered.append(line)


def _wrap_width(lines: list[str]) -> int:
    """The column at which the text was wrapped, or 0 if each line is a paragraph of its own."""
    lengths = sorted(len(line.strip()) for line in lines if line.strip())
    if not lengths:
        return 0
    width = lengths[int(0.95 * (len(lengths) - 1))]
    pairs = [
        (before.strip(), after.strip())
        for before, after in pairwise(lines)
        if before.strip() and after.strip()
    ]
    cut = sum(
        len(before) >= _SHORTEST_WRAPPED_LINE and before[-1] not in ".!?:;" and after[0].islower()
        for before, after in pairs
    )
    return width if width <= _LONGEST_WRAPPED_LINE and cut and cut >= 0.1 * len(pairs) else 0


def _goes_on(gathered: list[str], following: str, width: int) -> bool:
    """Whether a line is the rest of the one before: its first word would not have fitted there."""
    if not width:
        return False
    before = gathered[-1].strip()
    rows = any(map(is_leader_row, (gathered[0], before))), is_leader_row(following)
    if all(rows) or (any(rows) and not following[0].islower()):
        return False
    first_word = following.split(None, 1)[0]
    full = len(before) + 1 + len(first_word) > 0.85 * width
    if BULLET.match(following) or heading_number(following):
        return full and is_inline_number(before, following)
    return full or (following[0].islower() and before[-1] not in ".!?:;")


def is_inline_number(before: str, following: str) -> bool:
    """Whether a full line's "(ii)" or "3." goes on with the sentence that the line before cut."""
    bullet = BULLET.match(following)
    if bullet and bullet.lastgroup == "sign":
        return False
    return before[-1] not in ".!?:;" and not before.endswith((" and", " or"))


def _piece(lines: list[str], lone_bullet: str, underlined: str = "") -> _Piece:
    text = " ".join(" ".join(lines).split())
    bullet = BULLET.match(text)
    kind = bullet.lastgroup or "" if bullet else ""
    if lone_bullet:
        kind = "sign"
    elif bullet and kind == "sign":
        text = text[bullet.end() :]
    indent = len(lines[0]) - len(lines[0].lstrip())
    return _Piece(text, indent, kind, len(lines), underlined)


def _unlevelled(pieces: list[_Piece]) -> list[Block]:
    blocks: list[Block] = []
    listing = False
    for place, piece in enumerate(pieces):
        # A date between a title and the text is passed over in judging the title.
        rest = pieces[place + 1 : place + 3]
        following = next((other for other in rest if not _DATE_LINE.match(other.text)), None)
        if _is_heading(piece, following, pieces[place - 1] if place else None, listing):
            kind = BlockKind.HEADING
        elif piece.bullet or is_leader_row(piece.text) or (listing and _is_unmarked_item(piece)):
            kind = BlockKind.ITEM
        else:
            kind = BlockKind.PARAGRAPH
        listing = piece.text.endswith(":") or (listing and kind is BlockKind.ITEM)
        blocks.append(Block(kind, piece.text))
    return blocks


def _is_heading(
    piece: _Piece, following: _Piece | None, before: _Piece | None, listing: bool
) -> bool:
    text = piece.text
    longest = _LONGEST_QUESTION if text[-1] == "?" else _LONGEST_HEADING
    if len(text) > longest or piece.lines > 2 or piece.bullet in ("sign", "letter"):
        return False
    if is_leader_row(text):
        return False
    if piece.underlined:
        return True
    if (
        following is None
        or _DATE_LINE.match(text)
        or text[-1] in ".;,!"
        or "@" in text
        or "://" in text
    ):
        return False
    if heading_number(text) or piece.bullet == "number":
        run = piece.bullet and any(
            other is not None and other.bullet == piece.bullet and len(other.text) <= 90
            for other in (before, following)
        )
        return not run and text[-1] != ":" and any(word[0].isupper() for word in text.split())
    if not text[0].isupper() or piece.lines > 1:
        return False
    if _LABEL.match(text) or (text.isupper() and sum(map(str.isalpha, text)) > 3):
        return True
    if text[-1] == ":" or _is_short(following):
        return False
    return text[-1] == "?" or (_is_title_case(text) and not (listing and _is_short(piece)))


def _is_short(piece: _Piece) -> bool:
    return len(piece.text) < 60 and piece.text[-1] not in ".:"


def _is_title_case(text: str) -> bool:
    words = [word for word in text.split() if not _SMALL_WORD.fullmatch(word.lower())]
    capitals = sum(word.lstrip("\"'“‘(&")[:1].isupper() for word in words)
    return len(text.split()) <= 10 and (capitals >= 0.6 * len(words) or len(text.split()) <= 5)


def _is_unmarked_item(piece: _Piece) -> bool:
    """Whether a line after "…the following:" is one of what follows."""
    text = piece.text
    if len(text) > _LONGEST_ITEM:
        return False
    return text[0].islower() or text[-1] in ";," or text[-1] not in ".!?:" or text.endswith("; and")


def _with_levels(pieces: list[_Piece], blocks: list[Block]) -> list[Block]:
    """The blocks with the depth of each item and the level of each heading."""
    main = [pair for pair in zip(pieces, blocks, strict=True) if pair[1].main]
    strong = sum(block.kind is BlockKind.HEADING and _is_strong(piece) for piece, block in main)
    titled = bool(main and _is_title(*main[0]))
    open_lists: list[tuple[int, str]] = []
    levelled: list[Block] = []
    for piece, block in zip(pieces, blocks, strict=True):
        level = 0
        if block.kind is BlockKind.ITEM:
            level = item_depth(open_lists, piece.indent, piece.bullet)
        else:
            open_lists.clear()
        if block.kind is BlockKind.HEADING:
            number = heading_number(piece.text)
            depth = len(number) if number else 1 if _is_strong(piece) or strong < 3 else 2
            level = 1 if titled and block is main[0][1] else min(6, depth + titled)
        levelled.append(replace(block, level=level))
    return levelled


def _is_title(piece: _Piece, block: Block) -> bool:
    return block.kind is BlockKind.HEADING and not heading_number(piece.text)


def _is_strong(piece: _Piece) -> bool:
    return bool(piece.underlined or piece.text.isupper() or heading_number(piece.text))


def item_depth(open_lists: list[tuple[int, str]], indent: int, bullet: str) -> int:
    """The depth of an item, by its indent, or by its kind of bullet where none is indented."""
    while open_lists and open_lists[-1][0] > indent:
        open_lists.pop()
    if (indent, bullet) in open_lists:
        del open_lists[open_lists.index((indent, bullet)) + 1 :]
    else:
        open_lists.append((indent, bullet))
    return min(6, len(open_lists))
