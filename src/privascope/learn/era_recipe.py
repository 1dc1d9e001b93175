"""The recipe of a whole ERA run, read from a TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.errors import DataError
from privascope.learn.backend import PRECISIONS
from privascope.learn.loop import Pace
from privascope.learn.recipe_keys import Keys

# The three encoders of the paper, for the column with its figures.
ROLES = ("BERT", "PBERT", "SimCSE")
PROTOCOLS = {
    "split": "judged on every pair of the test file, whose policies are none of the training file",
    "folds": "judged on policies left out of training, each policy once (folds by policy)",
}
_STAGES = {
    "adapt": {"rate": 2e-4, "batch": 32, "longest": 128},
    "simcse": {"rate": 3e-5, "batch": 64, "longest": 64},
    "retriever": {"epochs": 3, "rate": 2e-5, "batch": 16, "longest": 96},
    "filter": {"epochs": 2, "rate": 5e-5, "batch": 32, "longest": 128},
    "final": {"epochs": 2, "rate": 5e-5, "batch": 32, "longest": 128},
}


@dataclass(frozen=True, slots=True)
class StageRecipe:
    """How one stage is trained."""

    epochs: int
    rate: float
    batch: int
    longest: int
    pace: Pace
    frozen_embeddings: bool


@dataclass(frozen=True, slots=True)
class EncoderRecipe:
    """A base encoder and how it is adapted: gaps in policies, then sentences told apart.

    One that does not retrieve is there for final models alone. `layers` cuts it to its first
    ones, `role` is its part in the paper.
    """

    name: str
    base: str
    domain: bool
    retrieves: bool
    layers: int
    adapt_steps: int
    adapt_seconds: float | None
    simcse_steps: int
    role: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is learned from what, and which rows the report has.

    `final` names the encoder of the final models, `finals` those that ERA is tried under. `rows`
    are patterns of the rows to train; none for all of them. With a `test` file there are no folds.
    """

    labels: Path
    test: Path | None
    categories: tuple[Path, ...]
    corpus: tuple[Path, ...]
    adapt_corpus: tuple[Path, ...]
    folder: Path
    encoders: tuple[EncoderRecipe, ...]
    final: str
    finals: tuple[str, ...]
    ks: tuple[int, ...]
    most_sentences: int
    most_documents: int
    most_questions: int
    verbatim: bool
    folds: int
    use_folds: tuple[int, ...]
    seeds: tuple[int, ...]
    rows: tuple[str, ...]
    common_filter: str
    cross_filters: tuple[tuple[str, str], ...]
    translator: tuple[str, str] | None
    negatives: int
    keep_displaced: bool
    unanswerable: bool
    int8: bool
    tensorboard: bool
    stages: Mapping[str, StageRecipe]

    @property
    def retrieving(self) -> tuple[str, ...]:
        """The names of the encoders that retrieve."""
        return tuple(encoder.name for encoder in self.encoders if encoder.retrieves)

    @property
    def domain(self) -> tuple[str, ...]:
        """The names of the retrieving encoders that are adapted to the domain."""
        return tuple(one.name for one in self.encoders if one.retrieves and one.domain)

    @property
    def protocol(self) -> str:
        """The name of how it is judged."""
        return "split" if self.test else "folds"

    def role(self, name: str) -> str:
        """An encoder's part in the paper, if it has one."""
        return next((one.role for one in self.encoders if one.name == name), "")


def read_recipe(path: Path) -> Recipe:
    """The recipe of a file; DataError names the key that is wrong. Paths count from the file."""
    try:
        table = tomllib.loads(path.read_text())
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: not TOML ({error})") from error
    given = Keys(table, str(path))
    here = path.parent
    encoders = tuple(
        _encoder(name, own, here, str(path)) for name, own in given.table("encoders").items()
    )
    if not encoders:
        raise DataError(f"{path}: no [encoders.NAME] with a base")
    retrieving = [encoder.name for encoder in encoders if encoder.retrieves]
    if not retrieving:
        raise DataError(f"{path}: no encoder retrieves")
    names = tuple(encoder.name for encoder in encoders)
    folds = given.number("folds", 3, 2)
    corpus = tuple(here / name for name in given.texts("corpus"))
    final = given.text("final", names[-1])
    has_test = given.has("test")
    recipe = Recipe(
        labels=here / given.text("labels"),
        test=here / given.text("test") if has_test else None,
        categories=_files(given, "categories", here),
        corpus=corpus,
        adapt_corpus=_files(given, "adapt_corpus", here) or corpus,
        folder=here / given.text("folder", "era"),
        encoders=encoders,
        final=final,
        finals=given.texts("finals", names),
        ks=given.numbers("k", (10,), 1),
        most_sentences=given.number("most_sentences", 0, 0),
        most_documents=given.number("most_documents", 0, 0),
        most_questions=given.number("most_questions", 0, 0),
        verbatim=given.flag("verbatim", default=False),
        folds=folds,
        use_folds=() if has_test else given.numbers("use_folds", tuple(range(folds)), 0),
        seeds=given.numbers("seeds", (0,), 0),
        rows=given.texts("rows") if given.has("rows") else (),
        common_filter=given.text("common_filter", final if final in retrieving else retrieving[-1]),
        cross_filters=given.pairs("cross_filters"),
        translator=_translator(given.table("translator"), str(path)),
        negatives=given.number("negatives", 15, 0),
        keep_displaced=given.flag("keep_displaced", default=False),
        unanswerable=given.flag("unanswerable", default=False),
        int8=given.flag("int8", default=True),
        tensorboard=given.flag("tensorboard", default=False),
        stages=_stages(given.table("stages"), str(path)),
    )
    given.refuse_others()
    _check(recipe, names, path)
    return recipe


