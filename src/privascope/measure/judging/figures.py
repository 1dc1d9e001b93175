"""The figures of judged searches: precision by theme, and how alike the results of queries are."""

from collections.abc import Sequence
from itertools import combinations

from privascope.errors import MissingExtraError
from privascope.measure.judging.judgements import Judgements
from privascope.measure.judging.queries import QUERIES, THEMES
from privascope.measure.judging.runs import Run

DEPTHS = (5, 10)


def precision(run: Run, judged: Judgements) -> dict[str, dict[str, float]]:
    """P@5 and P@10 of each theme and over all; what was not judged counts as not relevant."""
    try:
        import ir_measures
        from ir_measures import P
    except ImportError as error:
        raise MissingExtraError("Measuring judged searches", "measure") from error
    qrels = [
        ir_measures.Qrel(query, version, relevance)
        for query, versions in judged.items()
        for version, relevance in versions.items()
    ]
    found = [
        ir_measures.ScoredDoc(query, version, -float(place))
        for query, versions in run.found.items()
        for place, version in enumerate(versions)
    ]
    value = dict.fromkeys(((query.id, depth) for query in QUERIES for depth in DEPTHS), 0.0)
    for metric in ir_measures.iter_calc([P @ depth for depth in DEPTHS], qrels, found):
        value[metric.query_id, metric.measure["cutoff"]] = float(metric.value)
    report = {}
    for theme in (*THEMES, "all"):
        ids = [
            query.id for query in QUERIES if theme in (query.theme, "all") and query.id in judged
        ]
        if ids:
            report[theme] = {
                f"p_at_{depth}": _mean([value[query, depth] for query in ids]) for depth in DEPTHS
            }
    return report


def judged_share(runs: Sequence[Run], judged: Judgements) -> float:
    """The share of the results found that somebody judged."""
    pairs = {
        (query, version)
        for run in runs
        for query, versions in run.found.items()
        for version in versions
    }
    known = sum(version in judged.get(query, {}) for query, version in pairs)
    return known / len(pairs) if pairs else 0.0


def likeness(run: Run) -> float:
    """The mean Jaccard of the results of two queries: 0 when no two share a policy."""
    found = [set(versions) for versions in run.found.values()]
    return _mean(
        [
            len(one & other) / len(one | other)
            for one, other in combinations(found, 2)
            if one | other
        ]
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
