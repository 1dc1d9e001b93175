"""Questions on the sample library, each with its verdict and the sentences that answer it.

Evidence is every whole sentence that answers, in reading order. A list item is marked without its
head unless the head answers too, a bare "Yes." is not marked, and the cells of a line that the
splitter cuts are marked one by one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from privascope.data.rows import read_rows
from privascope.errors import DataError, NotFoundError
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.policy.policy import Policy, Span

GOLD = Path(__file__).with_name("sample_questions.jsonl")

Verdict = Literal["answered", "partly", "silent", "out_of_scope"]
Style = Literal[
    "plain", "typo", "tweet", "short", "two_in_one", "vague", "named", "statement", "clumsy"
]
Part = Literal["tune", "held_out"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
STYLES: tuple[Style, ...] = get_args(Style)
PARTS: tuple[Part, ...] = get_args(Part)
WITH_EVIDENCE: tuple[Verdict, ...] = ("answered", "partly")

# What earlier files call a verdict.
_EARLIER_NAMES = {"not_a_privacy_question": "out_of_scope"}
_FIELDS = ("policy", "part", "question", "style", "verdict", "evidence", "best")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of the policy's current text: `policy.text[start:end] == text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question to one policy; `best` is the index of the evidence that should come first.

    All questions on a policy are of one part, so that what is tuned on the one part can be
    reported on policies of the other.
    """

    policy: str
    part: Part
    question: str
    style: Style
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    best: int | None


def read_questions(path: Path | None = None) -> list[GoldQuestion]:
    """The questions of a file, or the shipped ones; a row of another form raises DataError."""
    path = path or GOLD
    return [
        _question(row, f"{path}, row {number}")
        for number, row in enumerate(read_rows(path, _FIELDS), 1)
    ]


def check_questions(library: Library, questions: Iterable[GoldQuestion]) -> list[str]:
    """What does not fit the library's current texts, in words; empty when all of it does."""

    @cache
    def policy_called(target: str) -> Policy | None:
        try:
            stored = library.policy(find_policy_id(library, target))
        except NotFoundError:
            return None
        return library.derived(stored.current_version).policy

    return [
        f"{question.policy}, {question.question!r}: {fault}"
        for question in questions
        for fault in _faults(policy_called(question.policy), question)
    ]


def _faults(policy: Policy | None, question: GoldQuestion) -> Iterator[str]:
    if policy is None:
        yield "the library holds no one policy of this name"
        return
    sentences = frozenset(policy.sentences)
    for piece in question.evidence:
        there = policy.text[piece.start : piece.end]
        if there != piece.text:
            yield f"at {piece.start} stands {there!r} instead of {piece.text!r}"
        elif Span(piece.start, piece.end) not in sentences:
            yield f"no whole sentence: {piece.text!r}"


def _question(row: dict[str, Any], place: str) -> GoldQuestion:
    if isinstance(row["verdict"], str):
        row = row | {"verdict": _EARLIER_NAMES.get(row["verdict"], row["verdict"])}
    for name, allowed in (("part", PARTS), ("style", STYLES), ("verdict", VERDICTS)):
        if row[name] not in allowed:
            raise DataError(f"{place}: {name} must be one of {', '.join(allowed)}")
    for name in ("policy", "question"):
        if not isinstance(row[name], str) or not row[name].strip():
            raise DataError(f"{place}: {name} must be a text")
    if not isinstance(row["evidence"], list):
        raise DataError(f"{place}: evidence must be a list")
    evidence = tuple(_evidence(piece, place) for piece in row["evidence"])
    if bool(evidence) != (row["verdict"] in WITH_EVIDENCE):
        raise DataError(f"{place}: evidence must be given for {' and '.join(WITH_EVIDENCE)} only")
    best = row["best"]
    if evidence and not (type(best) is int and 0 <= best < len(evidence)):
        raise DataError(f"{place}: best must be the index of an evidence")
    if not evidence and best is not None:
        raise DataError(f"{place}: best must be null where there is no evidence")
    return GoldQuestion(
        policy=row["policy"],
        part=row["part"],
        question=row["question"],
        style=row["style"],
        verdict=row["verdict"],
        evidence=evidence,
        best=best,
    )


def _evidence(piece: object, place: str) -> Evidence:
    match piece:
        case {"start": int(start), "end": int(end), "text": str(text)} if 0 <= start < end:
            return Evidence(start, end, text)
    raise DataError(f"{place}: an evidence must have a start, a later end and a text")
