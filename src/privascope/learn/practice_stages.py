"""The practice model from files: trained, its thresholds tuned on other sites, and shipped."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.data.practices import (
    Segment,
    apart_from,
    joined,
    read_categories,
    read_values,
)
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.learn.base import write_whole
from privascope.learn.export import export, kept_words
from privascope.learn.loop import Fitted
from privascope.learn.practice_model import LABELS, load_practices
from privascope.learn.practice_teachers import taught_segments, with_word_of
from privascope.learn.practices import known_values, logits_of, train
from privascope.learn.statement_data import Stated, training_rows
from privascope.logistic import logistic
from privascope.models.onnx import MODEL, TOKENIZER
from privascope.models.practices import value_chances
from privascope.traits.practices.taxonomy import segment_labels

THRESHOLDS = "thresholds.json"
TRAINED_ON = "trained_on.txt"
# One site in so many is kept apart to tune thresholds and to measure on.
_PARTS = 5
# Values are many and rare, so their thresholds are low.
_GRID = np.array([0.02, 0.03, 0.04, 0.05, 0.06, 0.08, *np.arange(0.10, 0.80, 0.05)])

Floats = npt.NDArray[np.float32]
Truths = npt.NDArray[np.bool_]


def train_practices(
    categories: Path,
    values: Path,
    folder: Path,
    *,
    apart: Path | None = None,
    hold_out_sites: bool = False,
    base: str = "minilm",
    epochs: int = 5,
    rate: float = 2e-4,
    width: int | None = None,
    teachers: Sequence[Path] = (),
    unlabelled: Sequence[Path] = (),
    most_unlabelled: int = 3000,
    statements: Path | None = None,
    sentences: Path | None = None,
    left_out: Sequence[Path] = (),
    word_of: Path | None = None,
    size: int = 16,
    half: bool = False,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train on the benchmark's segments and OPP-115's values, and save.

    The values of segments in the file `apart` are not learned. With `hold_out_sites` a fifth of
    the sites is not either, and thresholds are tuned on it. What the `teachers` together make of
    segments of `unlabelled` policies is learned as well.

    With `statements`, policies that were read for them, statements are learned in the same run,
    from single `sentences` too, but for the policies whose ids the files `left_out` list. What the
    exported model `word_of` reads in these policies counts for categories and values.
    """
    if bool(teachers) != bool(unlabelled):
        raise DataError("teachers need unlabelled policies to read, and these need teachers")
    segments = training_segments(categories, values, apart)
    if hold_out_sites:
        segments = [part for part in segments if part.site and not is_held_out(part.site)]
    taught = []
    if teachers:
        labelled = [*read_categories(categories), *read_values(values)]
        taught = taught_segments(
            teachers,
            unlabelled,
            folder,
            most=most_unlabelled,
            values=known_values(segments),
            without=[*labelled, *(read_categories(apart) if apart else [])],
        )
    stated: list[Stated] = []
    ids: list[str] = []
    if statements:
        without = frozenset[str]().union(*map(read_ids, left_out))
        stated, ids = training_rows(statements, sentences, without, is_held_out)
        if word_of:
            stated = with_word_of(word_of, stated, known_values(segments), folder)
    fitted = train(
        base,
        [*segments, *taught],
        folder,
        recipe={"held_out": hold_out_sites},
        stated=stated,
        size=size,
        half=half,
        epochs=epochs,
        rate=rate,
        width=width,
        seed=seed,
        seconds=seconds,
    )
    if fitted.finished and statements:
        write_whole(folder / TRAINED_ON, "".join(f"{one}\n" for one in ids).encode())
    if fitted.finished and hold_out_sites:
        held = [
            part
            for part in joined(read_categories(categories), read_values(values))
            if part.site and is_held_out(part.site)
        ]
        write_thresholds(folder, held)
    return fitted


def training_segments(categories: Path, values: Path, apart: Path | None) -> list[Segment]:
    """The segments with categories, and the others that have values alone."""
    labelled, valued = read_categories(categories), read_values(values)
    others = read_categories(apart) if apart else []
    return joined(labelled, valued) + apart_from(valued, [*labelled, *others])


