"""The commands as a user meets them, on the sample library."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import policy_page


@pytest.fixture
def sample(run: Run, library: Path, pristine_sample: Path) -> Run:
    """Runs commands on a copy of the sample library."""
    shutil.copytree(pristine_sample, library)
    return run


@pytest.mark.slow
def test_the_sample_library(run: Run, library: Path) -> None:
    sample = run
    assert sample("sample").code == 0
    policies = json.loads(sample("list", "--json").out)["policies"]
    assert len(policies) >= 24
    assert sum(policy["versions"] > 1 for policy in policies) >= 6
    assert all(500 <= policy["words"] <= 2600 for policy in policies)
    funnel = json.loads(sample("funnel", "--json").out)["funnel"]
    assert funnel["arrived"] == sum(funnel["kept"].values())
    assert sample("verify").out.strip() == f"No problems found in {library}."
    # A second time changes nothing.
    assert sample("sample").code == 0
    assert json.loads(sample("list", "--json").out)["policies"] == policies


def test_list_and_show(sample: Run) -> None:
    listed = sample("list").out
    assert "jotharbor.example" in listed
    shown = sample("show", "jotharbor")
    assert shown.code == 0
    assert "sentences" in shown.out
    outline = sample("show", "jotharbor", "--outline").out
    assert 5 < len(outline.splitlines()) < 60
    page = json.loads(sample("show", "jotharbor", "--page", "--json").out)
    policy = json.loads(sample("show", "jotharbor", "--json").out)
    assert len(page["text"]) > len(policy["text"])
    for sentence in policy["sentences"]:
        assert policy["text"][sentence["start"] : sentence["end"]].strip()


def test_history_and_diff(sample: Run) -> None:
    history = json.loads(sample("history", "jotharbor", "--json").out)
    assert len(history["versions"]) == 4
    assert "●" in sample("history", "jotharbor").out
    diff = json.loads(sample("diff", "jotharbor", "--json").out)
    assert diff["changes"]
    [kept] = [one for one in diff["says"]["answers"] if one["line"] == "kept"]
    printed = sample("diff", "jotharbor").out
    assert f"Since {diff['since']}" in printed
    assert f"{kept['question']} {kept['before']} → {kept['after']}" in printed
    assert diff["summary"] == history["versions"][-1]["summary"]
    older = sample("diff", "jotharbor", "--from", "2019-12-01", "--to", "2021-12-01")
    assert "2019-06-10 → 2021-01-15" in older.out
    old_text = json.loads(sample("show", "jotharbor", "--on", "2019-12-01", "--json").out)["text"]
    assert old_text != json.loads(sample("show", "jotharbor", "--json").out)["text"]


def test_search(sample: Run) -> None:
    found = json.loads(sample("search", "genetic", "samples", "--json").out)
    assert found["total"] >= 1
    assert any("helixbrook" in result["domain"] for result in found["results"])
    for result in found["results"]:
        assert result["snippets"]
        for snippet in result["snippets"]:
            marked = [snippet["text"][m["start"] : m["end"]].lower() for m in snippet["marks"]]
            assert marked
            assert all(word.startswith(("gene", "sampl")) for word in marked)
    assert "0 policies" in sample("search", "zyzzyva").out


@pytest.mark.parametrize(
    "query", ["don't", '"unbalanced', "a AND (", "-", "naïve ☃", "title:", "x" * 9000]
)
def test_odd_queries(sample: Run, query: str) -> None:
    assert sample("search", "--", query).code == 0


@pytest.mark.slow
def test_export(sample: Run, tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    count = len(json.loads(sample("list", "--duplicates", "--json").out)["policies"])
    for form in ("jsonl", "csv", "parquet"):
        assert sample("export", tmp_path / f"out.{form}").code == 0
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        table = list(csv.DictReader(file))
    assert len(rows) == len(table) == parquet.read_table(tmp_path / "out.parquet").num_rows == count
    assert [row["id"] for row in rows] == [row["id"] for row in table]
    assert sample("export", tmp_path / "out.xlsx").code == 2
    assert sample("export", tmp_path / "all.jsonl", "--all-versions").code == 0
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) > count
    # What was exported can be added to a new library.
    assert sample("add", tmp_path / "all.jsonl", "-L", tmp_path / "copy").code == 0


def test_remove(sample: Run) -> None:
    before = json.loads(sample("list", "--json").out)["policies"]
    assert sample("remove", "jotharbor", "--yes").code == 0
    after = json.loads(sample("list", "--json").out)["policies"]
    assert len(after) == len(before) - 1
    assert sample("verify").code == 0
    assert sample("show", "jotharbor").code == 1
    assert json.loads(sample("search", "jotharbor", "--json").out)["total"] == 0


def test_rebuild_and_repair(sample: Run, library: Path) -> None:
    import shutil

    shutil.rmtree(library / "index")
    told = sample("verify")
    assert told.code == 1
    assert "index" in told.out
    assert sample("verify", "--repair").code == 0
    assert sample("rebuild").code == 0
    assert sample("verify").code == 0


def test_a_damaged_text_is_derived_again(sample: Run, library: Path) -> None:
    import sqlite3

    with sqlite3.connect(library / "privascope.sqlite") as database:
        database.execute(
            "UPDATE derived SET text = x'00' WHERE version_id = (SELECT min(id) FROM version)"
        )
    database.close()
    assert "extract its text again" in sample("verify").out
    assert "repaired" in sample("verify", "--repair").out
    assert sample("verify").code == 0


@pytest.mark.slow
def test_rederive_changes_no_history(sample: Run) -> None:
    before = sample("history", "jotharbor", "--json").out
    done = json.loads(sample("rederive", "--all", "--json").out)
    assert done["derived"] > 24
    assert (done["changed"], done["problems"]) == (0, [])
    assert sample("history", "jotharbor", "--json").out == before


def test_companies(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "firms.csv"
    table.write_text("web;branch;employees\nquill.example;Publishing;12\n")
    assert (
        run("companies", table, "--column", "domain=web", "--column", "industry=branch").code == 0
    )
    (tmp_path / "quill.html").write_bytes(policy_page("Quill"))
    assert run("companies", table, "--column", "nonsense").code == 2


def test_one_page_by_hand(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "quill.html"
    page.write_bytes(policy_page("Quill"))
    added = run("add", page)
    assert added.code == 0, added.err
    assert "new policy" in added.err
    assert "unchanged" in run("add", page).err
    assert json.loads(run("add", page, "--json").out)["outcomes"] == {"unchanged": 1}


@pytest.mark.slow
def test_near_duplicates_are_linked(run: Run, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    page = policy_page(
        "Quill", *[f"Clause {n} tells more about how data is used." for n in range(60)]
    )
    rows.write_text(
        "".join(
            json.dumps({"url": f"https://{host}.example/privacy", "html": html.decode()}) + "\n"
            for host, html in (("a", page), ("b", page), ("c", page.replace(b"more", b"much", 1)))
        )
    )
    outcomes = json.loads(run("add", rows, "--anyway", "--json").out)["outcomes"]
    assert outcomes == {"new": 1, "duplicate": 1, "near_duplicate": 1}
    assert len(json.loads(run("list", "--json").out)["policies"]) == 1
    assert len(json.loads(run("list", "--duplicates", "--json").out)["policies"]) == 3

    def shown() -> list[str]:
        listed = json.loads(run("list", "--json").out)["policies"]
        found = json.loads(run("search", "clause", "--json").out)["results"]
        assert [policy["domain"] for policy in listed] == [hit["domain"] for hit in found]
        return [policy["domain"] for policy in listed]

    ranks = tmp_path / "ranks.csv"
    for popular in "bca":
        ranks.write_text(f"1,{popular}.example\n900,elsewhere.example\n")
        assert run("popularity", ranks).code == 0
        assert shown() == [f"{popular}.example"]
    assert run("remove", "a.example", "--yes").code == 0
    assert len(json.loads(run("list", "--json").out)["policies"]) == 1


def test_popularity(sample: Run, tmp_path: Path) -> None:
    ranks = tmp_path / "top.csv"
    ranks.write_text(
        "1,vitalund.example\n2,elsewhere.example\n900,jotharbor.example\n99999,last.example\n"
    )
    assert json.loads(sample("popularity", ranks, "--json").out)["ranked"] == 2
    found = json.loads(sample("search", "--rank", "popularity", "--json").out)["results"]
    assert [result["domain"] for result in found[:2]] == ["vitalund.example", "jotharbor.example"]
    assert sample("popularity").code == 0


def test_search_narrowed(sample: Run) -> None:
    def total(*options: str) -> int:
        return int(json.loads(sample("search", "--json", *options).out)["total"])

    every = total()
    medical = total("--sector", "Medical")
    assert 0 < medical < every
    assert total("--sector", "-Medical") == every - medical
    assert 0 < total("--grade", "..12") < every
    assert total("--grade", "..12") + total("--grade", "12.0001..") == every
    assert total("--date", "2024..2024") == total("--date", "2024")
    assert sample("search", "--grade", "easy").code == 1
    assert sample("search", "--rank", "luck").code == 2
    told = json.loads(sample("search", "personel", "informaton", "--json").out)
    assert told["suggestion"]


@pytest.mark.slow
def test_enrich(sample: Run, library: Path, tiny_practices: Path) -> None:
    import sqlite3

    database = sqlite3.connect(library / "privascope.sqlite")
    with database:
        database.execute("DELETE FROM trait WHERE name = 'readability'")
    database.close()
    assert sample("enrich").code == 0
    assert json.loads(sample("enrich", "--json").out) == {"versions": 0, "practices": 0}
    assert json.loads(sample("search", "--json").out)["results"][0]["grade"] is not None
