"""How well questions on the sample library are answered: verdicts and evidence."""

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean

from privascope.answer.answer import Answer, Quote
from privascope.answer.ask import ask
from privascope.answer.subject import Subject, stored_subject
from privascope.answer.verdict import Risk
from privascope.library.store import Library
from privascope.measure.sample_questions import PARTS, Evidence, GoldQuestion, read_questions

# A quote is evidence when it has this much of a marked sentence, or the other way round.
_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """A question with its gold and what was answered; `rank` is of the first right quote."""

    gold: GoldQuestion
    answer: Answer
    rank: int | None


def measure(data: Path | None = None, method: str = "default") -> dict[str, object]:
    """Figures of all parts of the gold set on the sample library, and of each part."""
    asked = ask_all(read_questions(data), method)
    parts = {
        part: figures([one for one in asked if one.gold.part == part])
        for part in PARTS
        if any(one.gold.part == part for one in asked)
    }
    return {"method": method, **figures(asked), "parts": parts}


def ask_all(
    questions: Sequence[GoldQuestion], method: str = "default", risk: Risk = Risk.MEDIUM
) -> list[JudgedAnswer]:
    """Every question put to its policy of the sample library."""
    with sample_library() as folder, Library(folder) as library:

        @cache
        def subject(target: str) -> Subject:
            return stored_subject(library, target)

        return [_asked(question, subject(question.policy), method, risk) for question in questions]


def figures(asked: Sequence[JudgedAnswer]) -> dict[str, object]:
    """Verdicts right, evidence found among the first quotes, and the length of answers."""
    told = [one for one in asked if one.gold.evidence]
    ranks = [one.rank for one in told]
    return {
        "questions": len(asked),
        "verdict_accuracy": _share(one.answer.verdict == one.gold.verdict for one in asked),
        "answerable_accuracy": _share(
            bool(one.answer.quotes) == bool(one.gold.evidence) for one in asked
        ),
        "unsure": _share(one.answer.verdict == "unsure" for one in asked),
        "hit_at_1": _share(rank is not None and rank < 1 for rank in ranks),
        "hit_at_3": _share(rank is not None and rank < 3 for rank in ranks),
        "mrr": mean(1 / (rank + 1) if rank is not None else 0.0 for rank in ranks)
        if ranks
        else 0.0,
        "average_sentences": mean([len(one.answer.quotes) for one in told] or [0]),
        "average_words": mean([_words(one.answer.quotes) for one in told] or [0]),
        "verdicts": _confusion(asked),
    }


def _asked(question: GoldQuestion, subject: Subject, method: str, risk: Risk) -> JudgedAnswer:
    answer = ask(subject.policy, subject.source, question.question, method=method, risk=risk)
    # Where the verdict is wrong, the nearest sentences still show how good the search was.
    shown = answer.quotes or answer.nearest
    rank = next(
        (place for place, quote in enumerate(shown) if _is_evidence(quote, question.evidence)), None
    )
    return JudgedAnswer(question, answer, rank)


def _is_evidence(quote: Quote, evidence: Sequence[Evidence]) -> bool:
    return any(
        min(quote.end, piece.end) - max(quote.start, piece.start)
        >= _SHARED * min(quote.end - quote.start, piece.end - piece.start)
        for piece in evidence
    )


def _confusion(asked: Sequence[JudgedAnswer]) -> dict[str, dict[str, int]]:
    """For each gold verdict, how often each verdict was given."""
    found: dict[str, Counter[str]] = {}
    for one in asked:
        found.setdefault(one.gold.verdict, Counter())[one.answer.verdict.value] += 1
    return {gold: dict(sorted(given.items())) for gold, given in sorted(found.items())}


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0


def _words(quotes: Sequence[Quote]) -> int:
    return sum(len(quote.text.split()) for quote in quotes)


@contextmanager
def sample_library() -> Iterator[Path]:
    """The folder of a library with the sample policies, there as long as it is needed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "library"
        _fill(folder)
        yield folder


def _fill(folder: Path) -> None:
    from privascope.collect.examine import Criteria
    from privascope.collect.intake import Intake
    from privascope.collect.sample_source import SampleSource, sample_companies
    from privascope.library.writer import LibraryWriter

    with LibraryWriter(folder) as writer:
        Intake(writer, Criteria(anyway=True), 1, lambda _: None).take(SampleSource())
        with writer.transaction():
            writer.set_companies(sample_companies())
