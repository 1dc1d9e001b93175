"""The practice model's training: categories, values and statements in one run."""

import contextlib
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from privascope.data.practices import Segment, Triple, segments_digest
from privascope.errors import DataError
from privascope.learn.base import Base, load_base
from privascope.learn.batches import by_length, length_batches, padded
from privascope.learn.loop import Fitted, digest, fit
from privascope.learn.narrow import TO_NARROW_BY, narrow
from privascope.learn.practice_losses import category_losses, statement_loss, value_losses
from privascope.learn.practice_model import LABELS as LABELS
from privascope.learn.practice_model import (
    Known,
    PracticeModel,
    load_practices,
    save_practices,
)
from privascope.learn.practice_onnx import practices_from_onnx
from privascope.learn.practice_rows import (
    Row,
    first_windows,
    segment_rows,
    stated_rows,
)
from privascope.learn.statement_data import Stated, denial_heads, statement_heads
from privascope.models.onnx import MODEL
from privascope.traits.practices.reading_text import passage_of
from privascope.traits.practices.taxonomy import segment_labels

# A value that fewer segments have cannot be learned.
_RAREST = 4
_VALUE_WEIGHT = 0.1
# How much statements count beside categories, and how much another model's word.
_STATEMENT_WEIGHT, _TAUGHT_WEIGHT = 2.0, 0.5
# So many of the lowest layers of a model that was exported stay as they are.
_KEPT_LAYERS = 2
_VALUE_EPOCHS, _VALUE_RATE, _VALUE_BATCH = 30, 3e-3, 32

