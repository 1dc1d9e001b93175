"""The rows of an ERA table: final selectors, each trained and judged on unseen policies."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privascope.answer.expand.translate import Translator, installed_translator
from privascope.data.digests import digest
from privascope.data.pairs import Question, folds
from privascope.data.ranking import best_threshold, class_figures, hits, ranking_figures
from privascope.errors import DataError
from privascope.learn.augment import (
    Candidate,
    Variant,
    added_examples,
    filtered,
    paper_variants,
    union,
)
from privascope.learn.back_translation import back_translated
from privascope.learn.base import base_digest
from privascope.learn.corpus import sentence_key
from privascope.learn.era_recipe import Recipe
from privascope.learn.filter import Filter, tune_filter
from privascope.learn.hard_negatives import hard_negatives
from privascope.learn.heading_pairs import heading_examples
from privascope.learn.loop import drop_checkpoint
from privascope.learn.retriever import questions_digest
from privascope.learn.section_pairs import read_sections
from privascope.learn.selector import Example, privacyqa_examples, train
from privascope.learn.selector_scores import SCORES_VERSION, selector_scores
from privascope.learn.storing import say, stored
from privascope.learn.teach import (
    found_by_question,
    near_and_far,
    softened,
    taught_examples,
    teacher_of,
)
from privascope.learn.teacher import Teacher

PLAIN = "no augmentation"
# As many steps as with added pairs, and nothing added.
TWICE = "labels drawn twice"
TRANSLATED = "back-translated positives"
# Far from the seeds that recipes name, so that the second draw is never another run's first.
_SECOND_DRAW = 1_000_000
_INNER_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Split:
    """One fold's questions: to learn from, to tune on, and to be judged by; policies differ."""

    number: int
    learned: list[Question]
    tuned: list[Question]
    judged: list[Question]

    def kept_apart(self) -> set[str]:
        """The keys of the sentences by which models are tuned or judged: none is learned from."""
        others = [*self.tuned, *self.judged]
        return {sentence_key(text) for text in {own for one in others for own in one.sentences}}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a final selector, its examples, and how many of them were added."""

    name: str
    final: str
    examples: Callable[[int], tuple[list[Example], int]]
    k: int | None = None
    filtered: bool | None = None
    encoders: tuple[str, ...] = ()
    # Whether relevant pairs count as much in the loss as all others together.
    weighted: bool = False


def splits(questions: Sequence[Question], recipe: Recipe) -> Iterator[Split]:
    """The folds that are asked for, by policy, each with policies of its own to tune on."""
    parts = folds(questions, recipe.folds)
    for number in recipe.use_folds:
        rest = [one for one in questions if one.policy not in parts[number]]
        policies = len({one.policy for one in rest})
        if policies < 2:
            raise DataError("learning needs at least two policies besides those that judge")
        tuning = folds(rest, min(_INNER_FOLDS, policies))[0]
        yield Split(
            number,
            [one for one in rest if one.policy not in tuning],
            [one for one in rest if one.policy in tuning],
            [one for one in questions if one.policy in parts[number]],
        )


def table_rows(
    recipe: Recipe,
    split: Split,
    bases: Mapping[str, str],
    found: Mapping[str, list[Candidate]],
    filters: Mapping[str, Filter],
    sentences: Sequence[str],
    categories: Mapping[str, frozenset[str]],
) -> list[Row]:
    """The table's lines in their order; each draws its examples when it is trained.

    `sentences` are those that were searched, `categories` those of questions by their texts.
    """
    learned = split.learned
    domain = {one.name: one.domain for one in recipe.encoders if one.retrieves}
    most = max(recipe.ks)
    era = Variant("ERA", tuple(domain), most, True)

    def labelled(seed: int) -> list[Example]:
        return privacyqa_examples(learned, recipe.negatives, seed)

    def plain(seed: int) -> tuple[list[Example], int]:
        return labelled(seed), 0

    def twice(seed: int) -> tuple[list[Example], int]:
        return [*labelled(seed), *labelled(seed + _SECOND_DRAW)], 0

    def equal(seed: int) -> tuple[list[Example], int]:
        return _equal(labelled(seed), seed), 0

    def with_added(
        variant: Variant, source: Callable[[], Mapping[str, list[Candidate]]]
    ) -> Callable[[int], tuple[list[Example], int]]:
        def examples(seed: int) -> tuple[list[Example], int]:
            candidates = union(source(), variant)
            return [*labelled(seed), *added_examples(candidates, learned)], len(candidates)

        return examples

    def refiltered(judge: Callable[[], Filter]) -> Callable[[], dict[str, list[Candidate]]]:
        def again() -> dict[str, list[Candidate]]:
            place = recipe.folder / f"fold{split.number}-refiltered"
            one = judge()
            return {name: filtered(one, own, learned, place) for name, own in found.items()}

        return again

    def plain_selector(seed: int) -> str:
        base = bases[recipe.final]
        return str(_selector_folder(recipe, split, base, labelled(seed), seed))

    def hard(seed: int) -> tuple[list[Example], int]:
        place = recipe.folder / f"fold{split.number}-hard"
        wrong = hard_negatives(plain_selector(recipe.seeds[0]), learned, place)
        return privacyqa_examples(learned, recipe.negatives, seed, wrong), 0

    def headings(seed: int) -> tuple[list[Example], int]:
        own = labelled(seed)
        asked = heading_examples(headed, len(own) // 2, seed, split.kept_apart())
        return [*own, *asked], len(asked)

    @cache
    def teacher() -> Teacher:
        return teacher_of(learned, categories, recipe.negatives)

    def taught(seed: int, soft: bool) -> tuple[list[Example], int]:
        place = recipe.folder / f"fold{split.number}-taught"
        near = found_by_question(union(found, replace(era, filtered=False)), learned)
        added = taught_examples(teacher(), near_and_far(near, sentences), place)
        own = labelled(seed)
        return [*(softened(teacher(), own, place) if soft else own), *added], len(added)

    def final_filter() -> Filter:
        return tune_filter(plain_selector(recipe.seeds[0]), split.tuned)

    def translated(translator: Translator, seed: int) -> tuple[list[Example], int]:
        place = recipe.folder / f"fold{split.number}-translated"
        candidates = back_translated(learned, translator, place)
        return [*labelled(seed), *added_examples(candidates, learned)], len(candidates)

    rows = [
        Row(PLAIN, recipe.final, plain),
        Row(TWICE, recipe.final, twice),
        Row("equal sampling", recipe.final, equal),
    ]
    rows += [
        Row(
            variant.name,
            recipe.final,
            with_added(variant, lambda: found),
            variant.k,
            variant.filtered,
            variant.encoders,
        )
        for variant in paper_variants(domain, recipe.ks)
    ]
    translator = installed_translator()
    if translator is None:
        say("no row with back-translated positives: install Apertium (Debian: apertium-eng-spa)")
    else:
        rows.append(Row(TRANSLATED, recipe.final, partial(translated, translator)))
    common = with_added(era, refiltered(lambda: filters[recipe.retrieving[0]]))
    rows.append(Row(f"one common filter, k={most}", recipe.final, common, most, True))
    own = with_added(era, refiltered(final_filter))
    rows.append(Row(f"final model as filter, k={most}", recipe.final, own, most, True))
    rows += [
        Row(f"{name} as final model, k={most}", name, with_added(era, lambda: found), most, True)
        for name in bases
        if name != recipe.final
    ]
    rows += [
        Row("weighted cross-entropy", recipe.final, plain, weighted=True),
        Row(
            f"ERA with weighted cross-entropy, k={most}",
            recipe.final,
            with_added(era, lambda: found),
            most,
            True,
            weighted=True,
        ),
        Row("hard negatives", recipe.final, hard),
    ]
    rows += [
        Row(f"taught, k={most}", recipe.final, partial(taught, soft=False), most, False),
        Row(f"taught with soft labels, k={most}", recipe.final, partial(taught, soft=True), most),
    ]
    headed = read_sections(recipe.corpus, recipe.folder)
    if headed:
        rows.append(Row("headings as questions", recipe.final, headings))
    else:
        say("no row with headings as questions: no policy has three sections under headings")
    return _asked_for(rows, recipe.rows)


def _asked_for(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """The rows whose names begin so, and the plain one, with which all are compared."""
    for name in names:
        if not any(row.name.startswith(name) for row in rows):
            known = "; ".join(row.name for row in rows)
            raise DataError(f"rows: none begins with {name!r}; there are: {known}")
    return [row for row in rows if not names or row.name.startswith((PLAIN, *names))]


def _equal(examples: list[Example], seed: int) -> list[Example]:
    """As many wrong pairs as right ones."""
    right = [one for one in examples if one.label > 0.5]
    wrong = [one for one in examples if one.label <= 0.5]
    return right + random.Random(seed).sample(wrong, min(len(right), len(wrong)))


def _wrong_a_right(examples: Sequence[Example]) -> float:
    right = sum(one.label > 0.5 for one in examples)
    return (len(examples) - right) / max(1, right)


def _selector_folder(
    recipe: Recipe,
    split: Split,
    base: str,
    examples: Sequence[Example],
    seed: int,
    weighted: bool = False,
) -> Path:
    """Where a row's selector lies; rows that come to the same pairs share it."""
    key = digest(
        base_digest(base),
        [(one.question, one.sentence, one.before, one.label) for one in examples],
        (seed, recipe.epochs, recipe.rate, weighted),
    )
    return recipe.folder / f"fold{split.number}-selectors" / key


