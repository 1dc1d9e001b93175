"""What was shown is kept, until somebody writes to the library."""

from pathlib import Path

import pytest

from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.search import recent
from privascope.search.recent import RecentVersions
from tests.conftest import make_candidate, policy_page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with LibraryWriter(tmp_path / "library") as writer, writer.transaction():
        for name in ("Quill", "Otter", "Fennel"):
            writer.store(
                make_candidate(policy_page(name), f"https://{name.lower()}.example/privacy")
            )
    return tmp_path / "library"


def _versions(library: Library) -> list[str]:
    return [policy.current_version for policy in library.policies()]


def test_a_version_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library(folder) as library:
        kept = RecentVersions(library)
        ids = _versions(library)
        facts, outlines = kept.facts(ids), kept.outlines(ids)
        monkeypatch.setattr(recent, "read_many_facts", lambda *_: pytest.fail("read again"))
        monkeypatch.setattr(recent, "read_outlines", lambda *_: pytest.fail("read again"))
        assert kept.facts(ids[::-1]) == facts
        assert kept.outlines(ids[:2]) == {name: outlines[name] for name in ids[:2]}
        assert kept.facts(()) == {}


def test_what_another_process_writes_is_seen(folder: Path) -> None:
    with Library(folder) as library:
        kept = RecentVersions(library)
        ids = _versions(library)
        assert len(kept.facts(ids)) == len(kept.outlines(ids)) == 3
        gone = library.policies().__next__()
        with LibraryWriter(folder) as writer, writer.transaction():
            writer.remove(gone.id)
        assert set(kept.facts(ids)) == set(kept.outlines(ids)) == {*ids} - {gone.current_version}


def test_what_the_same_connection_writes_is_seen(folder: Path) -> None:
    with LibraryWriter(folder) as writer:
        kept = RecentVersions(writer)
        ids = _versions(writer)
        assert len(kept.facts(ids)) == 3
        with writer.transaction():
            writer.remove(next(writer.policies()).id)
        assert len(kept.facts(ids)) == 2


def test_only_the_last_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "_MOST", 2)
    with Library(folder) as library:
        kept = RecentVersions(library)
        first, second, third = _versions(library)
        assert set(kept.facts([first, second, third])) == {first, second, third}
        read: list[str] = []
        monkeypatch.setattr(recent, "read_many_facts", lambda _, ids, __: read.extend(ids) or {})
        kept.facts([second, third])
        assert read == []
        kept.facts([first])
        assert read == [first]
