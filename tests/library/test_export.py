"""A library as a file: with what each policy says, and never with none for what is not known."""

import csv
import json
from pathlib import Path

import pytest

from privascope.library.export import export_library
from privascope.library.practices import enrich_practices
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import make_candidate, policy_page


@pytest.fixture
def folder(tmp_path: Path, tiny_practices: Path) -> Path:
    """Three policies: one that was read, one that says nothing, one that was not read."""
    place = tmp_path / "library"
    with LibraryWriter(place) as writer:
        for name, page in (
            ("quill", policy_page("Quill")),
            ("still", _page("Silence is golden. ")),
        ):
            with writer.transaction():
                writer.store(make_candidate(page, f"https://{name}.example/privacy"))
        list(enrich_practices(writer))
        with writer.transaction():
            writer.store(
                make_candidate(_page("Words are silver. "), "https://late.example/privacy")
            )
    return place


def _page(sentence: str) -> bytes:
    text = (
        f"<html lang=en><title>Privacy</title><main><h1>Privacy</h1><p>{sentence * 20}</p></main>"
    )
    return text.encode()


def test_statements_stand_in_every_form(folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    paths = {form: tmp_path / f"out.{form}" for form in ("jsonl", "csv", "parquet")}
    with Library(folder) as library:
        for form, path in paths.items():
            assert export_library(library, path, form) == 3
    rows = [json.loads(line) for line in paths["jsonl"].read_text().splitlines()]
    said = {row["domain"]: row["statements"] for row in rows}
    assert "states-a-retention-period" in said["quill.example"]
    assert said["still.example"] == []
    assert said["late.example"] is None
    table = parquet.read_table(paths["parquet"]).to_pylist()
    assert {row["domain"]: row["statements"] for row in table} == said
    with paths["csv"].open(encoding="utf-8-sig", newline="") as file:
        cells = {row["domain"]: row["statements"] for row in csv.DictReader(file)}
    assert cells["quill.example"].split("; ") == said["quill.example"]
    assert cells["still.example"] == "none"
    assert cells["late.example"] == ""
