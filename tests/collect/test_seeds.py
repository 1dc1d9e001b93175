"""Lists of companies, of top sites and of apps as places that policies come from."""

import json
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from privascope.collect import web_source
from privascope.collect.adding import add_sources
from privascope.collect.app_listings import AppListings, described, listing_address
from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.examine import Criteria
from privascope.collect.fetch import Fetcher
from privascope.collect.many_sites import CompanySites, ManySites
from privascope.collect.site_lists import company_sites, top_sites
from privascope.collect.sources import open_source
from privascope.errors import FetchError, SourceError
from privascope.library.index import catch_up
from privascope.library.records import Company
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.parameters import search_request
from privascope.traits.industries import sector_of_industry
from tests.collect.local_site import LocalSite, QuickClock, local_site, page
from tests.conftest import policy_page

LOCAL = frozenset({"127.0.0.1", "localhost"})
HEADER = "name,domain,year founded,industry,size range,locality,country,current employee estimate\n"


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        yield running


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as polite:
        yield polite


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_list_of_companies_is_crawled(tmp_path: Path, fetcher: Fetcher) -> None:
    path = written(
        tmp_path, "companies.csv", HEADER + "Cedar,cedar.example,1998,banking,11-50,,france,20\n"
    )
    source = open_source(str(path), fetcher=fetcher)
    assert isinstance(source, CompanySites)
    (company,) = source.companies()
    assert (company.country, company.size, company.founded) == ("france", "11-50", 1998)


@pytest.mark.parametrize(
    "text",
    [
        "1,cedar.example\n2,birch.example\n",
        "GlobalRank,TldRank,Domain,TLD\n1,1,cedar.example,example\n2,2,birch.example,example\n",
        "origin,rank\nhttps://www.cedar.example,1000\nhttps://birch.example,5000\n",
    ],
)
def test_top_lists_are_crawled(tmp_path: Path, fetcher: Fetcher, text: str) -> None:
    path = written(tmp_path, "top.csv", text)
    assert isinstance(open_source(str(path), fetcher=fetcher), ManySites)
    found = [str(one).removeprefix("www.") for one in top_sites(path, "top.csv")]
    assert found == ["cedar.example", "birch.example"]


def test_missing_double_and_hostile_domains_are_told(tmp_path: Path, fetcher: Fetcher) -> None:
    rows = [
        "Cedar,cedar.example,1998,banking,,,france,",
        "Again,CEDAR.example,1998,banking,,,france,",
        "None,,1998,banking,,,france,",
        "Script,javascript:alert(1),1998,banking,,,france,",
        "File,file:///etc/passwd,1998,banking,,,france,",
        "Inside,127.0.0.1,1998,banking,,,france,",
        "Inside too,localhost,1998,banking,,,france,",
        '"Broken,birch.example',
    ]
    path = written(tmp_path, "companies.csv", HEADER + "\n".join(rows) + "\n")
    found = list(company_sites(path, "companies.csv"))
    assert [one for one in found if isinstance(one, str)] == ["cedar.example", "cedar.example"]
    refused = [one for one in found if isinstance(one, Refusal)]
    assert len(refused) >= 5
    assert all("domain" in one.why for one in refused)
    source = open_source(str(path), fetcher=fetcher)
    assert isinstance(source, ManySites)
    assert len([one for one in source._once() if isinstance(one, str)]) == 1
    assert source.left_out["listed twice"] == 1


def test_wrong_columns_are_told(tmp_path: Path, fetcher: Fetcher) -> None:
    path = written(tmp_path, "c.csv", "name,industry,country\nCedar,banking,france\n")
    source = open_source(str(path), fetcher=fetcher)
    with pytest.raises(SourceError, match="no column looks like the companies' domain"):
        list(source.arrivals())


def test_a_list_without_end_is_begun_at_once(fetcher: Fetcher) -> None:
    source = ManySites(lambda: (Refusal(str(n), "", "", str(n)) for n in count()), fetcher, "x")
    assert [one.key for one in islice(source.arrivals(), 600)] == [str(n) for n in range(600)]


def listing(app: str, category: str, link: str) -> str:
    data = {"@type": "SoftwareApplication", "name": app, "applicationCategory": category}
    return (
        f'<html><head><script type="application/ld+json">{json.dumps(data)}</script></head><body>'
        f"<h1>{app}</h1><p>Makes lists.</p>{link}"
        '<footer><a href="https://policies.google.com/privacy">Privacy Policy</a></footer>'
    )


