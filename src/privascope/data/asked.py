"""Policies with labelled questions and the statements they make: JSON Lines, a policy a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from privascope.data.rows import read_rows
from privascope.data.statement_slugs import ALL, FIRST
from privascope.errors import DataError
from privascope.policy.policy import Span

Verdict = Literal["answered", "partly", "silent", "out_of_scope"]
Stance = Literal["yes", "no", "depends"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
STANCES: tuple[Stance, ...] = get_args(Stance)
# The verdicts of questions that some sentence answers.
ANSWERING: tuple[Verdict, ...] = ("answered", "partly")

_POLICY_FIELDS = (
    "policy_id",
    "source",
    "service",
    "domain",
    "url",
    "text",
    "sentences",
    "questions",
    "statements",
    "statements_asked",
)
_QUESTION_FIELDS = frozenset(
    "question style written_before_reading verdict stance answers related traps short".split()
)
_TEXTS = ("policy_id", "source", "service", "text")
# What a corpus may not know of a policy.
_TEXTS_OR_NULL = ("domain", "url")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with what a careful reader found; sentences are named by their numbers.

    `answers` are best first; `traps` look like answers and are none. `stance` answers a yes/no
    question as it was asked, and is None for other questions.
    """

    text: str
    style: str
    written_before_reading: bool
    verdict: Verdict
    stance: Stance | None
    answers: tuple[int, ...]
    related: tuple[int, ...]
    traps: tuple[int, ...]
    short: str


@dataclass(frozen=True, slots=True)
class AskedPolicy:
    """A policy with its questions; `sentences` are places in `text`.

    `statements` names the sentences that make each statement, best first. What is not there is
    not stated, if it is among `statements_asked`, the statements that were looked for.
    """

    id: str
    source: str
    service: str
    domain: str
    url: str
    text: str
    sentences: tuple[Span, ...]
    questions: tuple[AskedQuestion, ...]
    statements: dict[str, tuple[int, ...]]
    statements_asked: tuple[str, ...]

    def quote(self, number: int) -> str:
        """The words of a sentence."""
        sentence = self.sentences[number]
        return self.text[sentence.start : sentence.end]

    def places(self, numbers: tuple[int, ...]) -> tuple[Span, ...]:
        """Where some sentences are in the text."""
        return tuple(self.sentences[number] for number in numbers)


def read_asked(path: Path) -> Iterator[AskedPolicy]:
    """The policies of a file one by one; a row of another form raises DataError."""
    known: dict[str, int] = {}
    for number, row in enumerate(read_rows(path, _POLICY_FIELDS), 1):
        policy = _policy(row, f"{path}, row {number}")
        before = known.setdefault(policy.id, number)
        if before != number:
            raise DataError(f"{path}, row {number}: policy {policy.id} is in row {before} already")
        yield policy


def _policy(row: dict[str, Any], place: str) -> AskedPolicy:
    for name in _TEXTS:
        if not isinstance(row[name], str) or not row[name].strip():
            raise DataError(f"{place}: {name} must be a text")
    for name in _TEXTS_OR_NULL:
        if row[name] is not None and not isinstance(row[name], str):
            raise DataError(f"{place}: {name} must be a text or null")
    place = f"{place} ({row['policy_id']})"
    sentences = _sentences(row["sentences"], len(row["text"]), place)
    if not isinstance(row["questions"], list):
        raise DataError(f"{place}: questions must be a list")
    asked = _statements_asked(row["statements_asked"], place)
    return AskedPolicy(
        id=row["policy_id"],
        source=row["source"],
        service=row["service"],
        domain=row["domain"] or "",
        url=row["url"] or "",
        text=row["text"],
        sentences=sentences,
        questions=tuple(
            _question(each, len(sentences), f"{place}, question {number}")
            for number, each in enumerate(row["questions"], 1)
        ),
        statements=_statements(row["statements"], asked, len(sentences), place),
        statements_asked=asked,
    )


def _sentences(value: object, length: int, place: str) -> tuple[Span, ...]:
    if not isinstance(value, list):
        raise DataError(f"{place}: sentences must be a list of [start, end]")
    found = []
    for number, pair in enumerate(value):
        match pair:
            case [int(start), int(end)] if 0 <= start < end <= length:
                found.append(Span(start, end))
            case _:
                raise DataError(
                    f"{place}: sentence {number} must be [start, end] within the text's "
                    f"{length} characters, not {str(pair)[:40]}"
                )
    return tuple(found)


def _statements_asked(value: object, place: str) -> tuple[str, ...]:
    if type(value) is not int or value not in (len(FIRST), len(ALL)):
        raise DataError(
            f"{place}: statements_asked must be {len(FIRST)} or {len(ALL)}, "
            f"the number of statements that were looked for, not {str(value)[:40]}"
        )
    return ALL[:value]


def _statements(
    value: object, asked: tuple[str, ...], sentences: int, place: str
) -> dict[str, tuple[int, ...]]:
    if not isinstance(value, dict):
        raise DataError(f"{place}: statements must name sentences for each slug")
    unknown = [slug for slug in value if slug not in asked]
    if unknown:
        raise DataError(f"{place}: {unknown[0]!r} is none of the {len(asked)} statements asked for")
    found = {
        slug: _numbers(numbers, sentences, f"{place}, {slug}") for slug, numbers in value.items()
    }
    bare = [slug for slug, numbers in found.items() if not numbers]
    if bare:
        raise DataError(f"{place}: no sentence makes {bare[0]}; leave out what is not stated")
    return found


def _question(value: object, sentences: int, place: str) -> AskedQuestion:
    if not isinstance(value, dict) or not value.keys() >= _QUESTION_FIELDS:
        missing = sorted(_QUESTION_FIELDS - set(value if isinstance(value, dict) else ()))
        raise DataError(f"{place}: no field {', '.join(missing)}")
    for name in ("question", "style", "short"):
        if not isinstance(value[name], str) or not value[name].strip():
            raise DataError(f"{place}: {name} must be a text")
    if not isinstance(value["written_before_reading"], bool):
        raise DataError(f"{place}: written_before_reading must be true or false")
    verdict, stance = value["verdict"], value["stance"]
    if verdict not in VERDICTS:
        raise DataError(f"{place}: verdict must be one of {', '.join(VERDICTS)}")
    if stance is not None and stance not in STANCES:
        raise DataError(f"{place}: stance must be null or one of {', '.join(STANCES)}")
    if stance is not None and verdict not in ANSWERING:
        raise DataError(f"{place}: a question that is {verdict} has no stance")
    answers = _numbers(value["answers"], sentences, f"{place}, answers")
    if bool(answers) != (verdict in ANSWERING):
        raise DataError(f"{place}: answers must be given for {' and '.join(ANSWERING)} only")
    return AskedQuestion(
        text=value["question"],
        style=value["style"],
        written_before_reading=value["written_before_reading"],
        verdict=verdict,
        stance=stance,
        answers=answers,
        related=_numbers(value["related"], sentences, f"{place}, related"),
        traps=_numbers(value["traps"], sentences, f"{place}, traps"),
        short=value["short"],
    )


def _numbers(value: object, sentences: int, place: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise DataError(f"{place}: must be a list of sentences' numbers")
    for number in value:
        if type(number) is not int or not 0 <= number < sentences:
            raise DataError(f"{place}: there is no sentence {str(number)[:40]}")
    if len(set(value)) != len(value):
        raise DataError(f"{place}: a sentence is listed twice")
    return tuple(value)
