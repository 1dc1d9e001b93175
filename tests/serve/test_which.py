"""The page and the address of which policies say something, and the facet on the results page."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from privascope.library.writer import LibraryWriter
from privascope.traits.practices.statements import statements
from tests.location_policies import OPPOSITE, SENTENCES, SLUG, four_policies
from tests.serve.conftest import running


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server over four policies: one says so, one denies it, one is silent, one is unread."""
    folder = tmp_path_factory.mktemp("read") / "library"
    with LibraryWriter(folder) as writer:
        four_policies(writer)
    with running(folder) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client


def get(client: httpx.Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


def section(page: str, standing: str) -> str:
    found = re.search(rf'<section id="{standing}".*?</section>', page, re.DOTALL)
    assert found, standing
    return found.group()


def test_three_lists_each_with_its_words(read: httpx.Client) -> None:
    page = get(read, f"/which?which={SLUG}")
    for standing, name in zip(("says", "denies", "silent"), SENTENCES, strict=False):
        part = section(page, standing)
        assert f"{name.lower()}.example" in part
        words = re.sub(r"<[^>]*>", "", part)
        assert SENTENCES[name] in words
        assert 'class="found"' in part
    assert "dogwood" not in page
    assert "<b>1</b> not read yet" in page


def test_a_quote_leads_to_its_place(read: httpx.Client) -> None:
    part = section(get(read, f"/which?which={SLUG}"), "says")
    address = re.search(r'href="(/policy/[^"]*)"', part)
    assert address
    assert address[1].endswith("#mention-1")
    policy = get(read, address[1].replace("&amp;", "&"))
    marked = re.findall(r'<mark class="[^"]*mention" id="mention-\d">([^<]*)</mark>', policy)
    assert marked == ["location", "advertisers"]


def test_one_list_and_its_way_back(read: httpx.Client) -> None:
    page = get(read, f"/which?which={SLUG}&list=silent&sector=-Medical")
    assert "cedar.example" in page
    assert "alder.example" not in page
    assert f'href="/which?which={SLUG}&amp;sector=-Medical"' in page


def test_the_same_as_a_search(read: httpx.Client) -> None:
    part = section(get(read, f"/which?which={SLUG}"), "silent")
    address = re.search(r'href="(/search[^"]*)" rel="nofollow">show as search results', part)
    assert address
    results = get(read, address[1].replace("&amp;", "&"))
    assert "cedar.example" in results
    assert "1 policy" in results


@pytest.mark.parametrize("query", ["", "?which=", "?which=&q=courier"])
def test_without_a_statement_there_is_a_choice(read: httpx.Client, query: str) -> None:
    page = get(read, f"/which{query}")
    assert page.count("<li>") >= 25


def test_an_unknown_statement_names_the_nearest(read: httpx.Client) -> None:
    answer = read.get("/which", params={"which": "<b>sell my data</b>", "page": "x"})
    assert answer.status_code == 404
    assert "Sells or rents out personal data" in answer.text
    assert "<b>sell" not in answer.text


def test_the_facet_tells_how_many_were_read(read: httpx.Client) -> None:
    page = get(read, "/search")
    assert "Computed for 3 of 4;" in page
    assert "Shares location with advertisers" in page
    assert '<form class="which-form" action="/which">' in page


def test_a_filter_by_practice(read: httpx.Client) -> None:
    page = get(read, f"/search?practice={SLUG}")
    assert "alder.example" in page
    assert "dogwood.example" not in page
    assert re.search(r'says</span> <a class="badge" href="/policy/\w+\?mention=practice%3A', page)
    assert f'href="/which?which={SLUG}"' in page
    without = get(read, f"/search?practice=-{SLUG}")
    assert "birch.example" in without
    assert "dogwood.example" not in without


def test_a_library_that_was_not_read_says_so(sample_library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), folder)
    with running(folder) as address, httpx.Client(base_url=address, timeout=60) as client:
        assert "Not computed yet for these policies" in get(client, "/search")
        page = get(client, f"/which?which={SLUG}")
    assert "None of these policies has been analysed yet" in page
    assert 'class="standing"' not in page


def test_for_programs(read: httpx.Client) -> None:
    answer = read.get("/api/which", params={"which": SLUG, "size": 5}).json()
    assert answer["tally"] == {"says": 1, "denies": 1, "silent": 1, "both": 0, "unread": 1}
    assert [one["standing"] for one in answer["lists"]] == ["says", "denies", "silent"]
    assert answer["opposite"] == OPPOSITE
    one = read.get("/api/which", params={"which": SLUG, "list": "says"}).json()["lists"]
    assert [policy["domain"] for policy in one[0]["policies"]] == ["alder.example"]
    listed = read.get("/api/statements").json()["statements"]
    assert [one["slug"] for one in listed] == [one.slug for one in statements()]
    facets = read.get("/api/facets", params={"practice": f"-{SLUG}"}).json()
    assert facets["total"] == 2
    assert [one["known"] for one in facets["facets"] if one["name"] == "practice"] == [3]


@pytest.mark.parametrize("query", ["", "?which=nothing", f"?which={SLUG}&list=some"])
def test_programs_are_refused_in_one_shape(read: httpx.Client, query: str) -> None:
    answer = read.get(f"/api/which{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_the_insights_draw_what_was_read(read: httpx.Client) -> None:
    page = get(read, "/insights")
    assert "1 policy for which this is not computed yet" in page
    assert f'href="/search?practice={SLUG}"' in page
    part = re.search(r'<figure id="chart-practice-2".*?</figure>', page, re.DOTALL)
    assert part
    assert "3 policies" in part.group()
    assert "1 · 33 %" in part.group()


def test_the_guide_lists_every_statement() -> None:
    guide = (Path(__file__).parents[2] / "docs/guide/statements.md").read_text()
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \| (?:`([a-z-]+)`)? \|$", guide, re.MULTILINE)
    assert rows == [(one.slug, one.plain, one.opposite) for one in statements()]