def test_an_app_leads_to_its_policy_and_keeps_its_category(
    tmp_path: Path, site: LocalSite, fetcher: Fetcher
) -> None:
    policy = f"http://localhost:{site.port}/privacy"
    site.answers["/apps/lister"] = page(
        listing("Lister", "HEALTH_AND_FITNESS", f'<a href="{policy}">Privacy policy</a>')
    )
    site.answers["/apps/bare"] = page(listing("Bare", "TOOLS", ""))
    site.answers["/privacy"] = page(policy_page("Lister").decode())
    path = written(tmp_path, "apps.txt", f"{site.url('/apps/lister')}\n{site.url('/apps/bare')}\n")
    source = open_source(str(path), apps=True, fetcher=fetcher)
    assert isinstance(source, AppListings)
    arrived, refused = source.arrivals()
    assert isinstance(arrived, Arrival)
    assert arrived.url == policy
    assert isinstance(refused, Refusal)
    assert refused.why == "its listing names no privacy policy"
    (company,) = source.companies.values()
    assert (company.name, company.industry) == ("Lister", "Health and fitness")
    assert sector_of_industry(company.industry) == "Medical"


def test_listings_by_id() -> None:
    assert listing_address("org.example.notes").startswith("https://play.google.com/store/apps/")
    assert listing_address("id123456789") == "https://apps.apple.com/app/id123456789"
    assert listing_address("https://store.example/x") == "https://store.example/x"
    with pytest.raises(SourceError, match="is no app"):
        listing_address("my notes app")
    for broken in (b"", b'<script type="application/ld+json">{</script>', b"\xff\xfe"):
        assert described(broken) == ("", "")
    assert described(b'<a href="/store/apps/category/MEDICAL">x</a>') == ("", "Medical")


def test_an_index_is_fetched_anew(tmp_path: Path, site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/privacy"] = page("words of today")
    row = {
        "url": site.url("/privacy"),
        "timestamp": "20190701000000",
        "mime": "text/html",
        "status": "200",
        "filename": "x.warc.gz",
        "offset": "0",
        "length": "100",
    }
    other = {**row, "url": site.url("/about")}
    rows = "".join(f"{json.dumps(one)}\n" for one in (row, other, row))
    path = written(tmp_path, "index.cdxj", rows)
    source = open_source(str(path), recrawl=True, candidates_only=True, fetcher=fetcher)
    (arrived,) = source.arrivals()
    assert isinstance(arrived, Arrival)
    assert arrived.content == b"words of today"
    assert site.paths() == ["/privacy"]


def test_a_crawl_of_companies_keeps_what_the_list_says_of_them(
    tmp_path: Path, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(domain: str, _: Fetcher) -> None:
        raise FetchError(f"No privacy policy was found on {domain}.")

    monkeypatch.setattr(web_source, "find_policy", find)
    rows = "Cedar,cedar.example,1998,banking,11-50,,France,20\nNone,,,,,,,\n"
    path = written(tmp_path, "companies.csv", HEADER + rows)
    added = add_sources(tmp_path / "lib", [str(path)], fetcher, Criteria())
    assert sum(added.outcomes.values()) == 2
    with Library(tmp_path / "lib") as library:
        company = library.company("cedar.example")
    assert company is not None
    assert (company.country, company.size) == ("France", "11-50")


def test_country_size_and_year_are_filters(writer: LibraryWriter, put: Callable[..., str]) -> None:
    for name in ("cedar", "birch", "alder"):
        put(policy_page(name.title()), f"https://{name}.example/privacy")
    with writer.transaction():
        writer.set_companies(
            [
                Company("cedar.example", country="France", size="11-50", founded=1998),
                Company("birch.example", country="chile", size="1-10", founded=2015),
            ]
        )
    catch_up(writer)
    searcher = Searcher(writer)

    def found(**filters: str) -> set[str]:
        page = searcher.search(search_request("", filters))
        return {one.domain.partition(".")[0] for one in page.results}

    assert found(country="france") == {"cedar"}
    assert found(country="-france") == {"birch", "alder"}
    assert found(company_size="1-10") == {"birch"}
    assert found(founded="..2000") == {"cedar"}
    assert found(founded="2000..") == {"birch"}
    result = searcher.search(search_request("", {"country": "france"})).results[0]
    assert (result.country, result.size, result.founded) == ("France", "11-50", 1998)
