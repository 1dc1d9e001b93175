"""What the default method makes of practices and of neighbours."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from privascope.answer import scoring
from privascope.answer.calibration import logistic
from privascope.answer.passages import Passages, passages_of_sentences
from privascope.answer.practice_relevance import PracticeRelevance
from privascope.answer.scoring import SHARES, SHARES_WITHOUT_HEADINGS, by_all, method_called
from privascope.models import practices

SENTENCES = (
    "Welcome to the notice of our small orchard shop.",
    "We protect your details with encryption and locked rooms.",
    "Apples are picked by hand each autumn.",
    "We keep your order for six years and then erase it.",
    "Our lorries are green.",
)


def passages_in_sections(sections: list[int]) -> Passages:
    plain = passages_of_sentences(SENTENCES)
    return Passages(
        [replace(one, section=number) for one, number in zip(plain.all, sections, strict=True)]
    )


@pytest.mark.parametrize(
    ("question", "sentence"),
    [("Is what I tell you safe from hackers?", 1), ("How long do you keep my data?", 3)],
)
def test_the_sentence_of_the_asked_category_has_most(question: str, sentence: int) -> None:
    passages = passages_of_sentences(SENTENCES)
    scores = PracticeRelevance().scores(question, passages, range(len(SENTENCES)))
    assert int(np.argmax(scores)) == sentence
    assert scores[sentence] > 2 * np.sort(scores)[-2]
    assert scores[2] < 0.1


@pytest.mark.parametrize("method", ["bilstm", "cross-encoder", "cross-encoder+span"])
def test_each_method_finds_the_sentence(method: str) -> None:
    scores = method_called(method)(
        "How long do you keep my order?", passages_of_sentences(SENTENCES)
    )
    assert int(np.argmax(scores.values)) == 3


def test_answerability_is_relevance_and_information(monkeypatch: pytest.MonkeyPatch) -> None:
    passages = passages_of_sentences(SENTENCES)
    whole = method_called("cross-encoder+span")("How long do you keep my order?", passages)
    assert 1 < whole.values[3] < 2
    monkeypatch.setattr(scoring, "informed", lambda _, texts: [None] * len(texts))
    alone = method_called("cross-encoder+span")("How long do you keep my order?", passages)
    assert alone.values[3] == pytest.approx(logistic(alone.parts["cross"][3]))
    assert (whole.values >= alone.values).all()


def test_practices_raise_the_sentences_that_state_them() -> None:
    passages = passages_of_sentences(SENTENCES)
    question = "Is what I tell you safe from hackers?"
    shares = SHARES_WITHOUT_HEADINGS
    without = by_all(question, passages, {**shares, "practices": 0.0}, neighbours=())
    with_them = by_all(question, passages, neighbours=())
    raised = with_them.values - without.values
    assert "practices" not in without.parts
    assert np.allclose(raised, shares["practices"] * with_them.parts["practices"])
    assert raised[1] > 0.1


def test_without_the_practice_model_there_is_an_answer_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practices, "FOLDER", tmp_path)
    scores = by_all("How long do you keep my order?", passages_of_sentences(SENTENCES))
    assert "practices" not in scores.parts
    assert int(np.argmax(scores.values)) == 3


def test_a_sentence_is_read_once_for_all_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    passages = passages_of_sentences(SENTENCES)
    reader = PracticeRelevance()
    first = reader.scores("Is it safe?", passages, [0, 1])

    def refuse(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(practices, "read_practices", refuse)
    assert np.array_equal(reader.scores("Is it safe?", passages, [1, 0]), first[::-1])


def test_neighbours_share_only_under_one_heading() -> None:
    values = np.array([0.0, 1.0, 0.0, 0.0, 0.0])
    one = scoring.with_neighbours(values, passages_in_sections([0] * 5), (0.1, 0.05))
    assert np.allclose(one, [0.1 / 1.15, 1 / 1.25, 0.1 / 1.3, 0.05 / 1.25, 0.0])
    apart = scoring.with_neighbours(values, passages_in_sections([0, 0, 1, 1, 1]), (0.1, 0.05))
    assert apart[2:].tolist() == [0.0, 0.0, 0.0]
    assert np.allclose(apart[:2], [0.1 / 1.1, 1 / 1.1])


@pytest.mark.parametrize(
    ("headings", "shares", "neighbours"),
    [
        ((), SHARES_WITHOUT_HEADINGS, scoring.NEIGHBOURS_WITHOUT_HEADINGS),
        (("Our notice",), SHARES_WITHOUT_HEADINGS, scoring.NEIGHBOURS_WITHOUT_HEADINGS),
        (("What we keep", "How we keep it"), SHARES, scoring.NEIGHBOURS),
    ],
)
def test_what_parts_are_worth_hangs_on_headings(
    headings: tuple[str, ...], shares: Mapping[str, float], neighbours: tuple[float, ...]
) -> None:
    passages = Passages(passages_of_sentences(SENTENCES).all, headings)
    question = "Is what I tell you safe from hackers?"
    whole = by_all(question, passages)
    parts = sum(shares[name] * whole.parts[name] for name in shares if name != "cross")
    alone = parts + shares["cross"] * (whole.parts["cross"] - scoring.LEAST_LOGIT)
    assert np.allclose(whole.values, scoring.with_neighbours(alone, passages, neighbours))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_policy_of_few_sentences_has_few_neighbours(number: int) -> None:
    passages = passages_of_sentences(SENTENCES[:number])
    scores = by_all("Is it safe?", passages)
    assert scores.values.shape == (number,)
    assert np.isfinite(scores.values).all()
