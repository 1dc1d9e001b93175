"""Unsupervised SimCSE: a sentence read twice under dropout should be closest to itself."""

from pathlib import Path

import torch
from torch import nn

from privascope.errors import DataError
from privascope.learn.base import device, load_base, pooled, save_base
from privascope.learn.batches import length_batches, model_inputs
from privascope.learn.corpus import corpus_digest, corpus_sentences
from privascope.learn.loop import PLAIN_PACE, Fitted, Pace, fit

TEMPERATURE = 0.05
_LONGEST = 64


def adapt_sentences(
    base: str,
    corpus: Path,
    folder: Path,
    *,
    steps: int,
    rate: float = 3e-5,
    batch: int = 64,
    longest: int = _LONGEST,
    frozen_embeddings: bool = True,
    pace: Pace = PLAIN_PACE,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train a base encoder contrastively on a corpus's sentences, and write it to `folder`."""
    start = load_base(base, frozen_embeddings=frozen_embeddings)
    sentences = corpus_sentences(corpus)
    if len(sentences) < 2 * batch:
        raise DataError(f"{corpus}: too few sentences to tell apart")
    lengths = [len(sentence) for sentence in sentences]
    tokenizer = start.tokenizer
    tokenizer.enable_truncation(longest)

    def batches(epoch: int) -> list[list[int]]:
        made = length_batches(lengths, size=batch, seed=seed, epoch=epoch)
        # A single sentence has no other to be contrasted with.
        return [one for one in made if len(one) == batch]

    def loss(model: nn.Module, numbers: list[int]) -> torch.Tensor:
        encodings = tokenizer.encode_batch([sentences[number] for number in numbers])
        inputs = model_inputs(encodings, device())
        once, again = (nn.functional.normalize(pooled(model, inputs), dim=-1) for _ in range(2))
        likeness = once @ again.T / TEMPERATURE
        return nn.functional.cross_entropy(likeness, torch.arange(len(numbers), device=device()))

    fitted = fit(
        start.encoder,
        batches,
        loss,
        folder=folder,
        recipe={
            "stage": "simcse",
            "base": start.digest,
            "corpus": corpus_digest(corpus),
            "batch": batch,
            **({} if longest == _LONGEST else {"longest": longest}),
            **({} if frozen_embeddings else {"frozen": False}),
        },
        pace=pace,
        rate=rate,
        seed=seed,
        steps=steps,
        seconds=seconds,
        log_every=min(50, max(1, steps // 10)),
        title="telling sentences apart",
    )
    save_base(folder, start.encoder, tokenizer)
    return fitted
