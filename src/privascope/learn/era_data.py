"""What a recipe learns from and is judged by: questions, their categories, encoders, corpora."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from privascope.answer.expand.translate import Translator
from privascope.data.digests import digest, file_digest
from privascope.data.mapping_questions import COLUMNS
from privascope.data.pairs import Question, read_questions
from privascope.data.rows import read_rows
from privascope.learn.adapt import adapt
from privascope.learn.base import base_digest, first_layers
from privascope.learn.corpus import build_corpus, corpus_digest
from privascope.learn.era_recipe import EncoderRecipe, Recipe
from privascope.learn.era_rows import Row, rows_of
from privascope.learn.era_stages import once, settings
from privascope.learn.simcse import adapt_sentences
from privascope.learn.split import Split, splits_of
from privascope.learn.storing import say
from privascope.learn.translators import translator_of

_IDS = ("DocID", "QueryID")


@dataclass(frozen=True, slots=True)
class Prepared:
    """All of a run that is known before anything is trained."""

    questions: list[Question]
    test: list[Question]
    splits: list[Split]
    categories: dict[str, list[str]]
    rows: list[Row]
    translator: Translator | None

    def about(self) -> dict[str, frozenset[str]]:
        """The categories of questions to learn from by their words, as the teacher takes them."""
        return {
            question.text: frozenset(COLUMNS[name] for name in own if name in COLUMNS)
            for question in self.questions
            if (own := self.categories.get(question.id))
        }


def prepare(recipe: Recipe) -> Prepared:
    """Read what a recipe names and lay out its folds and rows; DataError names what is wrong."""
    questions = reduced(read_questions(recipe.labels), recipe)
    test = reduced(read_questions(recipe.test), recipe) if recipe.test else []
    splits = splits_of(
        questions,
        recipe.labels,
        numbers=recipe.use_folds,
        count=recipe.folds,
        test=test,
        keep_displaced=recipe.keep_displaced,
    )
    translator = translator_of(recipe.translator)
    rows = rows_of(recipe, translator=translator is not None)
    if translator is None and not recipe.rows:
        say("no row with back-translated positives: install Apertium or name a translator")
    categories = read_categories(recipe.categories, [*questions, *test])
    return Prepared(questions, test, splits, categories, rows, translator)


def reduced(questions: Sequence[Question], recipe: Recipe) -> list[Question]:
    """The questions that a recipe reads: verbatim sentences alone, so many a policy, or all."""
    made = _verbatim(questions) if recipe.verbatim else list(questions)
    if not recipe.most_questions:
        return made
    policies: dict[str, list[Question]] = {}
    for one in made:
        policies.setdefault(one.policy, []).append(one)
    chance = random.Random(0)
    drawn: set[tuple[str, str]] = set()
    for own in policies.values():
        some = chance.sample(own, min(recipe.most_questions, len(own)))
        drawn |= {(one.policy, one.id) for one in some}
    return [one for one in made if (one.policy, one.id) in drawn]


def _verbatim(questions: Sequence[Question]) -> list[Question]:
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    made = []
    for one in questions:
        if one.verbatim.any():
            kept = tuple(text for text, own in zip(one.sentences, one.verbatim, strict=True) if own)
            made.append(
                replace(
                    one,
                    sentences=shared.setdefault(kept, kept),
                    relevant=one.relevant[one.verbatim],
                    verbatim=one.verbatim[one.verbatim],
                    annotators=one.annotators[:, one.verbatim],
                    likely=None if one.likely is None else one.likely[one.verbatim],
                )
            )
    return made


def read_categories(paths: Sequence[Path], questions: Sequence[Question]) -> dict[str, list[str]]:
    """The categories of each question that has some: columns with 1 in PrivacyQA's file."""
    known = {question.id for question in questions}
    found = {}
    for path in paths:
        for row in read_rows(path, ("QueryID",)):
            if str(row["QueryID"]) in known:
                found[str(row["QueryID"])] = [
                    name for name, own in row.items() if str(own) == "1" and name not in _IDS
                ]
    return found


def digests(recipe: Recipe) -> dict[str, str]:
    """The digest of every file that a recipe names."""
    files = (recipe.labels, recipe.test, *recipe.categories, *recipe.corpus, *recipe.adapt_corpus)
    return {path.name: file_digest(path) for path in dict.fromkeys(filter(None, files))}


def bases_of(recipe: Recipe, corpus: Path) -> dict[str, str]:
    """The folder or name of every encoder after its adaptation."""
    other = corpus
    adapts = any(one.adapt_steps or one.simcse_steps for one in recipe.encoders)
    if adapts and recipe.adapt_corpus != recipe.corpus:
        other = recipe.folder / "adapt-corpus"
        build_corpus(recipe.adapt_corpus, other, most=recipe.most_documents)
    return {one.name: adapted_base(one, other, recipe) for one in recipe.encoders}


def cut_base(encoder: EncoderRecipe, folder: Path) -> str:
    """An encoder's base, with its first layers alone if the recipe says so."""
    if not encoder.layers:
        return encoder.base
    place = folder / f"layers-{digest(base_digest(encoder.base), encoder.layers)}"
    if not (place / "model.safetensors").exists():
        first_layers(encoder.base, encoder.layers, place)
    return str(place)


def adapted_base(encoder: EncoderRecipe, corpus: Path, recipe: Recipe) -> str:
    """The name of an encoder's base after its adaptation."""
    name = cut_base(encoder, recipe.folder)
    if encoder.adapt_steps:
        how = recipe.stages["adapt"]
        limits = (encoder.adapt_steps, encoder.adapt_seconds, settings(how))
        place = recipe.folder / f"adapt-{digest(base_digest(name), limits, corpus_digest(corpus))}"
        start = name

        def fill_gaps() -> None:
            say(f"adapting {encoder.name} to the corpus")
            adapt(
                start,
                corpus,
                place,
                steps=encoder.adapt_steps,
                seconds_in_all=encoder.adapt_seconds,
                rate=how.rate,
                batch=how.batch,
                train_embeddings=not how.frozen_embeddings,
                pace=how.pace,
            )

        once(place, fill_gaps)
        name = str(place)
    if encoder.simcse_steps:
        how = recipe.stages["simcse"]
        key = digest(base_digest(name), encoder.simcse_steps, settings(how), corpus_digest(corpus))
        apart, before = recipe.folder / f"simcse-{key}", name

        def tell_apart() -> None:
            say(f"teaching {encoder.name} to tell sentences apart")
            adapt_sentences(
                before,
                corpus,
                apart,
                steps=encoder.simcse_steps,
                rate=how.rate,
                batch=how.batch,
                longest=how.longest,
                frozen_embeddings=how.frozen_embeddings,
                pace=how.pace,
            )

        once(apart, tell_apart)
        name = str(apart)
    return name


def sources_digest(bases: Mapping[str, str]) -> dict[str, str]:
    """The digest of every encoder as it is trained from."""
    return {name: base_digest(base) for name, base in bases.items()}
