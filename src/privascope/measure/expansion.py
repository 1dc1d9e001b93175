"""The effect of paraphrases of questions: how many, and answers that the question itself misses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.answer.expand.expansion import EXPANSIONS, Expansion
from privascope.answer.passages import passages_of_sentences
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.data.pairs import Question
from privascope.measure.selection import Follow, questions_to_measure

Flags = npt.NDArray[np.bool_]

TOGETHER = "together"


@dataclass(slots=True)
class Tally:
    """What one way of expanding did; segments are relevant ones without a span of their own."""

    paraphrases: int = 0
    questions: int = 0
    segments: int = 0
    rescued: int = 0
    tried: int = 0
    answered: int = 0
    notes: set[str] = field(default_factory=set)

    def figures(self, asked: int, spans: bool) -> dict[str, object]:
        """Means and shares over so many questions."""
        found: dict[str, object] = {
            "paraphrases": self.paraphrases / max(1, asked),
            "questions_with_one": self.questions / max(1, asked),
        }
        if spans:
            found["segments_rescued"] = self.rescued / max(1, self.segments)
            found["paraphrases_answered"] = self.answered / max(1, self.tried)
        if self.notes:
            found["notes"] = sorted(self.notes)
        return found


def measure(
    data: Path, *, model: Path | None = None, fold: int | None = None, follow: Follow = iter
) -> dict[str, object]:
    """Figures of each way of expanding, and of all together.

    `segments_rescued` is the share of relevant sentences without a span for the question itself
    that get one through a paraphrase; `paraphrases_answered` the share of paraphrases put to such
    a sentence that find a span there. Both need the span model, of `model` or the shipped one.
    """
    from privascope.models import spans

    return figures_of(questions_to_measure(data, fold), model or spans.FOLDER, follow=follow)


def figures_of(
    questions: Sequence[Question],
    folder: Path,
    names: Sequence[str] = (),
    follow: Follow = iter,
) -> dict[str, object]:
    """The figures of the named ways of expanding, of all ways if none is named."""
    there = (folder / "model.onnx").is_file()
    expansions = {name: EXPANSIONS[name] for name in names or EXPANSIONS}
    tallies = {name: Tally() for name in (*expansions, TOGETHER)}
    spellings: dict[tuple[str, ...], Spelling] = {}
    for question in follow(questions):
        if question.sentences not in spellings:
            passages = passages_of_sentences(question.sentences)
            spellings[question.sentences] = Spelling(passages.vocabulary)
        parts = understand(question.text, spellings[question.sentences]).parts
        asked = " ".join(part.text for part in parts)
        if asked:
            _count(tallies, question, asked, expansions, folder if there else None)
    return {
        "questions": len(questions),
        **{name: tally.figures(len(questions), there) for name, tally in tallies.items()},
        **({"segments": tallies[TOGETHER].segments} if there else {"spans": "no span model"}),
    }


def _count(
    tallies: Mapping[str, Tally],
    question: Question,
    asked: str,
    expansions: Mapping[str, Expansion],
    folder: Path | None,
) -> None:
    made: dict[str, tuple[str, ...]] = {}
    for name, expand in expansions.items():
        expanded = expand(asked)
        made[name] = expanded.paraphrases
        if expanded.note:
            tallies[name].notes.add(expanded.note)
    made[TOGETHER] = tuple(dict.fromkeys(text for own in made.values() for text in own))
    found = _spans_found(question, (asked, *made[TOGETHER]), folder) if folder else {}
    for name, texts in made.items():
        tally = tallies[name]
        tally.paraphrases += len(texts)
        tally.questions += bool(texts)
        if found:
            missed = ~found[asked]
            table = np.array([found[text][missed] for text in texts], dtype=np.bool_)
            tally.segments += int(missed.sum())
            tally.tried += table.size
            tally.answered += int(table.sum())
            tally.rescued += int(table.any(axis=0).sum()) if len(texts) else 0


def _spans_found(question: Question, texts: Sequence[str], folder: Path) -> dict[str, Flags]:
    """For each wording of a question, in which of the relevant sentences it has a span."""
    from privascope.models.spans import best_spans

    relevant = [question.sentences[number] for number in np.flatnonzero(question.relevant)]
    if not relevant:
        return {}
    found = {}
    for text in texts:
        best = best_spans([text] * len(relevant), relevant, folder)
        flags = [one is not None and one.score > one.none for one in best]
        found[text] = np.array(flags, dtype=np.bool_)
    return found