def row_result(
    recipe: Recipe, split: Split, bases: Mapping[str, str], row: Row, seed: int
) -> dict[str, Any]:
    """The figures of one final selector on policies it has not seen."""
    examples, added = row.examples(seed)
    base = bases[row.final]
    folder = _selector_folder(recipe, split, base, examples, seed, row.weighted)
    judges = digest(questions_digest([*split.tuned, *split.judged]), SCORES_VERSION)
    path = folder / f"result-{judges}.json"

    def made() -> dict[str, Any]:
        say(f"fold {split.number}: {row.name}, seed {seed}, {len(examples)} pairs")
        train(
            base,
            lambda _: examples,
            folder,
            recipe={"stage": "era selector"},
            epochs=recipe.epochs,
            rate=recipe.rate,
            seed=seed,
            right_weight=_wrong_a_right(examples) if row.weighted else 1.0,
            title=row.name,
        )
        tuned, judged = (selector_scores(str(folder), own) for own in (split.tuned, split.judged))
        labels = np.concatenate([question.relevant for question in split.tuned])
        _, threshold = best_threshold(np.concatenate(tuned), labels)
        return judged_figures(split.judged, judged, threshold)

    figures = stored(path, made)
    drop_checkpoint(folder)
    return {
        "row": row.name,
        "seed": seed,
        "k": row.k,
        "filtered": row.filtered,
        "encoders": list(row.encoders),
        "pairs": len(examples),
        "added": added,
        **figures,
    }


def judged_figures(
    questions: Sequence[Question], scores: Sequence[NDArray[np.float64]], threshold: float
) -> dict[str, Any]:
    """Figures at a threshold, and each question's counts, by which they can be drawn anew."""
    relevant = [question.relevant for question in questions]
    pooled, labels = np.concatenate(list(scores)), np.concatenate(relevant)
    counts = [
        [
            question.id,
            question.policy,
            int(((own >= threshold) & question.relevant).sum()),
            int((own >= threshold).sum()),
            int(question.relevant.sum()),
        ]
        for question, own in zip(questions, scores, strict=True)
    ]
    return {
        "threshold": threshold,
        **class_figures(pooled >= threshold, labels),
        "best_f1": best_threshold(pooled, labels)[0],
        **ranking_figures(hits(scores, relevant)),
        "counts": counts,
    }
