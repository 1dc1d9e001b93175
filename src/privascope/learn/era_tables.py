"""The tables of an ERA report as rows of text: for the page, CSV and LaTeX alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privascope.learn.era_published import BY_CATEGORY, FILTER_RECALL, RECALL, published, said
from privascope.learn.era_recipe import Recipe
from privascope.learn.era_rows import PLAIN, TWICE, Row

DRAWS = 2000

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table by name, with its title and a note; the first column names the row."""

    name: str
    title: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def all_tables(run: Mapping[str, Any], recipe: Recipe, rows: Sequence[Row]) -> list[Table]:
    """Every table that has something to show."""
    results = by_row(run)
    made = [
        main_table(results, recipe, rows),
        _decisions(results),
        _categories(run, results, recipe),
        _retrievals(run),
        _retrievers(run, recipe),
        _sizes(run),
        _overlap(run),
        _bleu(run),
        _subset(results),
        _costs(run, results),
    ]
    return [table for table in made if table.rows]


def by_row(run: Mapping[str, Any]) -> dict[str, list[Result]]:
    """The results of each row, over folds and seeds."""
    found: dict[str, list[Result]] = {}
    for part in run["parts"]:
        for result in part["rows"]:
            found.setdefault(result["row"], []).append(result)
    return found


def figure(result: Result, name: str, decision: str = "argmax", precision: str = "fp32") -> float:
    """A figure of a result; those of rankings hang on no decision."""
    own = result[precision]
    return float(own[decision][name] if name in own[decision] else own[name])


def mean(results: Sequence[Result], read: Callable[[Result], float]) -> float:
    """The mean over folds and seeds."""
    return float(np.mean([read(one) for one in results]))


def spread(results: Sequence[Result], read: Callable[[Result], float], scale: float = 100) -> str:
    """The mean over folds, and the standard deviation over seeds where there are several."""
    seeds = sorted({one["seed"] for one in results})
    means = [scale * mean([one for one in results if one["seed"] == s], read) for s in seeds]
    return f"{np.mean(means):.1f}" + (f" ± {np.std(means, ddof=1):.1f}" if len(means) > 1 else "")


def difference(ours: Sequence[Result], plain: Sequence[Result]) -> tuple[float, float, float]:
    """By how much F1 is higher, and the middle 95 % of that when policies are drawn anew."""
    tables = [_policy_counts(results) for results in (ours, plain)]
    policies = sorted({*tables[0]} & {*tables[1]})
    if not policies:
        return 0.0, 0.0, 0.0
    first, second = (np.array([table[name] for name in policies]) for table in tables)
    chance = np.random.default_rng(0)
    drawn = chance.integers(len(policies), size=(DRAWS, len(policies)))
    gains = _f1(first[drawn].sum(axis=1)) - _f1(second[drawn].sum(axis=1))
    gain = float((_f1(first.sum(axis=0)) - _f1(second.sum(axis=0))).item())
    low, high = np.quantile(gains, (0.025, 0.975))
    return gain, float(low), float(high)


