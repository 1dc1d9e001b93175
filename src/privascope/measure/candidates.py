"""How many candidates must be read to find almost everything that reading all sentences would."""

from pathlib import Path

import numpy as np

from privascope.answer.methods import default, reading_order
from privascope.data.understood import asked_of
from privascope.measure.answer_selectors import everything_read
from privascope.measure.selection import Follow, questions_to_measure

DEPTH = 10
NUMBERS = (10, 20, 32, 40, 48, 56, 64, 100)
# The share of the first ten that the candidates are to hold.
WANTED = 0.97


def measure(
    data: Path, *, model: Path | None = None, fold: int | None = None, follow: Follow = iter
) -> dict[str, object]:
    """For numbers of candidates, the share of the ten best and of the relevant ones they hold.

    The ten best are those of the default method when every sentence is read.
    """
    questions = questions_to_measure(data, fold)
    places, relevant = [], []
    with everything_read(model):
        for question in follow(questions):
            asked, passages = asked_of(question.text, question.sentences)
            if asked.is_empty:
                continue
            order = reading_order(asked.read, passages)
            values = default(asked.read, passages).values
            place = np.empty(len(order), dtype=np.int64)
            place[order] = np.arange(len(order))
            places.append(place[np.argsort(-values, kind="stable")[:DEPTH]])
            relevant.append(place[question.relevant])
    top, right = np.concatenate(places), np.concatenate(relevant)
    held = np.sort(top)[max(0, int(np.ceil(WANTED * len(top))) - 1)] + 1
    return {
        "questions": len(questions),
        "candidates_for_97": int(held),
        "top_10": {str(number): float((top < number).mean()) for number in NUMBERS},
        "relevant": {
            str(number): float((right < number).mean()) if len(right) else 0.0 for number in NUMBERS
        },
    }
