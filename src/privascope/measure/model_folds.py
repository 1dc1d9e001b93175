"""Models that were trained without some of the policies, to judge each policy by.

A folder of folds holds `fold-0`, `fold-1` and so on. Each has model folders named as those that
are shipped (`reader`, `practices`), and the ids of the policies that they were trained without in
`policies.txt`, in the fold's folder or in each model's.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from privascope import models
from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.models.onnx import MODEL

POLICIES = "policies.txt"
_SHIPPED = Path(models.__path__[0])
_FOLD = re.compile(r"fold-(\d+)")


@dataclass(frozen=True, slots=True)
class Fold:
    """Some models by name, in place of those shipped, and the policies that they have not seen."""

    name: str
    models: Mapping[str, Path]
    policies: frozenset[str]


SHIPPED = Fold("", {}, frozenset())


def read_folds(folder: Path) -> list[Fold]:
    """The folds of a folder in order; what is not as it should be raises DataError."""
    if not folder.is_dir():
        raise DataError(f"{folder} is no folder")
    found = {
        int(match[1]): path
        for path in folder.iterdir()
        if path.is_dir() and (match := _FOLD.fullmatch(path.name))
    }
    if not found:
        raise DataError(f"{folder} has no folders fold-0, fold-1, …")
    return [_fold(path) for _, path in sorted(found.items())]


def fold_of_each(policies: Iterable[str], folds: Iterable[Fold]) -> dict[str, Fold]:
    """For each policy the fold that left it out; DataError if there is none for some."""
    left_out = {policy: fold for fold in folds for policy in fold.policies}
    names = list(policies)
    without = [name for name in names if name not in left_out]
    if without:
        raise DataError(
            f"no fold left out {_count(len(without), 'policy', 'policies')} of the data, such as "
            f"{without[0]}: --only FILE keeps the policies whose ids it lists"
        )
    return {name: left_out[name] for name in names}


def folders_in_use(fold: Fold) -> dict[str, Path]:
    """Every model's folder by its name: the fold's own, else the shipped one."""
    shipped = {path.name: path for path in sorted(_SHIPPED.iterdir()) if path.is_dir()}
    shipped.pop("__pycache__", None)
    return shipped | dict(fold.models)


def put_in_place(fold: Fold) -> None:
    """Makes this process use a fold's models from now on.

    Only for a process that has loaded none yet: what was loaded is kept.
    """
    for name, folder in fold.models.items():
        module = importlib.import_module(f"{models.__name__}.{name}")
        module.FOLDER = folder  # type: ignore[attr-defined]


@cache
def replaceable() -> frozenset[str]:
    """The names of the models that a fold can have."""
    modules = (entry.name for entry in pkgutil.iter_modules(models.__path__))
    return frozenset(
        name
        for name in modules
        if hasattr(importlib.import_module(f"{models.__name__}.{name}"), "FOLDER")
    )


def _fold(folder: Path) -> Fold:
    own = {
        path.name: path.resolve()
        for path in sorted(folder.iterdir())
        if path.is_dir() and path.name in replaceable()
    }
    if not own:
        raise DataError(f"{folder} holds no model; there are {', '.join(sorted(replaceable()))}")
    for name, path in own.items():
        if (_SHIPPED / name / MODEL).is_file() and not (path / MODEL).is_file():
            raise DataError(f"{path} holds no {MODEL}: export the trained model first")
    lists = [folder / POLICIES] if (folder / POLICIES).is_file() else []
    lists = lists or [path / POLICIES for path in own.values()]
    missing = [path for path in lists if not path.is_file()]
    if missing:
        raise DataError(
            f"{folder} does not say which policies were left out: there is no {folder / POLICIES}"
        )
    return Fold(folder.name, own, frozenset.intersection(*map(read_ids, lists)))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
