"""A whole ERA run: encoders, retrievers, filters, final models, and the paper's tables."""

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.ranking import class_figures
from privascope.errors import DataError, DiskFullError
from privascope.learn.bars import Overall
from privascope.learn.corpus import build_corpus, corpus_sentences
from privascope.learn.era_check import Estimate, check, expected_seconds
from privascope.learn.era_counts import by_category, retrieved_sets, shown_examples
from privascope.learn.era_data import Prepared, bases_of, digests, prepare, sources_digest
from privascope.learn.era_examples import ExampleMaker, Sources
from privascope.learn.era_outputs import write_outputs
from privascope.learn.era_recipe import PROTOCOLS, Recipe
from privascope.learn.era_results import Finals, drop_models
from privascope.learn.era_rows import Row
from privascope.learn.era_stages import Stages
from privascope.learn.filter import ARGMAX
from privascope.learn.section_pairs import read_sections
from privascope.learn.storing import say, stored, write_whole
from privascope.version import __version__

KEEP = ("best", "all", "none")
_RECIPE = "recipe.json"
_PACKAGES = ("torch", "transformers", "tokenizers", "faiss-cpu", "onnxruntime", "numpy")


def write_report(recipe: Recipe, *, keep: str = "best") -> Path:
    """Run a recipe and write its reports; returns where the page lies."""
    if keep not in KEEP:
        raise DataError(f"keep is {keep}, not {', '.join(KEEP)}")
    prepared = prepare(recipe)
    estimate = check(recipe, prepared)
    try:
        run = run_era(recipe, prepared, estimate)
        path = write_outputs(run, recipe, prepared)
    except DiskFullError as error:
        raise DiskFullError(
            f"{error}. What was done is kept in {recipe.folder}: free about "
            f"{max(1, round(estimate.bytes / 1e6))} MB and give the same command again"
        ) from error
    freed = drop_models([recipe.folder / name for name in _dropped(run, keep)])
    if freed:
        say(f"final models deleted: {freed / 1e6:.0f} MB (--keep {keep}); their results are kept")
    return path


def run_era(recipe: Recipe, prepared: Prepared, estimate: Estimate) -> dict[str, Any]:
    """Everything that the report needs; what was done before is read, not done again."""
    _note_recipe(recipe)
    corpus = recipe.folder / "corpus"
    steps = [
        (split, seed, row)
        for split in prepared.splits
        for seed in recipe.seeds
        for row in prepared.rows
    ]
    with Overall(expected_seconds(estimate, steps)) as overall:
        built = build_corpus(recipe.corpus, corpus, most=recipe.most_documents)
        bases = bases_of(recipe, corpus)
        drawn = corpus_sentences(corpus, recipe.most_sentences)
        parts = []
        searched = []
        for split in prepared.splits:
            sentences = split.searched(drawn)
            searched.append(len(sentences))
            if len(sentences) < max(recipe.ks):
                raise DataError(
                    f"the corpus has {len(sentences)} statements to search, fewer than "
                    f"k = {max(recipe.ks)}"
                )
            for seed in recipe.seeds:
                stages = Stages(recipe, split, bases, sentences, seed)
                parts.append(_run_seed(stages, prepared, overall))
    return {
        "about": _about(recipe, prepared, bases),
        "corpus": {name: getattr(built, name) for name in type(built).__slots__},
        "sentences_searched": max(searched),
        "questions": len(prepared.questions),
        "policies": len({question.policy for question in prepared.questions}),
        "judged": {
            "questions": sum(len(split.judged) for split in prepared.splits),
            "pairs": sum(len(q.sentences) for split in prepared.splits for q in split.judged),
            "policies": len({q.policy for split in prepared.splits for q in split.judged}),
        },
        "encoders": {one.name: one.domain for one in recipe.encoders if one.retrieves},
        "ks": list(recipe.ks),
        "parts": parts,
    }


def _run_seed(stages: Stages, prepared: Prepared, overall: Overall) -> dict[str, Any]:
    """All rows of one fold and one seed."""
    recipe, split = stages.recipe, stages.split
    finals = Finals(stages)
    headed = any(row.kind == "headings" for row in prepared.rows)
    sources = Sources(
        prepared.about(),
        prepared.translator,
        read_sections(recipe.corpus, recipe.folder) if headed else (),
    )
    maker = ExampleMaker(
        stages,
        sources,
        lambda final: finals.trained(final, maker.labelled(), f"no augmentation ({final})"),
        finals.as_filter,
    )
    results = []
    for row in prepared.rows:
        overall.begin(f"{row.name}, fold {split.number}, seed {stages.seed}")
        if row.kind == "headings" and not sources.headed:
            say("headings as questions: no policy has three sections under headings")
        elif row.kind == "subset":
            results.append(_best_subset(row, finals, maker))
        else:
            results.append(finals.result(row, maker))
        overall.end()
    retrieves = any(row.encoders for row in prepared.rows)
    found = {name: stages.found(name) for name in recipe.retrieving} if retrieves else {}
    return {
        "fold": split.number,
        "seed": stages.seed,
        "retrievers": {name: stages.ranking(name) for name in found},
        "filters": {name: _filter_figures(stages, name) for name in found},
        "rows": results,
        "retrieved": retrieved_sets(recipe.ks, found) if found else [],
        "categories": by_category(results, prepared.categories, found, min(recipe.ks)),
        "shown": shown_examples(found, split.learned, min(recipe.ks)),
        "costs": stages.costs(),
        "models": sorted(str(own.relative_to(recipe.folder)) for own in finals.used),
    }