def _f1(counts: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    right, found, wanted = counts[..., 0], counts[..., 1], counts[..., 2]
    return np.asarray(2 * right / np.maximum(1, found + wanted))


def _policy_counts(results: Sequence[Result]) -> dict[str, list[float]]:
    """Right, found and wanted sentences of each policy, the mean over seeds."""
    sums: dict[str, list[float]] = {}
    seeds = max(1, len({result["seed"] for result in results}))
    for result in results:
        for _, policy, *counts in result["fp32"]["counts"]["argmax"]:
            own = sums.setdefault(policy, [0.0, 0.0, 0.0])
            for place, count in enumerate(counts[:3]):
                own[place] += count / seeds
    return sums


def main_table(results: Mapping[str, list[Result]], recipe: Recipe, rows: Sequence[Row]) -> Table:
    """Each row with its figures, what the paper reports, and the difference to no augmentation."""
    made = []
    has_twice = any(name.startswith(TWICE) for name in results)
    for row in rows:
        own = results.get(row.name)
        if own is None:
            continue
        plain = results.get(f"{PLAIN} ({row.final})", [])
        twice = results.get(f"{TWICE} ({row.final})", [])
        paper = published(recipe, row)
        made.append(
            (
                row.name,
                *(spread(own, lambda r, n=name: figure(r, n)) for name in _CLASS),  # type: ignore[misc]
                f"{paper[2]:.1f}" + (f" ± {paper[3]}" if paper[3] else "")
                if paper
                else said(recipe, row),
                _gain(own, plain) if row.kind != "plain" and plain else "",
                *([_gain(own, twice) if row.kind != "twice" and twice else ""] * has_twice),
                _by_fold(own),
                spread(own, lambda r: figure(r, "best_f1")),
                spread(own, lambda r: figure(r, "mrr")),
                spread(own, lambda r: figure(r, "f_at_5")),
                f"{mean(own, lambda r: r['pairs']):,.0f}",
                f"{mean(own, lambda r: r['added']):,.0f}",
                str(len(own)),
            )
        )
    heads = [
        *("row", "precision", "recall", "F1", "F1 in the paper", f"F1 over {PLAIN}"),
        *([f"F1 over {TWICE}"] * has_twice),
        *("F1 by fold", "best F1", "MRR", "F@5", "training pairs", "of them added", "runs"),
    ]
    note = (
        "The relevant class over all pairs that are judged, by the likelier class (argmax), in "
        "fp32: the mean over folds, ± the standard deviation over seeds. Differences are between "
        "pooled F1 of rows with the same final model, with the middle 95 % when policies are drawn "
        f"anew ({DRAWS:,} times). Best F1 is that of the best threshold, chosen on what is judged."
    )
    return Table("main", "Final models", note, tuple(heads), tuple(made))


_CLASS = ("precision", "recall", "f1")


def _gain(ours: Sequence[Result], others: Sequence[Result]) -> str:
    gain, low, high = (100 * value for value in difference(ours, others))
    return f"{gain:+.1f} ({low:+.1f} to {high:+.1f})"


def _by_fold(results: Sequence[Result]) -> str:
    folds = sorted({result["fold"] for result in results})
    parts = ([one for one in results if one["fold"] == fold] for fold in folds)
    return " / ".join(f"{100 * mean(own, lambda r: figure(r, 'f1')):.1f}" for own in parts)


def _decisions(results: Mapping[str, list[Result]]) -> Table:
    """Argmax and tuned thresholds, fp32 and int8, next to each other."""
    kinds = [
        (precision, decision)
        for precision in ("fp32", "int8")
        for decision in ("argmax", "tuned")
        if all(precision in one for own in results.values() for one in own)
    ]
    rows = [
        (
            name,
            *(
                spread(own, lambda r, d=decision, p=precision: figure(r, "f1", d, p))  # type: ignore[misc]
                for precision, decision in kinds
            ),
        )
        for name, own in results.items()
    ]
    heads = ("row", *(f"{precision}, {decision}" for precision, decision in kinds))
    note = "F1 by the likelier class, and at the threshold that is best on policies to tune on."
    return Table("decisions", "Decision and precision", note, heads, tuple(rows))


def _category_sums(run: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    sums: dict[str, dict[str, Any]] = {}
    for part in run["parts"]:
        for own in part["categories"]:
            held = sums.setdefault(own["category"], {"retrieved": 0, "kept": 0, "rows": {}})
            held["retrieved"] += own["retrieved"]
            held["kept"] += own["kept"]
            for row, counts in own["rows"].items():
                before = held["rows"].get(row, np.zeros(5, dtype=int))
                held["rows"][row] = before + np.array(counts)
    return sums


def _categories(
    run: Mapping[str, Any], results: Mapping[str, list[Result]], recipe: Recipe
) -> Table:
    """F1 of each row by category of question; a category without relevant pairs has none."""
    sums = _category_sums(run)
    wanted = {
        name: max((int(own[3]) for own in held["rows"].values()), default=0)
        for name, held in sums.items()
    }
    shown = [name for name in sums if wanted[name]]
    rows = []
    for name in results:
        cells = []
        for category in shown:
            _, right, found, relevant, pairs = (
                int(n) for n in sums[category]["rows"].get(name, (0,) * 5)
            )
            f1 = 200 * right / (found + relevant) if found + relevant else 0.0
            correct = pairs - found - relevant + 2 * right
            cells.append(
                f"{f1:.1f} ({right:,} of {relevant:,} found; {correct:,} of {pairs:,} right)"
            )
        rows.append((name, *cells))
    roles = [one.role for one in recipe.encoders if one.role]
    if shown and roles:
        for role in (*roles, "ERA"):
            known = [str(BY_CATEGORY[c][1][role]) if c in BY_CATEGORY else "" for c in shown]
            rows.append((f"the paper: {role}{'' if role == 'ERA' else '-R'}", *known))
    heads = ("row", *(BY_CATEGORY[c][0] if c in BY_CATEGORY else c for c in shown))
    note = "F1 over folds and seeds together; relevant pairs found, and pairs rightly decided on."
    return Table("categories", "By category of question", note, heads, tuple(rows) if shown else ())


def _retrievals(run: Mapping[str, Any]) -> Table:
    """What was retrieved for each category of questions, and what filters kept."""
    runs = max(1, len(run["parts"]))
    rows = tuple(
        (
            BY_CATEGORY[name][0] if name in BY_CATEGORY else name,
            f"{held['retrieved'] / runs:,.0f}",
            f"{held['kept'] / runs:,.0f}",
        )
        for name, held in _category_sums(run).items()
        if held["retrieved"]
    )
    heads = ("category", "retrieved by any encoder", "kept by its filter (ERA)")
    note = (
        "Pairs of a question to learn from and a retrieved sentence, the mean of a fold and seed."
    )
    return Table("retrievals", "Retrieved by category", note, heads, rows)


def _retrievers(run: Mapping[str, Any], recipe: Recipe) -> Table:
    """Recall at 1 to 10 of each retriever next to its filter's recall."""
    rows = []
    for name in run["encoders"]:
        parts = [part for part in run["parts"] if part["retrievers"].get(name)]
        for kind in ("bare", "trained") if parts else ():
            own = [part["retrievers"][name][kind] for part in parts]
            filters = [part["filters"][name] for part in parts]
            rows.append(
                (
                    f"{name}, {kind}",
                    f"{np.mean([one['mrr'] for one in own]):.3f}",
                    f"{np.mean([one['mean_rank'] for one in own]):.1f}",
                    *(
                        f"{100 * np.mean([one[f'recall_at_{k}'] for one in own]):.1f}"
                        for k in range(1, 11)
                    ),
                    *(
                        [f"{100 * np.mean([one[key] for one in filters]):.1f}" for key in _FILTER]
                        if kind == "trained"
                        else ["", "", ""]
                    ),
                )
            )
    if rows and any(one.role == "BERT" for one in recipe.encoders):
        recalls = [str(one) for one in RECALL]
        rows.append(("the paper: BERT-R", "", "", *recalls, str(FILTER_RECALL), "", ""))
    heads = (
        *("retriever", "MRR", "mean rank"),
        *(f"R@{k}" for k in range(1, 11)),
        *("filter: recall", "precision", "recall, tuned"),
    )
    note = "In the question's own policy, of the policies that judge; the filter over all pairs."
    return Table("retrievers", "Retrievers and filters", note, heads, tuple(rows))


_FILTER = ("recall", "precision", "tuned_recall")
_WHEN = {"": "before filtering", "argmax": "after filtering", "tuned": "after the tuned filter"}


def sets_of(run: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Retrieved sets over all folds and seeds: sizes and regions as sums, BLEU as a mean."""
    parts = [part["retrieved"] for part in run["parts"] if part["retrieved"]]
    joined = []
    for same in zip(*parts, strict=True):
        sizes = {name: sum(one["sizes"][name] for one in same) for name in same[0]["sizes"]}
        regions: dict[tuple[str, ...], int] = {}
        for one in same:
            for names, count in one["regions"]:
                regions[tuple(names)] = regions.get(tuple(names), 0) + count
        bleu = [
            (a, b, float(np.mean([one["bleu"][place][2] for one in same])))
            for place, (a, b, _) in enumerate(same[0]["bleu"])
        ]
        first = same[0]
        joined.append(
            {"k": first["k"], "decision": first["decision"], "sizes": sizes}
            | {"regions": regions, "bleu": bleu}
        )
    return joined


def set_name(some: Mapping[str, Any]) -> str:
    """Which retrieved set it is."""
    return f"k={some['k']}, {_WHEN[some['decision']]}"


def _sizes(run: Mapping[str, Any]) -> Table:
    sets = sets_of(run)
    names = list(sets[0]["sizes"]) if sets else []
    rows = tuple((set_name(one), *(f"{one['sizes'][n]:,}" for n in names)) for one in sets)
    note = "Pairs of a question and a retrieved sentence, over all folds and seeds."
    return Table("sizes", "Pairs that each encoder brings", note, ("set", *names), rows)


def _overlap(run: Mapping[str, Any]) -> Table:
    sets = sets_of(run)
    kinds = list(sets[0]["regions"]) if sets else []
    kinds = kinds if any(len(names) > 1 for names in kinds) else []
    rows = []
    for one in sets:
        every = max(1, sum(one["regions"].values()))
        counts = [one["regions"][names] for names in kinds]
        rows.append((set_name(one), *(f"{n:,} ({100 * n / every:.1f} %)" for n in counts)))
    heads = ("found by", *(_finders(names) for names in kinds))
    note = "Pairs that exactly these encoders bring; the paper finds less than 1 % in common."
    return Table("overlap", "What encoders have in common", note, heads, tuple(rows * bool(kinds)))


def _finders(names: tuple[str, ...]) -> str:
    return " & ".join(names) if len(names) > 1 else f"{names[0]} alone"


def _bleu(run: Mapping[str, Any]) -> Table:
    sets = sets_of(run)
    pairs = sets[0]["bleu"] if sets else []
    rows = tuple(
        (set_name(one), *(f"{100 * value:.1f}" if value else "" for _, _, value in one["bleu"]))
        for one in sets
    )
    heads = ("set", *(f"{a} → {b}" for a, b, _ in pairs))
    note = "Of each sentence against all of the other encoder's for the same question; paper: ≥ 78."
    return Table("bleu", "BLEU between the retrieved sets", note, heads, rows if pairs else ())


def _subset(results: Mapping[str, list[Result]]) -> Table:
    rows = tuple(
        (
            f"fold {one['fold']}, seed {one['seed']}",
            " + ".join(one["chosen"]),
            f"{100 * one['fp32']['validation']['argmax']:.1f}",
            f"{100 * figure(one, 'f1'):.1f}",
            f"{one['tried']} of {one['of']}",
            f"{one['seconds']:,.0f}",
        )
        for own in results.values()
        for one in own
        if one["kind"] == "subset"
    )
    heads = ("run", "encoders", "F1 to tune on", "F1", "subsets tried", "seconds")
    note = "Encoders are added greedily while F1 grows on the policies to tune on."
    return Table("subset", "The best subset of encoders", note, heads, rows)


def _costs(run: Mapping[str, Any], results: Mapping[str, list[Result]]) -> Table:
    sums: dict[str, list[dict[str, float]]] = {}
    for part in run["parts"]:
        for name, cost in part["costs"].items():
            sums.setdefault(name, []).append(cost)
    for own in results.values():
        for one in own:
            cost = one["cost"]
            sums.setdefault("final model", []).append(cost)
            judged = {"seconds": cost["judging_seconds"], "bytes": 0}
            sums.setdefault("judging a final model", []).append(judged)
    rows = tuple(
        (
            name,
            str(len(own)),
            f"{np.mean([one['seconds'] for one in own]):,.1f}",
            f"{sum(one['seconds'] for one in own) / 60:,.1f}",
            f"{np.mean([one['bytes'] for one in own]) / 1e6:,.1f}",
        )
        for name, own in sums.items()
    )
    heads = ("stage", "times", "seconds each", "minutes together", "MB each")
    note = "Measured where each was made, of the run that ended it; rows may share a final model."
    return Table("costs", "Time and disk", note, heads, rows)
