"""The library keeps policies, versions and sightings, and tells them apart."""

import stat
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from privascope.errors import LibraryBusyError, LibraryError, NotFoundError
from privascope.library.backup import back_up
from privascope.library.deriving import METHOD
from privascope.library.rederive import rederive
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.library.versions import two_versions, version_on
from privascope.library.writer import LibraryWriter, Stored
from tests.conftest import make_candidate, policy_page

URL = "https://www.quill.example/privacy"
Put = Callable[..., str]


def test_a_stored_policy_comes_back_whole(writer: LibraryWriter, put: Put) -> None:
    page = policy_page("Quill")
    stored = writer.policy(put(page, URL))
    assert (stored.url, stored.domain, stored.versions) == (URL, "quill.example", 1)
    assert writer.content(stored.current_version) == (page, "text/html", URL)
    derived = writer.derived(stored.current_version)
    assert "tax law asks for it" in derived.policy.text
    assert "Shop" not in derived.policy.text
    assert "Shop" in derived.page_text
    for sentence in derived.policy.sentences:
        assert derived.policy.quote(sentence).strip() == derived.policy.quote(sentence) != ""


def test_new_content_is_a_version_and_the_same_is_not(writer: LibraryWriter) -> None:
    first = make_candidate(policy_page("Quill"), URL, "2023-01-01")
    noise = policy_page("Quill").replace(b"<head>", b"<head><meta name=token content=71>")
    again = make_candidate(noise, URL, "2023-06-01")
    changed = make_candidate(policy_page("Quill", "We now sell data."), URL, "2024-01-01")
    with writer.transaction():
        outcomes = [writer.store(page)[1] for page in (first, again, changed, changed)]
    assert outcomes == [Stored.NEW, Stored.UNCHANGED, Stored.VERSION, Stored.UNCHANGED]
    (stored,) = writer.policies()
    history = writer.history(stored.id)
    assert [(str(e.first_seen.date()), str(e.last_seen.date()), e.seen) for e in history] == [
        ("2023-01-01", "2023-06-01", 2),
        ("2024-01-01", "2024-01-01", 1),
    ]
    assert stored.current_version == history[-1].version_id


def test_a_date_in_the_future_does_not_pin_a_version(writer: LibraryWriter, put: Put) -> None:
    policy_id = put(policy_page("Quill", "From the future."), URL, "2999-01-01")
    (seen,) = writer.history(policy_id)
    assert seen.last_seen <= datetime.now(UTC)
    # As older releases stored it.
    with writer.transaction():
        writer.write("UPDATE observation SET fetched_at = '2999-01-01T00:00:00+00:00'")
    put(policy_page("Quill", "What it says now."), URL, "2024-01-01")
    current = writer.derived(writer.policy(policy_id).current_version).policy.text
    assert "What it says now." in current


def test_a_new_library_is_its_owners_alone(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    for folder, mode in ((tmp_path / "deep" / "library", 0o700), (shared, 0o755)):
        with LibraryWriter(folder):
            assert stat.S_IMODE(folder.stat().st_mode) == mode
        with Library(folder) as library:
            back_up(library, tmp_path / f"copy of {folder.name}")
        assert stat.S_IMODE((tmp_path / f"copy of {folder.name}").stat().st_mode) == 0o700


def test_an_older_version_found_later_does_not_become_current(
    writer: LibraryWriter, put: Put
) -> None:
    put(policy_page("Quill", "New words."), URL, "2024-01-01")
    policy_id = put(policy_page("Quill"), URL, "2020-01-01")
    assert "New words." in writer.derived(writer.policy(policy_id).current_version).policy.text
    assert [e.first_seen.year for e in writer.history(policy_id)] == [2020, 2024]


def test_going_back_to_an_earlier_wording_is_in_the_history(
    writer: LibraryWriter, put: Put
) -> None:
    for day, extra in (("2021-01-01", ""), ("2022-01-01", "We sell data."), ("2023-01-01", "")):
        policy_id = put(policy_page("Quill", extra), URL, day)
    history = writer.history(policy_id)
    assert [e.first_seen.year for e in history] == [2021, 2022, 2023]
    assert (
        history[0].version_id == history[2].version_id == writer.policy(policy_id).current_version
    )


def test_one_policy_by_any_of_its_addresses(writer: LibraryWriter, put: Put) -> None:
    first = put(policy_page("Quill"), URL, asked_url="https://quill.example/legal")
    assert put(policy_page("Quill", "More."), "http://quill.example/legal/", "2025-01-01") == first
    assert put(policy_page("Quill"), URL, "2025-02-01", service="Quill") == first
    assert writer.count() == 1


def test_a_service_keeps_its_history_when_its_address_moves(
    writer: LibraryWriter, put: Put
) -> None:
    first = put(policy_page("Quill"), "https://quill.example/a", "2020-01-01", service="Quill")
    second = put(policy_page("Quill", "B."), "https://q.example/b", "2021-01-01", service="Quill")
    assert first == second
    assert len(writer.history(first)) == 2


def test_a_failed_transaction_leaves_nothing(writer: LibraryWriter) -> None:
    with pytest.raises(RuntimeError), writer.transaction():
        writer.store(make_candidate(policy_page("Quill"), URL))
        raise RuntimeError
    assert writer.count() == 0
    assert writer.row("SELECT count(*) FROM content")[0] == 0  # type: ignore[index]


def test_a_second_writer_is_told_who_is_writing(writer: LibraryWriter) -> None:
    with pytest.raises(LibraryBusyError, match=r"process \d+ is writing"):
        LibraryWriter(writer.folder)
    with Library(writer.folder) as reader:
        assert reader.count() == 0


def test_a_reader_sees_one_state_while_a_writer_writes(writer: LibraryWriter, put: Put) -> None:
    put(policy_page("Quill"), URL)
    with Library(writer.folder) as reader, reader.snapshot():
        assert reader.count() == 1
        put(policy_page("Nib"), "https://nib.example/privacy")
        assert reader.count() == 1
    assert writer.count() == 2


def test_no_library(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="privascope add"):
        Library(tmp_path)


def test_a_file_that_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "privascope.sqlite").write_bytes(b"not a database, only some words" * 100)
    with pytest.raises(LibraryError):
        Library(tmp_path)