def _check(recipe: Recipe, names: tuple[str, ...], path: Path) -> None:
    named = {
        "final": (recipe.final,),
        "finals": recipe.finals,
        "common_filter": (recipe.common_filter,),
        "cross_filters": tuple(name for pair in recipe.cross_filters for name in pair),
    }
    for key, own in named.items():
        known = names if key.startswith("final") else recipe.retrieving
        missing = [name for name in own if name not in known]
        if missing:
            raise DataError(f"{path}: {key} names no encoder: {', '.join(missing)}")
    if recipe.use_folds and max(recipe.use_folds) >= recipe.folds:
        raise DataError(f"{path}: use_folds counts from 0 to {recipe.folds - 1}")
    for key, values in (("seeds", recipe.seeds), ("use_folds", recipe.use_folds), ("k", recipe.ks)):
        if len({*values}) < len(values):
            raise DataError(f"{path}: {key} has a number twice")
    for needed in (
        recipe.labels,
        *filter(None, (recipe.test,)),
        *recipe.corpus,
        *recipe.adapt_corpus,
        *recipe.categories,
    ):
        if not needed.exists():
            raise DataError(f"{path}: {needed} does not exist")


def _files(given: Keys, name: str, here: Path) -> tuple[Path, ...]:
    return tuple(here / one for one in given.texts(name)) if given.has(name) else ()


def _encoder(name: str, own: object, here: Path, where: str) -> EncoderRecipe:
    given = Keys(own, f"{where}: encoders.{name}")
    if not name or any(mark in name for mark in ",/()\n\t"):
        raise DataError(f"{where}: an encoder's name has no comma, slash or bracket: {name!r}")
    base = given.text("base")
    adapt_steps = given.number("adapt_steps", 0, 0)
    simcse_steps = given.number("simcse_steps", 0, 0)
    encoder = EncoderRecipe(
        name=name,
        base=str(here / base) if (here / base).is_dir() else base,
        domain=given.flag("domain", default=bool(adapt_steps or simcse_steps)),
        retrieves=given.flag("retrieves", default=True),
        layers=given.number("layers", 0, 0),
        adapt_steps=adapt_steps,
        adapt_seconds=given.number("adapt_minutes", 0, 0) * 60.0 or None,
        simcse_steps=simcse_steps,
        role=given.text("role", of=ROLES) if given.has("role") else "",
    )
    given.refuse_others()
    return encoder


def _stages(tables: Mapping[str, Any], where: str) -> dict[str, StageRecipe]:
    unknown = sorted({*tables} - {*_STAGES})
    if unknown:
        raise DataError(f"{where}: unknown stage {', '.join(unknown)}; there are {_list(_STAGES)}")
    made = {}
    for name, usual in _STAGES.items():
        given = Keys(tables.get(name, {}), f"{where}: stages.{name}")
        made[name] = StageRecipe(
            epochs=given.number("epochs", int(usual["epochs"]), 1) if "epochs" in usual else 0,
            rate=given.rate("rate", usual["rate"]),
            batch=given.number("batch", int(usual["batch"]), 2),
            longest=given.number("longest", int(usual["longest"]), 8),
            pace=Pace(
                given.number("accumulate", 1, 1), given.text("precision", "fp32", PRECISIONS)
            ),
            frozen_embeddings=not given.flag("train_embeddings", default=False),
        )
        given.refuse_others()
    return made


def _list(names: Mapping[str, object]) -> str:
    return ", ".join(names)


def _translator(table: Mapping[str, Any], where: str) -> tuple[str, str] | None:
    if not table:
        return None
    given = Keys(table, f"{where}: translator")
    both = (given.text("there"), given.text("back"))
    given.refuse_others()
    return both
