"""Libraries that earlier releases made still open, and give the answers they gave then."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import privascope
from privascope.library.check import check_library
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter

FIXTURES = Path(__file__).parents[1] / "fixtures"
TWO_VERSIONS = "larkride.example"


@pytest.fixture(params=sorted(path.name for path in FIXTURES.glob("library-*")))
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[privascope.OpenLibrary]:
    """A copy of the library of a release."""
    folder = tmp_path / request.param
    shutil.copytree(FIXTURES / request.param, folder)
    with privascope.open(folder) as opened:
        yield opened


def test_the_first_release_is_among_them() -> None:
    assert (FIXTURES / "library-0.1").is_dir()


def test_it_opens_and_is_sound(library: privascope.OpenLibrary) -> None:
    assert sorted(policy.domain for policy in library.policies()) == [
        "harborlightkidney.example",
        "larkride.example",
        "tinkettlewalks.example",
    ]
    with LibraryWriter(library.folder) as writer:
        catch_up(writer)
        assert check_library(writer) == []


def test_it_is_searched(library: privascope.OpenLibrary) -> None:
    page = library.search("driver location")
    assert page.results[0].domain == TWO_VERSIONS
    assert library.search("donations").results[0].domain == "harborlightkidney.example"
    assert [one.domain for one in library.search("", sector="Non-Profit").results] == [
        "harborlightkidney.example"
    ]


def test_it_is_asked(library: privascope.OpenLibrary) -> None:
    answer = library.ask(TWO_VERSIONS, "do you collect my location?")
    assert answer.verdict == "answered"
    text = library.policy(TWO_VERSIONS).text
    assert any("location" in quote.text.lower() for quote in answer.quotes)
    for quote in answer.quotes:
        assert text[quote.start : quote.end] == quote.text


def test_it_is_labelled(library: privascope.OpenLibrary) -> None:
    label = library.label(TWO_VERSIONS)
    text = library.policy(TWO_VERSIONS).text
    quotes = [one for part in label.parts for line in part.lines for one in line.evidence]
    assert len(quotes) > 10
    for quote in quotes:
        assert text[quote.start : quote.end] == quote.text


def test_it_shows_history(library: privascope.OpenLibrary) -> None:
    history = library.history(TWO_VERSIONS)
    days = [step.version.first_seen.date().isoformat() for step in history.versions]
    assert days == ["2021-06-01", "2023-09-18"]
    assert library.diff(TWO_VERSIONS).changes
    assert library.policy(TWO_VERSIONS, on="2021-07-01").text != library.policy(TWO_VERSIONS).text


def test_it_takes_a_new_policy(library: privascope.OpenLibrary) -> None:
    sample = Path(privascope.__file__).parent / "collect/sample_library/fernhollow-loft"
    library.add(next(sample.glob("*.txt")), anyway=True)
    assert len(library) == 4
