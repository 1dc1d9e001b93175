"""The runs of `add`: resumed, finished and counted."""

from privascope.library.runs import (
    RunItem,
    count_runs,
    finish_run,
    has_item,
    items_without,
    last_finished,
    note_item,
    open_run,
)
from privascope.library.writer import LibraryWriter


def item(key: str, outcome: str, language: str = "en", probability: float | None = 0.5) -> RunItem:
    return RunItem(key, f"page {key}", outcome, "because", language, probability, None)


def test_an_unfinished_run_goes_on(writer: LibraryWriter) -> None:
    run = open_run(writer, "a folder")
    assert open_run(writer, "a folder") == run
    assert open_run(writer, "another folder") != run
    assert last_finished(writer) is None
    finish_run(writer, run)
    assert last_finished(writer) is not None
    assert open_run(writer, "a folder") > run


def test_items_are_kept_and_counted(writer: LibraryWriter) -> None:
    run, other = open_run(writer, "one"), open_run(writer, "other")
    for one in (item("a", "NEW", probability=1.0), item("b", "LANGUAGE", "de", None)):
        note_item(writer, run, one)
    note_item(writer, other, item("a", "LANGUAGE", "fr"))
    finish_run(writer, other)
    assert has_item(writer, run, "b")
    assert not has_item(writer, other, "b")

    own = count_runs(writer, run, "LANGUAGE", 10)
    assert (own.runs, own.unfinished) == (1, 1)
    assert own.outcomes == {"NEW": 1, "LANGUAGE": 1}
    assert own.languages_left == {"de": 1}
    assert own.probability_bins == (0,) * 9 + (1,)

    every = count_runs(writer, None, "LANGUAGE", 10)
    assert (every.runs, every.unfinished) == (2, 1)
    assert every.outcomes == {"NEW": 1, "LANGUAGE": 2}
    assert every.languages_left == {"de": 1, "fr": 1}
    assert every.probability_bins[5] == 1

    assert [one.key for one in items_without(writer, frozenset({"NEW"}), None)] == ["b", "a"]
    assert list(items_without(writer, frozenset({"NEW", "LANGUAGE"}), run)) == []
