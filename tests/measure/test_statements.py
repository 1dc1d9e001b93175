"""Statements of policies and of single sentences are compared with what readers marked."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sklearn.metrics import f1_score

from privascope.data.asked import read_asked
from privascope.data.statement_sentences import LABELS, read_statement_sentences
from privascope.errors import DataError
from privascope.measure.by_policy import Choice
from privascope.measure.statement_figures import JudgedStatement, statement_figures
from privascope.measure.statement_finder import label_of, statements_shown
from privascope.measure.statement_sentence_figures import JudgedSentence, sentence_figures
from privascope.measure.statements import judge_statements, measure
from privascope.policy.policy import Span
from tests.asked_rows import policy_row, sentence_row, write_rows
from tests.cli.conftest import Run, library, run

__all__ = ["library", "run"]

TEXT = """Quill Privacy Policy

Who else gets it

We do not sell your personal information to anybody.

Cookies

We use cookies to remember your language.
"""


def pair(statement: str, made: bool, shown: bool, policy: str = "p") -> JudgedStatement:
    return JudgedStatement(policy, statement, made, shown, False, ())


def test_pairs_of_policy_and_statement() -> None:
    found = statement_figures(
        [
            replace(pair("uses-cookies", True, True), marked_quotes=(False, True)),
            replace(pair("uses-cookies", True, True, "q"), marked_quotes=(True,)),
            pair("lets-you-object", True, False),
            replace(pair("sells-data", False, True), denied=True),
            pair("trains-ai", True, False, "q"),
            pair("trains-ai", True, True, "r"),
        ]
    )
    assert found["precision"] == 3 / 4
    assert found["recall"] == 3 / 5
    assert found["f1"] == pytest.approx(2 / 3)
    assert found["evidence"] == pytest.approx(2 / 3)
    assert found["evidence_first"] == pytest.approx(1 / 3)
    assert (found["contrary"], found["contrary_per_policy"]) == (1, 1 / 3)
    assert (found["made"], found["shown"], found["right"]) == (5, 4, 3)
    first, later, each = found["first"], found["later"], found["by_statement"]
    assert isinstance(first, dict)
    assert isinstance(later, dict)
    assert isinstance(each, dict)
    assert (first["made"], later["made"], later["recall"]) == (3, 2, 0.5)
    assert list(each) == ["uses-cookies", "sells-data", "lets-you-object", "trains-ai"]
    assert each["sells-data"]["precision"] == 0.0
    assert each["sells-data"]["recall"] is None
    assert each["sells-data"]["contrary"] == 1
    assert json.loads(json.dumps(found)) == found


def test_what_a_policy_says_both_ways_is_not_contrary() -> None:
    both = replace(pair("sells-data", True, True), denied=True)
    missed = replace(pair("sells-data", False, False), denied=True)
    assert statement_figures([both, missed])["contrary"] == 0


def test_only_what_was_looked_for_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        policy_row(statements={"does-not-sell-data": [0]}),
        policy_row(policy_id="b", statements_asked=60, statements={"trains-ai": [1]}),
    ]
    shown = {"sells-data": (Span(0, 24),), "trains-ai": (Span(0, 24), Span(26, 59))}
    monkeypatch.setattr("privascope.measure.statements.statements_shown", lambda _: shown)
    first, second = map(judge_statements, read_asked(write_rows(tmp_path / "rows.jsonl", *rows)))
    assert (len(first), len(second)) == (48, 60)
    sells = next(one for one in first if one.statement == "sells-data")
    assert sells.is_contrary
    trains = next(one for one in second if one.statement == "trains-ai")
    assert trains.marked_quotes == (False, True)
    assert not any(one.statement == "trains-ai" for one in first)


def test_sentences() -> None:
    rows = [
        ("sells-data", "denies", "denies"),
        ("sells-data", "denies", "says"),
        ("sells-data", "neither", "neither"),
        ("sells-data", "says", "says"),
        ("trains-ai", "says", "neither"),
        ("trains-ai", "neither", "neither"),
    ]
    found = sentence_figures(
        [JudgedSentence(f"p{number}", *row) for number, row in enumerate(rows)]  # type: ignore[arg-type]
    )

    def f1(kept: list[tuple[str, str, str]], labels: list[str]) -> float:
        labelled, given = [row[1] for row in kept], [row[2] for row in kept]
        return float(f1_score(labelled, given, labels=labels, average="macro", zero_division=0))

    sells, trains = f1(rows[:4], list(LABELS)), f1(rows[4:], ["says", "neither"])
    assert found["macro_f1"] == pytest.approx((sells + trains) / 2)
    assert found["pooled_macro_f1"] == pytest.approx(f1(rows, list(LABELS)))
    assert found["accuracy"] == pytest.approx(4 / 6)
    assert (found["sentences"], found["statements"]) == (6, 2)
    each = found["by_statement"]
    assert isinstance(each, dict)
    assert list(each) == ["sells-data", "trains-ai"]
    assert each["sells-data"]["says"]["precision"] == 0.5
    assert each["sells-data"]["denies"]["recall"] == 0.5
    assert each["trains-ai"]["says"]["precision"] is None
    assert each["trains-ai"]["denies"]["recall"] is None
    assert json.loads(json.dumps(found)) == found


@pytest.mark.slow
def test_a_pasted_policy_is_read_as_a_label_reads_it(tmp_path: Path) -> None:
    denial, cookies = (TEXT.index(words) for words in ("We do not sell", "We use cookies"))
    row = policy_row(text=TEXT, sentences=[[denial, denial + 52], [cookies, cookies + 41]])
    (policy,) = read_asked(write_rows(tmp_path / "rows.jsonl", row))
    shown = statements_shown(policy)
    assert policy.sentences[0] in shown["does-not-sell-data"]
    assert policy.sentences[1] in shown["uses-cookies"]
    assert "sells-data" not in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({}, "denies"),
        ({"sentence": "We may sell your personal information to other companies."}, "says"),
        ({"sentence": "You can reach us by letter."}, "neither"),
        # Only the neighbours make it.
        (
            {
                "sentence": "You can reach us by letter.",
                "before": "We may sell your personal information to other companies.",
                "after": "We do not sell your health data.",
            },
            "neither",
        ),
        ({"before": "We promise:", "sentence": "we do not sell your personal data"}, "denies"),
    ],
)
def test_a_sentence_is_read_by_itself(tmp_path: Path, changes: dict[str, str], label: str) -> None:
    path = write_rows(tmp_path / "sentences.jsonl", sentence_row(**changes))
    (sentence,) = read_statement_sentences(path)
    assert label_of(sentence) == label


@pytest.mark.slow
def test_both_from_the_command_line(run: Run, tmp_path: Path) -> None:
    data = write_rows(tmp_path / "rows.jsonl", policy_row())
    done = run("measure", "statements", "--data", data, "--processes", 1, "--json")
    found = json.loads(done.out)
    assert (found["policies"], found["made"], found["contrary"]) == (1, 2, 0)
    assert found["by_statement"]["does-not-sell-data"]["right"] == 1
    sentences = write_rows(tmp_path / "sentences.jsonl", sentence_row(), sentence_row())
    done = run("measure", "statements", "--sentences", sentences, "--processes", 1, "--json")
    found = json.loads(done.out)
    assert (found["policies"], found["sentences"], found["macro_f1"]) == (1, 2, 1.0)


def test_bad_input(tmp_path: Path) -> None:
    for data, sentences in ((None, None), (tmp_path, tmp_path)):
        with pytest.raises(DataError, match="--data FILE or --sentences FILE, one of them"):
            measure(data, sentences)
    with pytest.raises(DataError, match="row 1: no field statement"):
        measure(None, write_rows(tmp_path / "other.jsonl", {"a": 1}), Choice(processes=1))
