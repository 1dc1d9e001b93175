"""Every stage of learning on tiny data, each run in a process that may be killed."""

import itertools
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import torch

from privascope.data.pairs import Question, read_questions
from privascope.errors import DiskFullError, PrivascopeError
from privascope.learn import bilstm_stage, corpus, displaced, loop
from privascope.learn.adapt import adapt
from privascope.learn.augment import augment_file
from privascope.learn.bilstm_stage import train_on_sections
from privascope.learn.corpus import build_corpus
from privascope.learn.era import write_report
from privascope.learn.era_recipe import read_recipe
from privascope.learn.filter import train_filter
from privascope.learn.reader_stages import train_reader
from privascope.learn.retriever import train_retriever
from privascope.learn.selector_stages import train_on_policyqa, train_on_privacyqa
from privascope.learn.simcse import adapt_sentences
from privascope.learn.spans import train_spans
from privascope.learn.teach import teach_file
from privascope.learn.vectors import learn_vectors
from tests.learn.tiny import (
    answering_corpus,
    asked_rows,
    labelled_rows,
    policyqa_rows,
    reader_base,
    sectioned_rows,
    tiny_base,
    write_rows,
)

FULL_DISK, OTHER_RECIPE = 3, 4
# Stages that keep a checkpoint in their folder when they are done.
TRAINED = ("adapt", "simcse", "retriever", "filter", "reader", "selector", "spans", "bilstm")

