"""The lines of a label: a value or a statement with its quotes and its clarity."""

from collections.abc import Iterable, Iterator, Sequence

from privascope.compare.company_names import names_in
from privascope.compare.evidence import Evidence, Quoter, Quotes
from privascope.compare.label import Line, LineKind
from privascope.compare.label_parts import UNSPECIFIED, TopicPlan
from privascope.compare.label_said import Said
from privascope.compare.standing import Clarity, Standing
from privascope.traits.practices.statements import by_slug
from privascope.traits.practices.taxonomy import Value

_MOST_WORDS = 3
_MOST_NAMES = 8
_LONGEST_WORDS = 60


def value_line(topic: TopicPlan, value: Value, quoter: Quoter, said: Said) -> Line:
    if value.name == UNSPECIFIED:
        return open_line(topic, quoter.quotes([*said.yes, *said.no]))
    quotes = quoter.quotes(said.yes or said.no)
    is_general = value.name in topic.general
    return Line(
        kind=LineKind.VALUE,
        name=value.name,
        wording=value.plain,
        explanation=value.explanation,
        standing=Standing.STATED if said.yes else Standing.DENIED,
        clarity=Clarity.GENERAL if is_general else _clarity(quotes.best),
        words=_own_words(topic, value, quotes.best),
        places=quotes.places,
        evidence=quotes.best,
        contrary=quoter.quotes(said.no).best if said.yes else (),
    )


def open_line(topic: TopicPlan, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.VALUE,
        name=UNSPECIFIED,
        wording=topic.open,
        explanation="The policy mentions this without details.",
        standing=Standing.UNSPECIFIED,
        clarity=Clarity.LEFT_OPEN,
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def unsure_line(value: Value, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.VALUE,
        name=value.name,
        wording=value.plain,
        explanation=value.explanation,
        standing=Standing.NOT_SURE,
        clarity=Clarity.CLEAR,
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def statement_line(slug: str, quotes: Quotes) -> Line:
    return Line(
        kind=LineKind.STATEMENT,
        name=slug,
        wording=by_slug()[slug].plain,
        explanation="",
        standing=Standing.STATED,
        clarity=_clarity(quotes.best),
        words=(),
        places=quotes.places,
        evidence=quotes.best,
        contrary=(),
    )


def _clarity(evidence: Sequence[Evidence]) -> Clarity:
    """Vague is what is said nowhere but in vague sentences."""
    return Clarity.VAGUE if all(one.vague for one in evidence) else Clarity.CLEAR


def _own_words(topic: TopicPlan, value: Value, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """The policy's words for a value of which they tell more than ours, of the surest places."""
    marked = (
        (one.text[mark.start - one.start : mark.end - one.start], mark.start == one.start)
        for one in evidence
        for mark in one.marks
    )
    found: Iterator[str] = iter(())
    if value.name in topic.quoted:
        found = (" ".join(words.split()) for words, _ in marked)
    elif value.name in topic.named:
        found = (name for words, begins in marked for name in names_in(words, begins))
    told: list[str] = []
    for words in found:
        # A name within another one tells no more.
        if len(words) <= _LONGEST_WORDS and not any(words in known for known in told):
            told.append(words)
    return tuple(told[: _MOST_NAMES if value.name in topic.named else _MOST_WORDS])
