"""The two stages of the shipped selector: PolicyQA first, then PrivacyQA."""

from collections.abc import Iterable
from pathlib import Path

from privascope.data.digests import digest
from privascope.data.pairs import left_out, read_questions
from privascope.data.policyqa import read_paragraphs, sentence_pairs
from privascope.learn.displaced import with_sound_labels
from privascope.learn.hard_negatives import hard_negatives
from privascope.learn.loop import Fitted
from privascope.learn.selector import policyqa_examples, privacyqa_examples, train

# Sites of PolicyQA that are apps of PrivacyQA too: left out, so that folds stay clean.
SHARED_SITES = ("imdb.com", "reddit.com", "washingtonpost.com")
_WRONG_A_RIGHT = 2


def train_on_policyqa(
    data: Path,
    folder: Path,
    *,
    base: str = "minilm",
    pairs: int = 20_000,
    without: Iterable[str] = SHARED_SITES,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """One epoch on questions with sentences that hold the answer, against others of the policy."""
    left_out = sorted(without)
    drawn = sentence_pairs(read_paragraphs(data, left_out), _WRONG_A_RIGHT, seed + 1, most=pairs)
    examples = policyqa_examples(drawn)
    return train(
        base,
        lambda _: examples,
        folder,
        recipe={"stage": "policyqa"},
        epochs=1,
        seed=seed,
        context=False,
        seconds=seconds,
        title="PolicyQA",
    )


def train_on_privacyqa(
    data: Path,
    folder: Path,
    *,
    base: str,
    fold: int | None = None,
    negatives: int = 12,
    epochs: int = 1,
    context: bool = True,
    hard_from: str | None = None,
    rate: float = 5e-5,
    width: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train on all policies, or on all but those of a fold; never on displaced labels.

    Half of the wrong sentences are those that the selector `hard_from` ranks highest, if given.
    """
    every = read_questions(data)
    kept_apart = left_out(every, fold)
    questions = with_sound_labels([one for one in every if one.policy not in kept_apart], data)
    recipe = {
        "stage": "privacyqa",
        "fold": "all" if fold is None else str(fold),
        "neg": negatives,
    }
    hard = None
    if hard_from is not None:
        hard = hard_negatives(hard_from, questions, folder)
        recipe["hard"] = digest(hard)
    return train(
        base,
        lambda epoch: privacyqa_examples(questions, negatives, seed + 100 + epoch, hard),
        folder,
        recipe=recipe,
        epochs=epochs,
        rate=rate,
        width=width,
        seed=seed,
        context=context,
        seconds=seconds,
        title="PrivacyQA",
    )
