"""What judges preferred, how far they agree, and their verdicts on sentences in TREC's form."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.rows import read_rows
from privascope.errors import DataError, MissingExtraError

_FIELDS = ("item", "judge", "best", "shown", "relevant")
_DRAWS = 2000
_NONE = "none"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's verdict on one item: the best methods, several for a tie, none if all fail."""

    item: str
    judge: str
    shown: tuple[str, ...]
    best: tuple[str, ...]
    relevant: dict[str, bool]


def read_judged(paths: Sequence[Path], key: Path) -> list[Judgement]:
    """The verdicts of several files; of two by one judge on one item the last one counts."""
    methods = _read_key(key)
    found: dict[tuple[str, str], Judgement] = {}
    for path in paths:
        for number, row in enumerate(read_rows(path, _FIELDS), 1):
            one = _judgement(row, methods, f"{path}, row {number}")
            found[one.item, one.judge] = one
    if not found:
        raise DataError(f"{', '.join(map(str, paths))}: no judgements")
    return list(found.values())


def report(judged: Sequence[Judgement]) -> dict[str, object]:
    """The share of verdicts that prefer each method, with an interval, and the agreement."""
    methods = sorted({name for one in judged for name in one.shown})
    return {
        "judges": len({one.judge for one in judged}),
        "items": len({one.item for one in judged}),
        "judgements": len(judged),
        "ties": sum(len(one.best) > 1 for one in judged),
        "none_good": sum(not one.best for one in judged),
        "preferences": {name: _preference(judged, name) for name in methods},
        "agreement": {
            "preference_alpha": alpha(
                (one.judge, one.item, "+".join(sorted(one.best)) or _NONE) for one in judged
            ),
            "relevance_alpha": alpha(
                (one.judge, f"{one.item} {sentence}", str(right))
                for one in judged
                for sentence, right in one.relevant.items()
            ),
        },
    }


def alpha(verdicts: Iterable[tuple[str, str, str]]) -> float | None:
    """Krippendorff's alpha of verdicts (judge, unit, value); None where it is not defined."""
    try:
        import krippendorff
    except ImportError as error:
        raise MissingExtraError("Measuring the agreement of judges", "measure") from error
    given = list(verdicts)
    judges_of = Counter(unit for _, unit, _ in given)
    # Only what two have judged tells of agreement.
    rows = [row for row in given if judges_of[row[1]] > 1]
    judges, units, values = (sorted({row[place] for row in rows}) for place in range(3))
    if len(values) < 2:
        return None
    table = np.full((len(judges), len(units)), np.nan)
    for judge, unit, value in rows:
        table[judges.index(judge), units.index(unit)] = values.index(value)
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="nominal"))


def qrels(judged: Sequence[Judgement]) -> list[str]:
    """The sentences judged, in TREC's form: relevant where at least half of the judges say so."""
    votes: dict[tuple[str, str], list[bool]] = {}
    for one in judged:
        for sentence, right in one.relevant.items():
            votes.setdefault((one.item, sentence), []).append(right)
    return [
        f"{item} 0 {sentence} {int(2 * sum(own) >= len(own))}"
        for (item, sentence), own in sorted(votes.items())
    ]


def _preference(judged: Sequence[Judgement], name: str) -> dict[str, float | int]:
    """The share of a method, a tie counting in parts; the interval is over items drawn anew."""
    by_item: dict[str, list[float]] = {}
    for one in judged:
        if name in one.shown:
            share = 1 / len(one.best) if name in one.best else 0.0
            by_item.setdefault(one.item, []).append(share)
    means = np.array([np.mean(own) for own in by_item.values()])
    drawn = np.random.default_rng(0).integers(len(means), size=(_DRAWS, len(means)))
    low, high = np.quantile(means[drawn].mean(axis=1), (0.025, 0.975))
    return {
        "share": float(means.mean()),
        "low": float(low),
        "high": float(high),
        "alone_best": sum(one.best == (name,) for one in judged),
    }


def _read_key(path: Path) -> dict[str, str]:
    try:
        key = json.loads(path.read_text(encoding="utf-8"))["key"]
        return {str(code): str(name) for code, name in key.items()}
    except OSError as error:
        raise DataError(f"cannot read the key {path}: {error.strerror}") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path} is no key of a judging sheet") from error


def _judgement(row: dict[str, Any], methods: dict[str, str], place: str) -> Judgement:
    for name in ("item", "judge"):
        if not isinstance(row[name], str) or not row[name].strip():
            raise DataError(f"{place}: {name} must be a text")
    if not all(isinstance(row[name], list) for name in ("shown", "best")):
        raise DataError(f"{place}: shown and best must be lists of codes")
    unknown = [code for code in (*row["shown"], *row["best"]) if code not in methods]
    if unknown:
        raise DataError(f"{place}: {unknown[0]!r} is no code of this key: is it of another sheet?")
    if not set(row["best"]) <= set(row["shown"]):
        raise DataError(f"{place}: best has a code that was not shown")
    if not isinstance(row["relevant"], dict):
        raise DataError(f"{place}: relevant must name sentences")
    return Judgement(
        row["item"],
        row["judge"],
        tuple(methods[code] for code in row["shown"]),
        tuple(dict.fromkeys(methods[code] for code in row["best"])),
        {str(sentence): bool(right) for sentence, right in row["relevant"].items()},
    )
