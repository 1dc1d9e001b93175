"""What each row of an ERA table is trained on."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from privascope.answer.expand.translate import Translator
from privascope.data.pairs import Question
from privascope.errors import PrivascopeError
from privascope.learn.augment import Candidate, Variant, added_examples, filtered, union
from privascope.learn.back_translation import back_translated
from privascope.learn.era_rows import Row
from privascope.learn.era_stages import Stages
from privascope.learn.filter import Filter
from privascope.learn.hard_negatives import hard_negatives
from privascope.learn.heading_pairs import heading_examples
from privascope.learn.section_pairs import SectionedPolicy
from privascope.learn.selector import Example, privacyqa_examples
from privascope.learn.teach import (
    found_by_question,
    near_and_far,
    softened,
    taught_examples,
    teacher_of,
)
from privascope.learn.teacher import Teacher

# Far from the seeds that recipes name, so that the second draw is never another run's first.
_SECOND_DRAW = 1_000_000

Drawn = tuple[list[Example], int]


@dataclass(slots=True)
class Sources:
    """What examples may be made of besides labels and retrieved sentences."""

    categories: Mapping[str, frozenset[str]]
    translator: Translator | None
    headed: Sequence[SectionedPolicy] = field(default_factory=tuple)


class ExampleMaker:
    """The examples of each row of a fold and a seed, and how many of them were added.

    `plain_model` trains the final model on the labels alone and returns its folder, `as_filter`
    makes a filter of it.
    """

    def __init__(
        self,
        stages: Stages,
        sources: Sources,
        plain_model: Callable[[str], Path],
        as_filter: Callable[[Path], Filter],
    ) -> None:
        self._stages = stages
        self._sources = sources
        self._plain_model = plain_model
        self._as_filter = as_filter
        recipe = stages.recipe
        self._place = recipe.folder / f"fold{stages.split.number}-seed{stages.seed}-examples"

    @property
    def _learned(self) -> list[Question]:
        return self._stages.split.learned

    def of(self, row: Row) -> Drawn:
        """The pairs that a row's final model learns from."""
        kinds: dict[str, Callable[[Row], Drawn]] = {
            "plain": lambda _: (self.labelled(), 0),
            "weighted": lambda _: (self.labelled(), 0),
            "answerable": lambda _: (self.labelled(), 0),
            "twice": lambda _: ([*self.labelled(), *self.labelled(_SECOND_DRAW)], 0),
            "equal": lambda _: (_equal(self.labelled(), self._stages.seed), 0),
            "oversampled": lambda _: _oversampled(self.labelled()),
            "added": self._with_added,
            "added weighted": self._with_added,
            "translated": lambda _: self._translated(),
            "hard": self._hard,
            "headings": lambda _: self._headings(),
            "taught": self._taught,
            "taught soft": self._taught,
        }
        return kinds[row.kind](row)

    def labelled(self, further: int = 0) -> list[Example]:
        """The labelled pairs, without what stands before a sentence, as the paper reads them."""
        recipe, seed = self._stages.recipe, self._stages.seed
        drawn = privacyqa_examples(self._learned, recipe.negatives, seed + further)
        return [replace(one, before="") for one in drawn]

    def _with_added(self, row: Row) -> Drawn:
        added = self.candidates(row)
        return [*self.labelled(), *added_examples(added, self._learned)], len(added)

    def candidates(self, row: Row) -> list[Candidate]:
        """The pairs that a row adds."""
        found = {name: self._judged(name, row.judge) for name in row.encoders}
        return union(found, Variant(row.name, row.encoders, row.k or 0, row.decision))

    def _judged(self, name: str, judge: str) -> list[Candidate]:
        if judge in ("", name):
            return self._stages.found(name)
        if judge == "final":
            one = self._as_filter(self._plain_model(self._stages.recipe.final))
        else:
            one = self._stages.filter(judge)
        return filtered(one, self._stages.retrieved(name), self._learned, self._place)

    def _translated(self) -> Drawn:
        if self._sources.translator is None:
            raise PrivascopeError("back-translated positives: no translator is installed or named")
        found = back_translated(self._learned, self._sources.translator, self._place)
        return [*self.labelled(), *added_examples(found, self._learned)], len(found)

    def _hard(self, row: Row) -> Drawn:
        recipe, seed = self._stages.recipe, self._stages.seed
        plain = str(self._plain_model(row.final))
        wrong = hard_negatives(plain, self._learned, self._place)
        drawn = privacyqa_examples(self._learned, recipe.negatives, seed, wrong)
        return [replace(one, before="") for one in drawn], 0

    def _headings(self) -> Drawn:
        own = self.labelled()
        kept_apart = self._stages.split.kept_apart()
        asked = heading_examples(self._sources.headed, len(own) // 2, self._stages.seed, kept_apart)
        return [*own, *asked], len(asked)

    def _taught(self, row: Row) -> Drawn:
        found = {name: self._stages.retrieved(name) for name in row.encoders}
        joined = union(found, Variant(row.name, row.encoders, row.k or 0, ""))
        near = found_by_question(joined, self._learned)
        pairs = near_and_far(near, self._stages.sentences)
        added = taught_examples(self._teacher, pairs, self._place)
        own = self.labelled()
        if row.kind == "taught soft":
            own = softened(self._teacher, own, self._place)
        return [*own, *added], len(added)

    @cached_property
    def _teacher(self) -> Teacher:
        negatives = self._stages.recipe.negatives
        return teacher_of(self._learned, self._sources.categories, negatives)


def answerability_examples(questions: Sequence[Question]) -> list[Example]:
    """Questions alone, each with whether its policy answers it."""
    return [Example(one.text, "", "", float(one.answerable)) for one in questions]


def wrong_a_right(examples: Sequence[Example]) -> float:
    """How many wrong pairs there are for each right one."""
    right = sum(one.label > 0.5 for one in examples)
    return (len(examples) - right) / max(1, right)


def _equal(examples: list[Example], seed: int) -> list[Example]:
    """As many wrong pairs as right ones."""
    right = [one for one in examples if one.label > 0.5]
    wrong = [one for one in examples if one.label <= 0.5]
    return right + random.Random(seed).sample(wrong, min(len(right), len(wrong)))


def _oversampled(examples: list[Example]) -> Drawn:
    """Right pairs again and again, until there are as many as wrong ones."""
    right = [one for one in examples if one.label > 0.5]
    missing = len(examples) - 2 * len(right)
    more = [right[number % len(right)] for number in range(max(0, missing))] if right else []
    return [*examples, *more], len(more)
