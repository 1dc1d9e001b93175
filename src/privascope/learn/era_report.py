"""The report of an ERA run: one HTML page with tables and pictures."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from privascope.learn.era_pictures import line_chart, venn
from privascope.learn.era_rows import PLAIN, TWICE

_DRAWS = 2000
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:84rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
    "td,th{padding:.25rem .5rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}"
    "th{white-space:normal}td:first-child{min-width:9rem}td:first-child,th:first-child,.t{text-align:left;white-space:normal}"
    "figure{display:inline-block;margin:1rem 1rem 1rem 0}svg{max-width:100%;height:auto}"
    "svg text{font:13px system-ui,sans-serif}svg .g{stroke:#e3e3e3}.best{font-weight:600}"
)

Result = Mapping[str, Any]


def era_report(run: Mapping[str, Any]) -> str:
    """The page."""
    results = _by_row(run)
    body = [
        "<h1>Retrieval-enhanced augmentation</h1>",
        _summary(run, results),
        "<h2>Final selectors</h2>",
        "<p>Relevant class over all pairs of policies never seen, at the threshold that is best on "
        "other policies; the mean over folds and seeds, and the standard deviation over seeds. "
        "Differences are in F1, with the middle 95&nbsp;% when policies are drawn anew "
        f"({_DRAWS:,} times, the same draws for both).</p>",
        _selectors(results),
        "<h2>With and without filter, by k</h2>",
        _by_k(results),
        "<h2>Retrievers</h2>",
        _retrievers(run),
        "<h2>What they bring</h2>",
        brought(run),
        "<h2>By category of question</h2>",
        _categories(run, results),
        "<h2>Kept and dropped</h2>",
        _examples(run),
    ]
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>ERA report</title>"
        f"<style>{_STYLE}</style><body>{''.join(body)}</body></html>\n"
    )


def difference(ours: Sequence[Result], plain: Sequence[Result]) -> tuple[float, float, float]:
    """By how much F1 is higher, and the middle 95 % of that when policies are drawn anew."""
    tables = [_policy_counts(results) for results in (ours, plain)]
    policies = sorted({*tables[0]} & {*tables[1]})
    if not policies:
        return 0.0, 0.0, 0.0
    first, second = (np.array([table[name] for name in policies]) for table in tables)
    chance = np.random.default_rng(0)
    drawn = chance.integers(len(policies), size=(_DRAWS, len(policies)))
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
        for _, policy, *counts in result["counts"]:
            own = sums.setdefault(policy, [0.0, 0.0, 0.0])
            for place, count in enumerate(counts):
                own[place] += count / seeds
    return sums


def _by_row(run: Mapping[str, Any]) -> dict[str, list[Result]]:
    rows: dict[str, list[Result]] = {}
    for part in run["folds"]:
        for result in part["rows"]:
            rows.setdefault(result["row"], []).append({**result, "fold": part["fold"]})
    return rows


def _mean(results: Sequence[Result], name: str) -> float:
    return float(np.mean([result[name] for result in results]))


def _spread(results: Sequence[Result], name: str) -> str:
    """The mean over folds and seeds, and how far seeds lie apart, where there are several."""
    seeds = sorted({result["seed"] for result in results})
    means = [100 * _mean([one for one in results if one["seed"] == seed], name) for seed in seeds]
    return f"{np.mean(means):.1f}" + (f" ± {np.std(means):.1f}" if len(means) > 1 else "")


def _by_fold(results: Sequence[Result]) -> str:
    """The F1 on each fold, the mean over seeds."""
    folds = sorted({result["fold"] for result in results})
    figures = (_mean([one for one in results if one["fold"] == fold], "f1") for fold in folds)
    return " / ".join(f"{100 * f1:.1f}" for f1 in figures)


def _summary(run: Mapping[str, Any], results: Mapping[str, list[Result]]) -> str:
    corpus = run["corpus"]
    return (
        f"<p>{run['questions']:,} questions on {run['policies']} policies; "
        f"{corpus['documents']:,} unlabelled policies with {corpus['sentences']:,} distinct "
        f"sentences ({corpus['repeated_sentences']:,} repetitions, {corpus['not_english']:,} "
        f"documents not in English and {corpus['too_short']:,} too short left out), "
        f"{run['sentences_searched']:,} statements of them searched. "
        f"Folds by policy that were judged: {len(run['folds'])}. "
        f"Best row by F1: <b>{escape(max(results, key=lambda name: _mean(results[name], 'f1')))}"
        "</b>.</p>"
    )


def _selectors(results: Mapping[str, list[Result]]) -> str:
    best = max(results, key=lambda name: _mean(results[name], "f1"))
    compared = [name for name in (PLAIN, TWICE) if name in results]
    rows = []
    for name, own in results.items():
        rows.append(
            [
                f"<span class=best>{escape(name)}</span>" if name == best else escape(name),
                *(_spread(own, key) for key in ("precision", "recall", "f1")),
                _by_fold(own),
                *("" if other == name else _gain(own, results[other]) for other in compared),
                *(_spread(own, key) for key in ("best_f1", "macro_f1", "f_at_5", "mrr")),
                f"{_mean(own, 'pairs'):,.0f}",
                f"{_mean(own, 'added'):,.0f}",
                str(len(own)),
            ]
        )
    heads = [
        *("row", "precision", "recall", "F1", "by fold"),
        *(f"over {name}" for name in compared),
        *("best F1", "macro F1", "F@5", "MRR", "training pairs", "of them added", "runs"),
    ]
    return _table(heads, rows)


def _gain(ours: Sequence[Result], others: Sequence[Result]) -> str:
    gain, low, high = (100 * value for value in difference(ours, others))
    return f"{gain:+.1f} ({low:+.1f} … {high:+.1f})"


def _by_k(results: Mapping[str, list[Result]]) -> str:
    lines: dict[str, list[tuple[float, float]]] = {}
    for name, own in results.items():
        if own[0]["encoders"]:
            kind = name.rsplit(", k=", 1)[0]
            lines.setdefault(kind, []).append((own[0]["k"], _mean(own, "f1")))
    plain = _mean(results[PLAIN], "f1")
    ks = sorted({k for line in lines.values() for k, _ in line})
    if len(ks) < 2:
        return "<p>A curve needs rows with several k; the table above has those of one.</p>"
    lines[PLAIN] = [(k, plain) for k in ks]
    return line_chart("F1 of the final selector", lines, "sentences retrieved a question", "F1")


def _retrievers(run: Mapping[str, Any]) -> str:
    rows, lines = [], {}
    for name in run["encoders"]:
        for kind in ("bare", "trained"):
            own = [part["retrievers"][name][kind] for part in run["folds"]]
            recalls = [float(np.mean([one[f"recall_at_{k}"] for one in own])) for k in range(1, 11)]
            rows.append(
                [
                    escape(f"{name}, {kind}"),
                    f"{_mean(own, 'mrr'):.3f}",
                    f"{_mean(own, 'mean_rank'):.1f}",
                    *(f"{100 * recall:.1f}" for recall in recalls),
                ]
            )
            lines[f"{name}, {kind}"] = [(float(k), r) for k, r in enumerate(recalls, 1)]
    heads = ["retriever", "MRR", "mean rank", *(f"R@{k}" for k in range(1, 11))]
    return _table(heads, rows) + line_chart(
        "Recall in the question's own policy", lines, "k", "recall"
    )


def _finders(names: tuple[str, ...]) -> str:
    return " & ".join(names) if len(names) > 1 else f"{names[0]} alone"


def brought(run: Mapping[str, Any]) -> str:
    """What each encoder retrieved, what they share, and how alike it is."""
    first = run["folds"][0]
    parts = [f"<p>Fold {first['fold']}. Pairs of a question and a retrieved sentence.</p>"]
    for some in first["retrieved"]:
        when = "after filtering" if some["filtered"] else "before filtering"
        regions = {tuple(names): count for names, count in some["regions"]}
        title = f"k={some['k']}, {when}"
        parts.append(
            venn(title, regions)
            or _table(
                [f"found by, {title}", "pairs"],
                [[escape(_finders(names)), f"{count:,}"] for names, count in regions.items()],
            )
        )
    names = list(first["retrieved"][0]["sizes"])
    sizes = [
        [
            f"k={some['k']}, {'after' if some['filtered'] else 'before'} filtering",
            *(f"{some['sizes'][name]:,}" for name in names),
        ]
        for some in first["retrieved"]
    ]
    heads = ["", *map(escape, names)]
    parts.append("<h3>Pairs that each encoder brings</h3>" + _table(heads, sizes))
    if len(names) > 1:
        rows = [
            [
                f"k={some['k']}, {'after' if some['filtered'] else 'before'} filtering",
                *(f"{100 * value:.1f}" for _, _, value in some["bleu"]),
            ]
            for some in first["retrieved"]
        ]
        heads = [f"{escape(a)} → {escape(b)}" for a, b, _ in first["retrieved"][0]["bleu"]]
        parts.append("<h3>BLEU between the retrieved sets</h3>" + _table(["", *heads], rows))
    return "".join(parts)


def _categories(run: Mapping[str, Any], results: Mapping[str, list[Result]]) -> str:
    augmented = [name for name, own in results.items() if own[0]["encoders"]]
    if not run["folds"][0]["categories"]:
        return "<p>No categories were given.</p>"
    shown = [PLAIN]
    if augmented:
        shown.append(max(augmented, key=lambda name: _mean(results[name], "f1")))
    sums: dict[str, dict[str, Any]] = {}
    for part in run["folds"]:
        for own in part["categories"]:
            held = sums.setdefault(own["category"], {"retrieved": 0, "kept": 0})
            held["retrieved"] += own["retrieved"]
            held["kept"] += own["kept"]
            for key, counts in own["rows"].items():
                row, seed = key.split("\t")
                if seed == str(part["rows"][0]["seed"]):
                    held[row] = np.array(held.get(row, 0)) + np.array(counts)
    rows = []
    for name, held in sums.items():
        # A question is learned from on every fold but its own.
        counts = (round(held[key] / len(run["folds"])) for key in ("retrieved", "kept"))
        row = [escape(name), f"{held[PLAIN][0]:,}", *(f"{count:,}" for count in counts)]
        for one in shown:
            questions, right, found, wanted = (int(count) for count in held[one])
            del questions
            row += [f"{right:,} of {wanted:,}", f"{200 * right / max(1, found + wanted):.1f}"]
        rows.append(row)
    heads = ["category", "questions judged", "retrieved a fold", "kept a fold"]
    for one in shown:
        heads += [f"{escape(one)}: right", "F1"]
    return _table(heads, rows)


def _examples(run: Mapping[str, Any]) -> str:
    rows = [
        [
            "kept" if one["kept"] else "dropped",
            escape(one["encoder"]),
            escape(one["question"]),
            escape(one["sentence"]),
        ]
        for one in run["folds"][0]["shown"]
    ]
    return _table(["filter", "encoder", "question", "sentence"], rows, text=True)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, text: bool = False) -> str:
    left = " class=t" if text else ""
    body = "".join(
        "<tr>" + "".join(f"<td{left}>{value}</td>" for value in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{''.join(f'<th{left}>{head}</th>' for head in heads)}</tr>{body}</table>"
