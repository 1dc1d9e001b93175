"""The stages of one fold and one seed, made when they are needed: retrievers, filters, search."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from privascope.data.digests import digest
from privascope.learn.augment import Candidate, filtered, retrieve
from privascope.learn.base import base_digest
from privascope.learn.era_recipe import Recipe, StageRecipe
from privascope.learn.filter import Filter, train_filter, tune_filter
from privascope.learn.loop import drop_checkpoint
from privascope.learn.retriever import (
    Retriever,
    load_retriever,
    questions_digest,
    ranking,
    train_retriever,
)
from privascope.learn.split import Split, to_retrieve_for
from privascope.learn.storing import say, stored, write_whole

DONE = "done"
_COST = "cost.json"


@dataclass(slots=True)
class Stages:
    """Retrievers and filters of a fold and a seed, each trained once."""

    recipe: Recipe
    split: Split
    bases: Mapping[str, str]
    sentences: Sequence[str]
    seed: int
    _found: dict[str, list[Candidate]] = field(default_factory=dict)
    _filters: dict[str, Filter] = field(default_factory=dict)
    _retrievers: dict[str, tuple[Retriever, dict[str, Any]]] = field(default_factory=dict)

    def place(self, name: str) -> Path:
        """Where the stages of an encoder lie."""
        return self.recipe.folder / f"fold{self.split.number}-seed{self.seed}-{name}"

    def retriever(self, name: str) -> Retriever:
        """The trained towers."""
        return self._trained(name)[0]

    def ranking(self, name: str) -> dict[str, Any]:
        """How the trained towers and the bare encoder rank sentences of unseen policies."""
        return self._trained(name)[1]

    def found(self, name: str) -> list[Candidate]:
        """What an encoder retrieves, with the word of its own filter."""
        if name not in self._found:
            self._found[name] = filtered(
                self.filter(name), self.retrieved(name), self.split.learned, self.place(name)
            )
        return self._found[name]

    def retrieved(self, name: str) -> list[Candidate]:
        """What an encoder retrieves."""
        asked = to_retrieve_for(self.split.learned, unanswerable=self.recipe.unanswerable)
        retriever, place = self.retriever(name), self.place(name)
        began = time.monotonic()
        found = retrieve(retriever, asked, self.sentences, place, k=max(self.recipe.ks))
        cost = place / "retrieval" / _COST
        if not cost.exists():
            vectors = sum(file.stat().st_size for file in place.glob("vectors-*/*.npy"))
            _write_cost(cost, time.monotonic() - began, vectors)
        return found

    def filter(self, name: str) -> Filter:
        """The filter that is trained from the same encoder."""
        if name not in self._filters:
            self._filters[name] = self._filter(name)
        return self._filters[name]

    def costs(self) -> dict[str, dict[str, float]]:
        """Seconds and bytes of each stage that was made here."""
        made = {}
        for name in self.recipe.retrieving:
            for path in sorted(self.place(name).glob(f"*/{_COST}")):
                stage = path.parent.name.split("-")[0]
                made[f"{name} {stage}"] = json.loads(path.read_bytes())
        return made

    def _trained(self, name: str) -> tuple[Retriever, dict[str, Any]]:
        if name not in self._retrievers:
            self._retrievers[name] = self._retriever(name)
        return self._retrievers[name]

    def _retriever(self, name: str) -> tuple[Retriever, dict[str, Any]]:
        base, how = self.bases[name], self.recipe.stages["retriever"]
        used = [questions_digest(own) for own in (self.split.learned, self.split.tuned)]
        folder = self.place(name) / f"retriever-{_key(base, used, how, self.seed)}"

        def make() -> None:
            say(f"fold {self.split.number}, seed {self.seed}: retriever of {name}")
            train_retriever(
                base,
                self.split.learned,
                folder,
                tuned_on=self.split.tuned,
                epochs=how.epochs,
                rate=how.rate,
                batch=how.batch,
                longest=how.longest,
                frozen_embeddings=how.frozen_embeddings,
                pace=how.pace,
                seed=self.seed,
            )

        once(folder, make)
        retriever = load_retriever(str(folder))
        judged = self.split.judged
        if not any(one.answerable for one in judged):
            return retriever, {}
        figures = stored(
            folder / f"ranking-{questions_digest(judged)}.json",
            lambda: {
                "trained": ranking(retriever, judged),
                "bare": ranking(load_retriever(base), judged),
            },
        )
        return retriever, figures

    def _filter(self, name: str) -> Filter:
        base, how, negatives = self.bases[name], self.recipe.stages["filter"], self.recipe.negatives
        used = [questions_digest(self.split.learned), negatives]
        folder = self.place(name) / f"filter-{_key(base, used, how, self.seed)}"

        def make() -> None:
            say(f"fold {self.split.number}, seed {self.seed}: filter of {name}")
            train_filter(
                base,
                self.split.learned,
                folder,
                tuned_on=self.split.tuned,
                negatives=negatives,
                epochs=how.epochs,
                rate=how.rate,
                batch=how.batch,
                longest=how.longest,
                frozen_embeddings=how.frozen_embeddings,
                pace=how.pace,
                seed=self.seed,
            )

        once(folder, make)
        return tune_filter(str(folder), self.split.tuned, how.longest)


def once(folder: Path, make: Callable[[], None]) -> None:
    """Run a training that leaves a model in `folder`, unless it is done; keeps what it cost."""
    if (folder / DONE).exists():
        return
    began = time.monotonic()
    make()
    drop_checkpoint(folder)
    size = sum(file.stat().st_size for file in folder.rglob("*.safetensors"))
    _write_cost(folder / _COST, time.monotonic() - began, size)
    write_whole(folder / DONE, b"")


def _write_cost(path: Path, seconds: float, size: int) -> None:
    held = {"seconds": round(seconds, 1), "bytes": size}
    write_whole(path, json.dumps(held).encode())


def _key(base: str, used: object, how: StageRecipe, seed: int) -> str:
    return digest(base_digest(base), used, settings(how), seed)


def settings(how: StageRecipe) -> list[object]:
    """A stage's settings, to name what they make."""
    frozen = how.frozen_embeddings
    return [how.epochs, how.rate, how.batch, how.longest, how.pace.settings, frozen]
