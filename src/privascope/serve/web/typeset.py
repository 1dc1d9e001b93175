"""A policy's text set for reading: its blocks as HTML."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Policy
from privascope.serve.web.marked import Mark, MarkedText

_GROUP = {BlockKind.TERM: "terms", BlockKind.DEFINITION: "terms", BlockKind.ITEM: "items"}
_GROUP[BlockKind.ROW] = "rows"
_DEEPEST = 6
_CELL = " | "
# An item that brings its own number or bullet needs none from us.
_OWN_MARK = re.compile(r"[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)\]]\s|[•·▪◦‣*–—-]\s")


def typeset(policy: Policy, marks: Iterable[Mark] = ()) -> Markup:
    """The whole text as HTML; a section's heading has the id `section-N`."""
    numbers = {section.start: n for n, section in enumerate(policy.sections)}
    text = MarkedText(policy.text, [*marks, *_run_in_headings(policy)])
    parts: list[Markup] = []
    for group, blocks in groupby(policy.blocks, key=lambda block: _GROUP.get(block.kind, "")):
        if group == "items":
            # White space inside an item would show.
            parts.append(Markup("").join(_items(policy, list(blocks), text)))
        elif group == "rows":
            parts.extend(_rows(policy, blocks, text))
        elif group == "terms":
            parts.extend(_terms(blocks, text))
        else:
            parts.extend(_block(block, text, numbers) for block in blocks)
    return Markup("\n").join(parts)


def _run_in_headings(policy: Policy) -> Iterator[Mark]:
    """The headings that are no blocks of their own, such as the first words of a paragraph."""
    headings = {block.start for block in policy.blocks if block.kind is BlockKind.HEADING}
    for number, section in enumerate(policy.sections):
        if section.start not in headings:
            yield Mark(section.start, section.heading_end, "run-in", f"section-{number}")


def _block(block: PlacedBlock, text: MarkedText, numbers: dict[int, int]) -> Markup:
    words = text.piece(block.start, block.end)
    if block.kind is BlockKind.HEADING:
        # The page's own title is the only h1.
        level = min(6, max(1, block.level) + 1)
        number = numbers.get(block.start)
        if number is None:
            return Markup("<h{}>{}</h{}>").format(level, words, level)
        link = Markup(
            '<a class="anchor" href="#section-{}" aria-label="Link to this section">§</a>'
        )
        return Markup('<h{} id="section-{}">{} {}</h{}>').format(
            level, number, words, link.format(number), level
        )
    if block.kind is BlockKind.PREFORMATTED:
        return Markup("<pre>{}</pre>").format(words)
    return Markup("<p>{}</p>").format(words)


def _items(policy: Policy, blocks: Sequence[PlacedBlock], text: MarkedText) -> Iterator[Markup]:
    """Items as lists within lists, however the levels jump."""
    open_levels: list[int] = []
    for block in blocks:
        level = min(_DEEPEST, max(1, block.level))
        while open_levels and open_levels[-1] > level and len(open_levels) > 1:
            open_levels.pop()
            yield Markup("</li></ul>")
        if not open_levels or open_levels[-1] < level:
            open_levels.append(level)
            yield Markup("<ul>")
        else:
            yield Markup("</li>")
        own = _OWN_MARK.match(policy.text, block.start, block.end)
        yield Markup('<li class="own">') if own else Markup("<li>")
        yield text.piece(block.start, block.end)
    yield Markup("</li></ul>") * len(open_levels)


def _rows(policy: Policy, blocks: Iterable[PlacedBlock], text: MarkedText) -> Iterator[Markup]:
    yield Markup('<div class="scroll" tabindex="0"><table>')
    for block in blocks:
        cells: list[Markup] = []
        start = block.start
        for cell in policy.text[block.start : block.end].split(_CELL):
            cells.append(Markup("<td>{}</td>").format(text.piece(start, start + len(cell))))
            start += len(cell) + len(_CELL)
        yield Markup("<tr>{}</tr>").format(Markup("").join(cells))
    yield Markup("</table></div>")


def _terms(blocks: Iterable[PlacedBlock], text: MarkedText) -> Iterator[Markup]:
    yield Markup("<dl>")
    for block in blocks:
        tag = "dt" if block.kind is BlockKind.TERM else "dd"
        yield Markup("<{}>{}</{}>").format(tag, text.piece(block.start, block.end), tag)
    yield Markup("</dl>")