def test_a_library_of_another_schema(writer: LibraryWriter) -> None:
    with writer.transaction():
        writer.write("UPDATE meta SET value = '99' WHERE name = 'schema'")
    with pytest.raises(LibraryError, match="schema 99"):
        Library(writer.folder)


def test_remove_takes_all_of_a_policy_and_nothing_else(writer: LibraryWriter, put: Put) -> None:
    gone = put(policy_page("Quill"), URL)
    stays = put(policy_page("Nib"), "https://nib.example/privacy")
    with writer.transaction():
        writer.remove(gone)
    assert [policy.id for policy in writer.policies()] == [stays]
    for table in ("version", "derived", "content", "observation", "address"):
        assert writer.row(f"SELECT count(*) FROM {table}")[0] == 1, table  # type: ignore[index]


def test_a_better_extractor_invents_no_change(
    writer: LibraryWriter, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text derived by an old method is brought up to date before it is compared."""
    policy_id = put(policy_page("Quill"), URL, "2023-01-01")
    version = writer.policy(policy_id).current_version
    with writer.transaction():
        writer.write(
            "UPDATE derived SET method = 'extractor 0', text_hash = x'00' WHERE version_id = ?",
            version,
        )
    put(policy_page("Quill"), URL, "2024-01-01")
    assert len(writer.history(policy_id)) == 1
    assert writer.derived(version).method == METHOD


def test_rederive_merges_versions_that_read_the_same(
    writer: LibraryWriter, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy_id = put(policy_page("Quill"), URL, "2023-01-01")
    put(policy_page("Quill").replace(b"Shop", b"Store"), URL, "2023-03-01")
    put(policy_page("Quill", "We sell data."), URL, "2024-01-01")
    with writer.transaction():
        writer.write("UPDATE derived SET method = 'extractor 0'")
    results = list(rederive(writer))
    assert len(results) == 2
    assert not any(result.changed or result.problem for result in results)
    assert list(rederive(writer)) == []
    assert [e.first_seen.year for e in writer.history(policy_id)] == [2023, 2024]


def test_targets(writer: LibraryWriter, put: Put) -> None:
    quill = put(policy_page("Quill"), URL)
    nib = put(policy_page("Nib"), "https://nib.example/privacy", service="Nib & Co")
    for target in (
        quill,
        quill[:6],
        URL,
        "http://quill.example/privacy/",
        "quill.example",
        "quill",
    ):
        assert find_policy_id(writer, target) == quill, target
    assert find_policy_id(writer, "nib & co") == nib
    with pytest.raises(NotFoundError, match="matches 2 policies"):
        find_policy_id(writer, "Privacy Policy")
    for target in ("", "nowhere.example", "100%", "a' OR 1=1 --"):
        with pytest.raises(NotFoundError):
            find_policy_id(writer, target)


def test_versions_by_date(writer: LibraryWriter, put: Put) -> None:
    for day, extra in (("2021-01-01", "One."), ("2022-01-01", "Two."), ("2023-01-01", "Three.")):
        policy_id = put(policy_page("Quill", extra), URL, day)
    versions = [entry.version_id for entry in writer.history(policy_id)]
    assert version_on(writer, policy_id, date(2022, 6, 1)) == versions[1]
    assert two_versions(writer, policy_id, None, None) == (versions[1], versions[2])
    assert two_versions(writer, policy_id, date(2021, 2, 1), None) == (versions[0], versions[2])
    assert two_versions(writer, policy_id, None, date(2022, 2, 1)) == (versions[0], versions[1])
    with pytest.raises(NotFoundError, match="as old as 2020"):
        version_on(writer, policy_id, date(2020, 1, 1))
    with pytest.raises(NotFoundError, match="only one version"):
        two_versions(writer, policy_id, None, date(2021, 2, 1))


def test_the_disk_fills_up(writer: LibraryWriter, put: Put) -> None:
    """What was stored stays, the transaction that did not fit leaves nothing, and room helps."""
    from privascope.errors import DiskFullError

    put(policy_page("Quill"), URL)
    pages = writer.row("PRAGMA page_count")[0]  # type: ignore[index]
    writer.row(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(DiskFullError, match="full: everything reported as stored is safe"):
        for number in range(200):
            put(
                policy_page(f"Firm{number}", *[f"Word {n} of {number}." for n in range(300)]),
                f"https://firm{number}.example/privacy",
            )
    held = writer.count()
    assert held >= 1
    writer.row("PRAGMA max_page_count = 1000000")
    put(policy_page("Last"), "https://last.example/privacy")
    assert writer.count() == held + 1
    assert [row[0] for row in writer.rows("PRAGMA integrity_check")] == ["ok"]
