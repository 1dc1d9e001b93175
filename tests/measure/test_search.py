"""Judging searches: the sheet, the judgements that come back, the figures."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from privascope.errors import DataError
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.measure.judging.figures import judged_share, likeness, precision
from privascope.measure.judging.judgements import read_judgements
from privascope.measure.judging.queries import PERSONAL, QUERIES, SECURITY, THEMES
from privascope.measure.judging.runs import Run
from privascope.measure.search import measure
from privascope.search.ranking import Ranking
from tests.conftest import policy_page


@pytest.fixture
def library(writer: LibraryWriter, put: Callable[..., str]) -> Path:
    hostile = "Our firewall &lt;/script>&lt;script>alert(1)&lt;/script> keeps phone numbers safe."
    put(policy_page("Cedar", hostile), "https://cedar.example/privacy")
    put(policy_page("Dogwood", "Encryption and a firewall guard photos."), "https://dog.example/p")
    catch_up(writer)
    return writer.folder


def sheet_data(path: Path) -> Any:
    found = re.search(r'data-name="\w+">(.*?)</script>', path.read_text(), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_queries_are_those_of_the_paper() -> None:
    assert [sum(query.theme == theme for query in QUERIES) for theme in THEMES] == [7, 5, 5]
    assert len({query.id for query in QUERIES}) == 17
    assert not any(" " in query.id for query in QUERIES)


def test_the_sheet_pools_and_hides_the_rankings(library: Path, tmp_path: Path) -> None:
    report = measure(library, None, tmp_path / "sheet.html")
    data = sheet_data(tmp_path / "sheet.html")
    assert [query["text"] for query in data["queries"]] == [query.text for query in QUERIES]
    results = {query["id"]: query["results"] for query in data["queries"]}
    assert {result["domain"] for result in results["firewall"]} == {"cedar.example", "dog.example"}
    assert sum(map(len, results.values())) == report["to_judge"]
    marked = results["firewall"][0]["passages"][0]["pieces"]
    assert [piece.lower() for piece in marked[1::2]] == ["firewall"]
    assert not any(ranking in json.dumps(data) for ranking in Ranking)


def test_a_policy_cannot_write_into_the_sheet(library: Path, tmp_path: Path) -> None:
    measure(library, None, tmp_path / "sheet.html")
    text = (tmp_path / "sheet.html").read_text()
    assert text.count("<script") == text.count("</script>") == 2
    shown = json.dumps(sheet_data(tmp_path / "sheet.html"))
    assert "</script><script>alert(1)</script>" in shown
    assert "unsafe-inline" not in text


def test_the_sheet_is_the_same_every_time(library: Path, tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        measure(library, None, tmp_path / name)
    assert (tmp_path / "one.html").read_text() == (tmp_path / "two.html").read_text()


def test_judgements_come_back_as_figures(library: Path, tmp_path: Path) -> None:
    measure(library, None, tmp_path / "sheet.html")
    lines = [
        f"{query['id']} 0 {result['version']} {int(result['domain'] == 'dog.example')}"
        for query in sheet_data(tmp_path / "sheet.html")["queries"]
        for result in query["results"]
    ]
    (tmp_path / "j.qrels").write_text("\n".join(lines))
    report: Any = measure(library, tmp_path / "j.qrels")
    assert report["judged_share"] == 1.0
    figures = report["policy_index"]["custom"]["security"]
    found = [line for line in lines if line.endswith(" 1")]
    judged = {line.split()[0] for line in lines}
    themes = {query.id: query.theme for query in QUERIES}
    relevant = sum(themes[line.split()[0]] == SECURITY for line in found)
    queries = sum(themes[name] == SECURITY for name in judged)
    assert figures["p_at_5"] == pytest.approx(relevant / 5 / queries)
    assert "sheet" not in report


def run_of(**found: tuple[str, ...]) -> Run:
    return Run("policy", Ranking.CUSTOM, {name.replace("_", "-"): v for name, v in found.items()})


def test_precision_counts_the_unjudged_as_not_relevant() -> None:
    run = run_of(photos=("a", "b", "c", "d", "e", "f"), microphone=("a",), firewall=())
    judged = {
        "photos": {"a": 1, "c": 1, "f": 1, "z": 1},
        "microphone": {"a": 0},
        "firewall": {"q": 1},
    }
    figures = precision(run, judged)
    assert figures[PERSONAL] == {
        "p_at_5": pytest.approx((2 / 5 + 0) / 2),
        "p_at_10": pytest.approx((3 / 10 + 0) / 2),
    }
    assert figures[SECURITY] == {"p_at_5": 0.0, "p_at_10": 0.0}
    assert figures["all"]["p_at_5"] == pytest.approx(2 / 5 / 3)
    assert judged_share([run], judged) == pytest.approx(4 / 7)


def test_likeness_is_the_mean_overlap_of_two_queries() -> None:
    assert likeness(run_of(a=("1", "2"), b=("2", "3"), c=("9",))) == pytest.approx((1 / 3) / 3)
    assert likeness(run_of(a=("1",), b=("1",))) == 1.0
    assert likeness(run_of(a=(), b=())) == 0.0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no judgement"),
        (b"photos 0 abc\n", "line 1"),
        (b"photos 0 abc 1\nphotos 0 abd yes\n", "line 2"),
        (b"\xff\xfe\x00", "UTF-8"),
    ],
)
def test_bad_judgements_are_refused(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "bad.qrels"
    path.write_bytes(content)
    with pytest.raises(DataError, match=told):
        read_judgements(path)
    with pytest.raises(DataError, match="cannot read"):
        read_judgements(tmp_path / "missing.qrels")


CHROMIUM = Path("/usr/bin/chromium")


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs chromium")
def test_verdicts_are_kept_and_exported_in_a_browser(library: Path, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    report = measure(library, None, tmp_path / "sheet.html")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        page = browser.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.goto((tmp_path / "sheet.html").as_uri())
        judged = "wanted => document.querySelector('#progress').innerText === wanted"
        page.wait_for_function(judged, arg=f"0 of {report['to_judge']} judged")
        for key in "jynu":
            page.keyboard.press(key)
        page.wait_for_function(judged, arg=f"2 of {report['to_judge']} judged")
        # The browser writes to disk when it likes: the page that is loaded next may be too early.
        for _ in range(20):
            page.reload()
            if page.inner_text("#progress").startswith("2 of"):
                break
            page.wait_for_timeout(500)
        page.wait_for_function(judged, arg=f"2 of {report['to_judge']} judged")
        with page.expect_download() as download:
            page.click("#export")
        download.value.save_as(tmp_path / "search.qrels")
        page.evaluate("localStorage.clear()")
        page.reload()
        assert page.inner_text("#progress") == f"0 of {report['to_judge']} judged"
        page.set_input_files("#file", tmp_path / "search.qrels")
        page.wait_for_function("document.querySelectorAll('article.yes').length === 1")
        browser.close()
    assert troubles == []
    judged = read_judgements(tmp_path / "search.qrels")
    assert sorted(value for found in judged.values() for value in found.values()) == [0, 1]