def is_held_out(site: str) -> bool:
    """Whether a site is kept apart: one in five, by its name."""
    return int(hashlib.blake2b(site.encode(), digest_size=4).hexdigest(), 16) % _PARTS == 0


def write_thresholds(folder: Path, held: Sequence[Segment]) -> None:
    """Tune a model's thresholds on segments of sites that it was not trained on."""
    model, base, known = load_practices(folder)
    values = known.values
    if not held:
        raise DataError("no segments of other sites to tune thresholds on")
    categories, said = logits_of(model, base, [segment.text for segment in held])
    labels = segment_labels()
    labelled = [number for number, part in enumerate(held) if part.categories is not None]
    right = np.array([[label in (held[n].categories or ()) for label in labels] for n in labelled])
    marked = [number for number, part in enumerate(held) if part.values is not None]
    stated = np.array([[triple in (held[n].values or ()) for triple in values] for n in marked])
    places = [labels.index(category) for category, _, _ in values]
    chances = value_chances(said[marked], categories[marked], places)
    content = {
        # Rare categories alone would decide: each counts as much as the commonest.
        "categories": common_threshold(_chances(categories[labelled]), right, pooled=0.5),
        "values": common_threshold(chances, stated),
    }
    write_whole(folder / THRESHOLDS, json.dumps(content, indent=1).encode())


def common_threshold(chances: Floats, right: Truths, pooled: float = 0.0) -> float:
    """The probability with the best mean F1 of the labels that occur.

    One for all of them: thresholds of their own are no better on yet other sites. The F1 of all
    labels pooled counts as much as `pooled`, and the mean the rest.
    """
    occur = right.any(0)
    if not occur.any():
        raise DataError("no label occurs in the segments that thresholds are tuned on")
    known = right[:, occur]
    scores = []
    for cut in _GRID:
        found = chances[:, occur] >= cut
        together = _f1(found.reshape(-1, 1), known.reshape(-1, 1)).item()
        scores.append((1 - pooled) * _f1(found, known).mean() + pooled * together)
    # Neighbours count too, so that one lucky segment does not decide.
    curve = np.convolve(np.pad(scores, 1, mode="edge"), np.ones(3) / 3, "valid")
    return round(float(_GRID[int(np.argmax(curve))]), 2)


def _chances(logits: Floats) -> Floats:
    likely: Floats = logistic(logits).astype(np.float32)
    return likely


def _f1(found: Truths, right: Truths) -> npt.NDArray[np.float64]:
    both = (found & right).sum(0)
    total: npt.NDArray[np.float64] = 2 * both / np.maximum(1, found.sum(0) + right.sum(0))
    return total


def export_practices(trained: Path, folder: Path, thresholds: Path, words: Path) -> dict[str, int]:
    """Write the model as int8 ONNX, with labels.json and the words of another shipped model."""
    model, base, known = load_practices(trained)
    try:
        tuned = json.loads(thresholds.read_text())
        cuts = {name: float(tuned[name]) for name in ("categories", "values")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{thresholds} holds no thresholds ({error})") from error
    kept = kept_words(base.tokenizer, words)
    outputs = ("categories", "values", "statements")[: 3 if known.heads else 2]
    export(model, base.tokenizer, outputs, folder, kept=kept)
    labels = {
        "categories": list(segment_labels()),
        "category_thresholds": [cuts["categories"]] * len(segment_labels()),
        "values": [list(triple) for triple in known.values],
        "value_thresholds": [cuts["values"]] * len(known.values),
        "statements": list(known.statements),
        "denials": list(known.denials),
    }
    write_whole(folder / LABELS, json.dumps(labels, indent=1).encode())
    if (trained / TRAINED_ON).exists():
        write_whole(folder / TRAINED_ON, (trained / TRAINED_ON).read_bytes())
    return {
        "words": len(kept),
        "bytes": sum((folder / name).stat().st_size for name in (MODEL, TOKENIZER, LABELS)),
    }
