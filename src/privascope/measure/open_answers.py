"""Open question answering as in the CMU report's table: rank of the segment, length of answers."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from privascope.answer.ask import ask
from privascope.answer.methods import Ranked, by_best_segment, default
from privascope.answer.passages import Passages, passages_of
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.answer.subject import Subject, stored_subject
from privascope.library.store import Library
from privascope.measure.answers import sample_library
from privascope.measure.query_guided import evenly
from privascope.measure.sample_questions import GoldQuestion, read_questions

_WAYS: dict[str, Callable[[str, Passages], Ranked]] = {
    "expanded": by_best_segment,
    "plain": partial(by_best_segment, expanded=False),
    "default": default,
}


def open_figures(limit: int | None = None) -> dict[str, Any]:
    """MRR of the first segment with an answer, and words and sentences shown, of each method.

    On the sample library's questions that have an answer. What the published method shows is the
    best segment; ours shows quotes, none where the verdict is that the policy does not say.
    """
    questions = evenly([one for one in read_questions() if one.evidence], limit)
    found: dict[str, list[tuple[float, int, int]]] = {name: [] for name in _WAYS}
    with sample_library() as folder, Library(folder) as library:
        known: dict[str, tuple[Subject, Passages, Spelling]] = {}
        for gold in questions:
            if gold.policy not in known:
                subject = stored_subject(library, gold.policy)
                passages = passages_of(subject.policy)
                known[gold.policy] = subject, passages, Spelling(passages.vocabulary)
            subject, passages, spelling = known[gold.policy]
            asked = understand(gold.question, spelling).read or gold.question
            for name, rank in _WAYS.items():
                ranked = rank(asked, passages)
                texts = (
                    [passages.texts[number] for number in ranked.shown]
                    if ranked.shown
                    else [
                        quote.text
                        for quote in ask(subject.policy, subject.source, gold.question).quotes
                    ]
                )
                words = sum(len(text.split()) for text in texts)
                found[name].append((reciprocal_rank(ranked, passages, gold), words, len(texts)))
    return {
        "questions": len(questions),
        **{name: _means(rows) for name, rows in found.items()},
    }


def reciprocal_rank(ranked: Ranked, passages: Passages, gold: GoldQuestion) -> float:
    """One over the place of the first segment that has a sentence of the evidence."""
    answers = {(piece.start, piece.end) for piece in gold.evidence}
    segments: dict[int, None] = {}
    for number in ranked.best():
        segments.setdefault(passages[number].segment)
        if (passages[number].start, passages[number].end) in answers:
            # Equal sentences are in reading order, and so are the segments they are in.
            return 1 / (1 + list(segments).index(passages[number].segment))
    return 0.0


def _means(rows: Sequence[tuple[float, int, int]]) -> dict[str, float]:
    means = np.mean(rows, axis=0) if rows else np.zeros(3)
    return {
        name: float(value) for name, value in zip(("mrr", "words", "sentences"), means, strict=True)
    }
