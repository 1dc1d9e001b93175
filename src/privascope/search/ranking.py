"""How results are ranked: the factors of each score, or the key of each sort order."""

from collections.abc import Mapping
from enum import StrEnum

from privascope.library.engines.engine import Alternatives, Order, Scored, Sorted
from privascope.library.indexed import DETECTED, POLICY, POPULARITY


class Ranking(StrEnum):
    """How results are ordered; equals are ordered by id."""

    CUSTOM = "custom"
    UNWEIGHTED = "without-policy"
    RELEVANCE = "relevance"
    PUBLISHED = "published"
    PROBABILITY = "probability"
    POPULARITY = "popularity"
    NEWEST = "newest"
    READABILITY = "readability"
    VAGUENESS = "vagueness"


# A score is BM25 over a query's words, more where these are next to each other in a text. The
# custom rank is BM25 x popularity x P(policy); `library/indexed.py` holds the two factors.
# `relevance` and `published` are formulas 1 to 3 of the PrivaSeer paper: a bag of words, scored by
# BM25 alone, or times the detector's own P(policy) and the logarithm of PageRank.
ORDERS: Mapping[Ranking, Order] = {
    Ranking.CUSTOM: Scored((POLICY, POPULARITY)),
    Ranking.UNWEIGHTED: Scored((POPULARITY,)),
    Ranking.RELEVANCE: Alternatives(),
    Ranking.PUBLISHED: Alternatives((DETECTED, POPULARITY)),
    Ranking.PROBABILITY: Sorted("probability"),
    Ranking.POPULARITY: Sorted("popularity"),
    Ranking.NEWEST: Sorted("date"),
    Ranking.READABILITY: Sorted("grade"),
    Ranking.VAGUENESS: Sorted("vagueness"),
}
