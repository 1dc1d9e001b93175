"""Hard negatives: the wrong sentences that a trained selector ranks highest."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from privascope.data.digests import digest
from privascope.data.pairs import Question, check_ids
from privascope.learn.base import base_digest
from privascope.learn.retriever import questions_digest
from privascope.learn.selector_scores import SCORES_VERSION, selector_scores
from privascope.learn.storing import stored


def hard_negatives(
    selector: str, questions: Sequence[Question], folder: Path, most: int = 20
) -> dict[str, list[int]]:
    """For each question so many wrong sentences that score highest; kept in `folder`."""

    def mined() -> dict[str, list[int]]:
        check_ids(questions)
        scores = selector_scores(selector, questions)
        return {
            question.id: [
                number
                for number in np.argsort(-own, kind="stable").tolist()
                if not question.relevant[number]
            ][:most]
            for question, own in zip(questions, scores, strict=True)
        }

    name = digest(base_digest(selector), questions_digest(questions), most, SCORES_VERSION)
    return stored(folder / f"hard-{name}.json", mined)
