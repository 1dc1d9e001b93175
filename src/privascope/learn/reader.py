"""Trains the reader: one encoder with heads for sentences, spans, verdict and stance."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from privascope.errors import DataError, PrivascopeError
from privascope.learn.base import Base
from privascope.learn.batches import length_batches, padded
from privascope.learn.heads import HEADS, load_heads, load_pair_base, save_with_heads
from privascope.learn.loop import Fitted, digest, fit
from privascope.learn.onnx_base import ONNX_FILE, onnx_weights
from privascope.learn.reader_examples import LONGEST_EXAMPLE, NO_LABEL, Example
from privascope.models.reader import STANCES, VERDICTS

# The ids of the policies that a model has learned from, beside its weights.
TRAINED_ON = "trained_on.txt"
# What a sentence that answers counts beside one that does not, and what the losses count: of each
# sentence, of a list's order, of verdict and stance, and of spans.
_RIGHT = 2.0
_EACH, _ORDER, _VERDICT, _STANCE, _SPAN = 1.5, 0.5, 1.0, 0.8, 0.25
# Readers of policies disagree on one verdict in twenty: no label is taken for certain.
_SMOOTHING = 0.05
_DROPPED = 0.1


class ReaderModel(nn.Module):
    """An encoder; of each token relevance and span logits, of the window verdict and stance."""

    def __init__(self, base: Base) -> None:
        super().__init__()
        size = base.size
        self.encoder = base.encoder
        self.pooler = nn.Linear(size, size)
        self.token = nn.Linear(size, 1)
        self.end = nn.Linear(size, 1)
        self.span = nn.Linear(size, 2)
        self.verdict = nn.Linear(size, len(VERDICTS))
        self.stance = nn.Linear(size, len(STANCES))
        self.dropout = nn.Dropout(_DROPPED)
        self.to(next(base.encoder.parameters()).device)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Four logits a token (relevance, sentence's end, span's start and end); the whole's."""
        states = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        whole = self.dropout(torch.tanh(self.pooler(states[:, 0])))
        states = self.dropout(states)
        tokens = torch.cat((self.token(states), self.end(states), self.span(states)), dim=-1)
        return tokens, self.verdict(whole), self.stance(whole)


def load_reader(folder: str) -> tuple[ReaderModel, Base]:
    """A reader that a stage wrote, or new heads on a base encoder."""
    base = load_pair_base(folder, "reader")
    if base.encoder.config.max_position_embeddings < LONGEST_EXAMPLE:
        raise PrivascopeError(
            f"{folder} reads {base.encoder.config.max_position_embeddings} tokens at once: "
            f"a reader needs {LONGEST_EXAMPLE}"
        )
    # Without dropout in attention, and without its fused form, a processor learns twice as fast.
    base.encoder.config.attention_probs_dropout_prob = 0.0
    for module in base.encoder.modules():
        dropout = getattr(module, "dropout", None)
        if hasattr(module, "attention_head_size") and isinstance(dropout, nn.Dropout):
            dropout.p = 0.0
    base.encoder.set_attn_implementation("eager")
    model = ReaderModel(base)
    if not load_heads(folder, model, "reader") and (pooler := _pooler_of(Path(folder))):
        # A cross-encoder's pooling layer, where the base is one, knows more than a new one.
        model.pooler.load_state_dict(pooler)
    return model, base


def _pooler_of(folder: Path) -> dict[str, torch.Tensor]:
    """Weight and bias of a base's pooling layer; nothing where it has none."""
    from safetensors.torch import load

    weights: dict[str, torch.Tensor] = {}
    if (folder / "model.safetensors").is_file():
        weights = load((folder / "model.safetensors").read_bytes())
    elif (folder / ONNX_FILE).is_file():
        found = onnx_weights(folder / ONNX_FILE)
        weights = {name: torch.from_numpy(value.copy()) for name, value in found.items()}
    own = {
        name.rpartition("pooler.dense.")[2]: value
        for name, value in weights.items()
        if name.endswith(("pooler.dense.weight", "pooler.dense.bias"))
    }
    return own if own.keys() == {"weight", "bias"} else {}


def is_reader(folder: str) -> bool:
    """Whether the heads of a trained model's folder are a reader's."""
    from safetensors.torch import load

    return "verdict.weight" in load((Path(folder) / HEADS).read_bytes())


