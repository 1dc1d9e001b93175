"""`privascope search --which` and `--practice`, as a user meets them."""

import json
from pathlib import Path

import pytest

from privascope.library.writer import LibraryWriter
from tests.cli.conftest import Run
from tests.location_policies import OPPOSITE, SENTENCES, SLUG, four_policies


@pytest.fixture
def four(run: Run, library: Path) -> Run:
    with LibraryWriter(library) as writer:
        four_policies(writer)
    return run


def test_three_lists(four: Run) -> None:
    done = four("search", "--which", SLUG)
    assert done.code == 0
    places = [done.out.index(SENTENCES[name]) for name in ("Alder", "Birch", "Cedar")]
    assert places == sorted(places)
    assert "nearest:" in done.out
    assert "1 not read yet" in done.out
    assert SENTENCES["Dogwood"] not in done.out


def test_json_and_pages(four: Run) -> None:
    found = json.loads(four("search", "--which", "lets-you-opt-out", "--limit", 2, "--json").out)
    assert [(one["standing"], one["total"], one["pages"]) for one in found["lists"]] == [
        ("says", 0, 0),
        ("silent", 3, 2),
    ]
    assert "1 more: --page 2" in four("search", "--which", "lets-you-opt-out", "--limit", 2).out


def test_filters(four: Run) -> None:
    assert json.loads(four("search", "--practice", OPPOSITE, "--json").out)["total"] == 1
    assert json.loads(four("search", "--practice", f"-{SLUG}", "--json").out)["total"] == 2
    facets = four("search", "--facets").out
    assert "What policies say (computed for 3 policies)" in facets
    assert SLUG in facets


@pytest.mark.parametrize("option", ["--which", "--practice"])
def test_an_unknown_practice_names_the_nearest(four: Run, option: str) -> None:
    done = four("search", option, "sells-my-location")
    assert done.code != 0
    assert "sells-data" in done.err
    assert "Traceback" not in done.err
