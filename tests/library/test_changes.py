"""The history of a policy and the differences between two versions, as every surface gives them."""

from collections.abc import Callable
from datetime import date

import pytest

from privascope.errors import NotFoundError
from privascope.library.changes import read_diff, read_history
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page

URL = "https://quill.example/privacy"
DAYS = ("2022-01-01", "2023-01-01", "2024-01-01")
MORE = ("We sell nothing.", "We sell nothing to anybody. We like tea.", "We like tea.")


@pytest.fixture
def policy_id(put: Callable[..., str]) -> str:
    """A policy with three versions."""
    for day, sentence in zip(DAYS, MORE, strict=True):
        found = put(policy_page("Quill", sentence), URL, day)
    return found


def test_history_tells_what_each_version_changed(writer: LibraryWriter, policy_id: str) -> None:
    history = read_history(writer, policy_id)
    assert history.policy.id == policy_id
    assert [str(step.version.first_seen.date()) for step in history.versions] == list(DAYS)
    assert history.versions[0].summary == "first seen"
    assert "2 added, 1 removed" in history.versions[1].summary
    plain = history.to_dict()
    assert set(plain) == {"policy", "versions"}
    assert plain["versions"][2]["version"]["version_id"] == history.versions[2].version.version_id


@pytest.mark.parametrize("by_id", [False, True])
def test_versions_are_named_by_day_or_id(
    writer: LibraryWriter, policy_id: str, by_id: bool
) -> None:
    ids = [entry.version_id for entry in writer.history(policy_id)]
    names = ids if by_id else DAYS
    diff = read_diff(writer, policy_id, names[0], names[1])
    assert (diff.before, diff.after) == (ids[0], ids[1])
    assert read_diff(writer, policy_id, None, names[1]) == diff
    kinds = {change.kind: change for change in diff.changes}
    assert kinds["added"].after_text == "We like tea."
    texts = [writer.derived(version).policy.text for version in (diff.before, diff.after)]
    for change in diff.changes:
        sides = ((change.before, change.before_text), (change.after, change.after_text))
        for text, (span, words) in zip(texts, sides, strict=True):
            assert (text[span.start : span.end] if span else None) == words


def test_the_last_two_versions_unless_others_are_named(
    writer: LibraryWriter, policy_id: str
) -> None:
    ids = [entry.version_id for entry in writer.history(policy_id)]
    diff = read_diff(writer, policy_id, None, None)
    assert (diff.before, diff.after) == (ids[1], ids[2])
    assert read_diff(writer, policy_id, date(2022, 5, 1), None).before == ids[0]


def test_versions_that_are_not_there(writer: LibraryWriter, policy_id: str) -> None:
    with pytest.raises(NotFoundError, match="no version nonsense"):
        read_diff(writer, policy_id, "nonsense", None)
    with pytest.raises(NotFoundError, match="as old as 2001-01-01"):
        read_diff(writer, policy_id, "2001-01-01", None)
    with pytest.raises(NotFoundError, match="only one version"):
        read_diff(writer, policy_id, None, "2022-02-01")
