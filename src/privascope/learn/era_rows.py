"""The rows of an ERA table: final models, what each is trained on, and what the paper measured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from privascope.errors import DataError
from privascope.learn.era_recipe import Recipe

PLAIN = "no augmentation"
# As many steps as with added pairs, and nothing added.
TWICE = "labels drawn twice"
SUBSET = "best subset"
_DECISIONS = {"": " unfiltered", "argmax": "", "tuned": " tuned"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a final model and how its examples come about.

    `judge` filters instead of each retriever's own filter: an encoder's name, or "final".
    """

    name: str
    kind: str
    final: str
    encoders: tuple[str, ...] = ()
    k: int | None = None
    decision: str = ""
    judge: str = ""

    @property
    def adds(self) -> bool:
        """Whether retrieved pairs are added."""
        return self.kind == "added"


def rows_of(recipe: Recipe, *, translator: bool) -> list[Row]:
    """The table's lines in their order, those that the recipe asks for."""
    finals = (*recipe.finals, *(() if recipe.final in recipe.finals else (recipe.final,)))
    rows = [Row(f"{PLAIN} ({name})", "plain", name) for name in finals]
    for k in recipe.ks:
        rows += _single(recipe, k)
        rows += _joined(recipe, finals, k)
    rows += _ablations(recipe, translator=translator)
    rows += _beyond(recipe)
    names = [row.name for row in rows]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise DataError(f"two rows have one name: {', '.join(sorted(twice))}")
    return chosen_rows(rows, recipe.rows)


def chosen_rows(rows: Sequence[Row], patterns: Sequence[str]) -> list[Row]:
    """The rows whose names match, or begin so; and the plain ones they are compared with."""
    if not patterns:
        return list(rows)
    chosen: set[str] = set()
    for pattern in patterns:
        own = [one for one in rows if _matches(one.name, pattern)]
        if not own:
            known = "; ".join(row.name for row in rows)
            raise DataError(f"rows: none is called {pattern!r}; there are: {known}")
        chosen |= {one.name for one in own}
    finals = {one.final for one in rows if one.name in chosen}
    return [
        one for one in rows if one.name in chosen or (one.kind == "plain" and one.final in finals)
    ]


def _matches(name: str, pattern: str) -> bool:
    return name.startswith(pattern) or fnmatchcase(name, pattern)


def _added(
    title: str, final: str, encoders: tuple[str, ...], k: int, decision: str, judge: str = ""
) -> Row:
    name = f"{title} k={k}{_DECISIONS[decision] if not judge else ''} ({final})"
    return Row(name, "added", final, encoders, k, decision, judge)


def _single(recipe: Recipe, k: int) -> list[Row]:
    """Each retriever alone, under a final model of its own encoder and under the common one."""
    return [
        _added(f"{name}-R", final, (name,), k, decision)
        for name in recipe.retrieving
        for final in dict.fromkeys((name, recipe.final))
        for decision in ("", "argmax", "tuned")
    ]


def _joined(recipe: Recipe, finals: Sequence[str], k: int) -> list[Row]:
    everyone = recipe.retrieving
    rows = []
    for final in finals:
        rows += [
            replace(
                _added("Baseline-E", final, everyone, k, ""), name=f"Baseline-E k={k} ({final})"
            ),
            _added("ERA", final, everyone, k, "argmax"),
            _added("ERA", final, everyone, k, "tuned"),
        ]
        if recipe.domain and recipe.domain != everyone:
            rows.append(_added("ERA-D", final, recipe.domain, k, "argmax"))
            rows.append(_added("ERA-D", final, recipe.domain, k, "tuned"))
    return rows


def _ablations(recipe: Recipe, *, translator: bool) -> list[Row]:
    final, k, everyone = recipe.final, min(recipe.ks), recipe.retrieving
    common = recipe.common_filter
    rows = [
        Row(f"equal sampling ({final})", "equal", final),
        Row(f"oversampled positives ({final})", "oversampled", final),
        _added(f"ERA common filter {common}", final, everyone, k, "argmax", common),
        _added("ERA final model as filter", final, everyone, k, "argmax", "final"),
    ]
    rows += [
        _added(f"{weak}-R filtered by {strong}", weak, (weak,), k, "argmax", strong)
        for weak, strong in recipe.cross_filters
    ]
    if translator:
        rows.append(Row(f"back-translated positives ({final})", "translated", final))
    rows += [
        Row(f"answerability first ({name})", "answerable", name)
        for name in dict.fromkeys((recipe.finals[0], final))
    ]
    return rows


def _beyond(recipe: Recipe) -> list[Row]:
    """Rows that are not in the paper."""
    final, k, everyone = recipe.final, min(recipe.ks), recipe.retrieving
    rows = [
        Row(f"{TWICE} ({final})", "twice", final),
        Row(f"weighted cross-entropy ({final})", "weighted", final),
        replace(
            _added("ERA weighted cross-entropy", final, everyone, k, "argmax"),
            kind="added weighted",
        ),
        Row(f"hard negatives ({final})", "hard", final),
        Row(f"taught k={k} ({final})", "taught", final, everyone, k),
        Row(f"taught with soft labels k={k} ({final})", "taught soft", final, everyone, k),
    ]
    rows.append(Row(f"headings as questions ({final})", "headings", final))
    if len(everyone) > 1:
        rows.append(Row(f"{SUBSET} k={k} ({final})", "subset", final, everyone, k, "argmax"))
    return rows
