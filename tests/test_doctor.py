"""What the doctor finds in installations that are well and in some that are not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.doctor import State, examine_installation
from privascope.library.backup import back_up
from privascope.library.engines.choice import IndexPlace
from privascope.library.index import catch_up
from privascope.library.settings import write_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page


def states(folder: Path) -> dict[str, tuple[State, str]]:
    return {
        one.part: (one.state, f"{one.what} {one.advice}") for one in examine_installation(folder)
    }


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("CONFIG", "SCHEDULER", "OPENSEARCH"):
        monkeypatch.delenv(f"PRIVASCOPE_{name}", raising=False)


def test_a_library_that_is_well(writer: LibraryWriter, put: Callable[..., str]) -> None:
    put(policy_page("Cedar"), "https://cedar.example/privacy")
    assert states(writer.folder)["index"][0] is State.BAD
    catch_up(writer)
    found = states(writer.folder)
    assert {state for state, _ in found.values()} == {State.GOOD}
    assert "1 policies" in found["library"][1]
    put(policy_page("Birch"), "https://birch.example/privacy")
    assert found["index"][0] is State.GOOD
    assert states(writer.folder)["index"][0] is State.WARNING


def test_what_is_not_well_comes_with_advice(
    writer: LibraryWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = states(tmp_path / "none")["library"]
    assert missing[0] is State.WARNING
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "privascope.sqlite").write_bytes(b"no database" * 1000)
    assert states(damaged)["library"][0] is State.BAD
    file = tmp_path / "config.toml"
    file.write_text("nonesuch = 'x'")
    monkeypatch.setenv("PRIVASCOPE_CONFIG", str(file))
    assert states(writer.folder)["configuration"][0] is State.BAD


def test_a_cluster_that_does_not_answer(
    writer: LibraryWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("privascope.library.engines.opensearch_client._FIRST_PAUSE", 0.001)
    place = IndexPlace("opensearch", writer.folder, "http://127.0.0.1:1", "x", "y")
    write_engine(writer, place)
    state, told = states(writer.folder)["cluster"]
    assert state is State.BAD
    assert "127.0.0.1:1 does not answer" in told


def test_a_copy_is_brought_up_to_date_and_not_written_to(
    writer: LibraryWriter, put: Callable[..., str], tmp_path: Path
) -> None:
    from privascope.errors import LibraryError
    from privascope.library.check import check_library

    copy = tmp_path / "copy"
    for number, name in enumerate(("Cedar", "Birch"), 1):
        put(policy_page(name, f"Only {name}."), f"https://{name.lower()}.example/privacy")
        catch_up(writer)
        assert back_up(writer, copy).policies == number
        with Library(copy) as library:
            assert check_library(library) == []
    with pytest.raises(LibraryError, match="read-only copy"):
        LibraryWriter(copy)
    assert "a read-only copy" in states(copy)["library"][1]
    with pytest.raises(LibraryError, match="a library of its own"):
        back_up(writer, writer.folder)
