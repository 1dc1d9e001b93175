"""The results of each ranking for each query, on policy texts and on whole pages."""

from dataclasses import dataclass

from privascope.library.store import Library
from privascope.measure.judging.queries import QUERIES
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.ranking import Ranking

RANKINGS = (
    Ranking.CUSTOM,
    Ranking.PUBLISHED,
    Ranking.RELEVANCE,
    Ranking.UNWEIGHTED,
    Ranking.POPULARITY,
)
INDEXES = {"policy": False, "page": True}
DEPTH = 10


@dataclass(frozen=True, slots=True)
class Run:
    """One ranking on one index: for each query's id the versions found, best first."""

    index: str
    ranking: Ranking
    found: dict[str, tuple[str, ...]]


def run_all(library: Library) -> tuple[Run, ...]:
    """The top ten of every query by every ranking on either index."""
    searcher = Searcher(library)
    return tuple(
        Run(
            index,
            ranking,
            {
                query.id: tuple(
                    result.version_id
                    for result in searcher.search(
                        SearchRequest(
                            query.text, whole_page=whole_page, ranking=ranking, size=DEPTH
                        )
                    ).results
                )
                for query in QUERIES
            },
        )
        for index, whole_page in INDEXES.items()
        for ranking in RANKINGS
    )


def pooled(runs: tuple[Run, ...], query_id: str) -> tuple[str, ...]:
    """All versions that any run found for a query, in an order that tells nothing of the runs."""
    return tuple(sorted({version for run in runs for version in run.found[query_id]}))
