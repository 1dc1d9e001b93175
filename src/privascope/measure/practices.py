"""How well practices are found: categories of segments, values of attributes, and silence."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.data.practices import (
    Segment,
    read_categories,
    read_values,
    without_tags,
)
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.measure.practice_statements import statement_figures
from privascope.models import practices as shipped
from privascope.models.practices import Labels, Reading, digest, load_labels, read_passages
from privascope.traits.practices.packing import as_spelled
from privascope.traits.practices.reading_text import passage_of
from privascope.traits.practices.taxonomy import categories, segment_labels

Flags = npt.NDArray[np.bool_]
# An attribute and one of its values, whatever the category.
Value = tuple[str, str]

_OTHER = "Other"


@dataclass(frozen=True, slots=True)
class Found:
    """What the model finds in a segment: what a policy's label would say of it."""

    categories: frozenset[str]
    values: frozenset[Value]


def measure(
    data: Path | None, attributes: Path | None, train: Path | None, model: Path | None
) -> dict[str, object]:
    """F1 of the benchmark's 12 labels on `data`; of values, and silence, on `attributes`."""
    if data is None and attributes is None:
        raise DataError("measure practices needs --data FILE or --attributes FILE")
    folder = model or shipped.FOLDER
    report: dict[str, object] = {"model": digest(folder)}
    if data is not None:
        segments = read_categories(data)
        report |= category_figures(segments, find_in(segments, folder))
    if attributes is not None:
        report["attributes"] = _attribute_report(attributes, train, folder)
        report["silent"] = silent_figures(attributes, folder)
        report["statements"] = statement_figures(attributes, folder)
    return report


def find_in(segments: Sequence[Segment], folder: Path) -> list[Found]:
    """What the model of a folder finds in each segment."""
    labels = load_labels(folder)
    return [
        _found(reading, labels)
        for reading in read_passages([passage_of(segment.text) for segment in segments], folder)
    ]


def category_figures(segments: Sequence[Segment], found: Sequence[Found]) -> dict[str, object]:
    """F1 as in PrivacyGLUE: over the table of segments by labels, by label and of all cells."""
    labels = segment_labels()
    truth = _table([segment.categories or frozenset() for segment in segments], labels)
    said = _table([own.categories for own in found], labels)
    return {
        "segments": len(segments),
        "macro_f1": float(np.mean(f1_by_column(truth, said))) if len(segments) else 0.0,
        "micro_f1": _f1(truth, said),
        "categories": {
            label: {
                "precision": _share(truth[:, at], said[:, at]),
                "recall": _share(said[:, at], truth[:, at]),
                "f1": _f1(truth[:, at], said[:, at]),
                "segments": int(truth[:, at].sum()),
            }
            for at, label in enumerate(labels)
        },
    }


def attribute_figures(
    truth: Sequence[frozenset[Value]], said: Sequence[frozenset[Value]]
) -> dict[str, float]:
    """The mean F1 of each attribute's values that occur in the data."""
    values = sorted({value for own in truth for value in own})
    scores = f1_by_column(_table(truth, values), _table(said, values))
    return {
        attribute: float(
            np.mean([f1 for (name, _), f1 in zip(values, scores, strict=True) if name == attribute])
        )
        for attribute in sorted({name for name, _ in values})
    }


def silent_figures(attributes: Path, folder: Path) -> dict[str, object]:
    """Precision and recall of "this site does not speak of it", for each category.

    A site speaks of a category if any annotator marked it in any segment whose labels are given;
    only these segments are read.
    """
    sites, texts, said = _sites(attributes)
    labels = [category.name for category in categories() if category.name != _OTHER]
    found = find_in([Segment(text) for text in texts], folder)
    names = sorted(set(sites))
    absent = ~_by_site(sites, names, _table(said, labels))
    claimed = ~_by_site(sites, names, _table([own.categories for own in found], labels))
    return {
        "sites": len(names),
        "precision": _share(absent, claimed),
        "recall": _share(claimed, absent),
        "categories": {
            label: {
                "precision": _share(absent[:, at], claimed[:, at]),
                "recall": _share(claimed[:, at], absent[:, at]),
                "silent_sites": int(absent[:, at].sum()),
                "said_silent": int(claimed[:, at].sum()),
            }
            for at, label in enumerate(labels)
        },
    }