_RECIPE = """
labels = "labels.jsonl"
corpus = ["rows.jsonl"]
k = [2]
use_folds = [1]
negatives = 2
rows = ["equal sampling", "generic-R k=2 (generic)"]

[encoders.generic]
base = "base"
simcse_steps = 2

[stages.simcse]
batch = 16

[stages.retriever]
epochs = 1

[stages.filter]
epochs = 1
longest = 64

[stages.final]
epochs = 1
longest = 64
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """What is run, and the files that hold what came of it."""

    run: Callable[[Path, Path], Any]
    results: tuple[str, ...]


def write_inputs(place: Path) -> None:
    """All that the stages take."""
    write_rows(place / "labels.jsonl", labelled_rows(4))
    write_rows(place / "rows.jsonl", answering_corpus())
    write_rows(place / "sections.jsonl", sectioned_rows())
    write_rows(place / "policyqa.jsonl", policyqa_rows())
    (place / "recipe.toml").write_text(_RECIPE)
    write_rows(place / "asked.jsonl", asked_rows(3))
    tiny_base(place / "base")
    reader_base(place / "reader_base")
    build_corpus([place / "rows.jsonl"], place / "corpus")
    learn_vectors(place / "corpus", place / "vectors", size=8, epochs=1, fewest=1)
    _retriever(place, place / "retriever")
    _filter(place, place / "filter")


def write_other_inputs(place: Path, other: Path) -> None:
    """The same inputs with another base and other sections."""
    copytree(place, other)
    tiny_base(other / "base", size=16)
    reader_base(other / "reader_base", size=16)
    write_rows(other / "sections.jsonl", sectioned_rows(39))


def _questions(place: Path) -> tuple[list[Question], list[Question]]:
    questions = read_questions(place / "labels.jsonl")
    return (
        [question for question in questions if question.policy != "policy 0"],
        [question for question in questions if question.policy == "policy 0"],
    )


def _retriever(place: Path, out: Path) -> None:
    learned, tuned = _questions(place)
    train_retriever(str(place / "base"), learned, out, tuned_on=tuned, epochs=2)


def _filter(place: Path, out: Path) -> None:
    learned, tuned = _questions(place)
    train_filter(str(place / "base"), learned, out, tuned_on=tuned, negatives=3, epochs=1)


def _augment(place: Path, out: Path) -> None:
    found = ([str(place / "retriever")], [str(place / "filter")])
    augment_file(place / "labels.jsonl", place / "corpus", out, *found, k=3, keep_displaced=True)


def _teach(place: Path, out: Path) -> None:
    base = str(place / "base")
    teach_file(place / "labels.jsonl", None, place / "corpus", out, retriever=base, k=2)


def _selector(place: Path, out: Path) -> None:
    base = str(place / "base")
    train_on_policyqa(place / "policyqa.jsonl", out / "policyqa", base=base)
    train_on_privacyqa(place / "labels.jsonl", out, base=str(out / "policyqa"), negatives=3)


def _reader(place: Path, out: Path) -> None:
    train_reader(
        place / "asked.jsonl",
        out,
        privacyqa=place / "labels.jsonl",
        policyqa=place / "policyqa.jsonl",
        base=str(place / "reader_base"),
        epochs=1,
    )


def _era(place: Path, out: Path) -> None:
    write_report(replace(read_recipe(place / "recipe.toml"), folder=out))


def _bilstm(place: Path, out: Path) -> None:
    vectors = place / "vectors" / "vectors.npz"
    train_on_sections([place / "sections.jsonl"], out, vectors=vectors, epochs=2)


_MODEL = ("model.safetensors",)
STAGES = {
    "corpus": Stage(
        lambda place, out: build_corpus([place / "rows.jsonl"], out),
        ("sentences.txt.zst", "corpus.json"),
    ),
    "vectors": Stage(
        lambda place, out: learn_vectors(place / "corpus", out, size=8, epochs=3, fewest=1),
        ("vectors.npz", "vectors.json"),
    ),
    "adapt": Stage(
        lambda place, out: adapt(str(place / "base"), place / "corpus", out, steps=5, batch=4),
        _MODEL,
    ),
    "simcse": Stage(
        lambda place, out: adapt_sentences(
            str(place / "base"), place / "corpus", out, steps=5, batch=16
        ),
        _MODEL,
    ),
    "retriever": Stage(_retriever, ("questions/model.safetensors", "sentences/model.safetensors")),
    "filter": Stage(_filter, (*_MODEL, "filter.json")),
    "augment": Stage(_augment, ("augmented.jsonl",)),
    "teach": Stage(_teach, ("taught.jsonl",)),
    "reader": Stage(_reader, (*_MODEL, "heads.safetensors", "trained_on.txt")),
    "selector": Stage(_selector, (*_MODEL, "heads.safetensors")),
    "spans": Stage(
        lambda place, out: train_spans(
            place / "policyqa.jsonl", out, base=str(place / "base"), epochs=2
        ),
        (*_MODEL, "heads.safetensors"),
    ),
    "bilstm": Stage(_bilstm, ("bilstm.safetensors", "model.onnx", "figures-*.json")),
    # The page has times in it.
    "era": Stage(_era, ("tables/main.csv", "tables/decisions.csv", "predictions.parquet")),
}


def result(name: str, out: Path) -> dict[str, bytes]:
    """What came of a stage."""
    paths = [path for pattern in STAGES[name].results for path in sorted(out.glob(pattern))]
    assert len(paths) == len(STAGES[name].results)
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


def run_stage(name: str, place: Path, out: Path, kill_at: int = 0, full_at: int = 0) -> None:
    """Run a stage that checkpoints at every step; it ends by SIGKILL at the write of that number.

    Without a kill, or with a disk that is full from a write on, it leaves how often it wrote in
    `writes`, or ends with `FULL_DISK`; in the folder of other inputs, with `OTHER_RECIPE`.
    """
    torch.set_num_threads(1)
    # A clock by which every step is a long one.
    loop.time = SimpleNamespace(monotonic=itertools.count(0, 1000).__next__)  # type: ignore[assignment]
    # The toy's labels mean nothing to the real encoder that looks for displaced ones.
    displaced.displaced_policies = lambda _: {}
    corpus._CHUNK = 2
    bilstm_stage._RIVALS = ("bm25",)
    writes = 0
    move, sync = Path.replace, os.fsync

    def moved(path: Path, target: Path) -> Path:
        nonlocal writes
        writes += 1
        if writes == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return move(path, target)

    def synced(descriptor: int) -> None:
        if full_at and writes + 1 >= full_at:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    Path.replace, os.fsync = moved, synced  # type: ignore[method-assign, assignment]
    try:
        STAGES[name].run(place, out)
    except DiskFullError as error:
        _end(error, FULL_DISK, "No space left on device")
    except PrivascopeError as error:
        _end(error, OTHER_RECIPE, "checkpoint.pt is of another recipe")
    out.with_name(f"{out.name}.writes").write_text(str(writes))


def _end(error: PrivascopeError, code: int, expected: str) -> None:
    if expected not in str(error):
        raise error
    os._exit(code)
