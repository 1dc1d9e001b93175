"""Excerpts of a policy in HTML: sentences, lists below their lead-in, rows as a table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from privascope.answer.answer import Quote
from privascope.answer.excerpts import Excerpt, Form, Piece
from privascope.policy.policy import Policy
from privascope.serve.web.marked import Mark, MarkedText
from privascope.serve.web.urls import web_link

_CELL = " | "


@dataclass(frozen=True, slots=True)
class PieceView:
    """A paragraph, an item or a row in HTML; a row has one part for each cell."""

    parts: tuple[Markup, ...]
    level: int
    header: bool
    # Whether it only leads to what is quoted.
    context: bool


@dataclass(frozen=True, slots=True)
class GroupView:
    """Pieces that are set in the same way: paragraphs, a list, or a table."""

    form: str
    pieces: tuple[PieceView, ...]


@dataclass(frozen=True, slots=True)
class ExcerptView:
    """An excerpt in HTML: `place` is the id of its first quote in the text.

    `link` leads to that on the original page, `decisive` says that it holds the best quote.
    """

    groups: tuple[GroupView, ...]
    section: str
    place: str
    link: str | None
    quotes: int
    decisive: bool


def view_excerpt(
    excerpt: Excerpt, policy: Policy, places: Mapping[Quote, str], decisive: Quote | None
) -> ExcerptView:
    """The excerpt for a page; `places` are the ids of its quotes in the policy's text."""
    best = decisive if decisive in excerpt.quotes else excerpt.quotes[0]
    return ExcerptView(
        groups=tuple(
            GroupView(form.value, tuple(_pieces(form, pieces, policy, places, decisive)))
            for form, pieces in groupby(excerpt.pieces, key=lambda piece: piece.form)
        ),
        section=path_of(best),
        place=places[best],
        # The link is made from a stranger's address.
        link=web_link(best.link),
        quotes=len(excerpt.quotes),
        decisive=best == decisive,
    )


def path_of(quote: Quote) -> str:
    """The headings above a quote in one line."""
    return " › ".join(" ".join(title.split()) for title in quote.section)


def _pieces(
    form: Form,
    pieces: Iterable[Piece],
    policy: Policy,
    places: Mapping[Quote, str],
    decisive: Quote | None,
) -> Iterator[PieceView]:
    for piece in pieces:
        quotes = [one.quote for one in piece.shown if one.quote is not None]
        marks = [Mark(mark.start, mark.end, "found") for quote in quotes for mark in quote.marks]
        text = MarkedText(policy.text, marks)
        if form is Form.ROW:
            parts = tuple(_cells(piece, policy, text, places))
        else:
            parts = (_sentences(piece, policy, text, places, decisive),)
        yield PieceView(parts, min(piece.level, 4), piece.header, piece.is_context)


def _cells(
    piece: Piece, policy: Policy, text: MarkedText, places: Mapping[Quote, str]
) -> Iterator[Markup]:
    quote = next((one.quote for one in piece.shown if one.quote is not None), None)
    start = piece.start
    for cell in policy.text[piece.start : piece.end].split(_CELL):
        words = text.piece(start, start + len(cell))
        yield words if quote is None else _linked(words, places[quote])
        start += len(cell) + len(_CELL)


def _sentences(
    piece: Piece,
    policy: Policy,
    text: MarkedText,
    places: Mapping[Quote, str],
    decisive: Quote | None,
) -> Markup:
    found = Markup()
    at = piece.start
    for one in piece.shown:
        if one is not piece.shown[0]:
            found += " … " if policy.text[at : one.start].strip() else " "
        words = text.piece(one.start, one.end)
        if one.quote is None:
            lead = Markup('<span class="context">{}</span>')
            found += words if piece.is_context else lead.format(words)
        else:
            kind = "to-text decisive" if one.quote == decisive else "to-text"
            found += _linked(words, places[one.quote], kind)
        at = one.end
    return found


def _linked(words: Markup, place: str, kind: str = "to-text") -> Markup:
    link = Markup('<a class="{}" href="#{}" title="Show in the policy">{}</a>')
    return link.format(kind, place, words)
