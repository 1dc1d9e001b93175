"""The retriever: a tower for questions and one for sentences, compared by dot product."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import nn
from transformers import PreTrainedModel

from privascope.data.digests import digest
from privascope.data.pairs import Question
from privascope.errors import DataError
from privascope.learn.base import base_digest, device, load_base, pooled, save_base
from privascope.learn.batches import by_length, model_inputs
from privascope.learn.encoder_files import write_card, write_modules
from privascope.learn.loop import PLAIN_PACE, Fitted, Pace, fit

Floats = NDArray[np.float32]

_QUESTIONS, _SENTENCES = "questions", "sentences"
LONGEST = 96
# Vectors have length 1, so products lie between -1 and 1 and need a scale in the softmax.
_SCALE = 20.0
# Sentences of like length are read together in training: padding would cost as much again.
_TOGETHER = 12


@dataclass(frozen=True, slots=True)
class Retriever:
    """A trained pair of towers; `digest` names exactly these weights."""

    digest: str
    towers: "Towers"
    tokenizer: Tokenizer

    def encode_questions(self, texts: Sequence[str]) -> Floats:
        """A vector of length 1 for each question."""
        return encode(self.towers.questions, self.tokenizer, texts)

    def encode_sentences(self, texts: Sequence[str]) -> Floats:
        """A vector of length 1 for each sentence."""
        return encode(self.towers.sentences, self.tokenizer, texts)


class Towers(nn.Module):
    """One encoder for questions and one for sentences."""

    def __init__(self, questions: PreTrainedModel, sentences: PreTrainedModel) -> None:
        super().__init__()
        self.questions = questions
        self.sentences = sentences


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A question with a sentence that answers it and some of the same policy that do not."""

    question: int
    right: str
    wrong: tuple[str, ...]


