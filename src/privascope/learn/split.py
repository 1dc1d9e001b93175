"""Which questions are learned from, tuned on and judged, and what is searched for them.

The stages run by hand and the grid of `learn era` both ask here, so that they agree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from privascope.data.pairs import Question, check_ids, folds
from privascope.errors import DataError
from privascope.learn.corpus import sentence_key
from privascope.learn.displaced import with_sound_labels
from privascope.learn.storing import say

# One policy in so many is kept apart to tune on.
TUNING_PARTS = 5
_ENDS = (".", "!", ";")
_CLOSING = " \"'”’)]"


@dataclass(frozen=True, slots=True)
class Split:
    """One fold's questions: to learn from, to tune on, and to be judged by; policies differ."""

    number: int
    learned: list[Question]
    tuned: list[Question]
    judged: list[Question]

    def kept_apart(self) -> set[str]:
        """The keys of the sentences by which models are tuned or judged: none is learned from."""
        others = [*self.tuned, *self.judged]
        return {sentence_key(text) for text in {own for one in others for own in one.sentences}}

    def searched(self, sentences: Iterable[str]) -> list[str]:
        """The statements among sentences, without those of policies kept apart."""
        known = self.kept_apart()
        return [one for one in sentences if is_statement(one) and sentence_key(one) not in known]


def splits_of(
    questions: Sequence[Question],
    source: object,
    *,
    numbers: Sequence[int] = (),
    count: int = 3,
    test: Sequence[Question] = (),
    keep_displaced: bool = False,
) -> list[Split]:
    """A split for each fold that is left out; without folds one, judged by `test` if given.

    Displaced policies belong to their fold, but are neither learned from nor judged.
    """
    check_ids([*questions, *test])
    check_apart(questions, test)
    sound = questions if keep_displaced else with_sound_labels(questions, source)
    if any(number >= count for number in numbers):
        raise DataError(f"there is no fold {max(numbers)}; folds are numbered 0 to {count - 1}")
    parts = folds(questions, count) if numbers else []
    made = [_split(sound, number, parts[number]) for number in numbers]
    if not numbers:
        whole = _split(sound, 0, frozenset())
        made = [Split(0, whole.learned, whole.tuned, list(test))]
    for split in made:
        _check(split, source)
    return made


def _split(questions: Sequence[Question], number: int, apart: frozenset[str]) -> Split:
    rest = [one for one in questions if one.policy not in apart]
    policies = len({one.policy for one in rest})
    if policies < 2:
        raise DataError("learning needs at least two policies besides those that judge")
    tuning = folds(rest, min(TUNING_PARTS, policies))[0]
    return Split(
        number,
        [one for one in rest if one.policy not in tuning],
        [one for one in rest if one.policy in tuning],
        [one for one in questions if one.policy in apart],
    )


def _check(split: Split, source: object) -> None:
    for name, own in (("learn from", split.learned), ("tune on", split.tuned)):
        silent = sum(not one.answerable for one in own)
        if own and silent == len(own):
            raise DataError(f"{source}: no question to {name} has a relevant sentence")
        if silent:
            say(f"{silent} of {len(own)} questions to {name} have no answer")


def check_apart(questions: Sequence[Question], test: Sequence[Question]) -> None:
    """DataError if a policy is both learned from and judged."""
    learned = {one.policy for one in questions}
    texts = {one.sentences: one.policy for one in questions}
    twice = sorted({one.policy for one in test} & learned)
    if twice:
        raise DataError(f"policies in both the training and the test file: {', '.join(twice)}")
    for one in test:
        if len(one.sentences) > 1 and one.sentences in texts:
            raise DataError(
                f"{one.policy} of the test file has the sentences of {texts[one.sentences]}, "
                "which is learned from"
            )


def to_retrieve_for(questions: Sequence[Question], *, unanswerable: bool) -> list[Question]:
    """The questions that sentences are retrieved for.

    Where a policy is silent, most of what is found answers the question no more than it does; the
    paper retrieves for every question.
    """
    return [one for one in questions if unanswerable or one.answerable]


def is_statement(sentence: str) -> bool:
    """Whether a sentence may be retrieved: headings and questions rank high but answer nothing."""
    return sentence.rstrip(_CLOSING).endswith(_ENDS)
