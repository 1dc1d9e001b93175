"""Finds policies whose labels have slipped to other sentences than the annotated ones."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from privascope.data.pairs import Question
from privascope.errors import DataError
from privascope.learn.storing import say

Floats = npt.NDArray[np.float64]

_FARTHEST = 40
# By how many standard deviations of a cosine the labels must fit better elsewhere. Four of
# PrivacyQA's 22 training policies lie above .40, all others below .12.
_CLEARLY = 0.25


def with_sound_labels(questions: Sequence[Question], source: object) -> list[Question]:
    """The questions without those of displaced policies, which are named on standard error.

    What augmentation brought does not stand in the policy, so that it cannot have slipped.
    """
    displaced = displaced_policies(questions)
    if displaced:
        names = ", ".join(sorted(displaced))
        say(f"left out, as their labels fit sentences that stand elsewhere: {names}")
    sound = [one for one in questions if one.added or one.policy not in displaced]
    if not sound:
        raise DataError(f"{source}: the labels of every policy fit sentences that stand elsewhere")
    return sound


def displaced_policies(questions: Sequence[Question]) -> dict[str, int]:
    """The policies whose labels fit sentences clearly better that stand so many places away.

    In some policies the labels of all questions have slipped against the sentences. Nothing can
    be learned from them, and no method ranks well on them.
    """
    from privascope.models.sentence_encoder import encode

    grouped: dict[str, list[Question]] = {}
    for question in questions:
        if question.answerable:
            grouped.setdefault(question.policy, []).append(question)
    found = {}
    for policy, own in grouped.items():
        # Questions of a policy that was cut in several ways cannot be laid over one another.
        own = [question for question in own if question.sentences == own[0].sentences]
        cosines = encode([question.text for question in own]) @ encode(own[0].sentences).T
        labels = np.stack([question.relevant for question in own])
        shift = best_shift(cosines.astype(np.float64), labels.astype(np.float64))
        if shift:
            found[policy] = shift
    return found


def best_shift(cosines: Floats, labels: Floats) -> int:
    """How far the labels (questions x sentences) must move to fit; 0 if they fit as they are."""
    fit = cosines - cosines.mean(axis=0)
    fit = fit - fit.mean(axis=1, keepdims=True)
    fit = fit / max(float(fit.std()), 1e-9)
    size, every = labels.shape[1], labels.sum()
    fits = {}
    for shift in range(-_FARTHEST, _FARTHEST + 1):
        first, last = max(0, -shift), min(size, size - shift)
        moved = labels[:, first:last]
        # A shift that pushes most labels off the page says little.
        if first < last and moved.sum() >= every / 2:
            fits[shift] = float((moved * fit[:, first + shift : last + shift]).sum() / moved.sum())
    best = max(fits, key=lambda shift: (fits[shift], -abs(shift)), default=0)
    return best if best and fits[best] - fits[0] > _CLEARLY else 0
