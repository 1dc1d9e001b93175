"""The practice model: one pass over a segment gives its categories, and its values word by word."""

import json
import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Encoding
from torch import nn
from torch.nn import functional

from privascope.data.practices import Segment, Triple, segments_digest
from privascope.errors import DataError
from privascope.learn.base import Base, load_base, save_base, write_whole
from privascope.learn.batches import by_length, length_batches, model_inputs
from privascope.learn.loop import Fitted, digest, fit
from privascope.learn.narrow import TO_NARROW_BY, narrow
from privascope.traits.practices.taxonomy import segment_labels

HEADS, LABELS = "heads.safetensors", "labels.json"
LONGEST = 256
# A value that fewer segments have cannot be learned.
_RAREST = 4
_VALUE_WEIGHT = 0.1
# How much it counts that words outside the marked ones do not say it too.
_OUTSIDE = 0.2
_TYPICAL_LENGTH = 90
_VALUE_EPOCHS, _VALUE_RATE, _VALUE_BATCH = 30, 3e-3, 32

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How surely each value is there, and the tokens that say it; None: any of them may."""

    chances: Floats
    tokens: Mapping[int, Numbers] | None


# How surely each category is wanted, and the values.
_Goals = tuple[Sequence[float] | None, _Wanted | None]


class ValueHead(nn.Module):
    """What each token says.

    A value's weights are the sum of what its category, its attribute and value, and it alone
    give, so that a rare value learns from the same value of other categories.
    """

    def __init__(self, size: int, values: Sequence[Triple]) -> None:
        super().__init__()
        kinds = sorted({triple[0] for triple in values})
        pairs = sorted({triple[1:] for triple in values})
        self.dropout = nn.Dropout(0.1)
        self.of_category = nn.Embedding(len(kinds), size)
        self.of_pair = nn.Embedding(len(pairs), size)
        self.alone = nn.Embedding(len(values), size)
        self.bias = nn.Parameter(torch.full((len(values),), -math.log(_TYPICAL_LENGTH) - 3))
        self.register_buffer("kinds", torch.tensor([kinds.index(t[0]) for t in values]))
        self.register_buffer("pairs", torch.tensor([pairs.index(t[1:]) for t in values]))
        for table in (self.of_category, self.of_pair, self.alone):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """The logit of each value at each token."""
        weights = self.of_category(self.kinds) + self.of_pair(self.pairs) + self.alone.weight
        logits: torch.Tensor = self.dropout(states) @ weights.transpose(0, 1) + self.bias
        return logits


class PracticeModel(nn.Module):
    """An encoder with a head for a segment's categories and one for each token's values."""

    def __init__(self, base: Base, values: Sequence[Triple]) -> None:
        super().__init__()
        self.encoder = base.encoder
        self.dropout = nn.Dropout(0.1)
        self.categories = nn.Linear(2 * base.size, len(segment_labels()))
        self.values = ValueHead(base.size, values)
        self.to(next(base.encoder.parameters()).device)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of each segment's categories, and of each token's values."""
        states = self.states(input_ids, attention_mask, token_type_ids)
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        pooled = torch.cat((states[:, 0], mean), dim=-1)
        return self.categories(self.dropout(pooled)), self.values(states)

    def states(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """What the encoder makes of each token."""
        made: torch.Tensor = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        return made


def known_values(segments: Sequence[Segment], rarest: int = _RAREST) -> tuple[Triple, ...]:
    """The values that enough segments have, in a fixed order."""
    counts = Counter(triple for segment in segments for triple in segment.values or ())
    return tuple(sorted(triple for triple, count in counts.items() if count >= rarest))


def train(
    start: str,
    segments: Sequence[Segment],
    folder: Path,
    *,
    recipe: Mapping[str, Any],
    epochs: int = 6,
    seed: int = 0,
    rate: float = 2e-4,
    size: int = 16,
    value_weight: float = _VALUE_WEIGHT,
    width: int | None = None,
    seconds: float | None = None,
) -> Fitted:
    """Train on segments that have categories, values or both, and save.

    From a base encoder, or on from a practice model of the same values; first its layers are
    made `width` neurons wide, if given.
    """
    began = time.monotonic()
    values = known_values(segments)
    if not values or not any(segment.categories for segment in segments):
        raise DataError("no segments with categories, or no value that four of them have")
    torch.manual_seed(seed)
    model, base = _begun(start, values)
    tokenizer = base.tokenizer
    tokenizer.enable_truncation(LONGEST)
    encodings = tokenizer.encode_batch([segment.text for segment in segments])
    goals = [_goals(s, values, e) for s, e in zip(segments, encodings, strict=True)]
    lengths = [len(encoding.ids) for encoding in encodings]

    def batches(epoch: int) -> list[list[int]]:
        return length_batches(lengths, size=size, seed=seed, epoch=epoch)

    def loss(model: nn.Module, batch: list[int]) -> torch.Tensor:
        chosen = [encodings[number] for number in batch]
        place = next(model.parameters()).device
        categories, tokens = model(**model_inputs(chosen, place))
        total = torch.zeros((), device=place)
        known = [row for row, number in enumerate(batch) if goals[number][0] is not None]
        if known:
            wanted = torch.tensor([goals[batch[row]][0] for row in known], device=place)
            total = (
                total
                + functional.binary_cross_entropy_with_logits(
                    categories[known], wanted, reduction="none"
                )
                .sum(1)
                .mean()
            )
        marked = {row: goal for row, number in enumerate(batch) if (goal := goals[number][1])}
        if marked:
            total = total + value_weight * _value_loss(
                tokens[list(marked)],
                [len(chosen[row].ids) for row in marked],
                list(marked.values()),
            )
        return total

    settings: dict[str, Any] = {"size": size, "value_weight": value_weight}
    if width is not None:
        settings["width"] = width
        model.eval()
        narrow(model.encoder, width, (loss(model, batch) for batch in batches(0)[:TO_NARROW_BY]))
    whole = {**recipe, **settings, "base": base.digest, "data": segments_digest(segments)}
    fitted = fit(
        model,
        batches,
        loss,
        folder=folder,
        recipe=whole,
        rate=rate,
        seed=seed,
        epochs=epochs,
        seconds=seconds,
        title="practices",
    )
    if fitted.finished:
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - began))
        fitted = _train_values(model, encodings, goals, folder / "values", whole, seed, left)
    if fitted.finished:
        save_practices(folder, model, base, values)
    return fitted