Floats = npt.NDArray[np.float32]


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
    stated: Sequence[Stated] = (),
    epochs: int = 6,
    seed: int = 0,
    rate: float = 2e-4,
    size: int = 16,
    value_weight: float = _VALUE_WEIGHT,
    width: int | None = None,
    half: bool = False,
    seconds: float | None = None,
) -> Fitted:
    """Train on segments that have categories, values or both, and save.

    From a base encoder, or on from a practice model of the same values; first its layers are
    made `width` neurons wide, if given. With `stated` passages the model learns statements as
    well; `half` calculates in bfloat16, which is faster where the processor has it.
    """
    began = time.monotonic()
    values = known_values(segments)
    if not values or not any(segment.categories for segment in segments):
        raise DataError("no segments with categories, or no value that four of them have")
    known = Known(values)
    if stated:
        known = Known(values, statement_heads(), denial_heads())
    torch.manual_seed(seed)
    model, base = _begun(start, known)
    if half:
        _for_speed(model)
    rows = [*segment_rows(segments, values, base.tokenizer), *stated_rows(stated, base.tokenizer)]
    lengths = [len(row.window.ids) for row in rows]
    count = -(-len(rows) // size)
    # So that a batch with few labelled segments does not make these few count more.
    usual = [max(1.0, sum(map(test, rows)) / count) for test in (_has_categories, _has_values)]

    def batches(epoch: int) -> list[list[int]]:
        return length_batches(lengths, size=size, seed=seed, epoch=epoch)

    def loss(model: nn.Module, batch: list[int]) -> torch.Tensor:
        chosen = [rows[number] for number in batch]
        place = next(model.parameters()).device
        with torch.autocast(place.type, torch.bfloat16) if half else contextlib.nullcontext():
            found = [one.float() for one in model(**row_inputs(chosen, place))]
        total = torch.zeros((), device=place)
        for taught, weight in ((False, 1.0), (True, _TAUGHT_WEIGHT)):
            labelled = [at for at, r in enumerate(chosen) if r.categories and r.taught is taught]
            if labelled:
                losses = category_losses(found[0][labelled], [chosen[at] for at in labelled])
                total = total + weight * losses.sum() / (len(losses) if taught else usual[0])
            marked = [at for at, r in enumerate(chosen) if r.values and r.taught is taught]
            if marked:
                losses = value_losses(found[1][marked], [chosen[at] for at in marked])
                share = value_weight * weight / (len(losses) if taught else usual[1])
                total = total + share * losses.sum()
        saying = [at for at, row in enumerate(chosen) if row.marks is not None]
        if saying:
            own = statement_loss(found[2][saying], [chosen[at] for at in saying])
            total = total + _STATEMENT_WEIGHT * own * len(saying) / len(chosen)
        return total

    settings: dict[str, Any] = {"size": size, "value_weight": value_weight}
    if stated:
        settings |= {
            "half": half,
            "stated": digest([float(r.marks.sum()) for r in rows if r.marks is not None]),
        }
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
        marked = [row for row in rows if row.values and not row.taught]
        fitted = _train_values(model, marked, folder / "values", whole, seed, left)
    if fitted.finished:
        save_practices(folder, model, base, known)
    return fitted


def _has_categories(row: Row) -> bool:
    return row.categories is not None and not row.taught


def _has_values(row: Row) -> bool:
    return row.values is not None and not row.taught


def _for_speed(model: PracticeModel) -> None:
    """Attention without dropout, whose random numbers cost a third of the time."""
    encoder: Any = model.encoder
    encoder.set_attn_implementation("eager")
    torch.set_flush_denormal(True)
    for name, module in encoder.named_modules():
        if name.endswith("attention.self.dropout"):
            module.p = 0.0


def _begun(start: str, known: Known) -> tuple[PracticeModel, Base]:
    if not (Path(start) / LABELS).is_file():
        base = load_base(start)
        return PracticeModel(base, known), base
    exported = (Path(start) / MODEL).is_file()
    model, base, had = (practices_from_onnx if exported else load_practices)(Path(start))
    if exported:
        layers: Any = model.encoder.encoder
        layers.layer[:_KEPT_LAYERS].requires_grad_(False)
    if had != known:
        raise DataError(f"{start} was trained for other values than the data has")
    return model, base


def row_inputs(rows: Sequence[Row], place: torch.device) -> dict[str, torch.Tensor]:
    """Token numbers, mask and types of rows, padded to the longest."""
    ids = padded([row.window.ids for row in rows], place)
    return {
        "input_ids": ids,
        "attention_mask": padded([[1] * len(row.window.ids) for row in rows], place),
        "token_type_ids": torch.zeros_like(ids),
    }


def _train_values(
    model: PracticeModel,
    marked: Sequence[Row],
    folder: Path,
    recipe: Mapping[str, Any],
    seed: int,
    seconds: float | None,
) -> Fitted:
    """Go on with the values alone, on what the trained encoder makes of each token.

    They need far more steps than the encoder, and without it a step costs next to nothing.
    """
    states = _states(model, marked)
    lengths = [len(row) for row in states]

    def batches(epoch: int) -> list[list[int]]:
        return length_batches(lengths, size=_VALUE_BATCH, seed=seed, epoch=epoch)

    def loss(head: nn.Module, batch: list[int]) -> torch.Tensor:
        rows = nn.utils.rnn.pad_sequence([states[number] for number in batch], batch_first=True)
        place = next(head.parameters()).device
        return value_losses(head(rows.to(place)), [marked[number] for number in batch]).mean()

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
def _states(model: PracticeModel, rows: Sequence[Row]) -> list[torch.Tensor]:
    place = next(model.parameters()).device
    states = [torch.empty(0)] * len(rows)
    model.eval()
    for batch in by_length([len(row.window.ids) for row in rows], size=32):
        made = model.states(**row_inputs([rows[number] for number in batch], place))
        for at, number in enumerate(batch):
            states[number] = made[at, : len(rows[number].window.ids)].cpu().clone()
    return states


@torch.inference_mode()
def logits_of(
    model: PracticeModel, base: Base, texts: Sequence[str], size: int = 32
) -> tuple[Floats, Floats]:
    """The logits of each text's categories and values."""
    windows = first_windows([passage_of(text) for text in texts], base.tokenizer)
    rows = [Row(window) for window in windows]
    categories = np.zeros((len(texts), len(segment_labels())), dtype=np.float32)
    values = np.full((len(texts), model.values.alone.num_embeddings), -1e4, dtype=np.float32)
    place = next(model.parameters()).device
    model.eval()
    for batch in by_length([len(row.window.ids) for row in rows], size=size):
        found, tokens, *_ = model(**row_inputs([rows[number] for number in batch], place))
        categories[batch] = found.cpu().numpy()
        for at, number in enumerate(batch):
            if rows[number].own:
                own = tokens[at, rows[number].own]
                values[number] = torch.logsumexp(own, dim=0).cpu().numpy()
    return categories, values
