"""Practices in the store: computed late, kept, resumed, and dropped with the text they are of."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from privascope.errors import LibraryError, NotEnglishError
from privascope.library import practices as stored
from privascope.library.check import check_library
from privascope.library.deriving import derive_again
from privascope.library.enrich import enrich
from privascope.library.facts import read_many_facts, read_traits
from privascope.library.index import catch_up
from privascope.library.practices import count_lacking, enrich_practices, practices_of
from privascope.library.rederive import rederive
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.traits.practices.practice import Practice
from tests.conftest import policy_page
from tests.practice_model import FIRST, make_model

Put = Callable[..., str]


def current(library: Library, policy_id: str) -> str:
    return library.policy(policy_id).current_version


def found(library: Library, version_id: str) -> tuple[Practice, ...] | None:
    return read_traits(library, version_id).practices


def test_intake_leaves_them_to_enrich(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    assert found(writer, version) is None
    assert list(enrich(writer)) == []
    assert count_lacking(writer) == 1
    assert list(enrich_practices(writer)) == [version]
    practices = found(writer, version)
    assert practices
    text = writer.derived(version).policy.text
    assert any(text[p.start : p.end] == "name" for p in practices)
    assert count_lacking(writer) == 0
    assert list(enrich_practices(writer)) == []
    catch_up(writer)
    assert check_library(writer) == []


def test_no_practices_is_kept_as_such(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    page = b"<html lang=en><title>Privacy</title><p>" + b"Words that say nothing at all. " * 20
    version = current(writer, put(page, "https://tallow.example/privacy"))
    assert list(enrich_practices(writer)) == [version]
    assert found(writer, version) == ()


def test_a_run_that_was_stopped_goes_on(
    writer: LibraryWriter, put: Put, tiny_practices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "_BATCH", 2)
    for number in range(5):
        put(policy_page(f"Tallow{number}"), f"https://tallow{number}.example/privacy")
    run = enrich_practices(writer)
    done = [next(run) for _ in range(2)]
    run.close()
    assert count_lacking(writer) == 3
    rest = list(enrich_practices(writer))
    assert len(rest) == 3
    assert not set(rest) & set(done)


def test_the_texts_in_force_come_first(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    past, now = [], []
    for name in ("tallow", "wick"):
        url = f"https://{name}.example/privacy"
        past.append(current(writer, put(policy_page(name), url, "2020-01-01")))
        now.append(current(writer, put(policy_page(name, "More."), url, "2024-01-01")))
    order = list(enrich_practices(writer))
    assert set(order[:2]) == set(now)
    assert set(order[2:]) == set(past)


def test_another_model_makes_them_outdated(
    writer: LibraryWriter,
    put: Put,
    tiny_practices: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    list(enrich_practices(writer))
    other = make_model(tmp_path / "other")
    (other / "labels.json").write_text((other / "labels.json").read_text() + "\n")
    monkeypatch.setattr("privascope.models.practices.FOLDER", other)
    assert count_lacking(writer) == 1
    assert found(writer, version), "until then the old ones are shown"
    assert list(enrich_practices(writer)) == [version]


def test_other_languages_are_left_out(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    with writer.transaction():
        writer.write("UPDATE derived SET language = 'de'")
    assert count_lacking(writer) == 0
    assert list(enrich_practices(writer)) == []
    with pytest.raises(NotEnglishError):
        practices_of(writer, version)
    assert found(writer, version) is None


def test_asked_for_they_are_found_and_kept(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    catch_up(writer)
    folder = writer.folder
    writer.close()
    with Library(folder) as reader:
        first = practices_of(reader, version)
        assert any(practice.category == FIRST for practice in first)
        assert found(reader, version) == first
        assert check_library(reader) == [], "the index knows it too"
        assert practices_of(reader, version) == first


def test_asked_for_while_another_writes(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    with Library(writer.folder) as reader:
        practices = practices_of(reader, version)
        assert practices
        assert found(reader, version) is None
    assert practices_of(writer, version) == practices
    assert found(writer, version) == practices


def test_asked_for_where_nobody_may_write(
    writer: LibraryWriter, put: Put, tiny_practices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))

    def refuse(folder: Path, **_: object) -> None:
        raise LibraryError(f"no permission to write to the library {folder}")

    monkeypatch.setattr("privascope.library.writer.open_writer", refuse)
    with Library(writer.folder) as reader:
        assert practices_of(reader, version)
        assert found(reader, version) is None


def test_they_go_with_the_text_that_they_point_into(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    list(enrich_practices(writer))
    list(rederive(writer, everything=True))
    assert found(writer, version), "the same text keeps them"
    content, content_type, url = writer.content(version)
    shorter = derive_again(content.replace(b"name, ", b""), url, content_type)
    with writer.transaction():
        writer.replace_text(version, replace(shorter, text_hash=b"x" * 16))
    assert found(writer, version) is None
    assert read_traits(writer, version).readability is not None
    assert count_lacking(writer) == 1


def test_lists_of_policies_do_without(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    version = current(writer, put(policy_page("Tallow"), "https://tallow.example/privacy"))
    list(enrich_practices(writer))
    facts = read_many_facts(writer, [version], 1.0)[version]
    assert facts.traits.practices is None
    assert facts.traits.trackers is not None


def test_a_removed_policy_takes_them_along(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    policy = put(policy_page("Tallow"), "https://tallow.example/privacy")
    list(enrich_practices(writer))
    with writer.transaction():
        writer.remove(policy)
    assert list(writer.rows("SELECT * FROM trait")) == []
