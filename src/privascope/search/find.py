"""A search over a library."""

from dataclasses import dataclass

from privascope.library.engines.engine import Request
from privascope.library.index import open_index
from privascope.library.records import StoredPolicy
from privascope.library.store import Library
from privascope.search.query import parse_query
from privascope.search.snippets import Snippet, find_snippets


@dataclass(frozen=True, slots=True)
class Result:
    """A policy that matched, with the sentences that show it best."""

    policy: StoredPolicy
    score: float
    snippets: tuple[Snippet, ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The best results of a search, and how many there are."""

    query: str
    total: int
    results: tuple[Result, ...]


def search(
    library: Library, query: str, *, whole_page: bool = False, limit: int = 10
) -> SearchPage:
    """Policies that hold all the words, best first."""
    node = parse_query(query)
    hits = open_index(library).search(Request(node, whole_page=whole_page, limit=limit))
    results = tuple(
        Result(
            policy=library.policy(hit.policy_id),
            score=hit.score,
            snippets=find_snippets(library.derived(hit.version_id).policy, node),
        )
        for hit in hits.best
    )
    return SearchPage(query, hits.total, results)