def _filter_figures(stages: Stages, name: str) -> dict[str, float]:
    """The filter's own precision and recall on the policies that judge, as published."""
    judge, judged = stages.filter(name), stages.split.judged
    key = stages.place(name) / f"filter-figures-{judge.digest}.json"

    def made() -> dict[str, Any]:
        asked = [one.text for one in judged for _ in one.sentences]
        said = [text for one in judged for text in one.sentences]
        scores = judge.scores(asked, said)
        labels = np.concatenate([one.relevant for one in judged])
        tuned = class_figures(scores >= judge.threshold, labels)
        argmax = class_figures(scores > ARGMAX, labels)
        return {**argmax, "tuned_recall": tuned["recall"], "tuned_precision": tuned["precision"]}

    return stored(key, made)


def _best_subset(row: Row, finals: Finals, maker: ExampleMaker) -> dict[str, Any]:
    """The subset of encoders that is best on the policies to tune on, found greedily.

    Encoders are added one by one as long as the F1 there grows.
    """
    tried: dict[tuple[str, ...], dict[str, Any]] = {}

    def result(names: tuple[str, ...]) -> dict[str, Any]:
        if names not in tried:
            own = replace(
                row, name=f"{row.name}: {' + '.join(names)}", kind="added", encoders=names
            )
            tried[names] = finals.result(own, maker)
        return tried[names]

    def worth(names: tuple[str, ...]) -> float:
        return float(result(names)["fp32"]["validation"]["argmax"])

    best: tuple[str, ...] = ()
    while len(best) < len(row.encoders):
        # In the recipe's order, so that a set has one name.
        larger = [
            tuple(name for name in row.encoders if name in best or name == more)
            for more in row.encoders
            if more not in best
        ]
        next_best = max(larger, key=worth)
        if best and worth(next_best) <= worth(best):
            break
        best = next_best
    cost = sum(one["cost"]["seconds"] + one["cost"]["judging_seconds"] for one in tried.values())
    return {
        **result(best),
        "row": row.name,
        "kind": "subset",
        "chosen": list(best),
        "tried": len(tried),
        "of": sum(
            1 for size in range(1, len(row.encoders) + 1) for _ in combinations(row.encoders, size)
        ),
        "seconds": round(cost, 1),
    }


def _dropped(run: Mapping[str, Any], keep: str) -> Iterable[str]:
    """The folders of final models that are not kept."""
    results = [result for part in run["parts"] for result in part["rows"]]
    best: Sequence[str] = ()
    if keep == "best":
        means: dict[str, list[float]] = {}
        for one in results:
            means.setdefault(one["row"], []).append(one["fp32"]["argmax"]["f1"])
        name = max(means, key=lambda name: float(np.mean(means[name])))
        best = [one["model"] for one in results if one["row"] == name]
    models = {name for part in run["parts"] for name in part["models"]}
    return [] if keep == "all" else models - {*best}


def _note_recipe(recipe: Recipe) -> None:
    """Keep the recipe beside what it makes, and say what has changed since the last run."""
    path = recipe.folder / _RECIPE
    now = json.loads(json.dumps(asdict(recipe), default=str))
    if path.exists():
        try:
            before = json.loads(path.read_bytes())
        except ValueError as error:
            raise DataError(f"{path} is damaged ({error}): delete it to go on") from error
        changed = sorted(key for key in {*now, *before} if now.get(key) != before.get(key))
        changed = [key for key in changed if key != "rows"]
        if changed:
            say(
                f"the recipe has changed since the last run in {recipe.folder} "
                f"({', '.join(changed)}): what that touches is made anew, the rest is reused"
            )
    write_whole(path, json.dumps(now, indent=1).encode())


def _about(recipe: Recipe, prepared: Prepared, bases: Mapping[str, str]) -> dict[str, Any]:
    """What a citation needs: recipe, versions, seeds, digests, machine and date."""
    versions = {"privascope": __version__, "python": platform.python_version()}
    for name in _PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "recipe": json.loads(json.dumps(asdict(recipe), default=str)),
        "protocol": recipe.protocol,
        "protocol_in_words": PROTOCOLS[recipe.protocol],
        "reduced": _reductions(recipe),
        "seeds": list(recipe.seeds),
        "folds": [split.number for split in prepared.splits],
        "versions": versions,
        "digests": digests(recipe),
        "encoder_digests": sources_digest(bases),
        "machine": f"{platform.machine()}, {platform.system()}, {os.cpu_count()} cores",
        "date": datetime.now(UTC).date().isoformat(),
    }


def _reductions(recipe: Recipe) -> list[str]:
    """What of the data and the encoders was left out."""
    said = {
        "sentences searched at most": recipe.most_sentences,
        "documents read of each corpus file at most": recipe.most_documents,
        "questions of a policy at most": recipe.most_questions,
    }
    found = [f"{text}: {number:,}" for text, number in said.items() if number]
    if recipe.verbatim:
        found.append("sentences that are not verbatim were left out")
    found += [f"{one.name}: first {one.layers} layers" for one in recipe.encoders if one.layers]
    return found


def with_rows(recipe: Recipe, patterns: Sequence[str]) -> Recipe:
    """The same recipe with these rows alone."""
    chosen = tuple(filter(None, map(str.strip, patterns)))
    return replace(recipe, rows=chosen) if chosen else recipe
