"""The pages hold what they should, and bad input gets a helpful answer."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.serve.web.typeset import typeset
from tests.serve.conftest import HOSTILE, running


def page(answer: httpx.Response) -> LexborHTMLParser:
    assert answer.status_code == 200, answer.text[:500]
    return LexborHTMLParser(answer.text)


def texts(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def links(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [node.attributes["href"] or "" for node in tree.css(selector)]


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library(sample_library) as opened:
        yield opened


@pytest.fixture(scope="module")
def changed(library: Library) -> str:
    """The id of a policy with several versions."""
    return max(library.policies(), key=lambda policy: policy.versions).id


def test_landing_tells_what_is_in_the_library(client: httpx.Client, library: Library) -> None:
    tree = page(client.get("/"))
    assert f"{library.count()} policies" in texts(tree, ".figures")[0]
    assert "/insights" in links(tree, ".figures a")
    for address in links(tree, ".examples a") + links(tree, ".sectors a"):
        assert texts(page(client.get(address)), ".entry"), address


def test_results_show_their_evidence(client: httpx.Client, sample_library: Path) -> None:
    tree = page(client.get("/search", params={"q": "health information"}))
    with Library(sample_library) as library:
        found = Searcher(library).search(SearchRequest("health information"))
    assert texts(tree, ".entry h2") == [" ".join(one.title.split()) for one in found.results]
    assert texts(tree, ".excerpt mark")
    # A snippet leads to the very place in the policy.
    address, place = links(tree, ".excerpt a")[0].split("#")
    policy = page(client.get(address))
    first = texts(tree, ".excerpt mark")[0]
    assert texts(policy, f"#{place}") == [first]


def test_a_value_narrows_and_its_chip_frees_again(client: httpx.Client) -> None:
    tree = page(client.get("/search?q=privacy"))
    before = texts(tree, "h1")
    value = tree.css_first(".facet .value")
    count = int(re.search(r"[\d,]+", value.css_first(".number").text()).group())  # type: ignore[union-attr]
    narrowed = page(client.get(value.attributes["href"] or ""))
    assert f"{count} polic" in texts(narrowed, "h1")[0]
    assert narrowed.css_first(".facet .on") is not None
    chips = links(narrowed, ".chips a")
    assert len(chips) == 1
    assert texts(page(client.get(chips[0])), "h1") == before


def test_not_leaves_out_what_only_keeps(client: httpx.Client) -> None:
    def total(address: str) -> int:
        found = re.search(r"(\d+) polic", texts(page(client.get(address)), "h1")[0])
        assert found
        return int(found[1])

    everything = total("/search")
    assert total("/search?tracker=cookies") + total("/search?tracker=-cookies") == everything
    two = total("/search?law=gdpr&law=hipaa")
    assert two >= max(total("/search?law=gdpr"), total("/search?law=hipaa"))
    tree = page(client.get("/search?tracker=-cookies"))
    assert texts(tree, ".facet .off .not") == ["only"]


def test_each_bar_leads_to_as_many_as_it_counts(client: httpx.Client) -> None:
    tree = page(client.get("/search?q=data"))
    bars = tree.css(".histogram a")
    assert len(bars) > 8
    for bar in bars:
        label = bar.css_first("title").text()
        counted = int(label.rsplit(": ", 1)[1].split()[0].replace(",", ""))
        found = texts(page(client.get(bar.attributes["href"] or "")), "h1")[0]
        assert f"· {counted} polic" in found, label


def test_sorting_keeps_the_search_and_marks_the_order(client: httpx.Client) -> None:
    tree = page(client.get("/search?q=data&law=gdpr"))
    orders = links(tree, ".tools .menu:first-child a")
    assert len(orders) == 9
    for address in orders:
        assert "q=data" in address
        assert "law=gdpr" in address
    newest = page(client.get("/search?rank=newest"))
    dates = [
        (entry.css_first("time").attributes["datetime"] or "") for entry in newest.css(".entry")
    ]
    assert dates == sorted(dates, reverse=True)
    assert "sorted by newest" in texts(newest, ".menu summary")[0]


def test_pages_follow_each_other(client: httpx.Client) -> None:
    first = page(client.get("/search"))
    assert len(first.css(".entry")) == 10
    second = page(client.get(links(first, '.pages a[rel="next"]')[0]))
    assert not set(links(first, ".entry h2 a")) & set(links(second, ".entry h2 a"))
    assert texts(second, '.pages [aria-current="page"]') == ["2"]


@pytest.mark.slow
def test_what_is_not_computed_is_not_called_none(tmp_path: Path, sample_library: Path) -> None:
    import shutil

    from privascope.library.index import rebuild

    folder = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), folder)
    with LibraryWriter(folder) as writer:
        with writer.transaction():
            list(writer.rows("DELETE FROM trait"))
        rebuild(writer)
        policy_id = next(writer.policies()).id
    with running(folder) as address:
        results = page(httpx.get(f"{address}/search"))
        policy = page(httpx.get(f"{address}/policy/{policy_id}"))
    assert "grade not computed yet" in texts(results, ".facts")[0]
    assert "vagueness not computed yet" in texts(results, ".facts")[0]
    assert "Not computed yet for these policies." in texts(results, ".range .unknown")
    assert texts(policy, ".traits .unknown") == ["not computed yet"] * 5
    assert "names none" not in policy.css_first(".traits").text()


def test_search_in_addresses_marks_the_address(client: httpx.Client) -> None:
    tree = page(client.get("/search?mode=url&q=jotharbor"))
    assert texts(tree, ".url mark") == ["jotharbor"]
    assert tree.css_first('input[name="mode"][value="url"][checked]') is not None


def test_a_slip_is_mended(client: httpx.Client) -> None:
    tree = page(client.get("/search?q=coookies"))
    assert texts(tree, ".suggestion a") == ["cookies"]
    assert texts(page(client.get(links(tree, ".suggestion a")[0])), ".entry")


def test_nothing_found_says_what_to_try(client: httpx.Client) -> None:
    tree = page(client.get("/search?q=%2Bzeppelin+%2Bxylophone&law=gdpr"))
    assert "+zeppelin +xylophone" in texts(tree, ".empty")[0]
    hopes = dict(zip(texts(tree, ".empty a"), links(tree, ".empty a"), strict=True))
    assert hopes["Search without the filters"] == "/search?q=%2Bzeppelin+%2Bxylophone"
    assert hopes["Look for any of the words"].startswith("/search?q=zeppelin+xylophone&")
    plain = page(client.get("/search?q=zeppelin+xylophone"))
    assert "Look for any of the words" not in texts(plain, ".empty a")


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("q=" + "privacy+" * 1250, "cut to its first 2,000 characters"),
        ("q=" + quote("é" * 10_000), "cut to its first 2,000 characters"),
        ("q=%22unbalanced", ""),
        ("q=it's+don't", ""),
        ("q=" + quote("🍪 🏳️‍🌈"), ""),
        ("q=" + quote("سياسة الخصوصية"), ""),
        ("q=nosuch:field", ""),
        ("q=%00%01%ff", ""),
        ("q=***&mode=url", ""),
        ("page=10000000", "Results end at page"),
        ("page=900", "There is no page 900"),
        ("grade=12..3", "swapped"),
        ("grade=x..y", "is not a range"),
        ("law=" + quote("<script>alert(1)</script>"), ""),
        ("law=%00&sector=" + quote("\u202e"), ""),
        ("rank=best", "There is no order"),
        ("&".join(f"tracker={n}" for n in range(900)), ""),
        ("vagueness=0.9..0.1&words=9000..1", "swapped"),
        ("sector=Medical&sector=-Medical", ""),
        ("law=--gdpr&q=-&page=-3", ""),
        ("sectr=Medical&nosuch[]=1&q=" + quote("\u202eevil\u2066"), ""),
    ],
)
def test_bad_input_gets_a_helpful_page(client: httpx.Client, query: str, told: str) -> None:
    answer = client.get(f"/search?{query}")
    notes = " ".join(texts(page(answer), ".note"))
    assert told in notes
    assert "<script>alert" not in answer.text
    assert "\u202e" not in answer.text


def test_exports_hold_all_results(client: httpx.Client) -> None:
    query = "q=data&law=gdpr"
    total = int(re.search(r"· (\d+)", texts(page(client.get(f"/search?{query}")), "h1")[0])[1])  # type: ignore[index]
    table = client.get(f"/search.csv?{query}")
    assert "attachment" in table.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    lines = [json.loads(line) for line in client.get(f"/search.jsonl?{query}").text.splitlines()]
    assert len(rows) == len(lines) == total
    assert [row["policy_id"] for row in rows] == [line["policy_id"] for line in lines]
    assert all("gdpr" in line["laws"] for line in lines)
    turned = client.get("/search.csv?grade=99..0")
    assert len(turned.text.splitlines()) > 2


def test_no_cell_is_a_formula() -> None:
    from privascope.library.export import spreadsheet_cell

    for values, cell in (("=1+1", "'=1+1"), ((), "none"), (None, None), (("-x", "y"), "'-x; y")):
        assert spreadsheet_cell(values) == cell
    for before in ("", " ", "\n", "\r\n ", "\t", "\u3000", "\ufeff", "\xa0\u200b"):
        for sign in "=+-@＝＋－＠":
            assert spreadsheet_cell(f"{before}{sign}1") == f"'{before}{sign}1"
    assert spreadsheet_cell(" 1=1") == " 1=1"


@pytest.mark.slow
def test_a_policy_is_all_there(client: httpx.Client, library: Library) -> None:
    for stored in library.policies():
        tree = page(client.get(f"/policy/{stored.id}"))
        text = library.derived(stored.current_version).policy
        for anchor in tree.css(".anchor"):
            anchor.decompose()
        # The bars between the cells of a row are not shown.
        shown = "".join(tree.css_first(".text").text().replace("|", "").split())
        assert shown == "".join(text.text.replace("|", "").split()), stored.domain
        assert len(tree.css(".outline li")) == len(text.sections)
        for place in links(tree, ".outline a"):
            assert tree.css_first(place) is not None, place
        assert len(tree.css("h1")) == 1


def test_badges_lead_to_marked_evidence(client: httpx.Client, changed: str) -> None:
    tree = page(client.get(f"/policy/{changed}"))
    badges = links(tree, ".traits .badge")
    assert len(badges) > 3
    for badge in badges:
        marked = page(client.get(badge.split("#")[0]))
        assert texts(marked, ".text mark"), badge
        if "#" in badge:
            assert marked.css_first(f"#{badge.split('#')[1]}") is not None
        stop = links(marked, ".stop")
        assert stop == [f"/policy/{changed}"]


def test_silence_is_told(client: httpx.Client, changed: str) -> None:
    tree = page(client.get(f"/policy/{changed}?q=xylophone&mention=law:lgpd"))
    assert [text.endswith("not in this version ×") for text in texts(tree, ".markings p")] == [
        True,
        True,
    ]


def test_versions_lead_through_time(client: httpx.Client, changed: str) -> None:
    tree = page(client.get(f"/policy/{changed}"))
    versions = links(tree, ".versions li > a:first-child")
    assert len(versions) == len(tree.css(".timeline rect")) > 1
    oldest = page(client.get(versions[-1]))
    assert "see what has changed since" in texts(oldest, ".note")[0]
    assert texts(oldest, ".versions a[aria-current]") == [texts(tree, ".versions a")[-1]]
    for address in links(oldest, ".note a"):
        assert client.get(address).status_code == 200


def test_the_difference_accounts_for_every_sentence(
    client: httpx.Client, library: Library, changed: str
) -> None:
    tree = page(client.get(f"/policy/{changed}/diff"))
    history = library.history(changed)
    after = library.derived(history[-1].version_id).policy
    told = {
        word: int(number)
        for number, word in re.findall(
            r"(\d+) (added|removed|reworded|moved|unchanged)", texts(tree, ".summary-line")[0]
        )
    }
    for kind in ("added", "removed", "reworded", "moved"):
        assert len(tree.css(f".change.{kind}")) == told.get(kind, 0)
    assert len(tree.css(".same p")) + len(tree.css("h2.kept")) == told["unchanged"]
    exchanges = tree.css(".exchange")
    assert exchanges
    for exchange in exchanges:
        sides = [side.css(".change") for side in exchange.css(".exchange > div")]
        kinds = [{one.attributes["class"] for one in side} for side in sides]
        assert kinds == [{"change removed"}, {"change added"}]
    assert sum(told.values()) - told.get("removed", 0) == len(after.sentences)
    days = f"from={history[0].first_seen:%Y-%m-%d}&to={history[1].first_seen:%Y-%m-%d}"
    by_day = page(client.get(f"/policy/{changed}/diff?{days}"))
    chosen = [node.attributes["value"] for node in by_day.css("option[selected]")]
    assert chosen == [history[0].version_id, history[1].version_id]


def test_the_difference_begins_with_what_the_policy_says_since(client: httpx.Client) -> None:
    stored = client.get("/api/policies/tallowbridge.example").json()["policy"]["id"]
    tree = page(client.get(f"/policy/{stored}/diff"))
    assert texts(tree, ".since h2")[0].startswith("Since ")
    assert texts(tree, ".since li.appeared")
    (address, *_) = links(tree, ".since blockquote a")
    place = address.partition("#")[2]
    assert f'id="{place}"' in client.get(address).text


def test_the_same_text_twice_has_no_difference(client: httpx.Client, changed: str) -> None:
    tree = page(client.get(f"/policy/{changed}/diff"))
    version = tree.css_first("option").attributes["value"]
    same = page(client.get(f"/policy/{changed}/diff?from={version}&to={version}"))
    assert "Nothing changed" in texts(same, ".summary-line")[0]
    assert not same.css(".change")


def test_texts_that_would_take_minutes_are_not_compared(
    client: httpx.Client, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("privascope.serve.web.changes._MOST_PAIRS", 0)
    answer = client.get(f"/policy/{changed}/diff")
    assert answer.status_code == 400
    assert f"privascope diff {changed}" in answer.text


def test_a_policy_opens_by_its_site_or_address(client: httpx.Client, library: Library) -> None:
    stored = next(library.policies())
    for name in (stored.domain, stored.url, stored.id[:9]):
        answer = client.get("/open", params={"policy": name})
        assert answer.headers["location"] == f"/policy/{stored.id}"
    assert client.get(f"/policy/{stored.domain}").headers["location"] == f"/policy/{stored.id}"
    view = "?q=data&vague=1&mention=tracker%3Acookies"
    named = client.get(f"/policy/{stored.domain}{view}")
    assert named.headers["location"] == f"/policy/{stored.id}{view}"
    between = client.get(f"/policy/{stored.domain}/diff?from=2020-01-01&to=2024-01-01")
    assert between.headers["location"].endswith("/diff?from=2020-01-01&to=2024-01-01")
    elsewhere = client.get("/open", params={"policy": "nobody.example"})
    assert elsewhere.headers["location"] == "/search?q=nobody.example&mode=url"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/policy/0000000000000000", 404),
        ("/policy/%00", 404),
        ("/policy/" + "a" * 3000, 404),
        ("/policy/{id}?version=nope", 404),
        ("/policy/{id}/diff?from=nope", 404),
        ("/policy/{id}/diff?from=1990-01-01", 404),
        ("/static/page.css", 404),
        ("/static/..%2fpages.py", 404),
    ],
)
def test_problems_say_what_to_do(
    client: httpx.Client, changed: str, address: str, status: int
) -> None:
    answer = client.get(address.replace("{id}", changed))
    assert answer.status_code == status
    tree = LexborHTMLParser(answer.text)
    assert len(tree.css("main h1")) == 1
    for link in links(tree, "main a"):
        assert client.get(link).status_code == 200


def test_only_reading_is_possible(client: httpx.Client) -> None:
    answer = client.post("/search")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert client.head("/search").status_code == 200


def test_a_fault_is_a_page_too(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret of this machine")

    with running(sample_library) as address:
        monkeypatch.setattr("privascope.serve.web.pages.view_results", broken)
        answer = httpx.get(f"{address}/search")
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.text
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["/", "/search", "/nothing", "/search.csv", "/api", "/insights"]
)
def test_every_answer_is_guarded(client: httpx.Client, address: str) -> None:
    headers = client.get(address).headers
    assert "unsafe" not in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "private, no-cache"


def test_no_page_needs_what_its_policy_forbids(client: httpx.Client, changed: str) -> None:
    visited = ("/", "/search?q=data&law=gdpr", f"/policy/{changed}?vague=1", "/nothing")
    for address in (*visited, f"/policy/{changed}/diff", "/insights", "/api"):
        tree = LexborHTMLParser(client.get(address).text)
        assert not tree.css("[style], style, [onclick], [onload], script:not([src])"), address


def test_static_files_stay_in_the_cache_until_they_change(client: httpx.Client) -> None:
    tree = page(client.get("/"))
    scripts = [node.attributes["src"] or "" for node in tree.css("script")]
    addresses = [*links(tree, "link"), *scripts]
    assert {address.rsplit("/", 1)[-1] for address in addresses} >= {
        "icon.svg",
        "page.css",
        "keys.js",
    }
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert re.match(r"/static/[0-9a-f]{12}/", address)


@pytest.mark.slow
def test_hostile_text_is_shown_as_text(hostile_library: Path) -> None:
    with Library(hostile_library) as library, running(hostile_library) as server:
        for stored in library.policies(duplicates=True):
            for address in (f"/policy/{stored.id}", f"/policy/{stored.id}/diff"):
                answer = httpx.get(server + address)
                tree = LexborHTMLParser(answer.text)
                scripts = [node.attributes.get("src") or "" for node in tree.css("script")]
                assert all(source.startswith("/static/") for source in scripts)
                assert not tree.css("iframe, [onerror], [onload], main img, main svg[onload]")
                assert not tree.css('a[href^="javascript"]')
                assert not set("\u202e\u2066\u200f") & set(answer.text)
                assert "1337" not in answer.text
        titles = " ".join(texts(page(httpx.get(f"{server}/search?q=privacy")), ".entry h2"))
    for text in HOSTILE[:4]:
        assert " ".join(text.split()) in titles


def test_blocks_become_what_they_are() -> None:
    from privascope.policy.document import Block, BlockKind, lay_out
    from privascope.policy.policy import Policy, Section

    blocks = (
        Block(BlockKind.HEADING, "Cookies <b>", 2),
        Block(BlockKind.ITEM, "outer", 1),
        Block(BlockKind.ITEM, "deep", 3),
        Block(BlockKind.ITEM, "middle", 2),
        Block(BlockKind.ITEM, "(a) own", 1),
        Block(BlockKind.ROW, "name | purpose"),
        Block(BlockKind.TERM, "Data"),
        Block(BlockKind.DEFINITION, "What we hold"),
        Block(BlockKind.PREFORMATTED, "a  b"),
    )
    text, placed = lay_out(blocks)
    section = Section(2, 0, 11, len(text), -1)
    html = str(typeset(Policy("", "en", None, text, placed, (section,), (), ())))
    tree = LexborHTMLParser(html)
    assert tree.css_first("h3#section-0").text().startswith("Cookies <b>")
    assert [node.text() for node in tree.css("td")] == ["name", "purpose"]
    assert tree.css_first("li.own").text() == "(a) own"
    assert html.count("<ul>") == html.count("</ul>") == 3
    assert html.count("<li") == html.count("</li>") == 4
    assert tree.css_first("dl dt").text() == "Data"
    assert tree.css_first("pre").text() == "a  b"
