"""The two stages of the shipped reader: PolicyQA and PrivacyQA first, then labelled questions."""

from pathlib import Path
from random import Random
from time import monotonic

from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.pairs import Question, read_questions
from privascope.data.policyqa import Paragraph, read_paragraphs
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.learn.base import base_digest, load_base
from privascope.learn.displaced import with_sound_labels
from privascope.learn.loop import Fitted
from privascope.learn.reader import TRAINED_ON, train
from privascope.learn.reader_examples import Example, asked_examples, lessons_of
from privascope.learn.reader_pretraining import policyqa_examples, privacyqa_examples
from privascope.learn.reader_statements import stated_policies, statement_examples
from privascope.learn.storing import write_whole
from privascope.models.window_tokens import WindowTokenizer

_FIRST_RATE = 4e-5
# Windows drawn from each of PrivacyQA's questions in the first stage.
_FIRST_WINDOWS = 2
# Questions about statements, for each question that was labelled.
_STATEMENTS = 0.45
# Of PolicyQA's paragraphs, how many are read again in each epoch, so that spans are not forgotten.
_SPANS_AGAIN = 0.1


def train_reader(
    asked: Path,
    folder: Path,
    *,
    privacyqa: Path | None = None,
    policyqa: Path | None = None,
    base: str = "minilm",
    without: Path | None = None,
    epochs: int = 2,
    rate: float = 5e-5,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train on labelled questions, after a stage on PolicyQA where it is given.

    Policies whose ids are listed in the file `without` are not learned from.
    """
    began = monotonic()
    tokenizer = WindowTokenizer(load_base(base).tokenizer)
    questions = _questions(privacyqa)
    policies = _policies(asked, without)
    if policyqa is not None:
        first = folder / "policyqa"
        fitted = _first_stage(
            read_paragraphs(policyqa), questions, tokenizer, first, base, seed, seconds
        )
        if not fitted.finished:
            return fitted
        base = str(first)
        seconds = None if seconds is None else max(0.0, seconds - (monotonic() - began))
    lessons = list(lessons_of(policies))
    stated = stated_policies(policies)
    paragraphs = [] if policyqa is None else read_paragraphs(policyqa)

    def examples(epoch: int) -> list[Example]:
        drawn = f"{seed} {epoch}"
        again = Random(drawn).sample(paragraphs, int(len(paragraphs) * _SPANS_AGAIN))
        return [
            *asked_examples(lessons, tokenizer, drawn),
            *statement_examples(stated, tokenizer, drawn, int(len(lessons) * _STATEMENTS)),
            *privacyqa_examples(questions, tokenizer, drawn),
            *policyqa_examples(again, tokenizer, drawn),
        ]

    fitted = train(
        base,
        examples,
        folder,
        recipe={"stage": "asked", "policies": len(policies), "start": base_digest(base)},
        epochs=epochs,
        rate=rate,
        seed=seed,
        seconds=seconds,
    )
    if fitted.finished:
        names = "".join(f"{policy.id}\n" for policy in policies)
        write_whole(folder / TRAINED_ON, names.encode())
    return fitted


def _first_stage(
    paragraphs: list[Paragraph],
    questions: list[Question],
    tokenizer: WindowTokenizer,
    folder: Path,
    base: str,
    seed: int,
    seconds: float | None,
) -> Fitted:
    return train(
        base,
        lambda epoch: [
            *policyqa_examples(paragraphs, tokenizer, f"{seed} {epoch}"),
            *privacyqa_examples(questions, tokenizer, f"{seed} {epoch}", _FIRST_WINDOWS),
        ],
        folder,
        recipe={"stage": "policyqa"},
        epochs=1,
        rate=_FIRST_RATE,
        seed=seed,
        seconds=seconds,
        title="PolicyQA",
    )


def _questions(path: Path | None) -> list[Question]:
    return [] if path is None else with_sound_labels(read_questions(path), path)


def _policies(path: Path, without: Path | None) -> list[AskedPolicy]:
    left_out = frozenset() if without is None else read_ids(without)
    every = list(read_asked(path))
    policies = [policy for policy in every if policy.id not in left_out]
    if not policies:
        raise DataError(f"{path}: no policy is left to learn from")
    unknown = left_out - {policy.id for policy in every}
    if unknown:
        # Learning from what was to be left out for a misspelt id would spoil every figure.
        raise DataError(f"{without}: {path} has no policy {sorted(unknown)[0]}")
    return policies
