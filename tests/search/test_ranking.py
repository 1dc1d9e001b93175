"""What each ranking means, put together from what an index holds."""

from collections.abc import Callable

from privascope.library.engines.engine import Scored
from privascope.library.index import catch_up
from privascope.library.indexed import FIELDS, POLICY, POPULARITY, indexed_versions
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.ranking import ORDERS, Ranking
from tests.conftest import policy_page


def test_every_ranking_is_prepared_in_the_index() -> None:
    assert set(ORDERS) == set(Ranking)
    for order in ORDERS.values():
        if isinstance(order, Scored):
            assert order.factors in FIELDS.products
        else:
            assert order.key in {key.name for key in FIELDS.keys}


def test_the_custom_rank_is_words_times_popularity_times_p_policy(
    writer: LibraryWriter, put: Callable[..., str]
) -> None:
    put(policy_page("Cedar"), "https://cedar.example/privacy")
    put(policy_page("Birch"), "https://birch.example/privacy")
    writer.write("UPDATE version SET probability = 0.75 WHERE url LIKE '%birch%'")
    catch_up(writer)
    ids = [row["id"] for row in writer.rows("SELECT id FROM version")]
    factors = {one.id: one.factors for one in indexed_versions(writer, ids)}
    searcher = Searcher(writer)

    def scores(ranking: Ranking) -> dict[str, float]:
        page = searcher.search(SearchRequest("cookies", ranking=ranking))
        return {result.version_id: result.score for result in page.results}

    custom, words = scores(Ranking.CUSTOM), scores(Ranking.RELEVANCE)
    known_site = scores(Ranking.UNWEIGHTED)
    assert len(custom) == 2
    ratios = set()
    for version, parts in factors.items():
        ratios.add(round(custom[version] / words[version], 4))
        # A score below a tenth of the words' own cannot be had.
        product = max(0.1, parts[POLICY] * parts[POPULARITY])
        assert abs(custom[version] / words[version] / product - 1) < 1e-3
        assert abs(known_site[version] / words[version] / parts[POPULARITY] - 1) < 1e-3
    assert len(ratios) == 2