def _begun(start: str, values: tuple[Triple, ...]) -> tuple[PracticeModel, Base]:
    if not (Path(start) / LABELS).is_file():
        base = load_base(start)
        return PracticeModel(base, values), base
    model, base, known = load_practices(Path(start))
    if known != values:
        raise DataError(f"{start} was trained for other values than the data has")
    return model, base


def _train_values(
    model: PracticeModel,
    encodings: Sequence[Encoding],
    goals: Sequence[_Goals],
    folder: Path,
    recipe: Mapping[str, Any],
    seed: int,
    seconds: float | None,
) -> Fitted:
    """Go on with the values alone, on what the trained encoder makes of each token.

    They need far more steps than the encoder, and without it a step costs next to nothing.
    """
    marked = {number: values for number, (_, values) in enumerate(goals) if values}
    states = _states(model, [encodings[number] for number in marked])
    wanted = list(marked.values())
    lengths = [len(row) for row in states]

    def batches(epoch: int) -> list[list[int]]:
        return length_batches(lengths, size=_VALUE_BATCH, seed=seed, epoch=epoch)

    def loss(head: nn.Module, batch: list[int]) -> torch.Tensor:
        rows = nn.utils.rnn.pad_sequence([states[number] for number in batch], batch_first=True)
        place = next(head.parameters()).device
        return _value_loss(
            head(rows.to(place)),
            [lengths[number] for number in batch],
            [wanted[number] for number in batch],
        )

    torch.manual_seed(seed)
    return fit(
        model.values,
        batches,
        loss,
        folder=folder,
        recipe={**recipe, "states": digest([float(row.sum()) for row in states[:50]])},
        rate=_VALUE_RATE,
        seed=seed,
        epochs=_VALUE_EPOCHS,
        seconds=seconds,
        title="values",
    )


@torch.inference_mode()
def _states(model: PracticeModel, encodings: Sequence[Encoding]) -> list[torch.Tensor]:
    place = next(model.parameters()).device
    states = [torch.empty(0)] * len(encodings)
    model.eval()
    for batch in by_length([len(encoding.ids) for encoding in encodings], size=32):
        made = model.states(**model_inputs([encodings[number] for number in batch], place))
        for row, number in enumerate(batch):
            states[number] = made[row, : len(encodings[number].ids)].cpu().clone()
    return states


