"""Excerpts: quotes grouped for display, a list below its lead-in, rows as a table."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from privascope.answer.answer import Mark, Quote
from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.policy import Policy


class Form(StrEnum):
    """How a piece of an excerpt is displayed."""

    PROSE = "prose"
    ITEM = "item"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence that is shown: a quote or, without one, context."""

    start: int
    end: int
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """The sentences of one paragraph, item or row; `start` and `end` are those of what is set.

    `level` is the depth of an item among those of its excerpt, from 1; `header` marks the row that
    names the columns.
    """

    form: Form
    level: int
    start: int
    end: int
    shown: tuple[Shown, ...]
    header: bool = False

    @property
    def is_context(self) -> bool:
        """Whether it is only context for the pieces after it."""
        return all(one.quote is None for one in self.shown)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Quotes that belong together, with their context, under the headings above them."""

    section: tuple[str, ...]
    pieces: tuple[Piece, ...]

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The quotes as they are shown."""
        return tuple(
            one.quote for piece in self.pieces for one in piece.shown if one.quote is not None
        )


def excerpts_of(quotes: Iterable[Quote], policy: Policy) -> tuple[Excerpt, ...]:
    """The quotes in their order, joined where they have the same context."""
    homes: list[_Home] = []
    home_of: dict[Mark, _Home] = {}
    # Items of one list belong together, even if no line introduces it.
    home_of_list: dict[int, _Home] = {}
    for quote in quotes:
        place = Mark(quote.start, quote.end)
        if place in home_of:
            home_of[place].quotes[place] = quote
            continue
        number = _list_number(policy, quote)
        known = (home_of[mark] for mark in reversed(quote.context) if mark in home_of)
        home = next(known, None) or home_of_list.get(number)
        if home is None:
            home = _Home(policy)
            homes.append(home)
        if number >= 0:
            home_of_list.setdefault(number, home)
        lead: Mark | None = None
        for mark in (*quote.context, place):
            if mark not in home_of:
                home.put(mark, lead)
                home_of[mark] = home
            lead = mark
        home.quotes[place] = quote
    return tuple(home.excerpt() for home in homes)


def _list_number(policy: Policy, quote: Quote) -> int:
    """The first block of the list that a quote is an item of; -1 for none."""
    blocks = policy.blocks
    number = bisect_right(blocks, quote.start, key=lambda block: block.start) - 1
    if number < 0 or blocks[number].kind is not BlockKind.ITEM:
        return -1
    while number and blocks[number - 1].kind is BlockKind.ITEM:
        number -= 1
    return number


class _Home:
    """An excerpt that is being filled."""

    def __init__(self, policy: Policy) -> None:
        self.quotes: dict[Mark, Quote] = {}
        self._policy = policy
        self._places: list[Mark] = []
        self._lead: dict[Mark, Mark | None] = {}

    def put(self, mark: Mark, lead: Mark | None) -> None:
        """Adds a sentence that is read after `lead`.

        Items and rows follow each other as they come, the best first; other sentences as they are
        in the policy.
        """
        at = bisect_right(self._places, mark.start, key=lambda place: place.start)
        if lead is None and self._form(mark, lead) is Form.ITEM:
            at = len(self._places)
        elif lead in self._places and self._form(mark, lead) is not Form.PROSE:
            at = self._places.index(lead) + 1
            while at < len(self._places) and self._is_below(self._places[at], lead):
                at += 1
        self._places.insert(at, mark)
        self._lead[mark] = lead

    def excerpt(self) -> Excerpt:
        """What was put together."""
        first = next(iter(self.quotes.values()))
        pieces = tuple(self._pieces())
        if len(pieces) == 1 and pieces[0].form is Form.ITEM:
            # A single item needs no bullet.
            pieces = (replace(pieces[0], form=Form.PROSE),)
        return Excerpt(first.section, pieces)

    def _pieces(self) -> Iterator[Piece]:
        levels: list[int] = []
        for number, group in groupby(self._places, key=self._number):
            places = list(group)
            block = self._block(number)
            form = self._form(places[0], self._lead[places[0]])
            shown = tuple(Shown(one.start, one.end, self.quotes.get(one)) for one in places)
            start, end = places[0].start, places[-1].end
            header = False
            if form is Form.ROW and block is not None:
                start, end = block.start, block.end
                header = self._is_header(number)
            level = max(1, block.level) if block is not None and form is Form.ITEM else 1
            if form is Form.ITEM:
                levels = [one for one in levels if one < level] + [level]
            yield Piece(form, len(levels) if form is Form.ITEM else 1, start, end, shown, header)

    def _number(self, place: Mark) -> int:
        return bisect_right(self._policy.blocks, place.start, key=lambda block: block.start) - 1

    def _block(self, number: int) -> PlacedBlock | None:
        return self._policy.blocks[number] if number >= 0 else None

    def _form(self, place: Mark, lead: Mark | None) -> Form:
        block = self._block(self._number(place))
        if block is not None and block.kind is BlockKind.ROW:
            return Form.ROW
        if block is not None and block.kind is BlockKind.ITEM:
            return Form.ITEM
        # A list whose items are paragraphs of their own.
        if lead is None or self._number(lead) == self._number(place):
            return Form.PROSE
        lead_in = self._policy.text[lead.start : lead.end].rstrip()
        return Form.ITEM if lead_in.endswith(":") else Form.PROSE

    def _is_header(self, number: int) -> bool:
        blocks = self._policy.blocks
        follows = number + 1 < len(blocks) and blocks[number + 1].kind is BlockKind.ROW
        return follows and not (number and blocks[number - 1].kind is BlockKind.ROW)

    def _is_below(self, place: Mark, lead: Mark) -> bool:
        above = self._lead[place]
        while above is not None and above != lead:
            above = self._lead[above]
        return above is not None
