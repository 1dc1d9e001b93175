"""The tables of the paper on query-guided summaries (Keymanesh et al.), on any questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from privascope.answer.expand.expansion import INSTALLED, SOURCES, from_sources, sources_called
from privascope.answer.methods import answerability, default, reading_order
from privascope.answer.signals.reading import CANDIDATES
from privascope.data.pairs import Question
from privascope.data.selection_figures import figures_in_short
from privascope.data.understood import asked_of
from privascope.logistic import logistic
from privascope.measure import expansion
from privascope.measure.answer_selectors import everything_read
from privascope.measure.sample_pairs import sample_pairs
from privascope.measure.selection import Follow, questions_to_measure

T = TypeVar("T")
Floats = npt.NDArray[np.float64]

FIGURES = ("f_at_5", "f_at_10", "p_at_5", "p_at_10", "mrr")
ALL, DEFAULT = "all", "default"
# The paper's table 4: the whole pipeline, without paraphrases, and relevance alone.
PUBLISHED: Mapping[str, tuple[float, ...]] = {
    f"R + I, {ALL}": (0.806, 0.890, 0.394, 0.328, 0.59),
    "R + I": (0.802, 0.879, 0.384, 0.327, 0.59),
    "R": (0.783, 0.866, 0.411, 0.338, 0.63),
}
# Its table 3: paraphrases a question, relevant segments retrieved, paraphrases answerable.
PUBLISHED_PARAPHRASES: Mapping[str, tuple[float, float, float]] = {
    "rules": (1.4, 0.345, 0.242),
    "rules-at-once": (0.4, 0.198, 0.313),
    "translation": (0.9, 0.254, 0.254),
    "vectors": (2.9, 0.540, 0.289),
    expansion.TOGETHER: (5.7, 0.675, 0.273),
}
_NAMES = ("paraphrases", "segments_rescued", "paraphrases_answered")


def measure(
    data: Path | None = None,
    *,
    sources: str | Sequence[str] = INSTALLED,
    model: Path | None = None,
    fold: int | None = None,
    limit: int | None = None,
    follow: Follow = iter,
) -> dict[str, object]:
    """Paraphrases by source, and the rankings by R, I, R + I and R + I with each source.

    Without data the questions are those of the sample library, which no model has seen. Sentences
    that are no candidates rank below.
    """
    chosen = sources_called(sources)
    every = sample_pairs() if data is None else questions_to_measure(data, fold)
    questions = evenly(every, limit)
    from privascope.models import spans

    names = [name for source in chosen for name in SOURCES[source]]
    made = expansion.figures_of(questions, spans.FOLDER, names)
    with everything_read(model):
        scores = [_scores(question, chosen) for question in follow(questions)]
    return {
        "questions": len(questions),
        "sources": list(chosen),
        "candidates": CANDIDATES,
        "paraphrases": {
            name: {
                **_figures(made[name]),
                "published": dict(zip(_NAMES, PUBLISHED_PARAPHRASES[name], strict=True)),
            }
            for name in (*names, expansion.TOGETHER)
        },
        "rankings": {
            way: _ranking(way, questions, [own[way] for own in scores]) for way in scores[0]
        },
    }


def evenly(questions: Sequence[T], limit: int | None) -> list[T]:
    """So many questions from all over the list, all of them without a limit."""
    if limit is None or limit >= len(questions):
        return list(questions)
    places = np.linspace(0, len(questions) - 1, limit).round().astype(int)
    return [questions[place] for place in places]


def _figures(found: object) -> dict[str, object]:
    assert isinstance(found, dict)
    return found


def _ranking(
    way: str, questions: Sequence[Question], scores: Sequence[Floats]
) -> dict[str, object]:
    found = figures_in_short(questions, scores)
    report: dict[str, object] = {name: found[name] for name in FIGURES}
    if way in PUBLISHED:
        report["published"] = dict(zip(FIGURES, PUBLISHED[way], strict=True))
    return report


def _scores(question: Question, sources: Sequence[str]) -> dict[str, Floats]:
    """The scores of all sentences of a question's policy in each way to rank them."""
    understood, passages = asked_of(question.text, question.sentences)
    asked = understood.read or question.text
    numbers = reading_order(asked, passages)[:CANDIDATES]
    made = {source: from_sources(asked, (source,)).paraphrases for source in sources}
    wordings = list(dict.fromkeys((asked, *(text for own in made.values() for text in own))))
    logits, informative = answerability(wordings, passages, numbers)
    relevance = logistic(logits)
    answers = relevance + informative

    def best(texts: Sequence[str]) -> Floats:
        rows = [0, *(wordings.index(text) for text in texts)]
        found: Floats = answers[rows].max(axis=0)
        return found

    ways = {"R": relevance[0], "I": informative[0], "R + I": answers[0]}
    ways |= {f"R + I, {source}": best(own) for source, own in made.items()}
    ways[f"R + I, {ALL}"] = answers.max(axis=0)
    whole = {}
    for way, own in ways.items():
        whole[way] = np.full(len(passages), float(own.min()) - 1)
        whole[way][numbers] = own
    whole[DEFAULT] = default(asked, passages).values
    return whole