def _goals(segment: Segment, values: Sequence[Triple], encoding: Encoding) -> _Goals:
    """What training wants of a segment."""
    if segment.likely is not None:
        chances = np.array(segment.likely.values, dtype=np.float32)
        return segment.likely.categories, _Wanted(chances, None)
    categories = None
    if segment.categories is not None:
        categories = [float(label in segment.categories) for label in segment_labels()]
    if segment.values is None:
        return categories, None
    numbers = {triple: number for number, triple in enumerate(values)}
    starts, ends = np.array(encoding.offsets)[1:-1].T
    chances = np.zeros(len(values), dtype=np.float32)
    marked = {}
    for triple, spans in segment.values.items():
        if triple in numbers:
            chances[numbers[triple]] = 1
            hit = np.zeros(len(starts), dtype=np.bool_)
            for span in spans:
                hit |= (starts < span.end) & (ends > span.start)
            # Where nobody marked the words, any of them may say it.
            marked[numbers[triple]] = 1 + np.flatnonzero(hit if hit.any() else ~hit)
    return categories, _Wanted(chances, marked)


def _value_loss(
    tokens: torch.Tensor, lengths: Sequence[int], goals: Sequence[_Wanted]
) -> torch.Tensor:
    """That the marked words say a value, the others do not, and nothing says what is not there."""
    real = np.zeros(tokens.shape[:2], dtype=np.bool_)
    inside = np.zeros(tokens.shape, dtype=np.bool_)
    said_at_all = np.zeros((tokens.shape[0], tokens.shape[2]), dtype=np.float32)
    for row, (length, goal) in enumerate(zip(lengths, goals, strict=True)):
        real[row, 1 : length - 1] = True
        said_at_all[row] = goal.chances
        if goal.tokens is None:
            inside[row, 1 : length - 1] = True
        else:
            for number, places in goal.tokens.items():
                inside[row, places, number] = True
    place = tokens.device
    wanted, marked = torch.from_numpy(said_at_all).to(place), torch.from_numpy(inside).to(place)
    everywhere = tokens.masked_fill(~torch.from_numpy(real).to(place).unsqueeze(-1), -1e4)
    said = torch.logsumexp(everywhere.masked_fill(~marked, -1e4), dim=1)
    whole = torch.logsumexp(everywhere, dim=1)
    outside = torch.logsumexp(everywhere.masked_fill(marked, -1e4), dim=1)
    loss = wanted * (functional.softplus(-said) + _OUTSIDE * functional.softplus(outside))
    loss = loss + (1 - wanted) * functional.softplus(whole)
    return loss.sum(1).mean()


@torch.inference_mode()
def logits_of(
    model: PracticeModel, base: Base, texts: Sequence[str], size: int = 32
) -> tuple[Floats, Floats]:
    """The logits of each text's categories and values."""
    tokenizer = base.tokenizer
    tokenizer.enable_truncation(LONGEST)
    encodings = tokenizer.encode_batch(list(texts))
    categories = np.zeros((len(texts), len(segment_labels())), dtype=np.float32)
    values = np.zeros((len(texts), model.values.alone.num_embeddings), dtype=np.float32)
    place = next(model.parameters()).device
    model.eval()
    for batch in by_length([len(encoding.ids) for encoding in encodings], size=size):
        inputs = model_inputs([encodings[number] for number in batch], place)
        found, tokens = model(**inputs)
        real = inputs["attention_mask"].bool().clone()
        real[:, 0] = False
        for row, number in enumerate(batch):
            real[row, len(encodings[number].ids) - 1] = False
        pooled = torch.logsumexp(tokens.masked_fill(~real.unsqueeze(-1), -1e4), dim=1)
        categories[batch] = found.cpu().numpy()
        values[batch] = pooled.cpu().numpy()
    return categories, values


def save_practices(
    folder: Path, model: PracticeModel, base: Base, values: Sequence[Triple]
) -> None:
    """Write a practice model so that `load_practices` reads it."""
    from safetensors.torch import save

    tensors = {
        key: value.detach().cpu().contiguous()
        for key, value in model.state_dict().items()
        if not key.startswith("encoder.")
    }
    labels = {"categories": list(segment_labels()), "values": [list(triple) for triple in values]}
    write_whole(folder / LABELS, json.dumps(labels, indent=1).encode())
    write_whole(folder / HEADS, save(tensors))
    save_base(folder, model.encoder, base.tokenizer)


def load_practices(folder: Path) -> tuple[PracticeModel, Base, tuple[Triple, ...]]:
    """A practice model that `train` wrote, with its values."""
    from safetensors.torch import load

    try:
        labels = json.loads((folder / LABELS).read_text())
        values = tuple((str(c), str(a), str(v)) for c, a, v in labels["values"])
        heads = load((folder / HEADS).read_bytes())
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{folder} holds no practice model ({error})") from error
    base = load_base(str(folder))
    model = PracticeModel(base, values)
    model.load_state_dict(heads, strict=False)
    return model, base, values
