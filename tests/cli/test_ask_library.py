"""Asking a whole library, and an answer writer, on the command line."""

import json
from typing import Any

import pytest

import privascope.answer.ask_library as asking
from privascope.answer.answer import Answer, Source, Verdict
from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.policy.policy import Policy
from tests.answer.test_ask_library import SENTENCE, hand_ask
from tests.answer.writing_endpoint import writing_endpoint
from tests.cli.conftest import Run
from tests.conftest import make_candidate, policy_page
from tests.hand_answer import hand_answer

TRAINING = "which of these do not train models on my notes?"


@pytest.fixture
def filled(run: Run, library: Any, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Six policies that reply by hand."""

    def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
        return hand_ask(policy, source, question)

    monkeypatch.setattr(asking, "ask", ask)
    with LibraryWriter(library) as writer:
        with writer.transaction():
            for name, sentence in SENTENCE.items():
                page = policy_page(f"{name}\x1b[31m", sentence)
                writer.store(make_candidate(page, f"https://{name.lower()}.example/privacy"))
        catch_up(writer)
    return run


def test_who_says_yes_who_says_no_who_is_silent(filled: Run) -> None:
    done = filled("ask", TRAINING)
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0] == (
        "1 says yes, 1 says no, 1 says it depends, 1 says something on it, 1 is unclear and 1 does "
        "not say."
    )
    assert lines[1] == "All 6 policies were read."
    assert "Do you train models on my notes?" in lines[2]
    yes, no = lines.index("Yes: 1"), lines.index("No: 1")
    assert SENTENCE["Nettle"] in "\n".join(lines[yes:no])
    assert SENTENCE["Yarrow"] in "\n".join(lines[no:])
    assert f"nearest: {SENTENCE['Moss']}" in done.out
    assert "\x1b" not in done.out


def test_as_json_and_with_a_search(filled: Run) -> None:
    done = filled("ask", TRAINING, "--among", "weather", "--words", "1..", "--json")
    answer = json.loads(done.out)
    assert [one["domain"] for one in answer["policies"]] == ["fern.example"]
    assert (answer["matching"], answer["read"]) == (1, 1)
    assert json.loads(filled("ask", TRAINING, "--most", "2", "--json").out)["read"] == 2
    none = filled("ask", TRAINING, "--sector", "Medical")
    assert none.out.splitlines()[0] == "No policy matches."


def test_a_search_and_a_target_do_not_go_together(filled: Run) -> None:
    done = filled("ask", "yarrow", TRAINING, "--among", "weather")
    assert done.code == 2
    assert "cannot be combined with a target" in " ".join(done.err.split())


def test_a_name_that_is_not_there_is_no_question_to_others(filled: Run) -> None:
    done = filled("ask", "does Zzyzx train models?")
    assert done.code == 1
    assert "does not name a policy" in done.err


def test_a_writer_is_asked_only_when_it_is_named(
    filled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(policy: Policy, source: Source, question: str, **_: Any) -> Answer:
        return hand_answer(policy, Verdict.ANSWERED, "hashed", "invoices")

    monkeypatch.setattr("privascope.answer.ask.ask", ask)
    question = ("ask", "moss", "do you keep invoices?")
    with writing_endpoint() as endpoint:
        endpoint.says("They keep invoices for seven years [2].")
        assert "Written by" not in filled(*question).out
        assert endpoint.seen == []
        done = filled(*question, "--writer", endpoint.address)
        assert "They keep invoices for seven years [2]." in done.out
        assert "[2] We keep invoices" in done.out
        monkeypatch.setenv("PRIVASCOPE_WRITER", endpoint.address)
        monkeypatch.setenv("PRIVASCOPE_WRITER_MODEL", "small")
        written = json.loads(filled(*question, "--json").out)["written"]
        assert (written["cited"], written["by"]) == ([2], "small")
        endpoint.says("They keep invoices for nine years [2].")
        lied = filled(*question)
        assert "nine years" not in lied.out
        assert "We keep invoices for seven years" in lied.out
        assert "it has a number that the sentence it cites has not" in lied.out
    refused = filled(*question, "--writer", "file:///etc/passwd")
    assert (refused.code, "begins with http://" in refused.err) == (1, True)