def f1_by_column(truth: Flags, said: Flags) -> list[float]:
    """F1 of each column; 0 for one that is neither true nor said anywhere."""
    return [_f1(truth[:, at], said[:, at]) for at in range(truth.shape[1])]


def values_of(segment: Segment) -> frozenset[Value]:
    """The values that a labelled segment has, whatever their category."""
    return frozenset(as_spelled(triple)[1:] for triple in segment.values or ())


def _attribute_report(attributes: Path, train: Path | None, folder: Path) -> dict[str, object]:
    segments = read_values(attributes)
    truth = [values_of(segment) for segment in segments]
    ours = attribute_figures(truth, [own.values for own in find_in(segments, folder)])
    report: dict[str, object] = {
        "segments": len(segments),
        "sites": len({segment.site for segment in segments}),
        "macro_f1": _mean(ours),
        "by_attribute": ours,
    }
    if train is not None:
        from privascope.measure.practice_rivals import tf_idf_values

        measured = {segment.site for segment in segments}
        others = [segment for segment in read_values(train) if segment.site not in measured]
        if not others:
            raise DataError(f"{train} has no site that is not in {attributes}")
        theirs = attribute_figures(truth, tf_idf_values(others, segments))
        report["tf_idf"] = {
            "trained_on_sites": len({segment.site for segment in others}),
            "macro_f1": _mean(theirs),
            "by_attribute": theirs,
        }
    return report


def _found(reading: Reading, labels: Labels) -> Found:
    said = frozenset(
        label
        for label, likely in zip(
            labels.categories, reading.categories >= labels.category_thresholds, strict=True
        )
        if likely
    )
    values = (as_spelled(labels.values[at]) for at in reading.words)
    return Found(
        said,
        frozenset((attribute, value) for _, attribute, value in values),
    )


def _sites(path: Path) -> tuple[list[str], list[str], list[frozenset[str]]]:
    """Site, text and categories of each labelled segment."""
    sites, texts, said = [], [], []
    for number, row in enumerate(read_rows(path, ("site", "text", "practices")), 1):
        if row["practices"] is None:
            continue
        try:
            said.append(frozenset(str(practice["category"]) for practice in row["practices"]))
        except (KeyError, TypeError) as error:
            raise DataError(f"{path}, row {number}: practices not as in OPP-115") from error
        sites.append(str(row["site"]))
        texts.append(without_tags(str(row["text"]))[0])
    return sites, texts, said


def _by_site(sites: Sequence[str], names: Sequence[str], table: Flags) -> Flags:
    """Whether any segment of a site has a label."""
    numbers = {name: number for number, name in enumerate(names)}
    found = np.zeros((len(names), table.shape[1]), dtype=np.bool_)
    np.logical_or.at(found, [numbers[site] for site in sites], table)
    return found


def _table(rows: Sequence[frozenset[Any]], columns: Sequence[Any]) -> Flags:
    cells = [[column in row for column in columns] for row in rows]
    return np.array(cells, dtype=np.bool_).reshape(len(rows), len(columns))


def _f1(truth: Flags, said: Flags) -> float:
    both, either = int((truth & said).sum()), int(truth.sum()) + int(said.sum())
    return 2 * both / either if either else 0.0


def _share(of: Flags, among: Flags) -> float:
    return int((of & among).sum()) / int(among.sum()) if among.any() else 0.0


def _mean(figures: dict[str, float]) -> float:
    return float(np.mean(list(figures.values()))) if figures else 0.0
