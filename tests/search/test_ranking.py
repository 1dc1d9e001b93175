"""What each ranking means, put together from what an index holds."""

from collections.abc import Callable

from privascope.library.engines.engine import Filters, Request, Scored, Sorted
from privascope.library.engines.query import Word
from privascope.library.index import catch_up, open_index
from privascope.library.indexed import DETECTED, FIELDS, POLICY, POPULARITY, indexed_versions
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.search.ranking import ORDERS, Ranking
from tests.conftest import policy_page


def test_every_ranking_is_prepared_in_the_index() -> None:
    assert set(ORDERS) == set(Ranking)
    for order in ORDERS.values():
        if isinstance(order, Sorted):
            assert order.key in {key.name for key in FIELDS.keys}
        else:
            assert order.factors in FIELDS.products


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

    custom, known_site = scores(Ranking.CUSTOM), scores(Ranking.UNWEIGHTED)
    hits = open_index(writer).search(Request(Word("cookies"), order=Scored()))
    words = {hit.version_id: hit.score for hit in hits.best}
    relevance, published = scores(Ranking.RELEVANCE), scores(Ranking.PUBLISHED)
    assert len(custom) == 2
    ratios = set()
    for version, parts in factors.items():
        ratios.add(round(custom[version] / words[version], 4))
        # A score below a tenth of the words' own cannot be had.
        product = max(0.1, parts[POLICY] * parts[POPULARITY])
        assert abs(custom[version] / words[version] / product - 1) < 1e-3
        assert abs(known_site[version] / words[version] / parts[POPULARITY] - 1) < 1e-3
        factor = parts[DETECTED] * parts[POPULARITY]
        assert abs(published[version] / relevance[version] / factor - 1) < 1e-3
    assert len(ratios) == 2


def test_policies_with_all_words_come_first_and_others_say_what_is_missing(
    writer: LibraryWriter, put: Callable[..., str]
) -> None:
    put(policy_page("Cedar", "A quasar tells us your location."), "https://cedar.example/privacy")
    put(policy_page("Birch", "We know your location."), "https://birch.example/privacy")
    put(policy_page("Alder"), "https://alder.example/privacy")
    catch_up(writer)
    searcher = Searcher(writer)
    for ranking in Ranking:
        page = searcher.search(SearchRequest("quasar location", ranking=ranking))
        assert (page.total, page.total_all_words) == (2, 1), ranking
        assert {one.domain: one.missing for one in page.results} == {
            "cedar.example": (),
            "birch.example": ("quasar",),
        }
        assert page.results[0].domain == "cedar.example"
    strict = searcher.search(SearchRequest("+quasar location"))
    assert (strict.total, strict.total_all_words) == (1, 1)
    none = searcher.search(SearchRequest("zyx location"))
    assert (none.total, none.total_all_words) == (2, 0)
    assert all(one.missing == ("zyx",) for one in none.results)


def test_policies_by_p_policy_and_narrowed_by_it(
    writer: LibraryWriter, put: Callable[..., str]
) -> None:
    for name, probability in (("cedar", 0.6), ("birch", 0.99), ("alder", 0.8)):
        put(policy_page(name.title()), f"https://{name}.example/privacy")
        writer.write(
            "UPDATE version SET probability = ? WHERE url LIKE ?", probability, f"%{name}%"
        )
    catch_up(writer)
    searcher = Searcher(writer)
    page = searcher.search(SearchRequest(ranking=Ranking.PROBABILITY))
    assert [one.domain.split(".")[0] for one in page.results] == ["birch", "alder", "cedar"]
    narrowed = SearchRequest(filters=Filters(ranges={"probability": (0.7, None)}))
    assert searcher.count(narrowed) == 2
    (bars,) = (one.bins for one in page.ranges if one.name == "probability")
    assert sum(bar.count for bar in bars) == 3


def test_results_say_when_they_are_dated_and_when_they_were_fetched(
    writer: LibraryWriter, put: Callable[..., str]
) -> None:
    put(policy_page("Cedar"), "https://cedar.example/privacy")
    catch_up(writer)
    (result,) = Searcher(writer).search(SearchRequest("cookies")).results
    (row,) = writer.rows("SELECT max(fetched_at) AS day FROM observation")
    assert result.url == "https://cedar.example/privacy"
    assert result.fetched is not None
    assert result.fetched.isoformat() == row["day"][:10]
    assert result.date == (result.stated or result.fetched)
