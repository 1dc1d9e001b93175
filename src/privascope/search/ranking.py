"""How results are ranked: the factors of each score, or the key of each sort order."""

from collections.abc import Mapping
from enum import StrEnum

from privascope.library.engines.engine import Order, Scored, Sorted
from privascope.library.indexed import POLICY, POPULARITY


class Ranking(StrEnum):
    """How results are ordered; equals are ordered by id."""

    CUSTOM = "custom"
    UNWEIGHTED = "without-policy"
    RELEVANCE = "relevance"
    POPULARITY = "popularity"
    NEWEST = "newest"
    READABILITY = "readability"
    VAGUENESS = "vagueness"


# A score is BM25 over a query's words, more where these are next to each other in a text. The
# custom rank is BM25 x popularity x P(policy); `library/indexed.py` holds the two factors.
ORDERS: Mapping[Ranking, Order] = {
    Ranking.CUSTOM: Scored((POLICY, POPULARITY)),
    Ranking.UNWEIGHTED: Scored((POPULARITY,)),
    Ranking.RELEVANCE: Scored(),
    Ranking.POPULARITY: Sorted("popularity"),
    Ranking.NEWEST: Sorted("date"),
    Ranking.READABILITY: Sorted("grade"),
    Ranking.VAGUENESS: Sorted("vagueness"),
}
