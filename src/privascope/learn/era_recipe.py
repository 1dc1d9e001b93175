"""The recipe of a whole ERA run, read from a TOML file."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.errors import DataError


@dataclass(frozen=True, slots=True)
class EncoderRecipe:
    """A base encoder and how it is adapted: gaps in policies, then sentences told apart.

    One that does not retrieve is there for final selectors alone.
    """

    name: str
    base: str
    domain: bool
    retrieves: bool
    adapt_steps: int
    adapt_seconds: float | None
    simcse_steps: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is learned from what, and which rows the report has.

    `final` names the encoder of the final selector. Every row is trained with the first of
    `seeds`, those in `deciding` (by the beginning of their names) with all of them. `rows` are the
    rows to train, named in the same way; none for all of them. `use_folds` are the folds that are
    left out in turn, of `folds` by policy.
    """

    labels: Path
    categories: Path | None
    corpus: tuple[Path, ...]
    folder: Path
    encoders: tuple[EncoderRecipe, ...]
    final: str
    ks: tuple[int, ...]
    most_sentences: int
    folds: int
    use_folds: tuple[int, ...]
    seeds: tuple[int, ...]
    deciding: tuple[str, ...]
    rows: tuple[str, ...]
    negatives: int
    epochs: int
    retriever_epochs: int
    rate: float

    @property
    def retrieving(self) -> tuple[str, ...]:
        """The names of the encoders that retrieve."""
        return tuple(encoder.name for encoder in self.encoders if encoder.retrieves)


def read_recipe(path: Path) -> Recipe:
    """The recipe of a file; DataError names the key that is wrong. Paths count from the file."""
    try:
        table = tomllib.loads(path.read_text())
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: not TOML ({error})") from error
    given = _Keys(table, str(path))
    here = path.parent
    encoders = tuple(
        _encoder(name, own, here, str(path)) for name, own in given.table("encoders").items()
    )
    if not encoders:
        raise DataError(f"{path}: no [encoders.NAME] with a base")
    if not any(encoder.retrieves for encoder in encoders):
        raise DataError(f"{path}: no encoder retrieves")
    folds = given.number("folds", 3, 2)
    recipe = Recipe(
        labels=here / given.text("labels"),
        categories=here / given.text("categories") if "categories" in table else None,
        corpus=tuple(here / name for name in given.texts("corpus")),
        folder=here / given.text("folder", "era"),
        encoders=encoders,
        final=given.text("final", encoders[0].name),
        ks=given.numbers("k", (10,), 1),
        most_sentences=given.number("most_sentences", 0, 0),
        folds=folds,
        use_folds=given.numbers("use_folds", tuple(range(folds)), 0),
        seeds=given.numbers("seeds", (0,), 0),
        deciding=given.texts("deciding", ("no augmentation", "ERA")),
        rows=given.texts("rows") if "rows" in table else (),
        negatives=given.number("negatives", 15, 1),
        epochs=given.number("epochs", 2, 1),
        retriever_epochs=given.number("retriever_epochs", 3, 1),
        rate=given.rate("rate", 5e-5),
    )
    given.refuse_others(path)
    if recipe.final not in {encoder.name for encoder in encoders}:
        raise DataError(f"{path}: final names no encoder: {recipe.final}")
    if max(recipe.use_folds) >= folds:
        raise DataError(f"{path}: use_folds counts from 0 to {folds - 1}")
    for needed in (recipe.labels, *recipe.corpus, *filter(None, (recipe.categories,))):
        if not needed.exists():
            raise DataError(f"{path}: {needed} does not exist")
    return recipe


def _encoder(name: str, own: object, here: Path, where: str) -> EncoderRecipe:
    if not isinstance(own, dict):
        raise DataError(f"{where}: encoders.{name} is no table")
    given = _Keys(own, f"{where}: encoders.{name}")
    base = given.text("base")
    adapt_steps = given.number("adapt_steps", 0, 0)
    simcse_steps = given.number("simcse_steps", 0, 0)
    encoder = EncoderRecipe(
        name=name,
        base=str(here / base) if (here / base).is_dir() else base,
        domain=given.flag("domain", default=bool(adapt_steps or simcse_steps)),
        retrieves=given.flag("retrieves", default=True),
        adapt_steps=adapt_steps,
        adapt_seconds=given.number("adapt_minutes", 0, 0) * 60.0 or None,
        simcse_steps=simcse_steps,
    )
    given.refuse_others(where)
    return encoder


class _Keys:
    """Values of a table by name and kind; remembers what was asked for."""

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self._table = table
        self._where = where
        self._asked: set[str] = set()

    def _value(self, name: str, default: Any, is_right: Callable[[Any], bool], kind: str) -> Any:
        self._asked.add(name)
        value = self._table.get(name, default)
        if value is None:
            raise DataError(f"{self._where}: no {name}")
        if not is_right(value):
            raise DataError(f"{self._where}: {name} must be {kind}")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        return str(self._value(name, default, lambda v: isinstance(v, str) and v != "", "a text"))

    def flag(self, name: str, *, default: bool) -> bool:
        return bool(self._value(name, default, lambda v: isinstance(v, bool), "true or false"))

    def number(self, name: str, default: int, least: int) -> int:
        return int(
            self._value(
                name, default, lambda v: _is_count(v, least), f"a whole number from {least} on"
            )
        )

    def rate(self, name: str, default: float) -> float:
        return float(
            self._value(
                name, default, lambda v: isinstance(v, float) and 0 < v < 1, "a share below 1"
            )
        )

    def numbers(self, name: str, default: tuple[int, ...], least: int) -> tuple[int, ...]:
        value = self._value(
            name,
            default,
            lambda v: _is_list(v) and all(_is_count(one, least) for one in v),
            f"a list of whole numbers from {least} on",
        )
        return tuple(value)

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self._value(
            name,
            default,
            lambda v: _is_list(v) and all(isinstance(one, str) for one in v),
            "a list of texts",
        )
        return tuple(value)

    def table(self, name: str) -> dict[str, Any]:
        return dict(self._value(name, {}, lambda v: isinstance(v, dict), "a table"))

    def refuse_others(self, where: object) -> None:
        others = sorted({*self._table} - self._asked - {"categories"})
        if others:
            raise DataError(f"{where}: unknown key {', '.join(others)}")


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) > 0
