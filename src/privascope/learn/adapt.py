"""Domain adaptation: continues the pretraining of a base encoder on policies by filling gaps."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import nn
from transformers import PreTrainedModel

from privascope.data.digests import digest
from privascope.errors import DataError, PrivascopeError
from privascope.learn.base import device, load_base, mask_token, save_base, token_states
from privascope.learn.corpus import corpus_digest, read_corpus
from privascope.learn.loop import PLAIN_PACE, Fitted, Pace, fit
from privascope.learn.storing import write_whole

Rows = NDArray[np.int32]

ROW_TOKENS = 128
MASKED_SHARE = 0.2
# One row in this many is held out, and at most this many are judged.
_HELD_OUT_EVERY, _MOST_HELD_OUT = 100, 256
_DOCUMENTS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Adapted:
    """The result of an adaptation: the loss on held-out rows, before and after."""

    fitted: Fitted
    rows: int
    loss_before: float
    loss_after: float


class GapModel(nn.Module):
    """An encoder that names the word behind a mask, with the embeddings as its output layer."""

    def __init__(self, encoder: PreTrainedModel) -> None:
        super().__init__()
        size = int(encoder.config.hidden_size)
        self.encoder = encoder
        # ELECTRA's words may have fewer numbers than its layers.
        table: Any = encoder.get_input_embeddings().weight
        words = int(table.shape[1])
        self.dense = nn.Linear(size, words)
        self.norm = nn.LayerNorm(words)
        self.bias = nn.Parameter(torch.zeros(int(encoder.config.vocab_size)))

    def forward(self, tokens: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        """The loss over the gaps: places where `wanted` names a token, not -100."""
        states = token_states(self.encoder, tokens, torch.ones_like(tokens))
        gaps = wanted != -100
        guessed = self.norm(nn.functional.gelu(self.dense(states[gaps])))
        words = self.encoder.get_input_embeddings().weight
        logits = nn.functional.linear(guessed, words, self.bias)  # type: ignore[arg-type]
        return nn.functional.cross_entropy(logits, wanted[gaps])


def adapt(
    base: str,
    corpus: Path,
    folder: Path,
    *,
    steps: int,
    rate: float = 2e-4,
    batch: int = 32,
    seed: int = 0,
    train_embeddings: bool = False,
    pace: Pace = PLAIN_PACE,
    seconds: float | None = None,
    seconds_in_all: float | None = None,
) -> Adapted:
    """Adapt a base to a corpus and write it to `folder`, as far as the time limits allow.

    `seconds` is a limit for this call, `seconds_in_all` one for all calls together.
    """
    start = load_base(base, frozen_embeddings=not train_embeddings)
    rows = packed_rows(start.tokenizer, corpus, folder)
    held_out = rows[::_HELD_OUT_EVERY][:_MOST_HELD_OUT]
    seen = np.delete(rows, np.s_[::_HELD_OUT_EVERY], axis=0)
    if not len(seen):
        raise DataError(f"{corpus}: too few sentences to adapt to")
    torch.manual_seed(seed)
    model = GapModel(start.encoder).to(device())
    mask = mask_token(start.tokenizer)
    if mask is None:
        raise PrivascopeError(f"the base encoder {base} has no token that masks a word")

    def loss(of: nn.Module, numbers: list[int]) -> torch.Tensor:
        tokens = torch.from_numpy(seen[numbers].astype(np.int64))
        hidden, wanted = with_gaps(tokens, mask, len(model.bias))
        value: torch.Tensor = of(hidden.to(device()), wanted.to(device()))
        return value

    def batches(epoch: int) -> list[list[int]]:
        order = np.random.default_rng((seed, epoch)).permutation(len(seen))
        return [order[at : at + batch].tolist() for at in range(0, len(order), batch)]

    before = held_out_loss(model, held_out, mask, batch)
    fitted = fit(
        model,
        batches,
        loss,
        folder=folder,
        recipe={
            "stage": "adapt",
            "base": start.digest,
            "corpus": corpus_digest(corpus),
            "batch": batch,
            "train_embeddings": train_embeddings,
        },
        pace=pace,
        rate=rate,
        seed=seed,
        steps=steps,
        warm_up=min(0.1, 100 / steps),
        seconds=seconds,
        seconds_in_all=seconds_in_all,
        title="adapting",
    )
    save_base(folder, model.encoder, start.tokenizer)
    after = held_out_loss(model, held_out, mask, batch)
    return Adapted(fitted, len(rows), before, after)


def packed_rows(tokenizer: Tokenizer, corpus: Path, folder: Path) -> Rows:
    """Rows of 128 tokens that documents fill without padding; kept in `folder` for the next run."""
    name = digest(corpus_digest(corpus), tokenizer.to_str(), ROW_TOKENS)
    path = folder / f"rows-{name}.npy"
    if path.exists():
        stored: Rows = np.load(path, allow_pickle=False)
        return stored
    first, last = tokenizer.encode("").ids
    inner = ROW_TOKENS - 2
    rows = []
    rest = np.zeros(0, dtype=np.int32)
    for tokens in _document_tokens(tokenizer, corpus):
        joined = np.concatenate([rest, tokens])
        whole = len(joined) // inner * inner
        rows.append(joined[:whole].reshape(-1, inner))
        rest = joined[whole:]
    body = np.concatenate(rows) if rows else np.zeros((0, inner), dtype=np.int32)
    edges = np.ones((len(body), 1), dtype=np.int32)
    table: Rows = np.hstack([edges * first, body, edges * last])
    buffer = io.BytesIO()
    np.save(buffer, table, allow_pickle=False)
    write_whole(path, buffer.getvalue())
    return table


def _document_tokens(tokenizer: Tokenizer, corpus: Path) -> Iterator[NDArray[np.int32]]:
    documents = read_corpus(corpus)
    while some := list(islice(documents, _DOCUMENTS_AT_ONCE)):
        texts = [" ".join(document) for document in some]
        for encoding in tokenizer.encode_batch(texts, add_special_tokens=False):
            yield np.array(encoding.ids, dtype=np.int32)


def with_gaps(
    tokens: torch.Tensor, mask: int, words: int, chance: torch.Generator | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Tokens with gaps, and the original ones; one gap in ten has a wrong token, one its own."""
    place = torch.rand(tokens.shape, generator=chance)
    place[:, 0] = place[:, -1] = 1.0
    wanted = tokens.masked_fill(place >= MASKED_SHARE, -100)
    false = torch.randint(words, tokens.shape, generator=chance)
    hidden = torch.where(place < 0.8 * MASKED_SHARE, mask, tokens)
    hidden = torch.where(
        (place >= 0.8 * MASKED_SHARE) & (place < 0.9 * MASKED_SHARE), false, hidden
    )
    return hidden, wanted


@torch.inference_mode()
def held_out_loss(model: GapModel, rows: Rows, mask: int, batch: int) -> float:
    """The mean loss over rows, with the same gaps at every call."""
    model.eval()
    chance = torch.Generator().manual_seed(0)
    total, gaps = 0.0, 0
    for at in range(0, len(rows), batch):
        tokens = torch.from_numpy(rows[at : at + batch].astype(np.int64))
        hidden, wanted = with_gaps(tokens, mask, len(model.bias), chance)
        count = int((wanted != -100).sum())
        total += float(model(hidden.to(device()), wanted.to(device()))) * count
        gaps += count
    return total / max(1, gaps)
