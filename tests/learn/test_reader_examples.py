"""Windows to learn from: grades, silence that is constructed, and spans at the right tokens."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

pytest.importorskip("torch")

from privascope.answer.verdict import LONGEST_TOGETHER
from privascope.data.asked import read_asked
from privascope.data.pairs import questions_of
from privascope.data.policyqa import read_paragraphs
from privascope.learn import reader_examples, reader_pretraining
from privascope.learn.reader_examples import (
    NO_LABEL,
    RELATED,
    Example,
    asked_examples,
    lessons_of,
)
from privascope.learn.reader_pretraining import policyqa_examples, privacyqa_examples
from privascope.models import sentence_encoder
from privascope.models.onnx import load_tokenizer
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.window_tokens import LONGEST_WINDOW, WindowTokenizer
from tests.asked_rows import policy_row, question_row, write_rows
from tests.learn import tiny

SENTENCES = (
    "We never sell your data.",
    "Others may sell theirs.",
    "We share names with the police.",
    "We keep invoices for seven years.",
    "We never sell your data.",
    *(f"Matter {number} is not dealt with here." for number in range(30)),
)
TEXT = "\n\n".join(SENTENCES)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(sentence_encoder.FOLDER)


@pytest.fixture(scope="module")
def windows(tokenizer: Tokenizer) -> WindowTokenizer:
    return WindowTokenizer(tokenizer)


def lessons(path: Path, *questions: object) -> list[reader_examples._Lesson]:
    places, start = [], 0
    for sentence in SENTENCES:
        places.append([start, start + len(sentence)])
        start += len(sentence) + 2
    row = policy_row(text=TEXT, sentences=places, questions=list(questions), statements={})
    return list(lessons_of(read_asked(write_rows(path / "asked.jsonl", row))))


def of_whole(examples: Sequence[Example]) -> list[Example]:
    return [example for example in examples if example.verdict != NO_LABEL]


def test_sentences_that_answer_are_graded_wherever_they_are(tmp_path: Path) -> None:
    asked = question_row(answers=[0], related=[2], traps=[1], stance="no")
    (lesson,) = lessons(tmp_path, asked)
    # The same words again answer as well; what is on the topic is between answer and none.
    assert lesson.answering == [0, 4]
    assert lesson.grades[:5] == (1.0, 0.0, RELATED, 0.0, 1.0)
    assert lesson.traps == (1,)
    assert sorted(lesson.order) == list(range(len(SENTENCES)))


def test_a_verdict_example_has_the_answers_and_fits(
    tmp_path: Path, windows: WindowTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_examples, "_SILENCED", 0.0)
    given = lessons(tmp_path, question_row(answers=[0], related=[2], traps=[1], stance="no"))
    for seed in range(20):
        (example,) = of_whole(asked_examples(given, windows, str(seed)))
        numbers = [place.number for place in example.window.places]
        assert 0 in numbers
        assert numbers == sorted(numbers)
        assert len(numbers) <= 8
        assert len(example.window.ids) <= LONGEST_TOGETHER
        assert (example.verdict, example.stance) == (0, STANCES.index("no"))
        assert example.grades == tuple(given[0].grades[number] for number in numbers)


def test_a_silenced_example_holds_no_answer_but_what_is_near(
    tmp_path: Path, windows: WindowTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_examples, "_SILENCED", 1.0)
    given = lessons(tmp_path, question_row(answers=[0], related=[2], traps=[1], stance="no"))
    near = 0
    for seed in range(20):
        (example,) = of_whole(asked_examples(given, windows, str(seed)))
        numbers = {place.number for place in example.window.places}
        assert not numbers & {0, 4}
        assert 1.0 not in example.grades
        assert VERDICTS[example.verdict] == "silent"
        assert example.stance == NO_LABEL
        near += bool(numbers & {1, 2})
    assert near > 10


@pytest.mark.parametrize("verdict", ["silent", "out_of_scope"])
def test_what_has_no_answer_keeps_its_verdict(
    tmp_path: Path, windows: WindowTokenizer, verdict: str
) -> None:
    given = lessons(tmp_path, question_row(verdict=verdict, answers=[], related=[2]))
    (example,) = of_whole(asked_examples(given, windows, "0"))
    assert VERDICTS[example.verdict] == verdict
    assert example.stance == NO_LABEL


def test_a_question_without_stance_teaches_that_there_is_none(
    tmp_path: Path, windows: WindowTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_examples, "_SILENCED", 0.0)
    given = lessons(tmp_path, question_row(verdict="partly", answers=[3]))
    (example,) = of_whole(asked_examples(given, windows, "0"))
    assert (VERDICTS[example.verdict], STANCES[example.stance]) == ("partly", "none")


def test_one_window_of_candidates_holds_an_answer_and_another_none(
    tmp_path: Path, windows: WindowTokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_examples, "_ALONE", 0.0)
    given = lessons(tmp_path, question_row(answers=[0]))
    found = [one for one in asked_examples(given, windows, "1") if one.verdict == NO_LABEL]
    assert [1.0 in one.grades for one in found] == [True, False]
    assert all(len(one.window.ids) <= LONGEST_WINDOW for one in found)


def test_every_epoch_draws_anew_and_a_seed_draws_the_same(
    tmp_path: Path, windows: WindowTokenizer
) -> None:
    given = lessons(tmp_path, question_row(answers=[0]), question_row(answers=[3]))
    first = asked_examples(given, windows, "0 0")
    assert first == asked_examples(given, windows, "0 0")
    assert first != asked_examples(given, windows, "0 1")


def test_pairs_become_windows_with_all_their_relevant_sentences(windows: WindowTokenizer) -> None:
    questions = questions_of(tiny.labelled_rows(2))
    found = privacyqa_examples(questions, windows, "0", windows=2)
    assert len(found) == 2 * len(questions)
    for question, example in zip(questions, found[::2], strict=True):
        numbers = [place.number for place in example.window.places]
        assert numbers == sorted(numbers)
        assert set(np.flatnonzero(question.relevant)) <= set(numbers)
        assert example.grades == tuple(float(question.relevant[number]) for number in numbers)
        assert (example.verdict, example.stance, example.span) == (NO_LABEL, NO_LABEL, None)


def test_spans_are_at_the_tokens_of_the_answer(
    tmp_path: Path, tokenizer: Tokenizer, windows: WindowTokenizer
) -> None:
    rows = tiny.write_rows(tmp_path / "squad.jsonl", tiny.policyqa_rows(2))
    paragraphs = read_paragraphs(rows)
    found = policyqa_examples(paragraphs, windows, "0")
    assert len(found) == sum(len(paragraph.asked) for paragraph in paragraphs)
    wanted = sorted(
        text.text[answer.start : answer.end]
        for text in paragraphs
        for asked in text.asked
        for answer in asked.answers
    )
    said = []
    for example in found:
        assert example.span is not None
        first, last = example.span
        said.append(tokenizer.decode(example.window.ids[first : last + 1]))
        (place,) = (one for one in example.window.places if one.first <= first < one.end)
        assert example.grades[example.window.places.index(place)] == 1.0
        assert last < place.end
    assert sorted(said) == wanted


def test_an_answer_may_go_over_sentences(tokenizer: Tokenizer, windows: WindowTokenizer) -> None:
    from privascope.policy.policy import Span

    text = "We keep logs. We sell names. Ask us."
    answer = Span(text.index("logs"), text.index("names") + len("names"))
    example = reader_pretraining._span_example(
        windows, "what of it?", text, [answer], None, random.Random(0)
    )
    assert example is not None
    assert example.span is not None
    first, last = example.span
    read = tokenizer.decode(example.window.ids[first : last + 1], skip_special_tokens=True)
    assert read == "logs. we sell names"
    assert example.grades == (0.0, 1.0, 0.0)
