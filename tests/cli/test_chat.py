"""The conversation in the terminal, line by line from a pipe."""

import io
import json
import re
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.conversation import Expectations
from tests.cli.conftest import Done, Run
from tests.quick_answers import use_quick_answers


@pytest.fixture(scope="module")
def sample_folder(pristine_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(pristine_sample, tmp_path_factory.mktemp("chat") / "library"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def chat(run: Run, sample_folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> "Chat":
    use_quick_answers(monkeypatch)
    monkeypatch.setenv("PRIVASCOPE_LIBRARY", str(sample_folder))

    def talk(*turns: str, target: str = "jotharbor") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{turn}\n" for turn in turns)))
        return run("chat", *filter(None, [target]))

    return talk


Chat = Run


def test_turns_from_a_pipe_are_answered_one_by_one(chat: Chat) -> None:
    done = chat("do you sell my photos?", "more", "/where", "what about helixbrook?")
    assert done.code == 0
    assert done.out.count("The policy says:") == 2
    assert "Would you like to hear more?" in done.out
    assert "in the policy of Jotharbor, dated 2025-10-20" in done.out
    assert "“" in done.out
    assert done.err == ""


def test_quit_and_bye_end_it(chat: Chat) -> None:
    assert "All right" not in chat("/quit", "no").out
    assert chat("bye", "hello").out.strip() == "Goodbye."


def test_a_policy_that_is_not_there_is_named(chat: Chat) -> None:
    done = chat("hello", target="no such thing")
    assert done.code == 1
    assert "no policy is called" in done.err


def test_only_expectations_are_kept_and_they_can_be_forgotten(
    chat: Chat, run: Run, home: Path
) -> None:
    chat("do you sell my photos?", "and my location?")
    assert not home.exists()
    chat("I don't want my location sold")
    kept = [path for path in home.rglob("*") if path.is_file()]
    assert [json.loads(path.read_text()) for path in kept] == [["I don't want my location sold"]]
    assert "I don't want my location sold" in chat("what are my expectations?").out
    assert "is removed" in run("forget").err
    assert not kept[0].exists()
    assert "nothing to forget" in run("forget").err
    assert "not said what matters" in chat("what are my expectations?").out


def test_a_spoiled_file_of_expectations_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "expectations.json"
    for spoiled in ("", "{", '{"a": 1}', '[7, "I hate ads"]'):
        path.write_text(spoiled)
        assert Expectations(path).read() in ((), ("I hate ads",))
    path.unlink()
    Expectations(path).write(("x",))
    assert path.stat().st_mode & 0o077 == 0


def test_passages_on_a_screen(chat: Chat, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page at the printed address has what was read out."""
    addresses: list[str] = []
    pages: list[str] = []

    class Console:
        is_terminal = False

        def print(self, line: object) -> None:
            addresses.extend(re.findall(r"http://\S+", str(line)))

    def turns(_: bool) -> Iterator[str]:
        yield "do you sell my photos?"
        with urllib.request.urlopen(addresses[0], timeout=20) as answer:
            pages.append(answer.read().decode())
        yield "bye"

    monkeypatch.setattr("privascope.cli.printing.err", Console)
    monkeypatch.setattr("privascope.cli.chat._turns", turns)
    assert run("chat", "jotharbor", "--screen", "127.0.0.1:0").code == 0
    assert "<blockquote>" in pages[0]
    assert run("chat", "jotharbor", "--screen", "nowhere").code == 2
