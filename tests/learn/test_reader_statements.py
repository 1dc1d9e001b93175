"""Questions about statements: who makes them, who denies them, who is silent; and flips."""

import random
from pathlib import Path

import pytest

pytest.importorskip("torch")

from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.statement_slugs import ALL
from privascope.learn import reader_statements
from privascope.learn.reader_examples import NO_LABEL, flipped_example
from privascope.learn.reader_statements import (
    StatementQuestions,
    stated_policies,
    statement_examples,
    statement_questions,
)
from privascope.models import sentence_encoder
from privascope.models.onnx import load_tokenizer
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.window_tokens import Line, WindowTokenizer
from tests.asked_rows import policy_row, write_rows

SELLS, NEVER = "We sell your data to brokers.", "We never sell your data."
QUESTIONS = {"sells-data": StatementQuestions(yes=("do you sell my data?",), no=("is it kept?",))}


@pytest.fixture(scope="module")
def windows() -> WindowTokenizer:
    return WindowTokenizer(load_tokenizer(sentence_encoder.FOLDER))


@pytest.fixture
def asked_of_sales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_statements, "statement_questions", lambda: QUESTIONS)
    monkeypatch.setattr(reader_statements, "_FLIPPED", 0.0)


def policy(folder: Path, sentence: str, statements: dict[str, list[int]]) -> list[AskedPolicy]:
    texts = [sentence, "We use cookies.", "We show adverts.", "We keep bills for six years."]
    text, places = "", []
    for one in texts:
        places.append([len(text), len(text) + len(one)])
        text += one + "\n\n"
    made = {**statements, "uses-cookies": [1], "uses-data-for-advertising": [2]}
    row = policy_row(text=text, sentences=places, questions=[], statements=made)
    return list(read_asked(write_rows(folder / "asked.jsonl", row)))


def test_every_statement_has_questions() -> None:
    assert statement_questions().keys() <= set(ALL)
    # Denials are asked about with the statement that they deny, and "as long as needed" answers no
    # question as a whole.
    without = {slug for slug in ALL if slug.startswith(("does-not-", "ignores-"))}
    assert set(ALL) - statement_questions().keys() == without | {"keeps-data-as-long-as-needed"}
    assert {one for own in statement_questions().values() for one in own.near} <= set(ALL)


@pytest.mark.parametrize(
    ("sentence", "statements", "verdict", "stances"),
    [
        (SELLS, {"sells-data": [0]}, "answered", {"yes", "no"}),
        (NEVER, {"does-not-sell-data": [0]}, "answered", {"yes", "no"}),
        ("We like data.", {}, "silent", set()),
    ],
)
@pytest.mark.usefixtures("asked_of_sales")
def test_a_policy_makes_denies_or_lacks_a_statement(
    tmp_path: Path,
    windows: WindowTokenizer,
    sentence: str,
    statements: dict[str, list[int]],
    verdict: str,
    stances: set[str],
) -> None:
    policies = stated_policies(policy(tmp_path, sentence, statements))
    found = statement_examples(policies, windows, "seed", 60)
    assert found
    assert {VERDICTS[example.verdict] for example in found} == {verdict}
    given = {example.stance for example in found}
    assert given == ({STANCES.index(one) for one in stances} or {NO_LABEL})
    for example in found:
        numbers = [place.number for place in example.window.places]
        assert example.grades == tuple(float(bool(statements) and n == 0) for n in numbers)


@pytest.mark.parametrize(
    ("sentence", "stance", "turned"), [(NEVER, "no", "yes"), (SELLS, "yes", "no")]
)
def test_a_sentence_turned_around_answers_the_other_way(
    windows: WindowTokenizer, sentence: str, stance: str, turned: str
) -> None:
    example = flipped_example(
        "do you sell my data?", [Line(0, sentence)], stance, windows, random.Random(0)
    )
    assert example is not None
    assert (example.verdict, STANCES[example.stance]) == (NO_LABEL, turned)
    assert example.window.ids != windows.window("do you sell my data?", [Line(0, sentence)]).ids


def test_what_cannot_be_turned_around_is_left_out(windows: WindowTokenizer) -> None:
    lines = [Line(0, "Unless you opt out, we do not ask whether we may sell it.")]
    assert flipped_example("sold?", lines, "no", windows, random.Random(0)) is None
    assert flipped_example("sold?", [Line(0, NEVER)], "depends", windows, random.Random(0)) is None
