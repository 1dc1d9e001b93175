"""A whole ERA run: encoders, retrievers, filters, augmented selectors, and what each is worth."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from privascope.data.digests import digest
from privascope.data.mapping_questions import COLUMNS
from privascope.data.pairs import Question, check_ids, read_questions
from privascope.data.rows import read_rows
from privascope.learn.adapt import adapt
from privascope.learn.augment import Candidate, filtered, is_statement, retrieve
from privascope.learn.base import base_digest
from privascope.learn.corpus import build_corpus, corpus_digest, corpus_sentences, sentence_key
from privascope.learn.era_counts import by_category, retrieved_sets, shown_examples
from privascope.learn.era_recipe import EncoderRecipe, Recipe
from privascope.learn.era_report import era_report
from privascope.learn.era_rows import Split, row_result, splits, table_rows
from privascope.learn.filter import Filter, train_filter, tune_filter
from privascope.learn.loop import drop_checkpoint
from privascope.learn.retriever import (
    Retriever,
    load_retriever,
    questions_digest,
    ranking,
    train_retriever,
)
from privascope.learn.simcse import adapt_sentences
from privascope.learn.storing import say, stored, write_whole

_DONE = "done"
_IDS = ("DocID", "QueryID")


def write_report(recipe: Recipe) -> Path:
    """Run a recipe and write its page; returns where it lies."""
    run = run_era(recipe)
    write_whole(recipe.folder / "report.json", json.dumps(run, ensure_ascii=False).encode())
    path = recipe.folder / "report.html"
    write_whole(path, era_report(run).encode())
    return path


def run_era(recipe: Recipe) -> dict[str, Any]:
    """Everything that the report needs; what was done before is read, not done again."""
    questions = read_questions(recipe.labels)
    check_ids(questions)
    categories = read_categories(recipe.categories, questions)
    corpus = recipe.folder / "corpus"
    built = build_corpus(recipe.corpus, corpus)
    bases = {one.name: adapted_base(one, corpus, recipe.folder) for one in recipe.encoders}
    drawn = corpus_sentences(corpus, recipe.most_sentences)
    sentences = [sentence for sentence in drawn if is_statement(sentence)]
    parts = []
    for split in splits(questions, recipe):
        say(f"fold {split.number}: {len(split.learned)} questions to learn from")
        known = split.kept_apart()
        searched = [sentence for sentence in sentences if sentence_key(sentence) not in known]
        parts.append(_run_fold(recipe, split, bases, searched, categories))
    return {
        "corpus": {name: getattr(built, name) for name in type(built).__slots__},
        "sentences_searched": len(sentences),
        "questions": len(questions),
        "policies": len({question.policy for question in questions}),
        "encoders": {one.name: one.domain for one in recipe.encoders if one.retrieves},
        "ks": list(recipe.ks),
        "folds": parts,
    }


def adapted_base(encoder: EncoderRecipe, corpus: Path, folder: Path) -> str:
    """The name of an encoder's base after its adaptation."""
    name = encoder.base
    if encoder.adapt_steps:
        limits = (encoder.adapt_steps, encoder.adapt_seconds)
        place = folder / f"adapt-{digest(base_digest(name), limits, corpus_digest(corpus))}"
        if not (place / _DONE).exists():
            say(f"adapting {encoder.name} to the corpus")
            adapt(name, corpus, place, steps=limits[0], seconds_in_all=limits[1])
            write_whole(place / _DONE, b"")
        name = str(place)
    if encoder.simcse_steps:
        key = digest(base_digest(name), encoder.simcse_steps, corpus_digest(corpus))
        place = folder / f"simcse-{key}"
        if not (place / _DONE).exists():
            say(f"teaching {encoder.name} to tell sentences apart")
            adapt_sentences(name, corpus, place, steps=encoder.simcse_steps)
            write_whole(place / _DONE, b"")
        name = str(place)
    return name


def read_categories(path: Path | None, questions: Sequence[Question]) -> dict[str, list[str]]:
    """The categories of each question that has some: columns with 1 in PrivacyQA's file."""
    if path is None:
        return {}
    known = {question.id for question in questions}
    return {
        str(row["QueryID"]): [
            name for name, value in row.items() if str(value) == "1" and name not in _IDS
        ]
        for row in read_rows(path, ("QueryID",))
        if str(row["QueryID"]) in known
    }


def _run_fold(
    recipe: Recipe,
    split: Split,
    bases: Mapping[str, str],
    sentences: list[str],
    categories: Mapping[str, list[str]],
) -> dict[str, Any]:
    found: dict[str, list[Candidate]] = {}
    filters: dict[str, Filter] = {}
    rankings = {}
    # Where a policy is silent, most of what is retrieved answers the question no more than it.
    answerable = [question for question in split.learned if question.answerable]
    for name in recipe.retrieving:
        base = bases[name]
        place = recipe.folder / f"fold{split.number}-{name}"
        say(f"fold {split.number}: retriever and filter of {name}")
        retriever, rankings[name] = _retriever(recipe, split, base, place)
        candidates = retrieve(retriever, answerable, sentences, place, k=max(recipe.ks))
        filters[name] = _filter(recipe, split, base, place)
        found[name] = filtered(filters[name], candidates, split.learned, place)
    about = {
        question.text: frozenset(COLUMNS[name] for name in own if name in COLUMNS)
        for question in split.learned
        if (own := categories.get(question.id))
    }
    results = [
        row_result(recipe, split, bases, row, seed)
        for row in table_rows(recipe, split, bases, found, filters, sentences, about)
        for seed in (recipe.seeds if row.name.startswith(recipe.deciding) else recipe.seeds[:1])
    ]
    return {
        "fold": split.number,
        "retrievers": rankings,
        "rows": results,
        "retrieved": retrieved_sets(recipe.ks, found),
        "categories": by_category(results, categories, found, max(recipe.ks)),
        "shown": shown_examples(found, split.learned),
    }


def _retriever(
    recipe: Recipe, split: Split, base: str, place: Path
) -> tuple[Retriever, dict[str, Any]]:
    """The trained towers, and how they and the bare base rank sentences of unseen policies."""
    used = [questions_digest(own) for own in (split.learned, split.tuned)]
    key = digest(base_digest(base), used, recipe.retriever_epochs)
    folder = place / f"retriever-{key}"
    if not (folder / _DONE).exists():
        train_retriever(
            base,
            split.learned,
            folder,
            tuned_on=split.tuned,
            epochs=recipe.retriever_epochs,
        )
        write_whole(folder / _DONE, b"")
        drop_checkpoint(folder)
    retriever = load_retriever(str(folder))
    figures = stored(
        folder / f"ranking-{questions_digest(split.judged)}.json",
        lambda: {
            "trained": ranking(retriever, split.judged),
            "bare": ranking(load_retriever(base), split.judged),
        },
    )
    return retriever, figures


def _filter(recipe: Recipe, split: Split, base: str, place: Path) -> Filter:
    settings = (recipe.negatives, recipe.epochs)
    key = digest(base_digest(base), questions_digest(split.learned), settings)
    folder = place / f"filter-{key}"
    if (folder / _DONE).exists():
        return tune_filter(str(folder), split.tuned)
    made = train_filter(
        base,
        split.learned,
        folder,
        tuned_on=split.tuned,
        negatives=recipe.negatives,
        epochs=recipe.epochs,
    )
    write_whole(folder / _DONE, b"")
    drop_checkpoint(folder)
    return made