def train(
    start: str,
    examples: Callable[[int], Sequence[Example]],
    folder: Path,
    *,
    recipe: dict[str, Any],
    epochs: int,
    seed: int = 0,
    rate: float = 5e-5,
    tokens: int = 4096,
    seconds: float | None = None,
    title: str = "reader",
) -> Fitted:
    """Train from a base encoder or an earlier stage on the examples of each epoch, and save."""
    torch.manual_seed(seed)
    model, base = load_reader(start)
    first = examples(0)
    if not first:
        raise DataError(f"there is no question for the {title} to learn from")
    # Windows of middling length in one batch of so many tokens.
    middle = sorted(len(example.window.ids) for example in first)[len(first) // 2]
    size = max(1, tokens // middle)

    def batches(epoch: int) -> list[list[Example]]:
        own = first if epoch == 0 else examples(epoch)
        # Every epoch has as many examples as the first, so that its steps are known in advance.
        own = [own[number % len(own)] for number in range(len(first))]
        lengths = [len(example.window.ids) for example in own]
        order = length_batches(lengths, size=size, seed=seed, epoch=epoch)
        return [[own[number] for number in batch] for batch in order]

    data = digest([(one.window.ids, one.grades, one.verdict, one.stance) for one in first])
    fitted = fit(
        model,
        batches,
        partial(reader_loss, context=_precision()),
        folder=folder,
        recipe={**recipe, "base": base.digest, "data": data, "tokens": tokens},
        rate=rate,
        seed=seed,
        epochs=epochs,
        warm_up=0.08,
        seconds=seconds,
        title=title,
    )
    if fitted.finished:
        save_with_heads(folder, model, model.encoder, base.tokenizer)
    return fitted


def reader_loss(
    model: nn.Module,
    batch: Sequence[Example],
    context: Callable[[], AbstractContextManager[Any]] = nullcontext,
) -> torch.Tensor:
    """The loss of every label that a batch has."""
    place = next(model.parameters()).device
    with context():
        tokens, verdict, stance = model(**window_inputs(batch, place))
    tokens, verdict, stance = tokens.float(), verdict.float(), stance.float()
    each, order = [], []
    for row, example in enumerate(batch):
        logits = sentence_logits(tokens[row], example)
        grades = torch.tensor(example.grades, device=place)
        right = grades == 1.0
        weights = torch.where(right, _RIGHT, 1.0)
        lost = functional.binary_cross_entropy_with_logits(logits, grades, reduction="none")
        each.append(lost * weights)
        if right.any() and not right.all():
            shares = functional.log_softmax(logits, 0)[right]
            order.append(-(torch.logsumexp(shares, 0) + shares.mean()) / 2)
    loss = _EACH * torch.cat(each).mean()
    if order:
        loss = loss + _ORDER * torch.stack(order).mean()
    for weight, logits, labels in (
        (_VERDICT, verdict, [example.verdict for example in batch]),
        (_STANCE, stance, [example.stance for example in batch]),
    ):
        wanted = torch.tensor(labels, device=place)
        if (wanted != NO_LABEL).any():
            loss = loss + weight * functional.cross_entropy(
                logits, wanted, ignore_index=NO_LABEL, label_smoothing=_SMOOTHING
            )
    return loss + _span_loss(tokens, batch, place)


def sentence_logits(tokens: torch.Tensor, example: Example) -> torch.Tensor:
    """The logit of each sentence of a window, as `models.reader` makes it."""
    places = example.window.places
    sums = functional.pad(torch.cumsum(tokens[:, 0], 0), (1, 0))
    first = torch.tensor([place.first for place in places], device=tokens.device)
    end = torch.tensor([place.end for place in places], device=tokens.device)
    mean = (sums[end] - sums[first]) / (end - first).clamp(min=1)
    return mean + tokens[end, 1]


def window_inputs(
    batch: Sequence[Example], place: torch.device | None = None
) -> dict[str, torch.Tensor]:
    """The model's inputs of a batch."""
    windows = [example.window for example in batch]
    return {
        "input_ids": padded([window.ids for window in windows], place),
        "attention_mask": padded([[1] * len(window.ids) for window in windows], place),
        "token_type_ids": padded([window.types for window in windows], place),
    }


def _span_loss(
    tokens: torch.Tensor, batch: Sequence[Example], place: torch.device | None
) -> torch.Tensor:
    marked = [row for row, example in enumerate(batch) if example.span is not None]
    if not marked:
        return tokens.new_zeros(())
    mask = padded([[1] * len(batch[row].window.ids) for row in marked], place)
    logits = tokens[marked, : mask.shape[1], 2:].masked_fill(mask.unsqueeze(-1) == 0, -1e4)
    wanted = torch.tensor([batch[row].span for row in marked], device=place)
    places = functional.cross_entropy(logits[..., 0], wanted[:, 0])
    return _SPAN * (places + functional.cross_entropy(logits[..., 1], wanted[:, 1]))


def _precision() -> Callable[[], AbstractContextManager[Any]]:
    """bfloat16 where the processor or card computes in it, else float32."""
    card = torch.cuda.is_available()
    fast = torch.cuda.is_bf16_supported() if card else _processor_has_bf16()
    if not fast:
        return nullcontext
    return partial(torch.autocast, "cuda" if card else "cpu", dtype=torch.bfloat16)


def _processor_has_bf16() -> bool:
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