def train_retriever(
    base: str,
    questions: Sequence[Question],
    folder: Path,
    *,
    tuned_on: Sequence[Question],
    epochs: int = 3,
    rate: float = 2e-5,
    batch: int = 16,
    positives: int = 3,
    hard: int = 2,
    longest: int = LONGEST,
    frozen_embeddings: bool = True,
    pace: Pace = PLAIN_PACE,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train two towers and write those of the epoch with the best MRR on `tuned_on`.

    Each epoch shows every answerable question `positives` times with a sentence that answers it,
    `hard` labelled wrong ones, and the other questions' sentences as further wrong ones.
    """
    answerable = [question for question in questions if question.answerable]
    if not answerable or not any(question.answerable for question in tuned_on):
        raise DataError("the retriever needs questions with relevant sentences, to learn and tune")
    start, twin = (load_base(base, frozen_embeddings=frozen_embeddings) for _ in range(2))
    towers = Towers(start.encoder, twin.encoder)
    tokenizer = start.tokenizer
    right_answers = [
        {one.sentences[number] for number in np.flatnonzero(one.relevant)} for one in answerable
    ]

    def batches(epoch: int) -> list[list[_Drawn]]:
        chance = random.Random(f"{seed} {epoch}")
        drawn = [
            one
            for number, question in enumerate(answerable)
            for one in _draw(number, question, positives, hard, chance)
        ]
        chance.shuffle(drawn)
        made = [drawn[at : at + batch] for at in range(0, len(drawn), batch)]
        return made if len(made) == 1 or len(made[-1]) > 1 else made[:-1]

    def loss(_: nn.Module, drawn: list[_Drawn]) -> torch.Tensor:
        sentences = [one.right for one in drawn] + [text for one in drawn for text in one.wrong]
        asked = [answerable[one.question].text for one in drawn]
        ours = _vectors(towers.questions, tokenizer, asked, longest)
        theirs = _sorted_vectors(towers.sentences, tokenizer, sentences, longest)
        likeness = ours @ theirs.T * _SCALE
        # A sentence that also answers the question is not a wrong one.
        also = [
            [at != row and text in right_answers[one.question] for at, text in enumerate(sentences)]
            for row, one in enumerate(drawn)
        ]
        likeness = likeness.masked_fill(torch.tensor(also, device=likeness.device), -1e4)
        return nn.functional.cross_entropy(likeness, torch.arange(len(drawn)).to(likeness.device))

    def judge(_: nn.Module) -> float:
        return ranking(Retriever("", towers, tokenizer), tuned_on)["mrr"]

    fitted = fit(
        towers,
        batches,
        loss,
        folder=folder,
        recipe={
            "stage": "retriever",
            "base": start.digest,
            "data": questions_digest(questions),
            "tuned_on": questions_digest(tuned_on),
            "batch": batch,
            "positives": positives,
            "hard": hard,
            **({} if longest == LONGEST else {"longest": longest}),
            **({} if frozen_embeddings else {"frozen": False}),
        },
        pace=pace,
        rate=rate,
        seed=seed,
        epochs=epochs,
        judge=judge,
        seconds=seconds,
        log_every=20,
        title="retriever",
    )
    if fitted.finished:
        for part, tower in ((_QUESTIONS, towers.questions), (_SENTENCES, towers.sentences)):
            _write_for_others(folder / part, part, start.size)
            save_base(folder / part, tower, tokenizer)
    return fitted


def _write_for_others(folder: Path, part: str, size: int) -> None:
    """A tower as sentence-transformers reads it, and its card."""
    pooling = {"word_embedding_dimension": size, "pooling_mode_mean_tokens": True}
    write_modules(folder, (("Pooling", pooling), ("Normalize", {})))
    lines = [
        f"Vectors of {part}. The dot product of a question's vector and a sentence's says how well",
        "the sentence answers; each has an encoder of its own.",
        "",
        "```python",
        "from sentence_transformers import SentenceTransformer",
        f'SentenceTransformer("this folder").encode(["one of the {part}"])',
        "```",
    ]
    write_card(folder, f"Retriever: {part}", lines)


def load_retriever(name: str) -> Retriever:
    """A retriever that was trained, or a base encoder as it is, with one tower for both."""
    parts = [Path(name) / part for part in (_QUESTIONS, _SENTENCES)]
    if parts[1].is_dir():
        first, second = (load_base(str(part)) for part in parts)
        towers = Towers(first.encoder, second.encoder)
        return Retriever(digest(first.digest, second.digest), towers, first.tokenizer)
    base = load_base(name)
    return Retriever(digest(base_digest(name)), Towers(base.encoder, base.encoder), base.tokenizer)


def ranking(retriever: Retriever, questions: Sequence[Question]) -> dict[str, float]:
    """Mean rank of the first right sentence, MRR and recall at 1 to 10, each in its own policy."""
    from privascope.data.ranking import hits, ranking_figures

    asked = [question for question in questions if question.answerable]
    vectors = {own: retriever.encode_sentences(own) for own in {one.sentences for one in asked}}
    sought = retriever.encode_questions([question.text for question in asked])
    scores = [
        (vectors[question.sentences] @ vector).astype(np.float64)
        for question, vector in zip(asked, sought, strict=True)
    ]
    ranked = hits(scores, [question.relevant for question in asked])
    figures = ranking_figures(ranked)
    mean_rank = float(np.mean([1 + int(np.argmax(own)) for own in ranked]))
    recalls = {key: value for key, value in figures.items() if key.startswith("recall_at_")}
    return {"mrr": figures["mrr"], "mean_rank": mean_rank, **recalls}


@torch.inference_mode()
def encode(
    encoder: PreTrainedModel, tokenizer: Tokenizer, texts: Sequence[str], batch: int = 64
) -> Floats:
    """A vector of length 1 for each text, the longest texts first for even work."""
    vectors = np.zeros((len(texts), int(encoder.config.hidden_size)), dtype=np.float32)
    encoder.train(False)
    for numbers in by_length([len(text) for text in texts], size=batch):
        made = _vectors(encoder, tokenizer, [texts[number] for number in numbers])
        vectors[numbers] = made.float().cpu().numpy()
    return vectors


def questions_digest(questions: Sequence[Question]) -> str:
    """The name of exactly these questions with their sentences and labels."""
    return digest(
        [
            (
                one.policy,
                one.id,
                one.text,
                one.sentences,
                one.relevant.tolist(),
                one.verbatim.tolist(),
                *(() if one.likely is None else (one.likely.tolist(),)),
            )
            for one in questions
        ]
    )


def _vectors(
    encoder: Any, tokenizer: Tokenizer, texts: Sequence[str], longest: int = LONGEST
) -> torch.Tensor:
    tokenizer.enable_truncation(longest)
    inputs = model_inputs(tokenizer.encode_batch(list(texts)), device())
    return nn.functional.normalize(pooled(encoder, inputs), dim=-1)


def _sorted_vectors(
    encoder: Any, tokenizer: Tokenizer, texts: Sequence[str], longest: int
) -> torch.Tensor:
    """The same as `_vectors`, texts of like length read together."""
    parts = by_length([len(text) for text in texts], size=_TOGETHER)
    made = torch.cat(
        [
            _vectors(encoder, tokenizer, [texts[number] for number in part], longest)
            for part in parts
        ]
    )
    order = torch.tensor([number for part in parts for number in part], device=made.device)
    return made[torch.argsort(order)]


def _draw(
    number: int, question: Question, positives: int, hard: int, chance: random.Random
) -> list[_Drawn]:
    right = [question.sentences[place] for place in np.flatnonzero(question.relevant)]
    texts = set(right)
    wrong = [
        question.sentences[place]
        for place in np.flatnonzero(~question.relevant)
        if question.sentences[place] not in texts
    ]
    return [
        _Drawn(number, one, tuple(chance.sample(wrong, min(hard, len(wrong)))))
        for one in (chance.sample(right, min(positives, len(right))))
    ]
