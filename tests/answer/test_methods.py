"""Every method ranks, signals can be left out, and what was not read comes behind."""

from pathlib import Path

import numpy as np
import pytest

from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.methods import (
    FIRST,
    METHODS,
    default,
    method_called,
    own_method,
    reading_order,
)
from privascope.answer.passages import Passages, passages_of, passages_of_sentences
from privascope.answer.signals.reading import LEAST_LOGIT, line_of, sentence_reader
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy
from tests.answer.fake_reader import FakeReader, use

QUESTION = "do you sell my personal information?"


@pytest.fixture
def passages(policy: Policy) -> Passages:
    from privascope.answer.policy_practices import PolicyPractices

    found = passages_of(policy)
    found.practices = PolicyPractices(policy)
    return found


@pytest.fixture
def read(passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    return use(monkeypatch, tmp_path / "reader", FakeReader(passages, {"We never sell": 3.0}))


@pytest.mark.parametrize("name", METHODS)
def test_every_method_ranks_all_sentences(name: str, passages: Passages, read: FakeReader) -> None:
    ranked = method_called(name)(QUESTION, passages)
    assert ranked.values.shape == (len(passages),)
    assert np.isfinite(ranked.values).all()
    assert sorted(ranked.best()) == list(range(len(passages)))
    assert passages.texts[ranked.best()[0]].startswith(("We never sell", "Do you sell"))
    assert all(part.shape == (len(passages),) for part in ranked.parts.values())


def test_an_unknown_method_names_those_there_are() -> None:
    with pytest.raises(PrivascopeError, match=r"no method 'magic'.*bm25"):
        method_called("magic")


def test_equal_sentences_stay_in_reading_order(passages: Passages, read: FakeReader) -> None:
    best = default(QUESTION, passages).best([5, 3, 8])
    assert set(best) == {3, 5, 8}
    same = passages_of_sentences(["We keep it."] * 4)
    assert method_called("bm25")("do you keep it?", same).best() == [0, 1, 2, 3]


@pytest.mark.parametrize("name", [*(signal.name for signal in FIRST), "reading"])
def test_a_signal_can_be_left_out(name: str, passages: Passages, read: FakeReader) -> None:
    whole = default(QUESTION, passages)
    less = default(QUESTION, passages, without=(name,))
    assert name in whole.parts
    assert name not in less.parts
    assert set(less.parts) == set(whole.parts) - {name}
    if name == "reading":
        assert not less.read


def test_without_any_signal_the_order_is_that_of_reading(
    passages: Passages, read: FakeReader
) -> None:
    every = ("words", "meaning", "headings", "reading")
    assert default(QUESTION, passages, without=every).best() == list(range(len(passages)))


def test_what_was_not_read_comes_behind_in_the_first_order(
    passages: Passages, read: FakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_reader(), "most", 5)
    order = reading_order(QUESTION, passages)
    # Whatever the reader thinks of a candidate, it was read.
    read.relevance = {"": -50.0}
    ranked = default(QUESTION, passages)
    assert ranked.read == tuple(order[:5])
    assert set(ranked.best()[:5]) == set(order[:5])
    assert ranked.best()[5:] == order[5:]
    assert ranked.parts["reading"].min() == LEAST_LOGIT


def test_candidates_are_read_once_and_in_the_policys_order(
    passages: Passages, read: FakeReader
) -> None:
    first = default(QUESTION, passages)
    numbers = [number for window in read.windows for number in window]
    assert numbers == sorted(first.read)
    again = default(QUESTION, passages)
    assert len(numbers) == sum(map(len, read.windows))
    assert np.array_equal(first.values, again.values)


def test_a_cross_encoder_reads_each_sentence_by_itself(
    passages: Passages, read: FakeReader
) -> None:
    method_called("cross-encoder")(QUESTION, passages)
    assert set(map(len, read.windows)) == {1}


def test_why_shows_what_the_published_answerability_is_made_of(
    policy: Policy, source: Source, read: FakeReader
) -> None:
    (why,) = ask(policy, source, QUESTION, method="cross-encoder+span", with_why=True).why
    best = why.candidates[0]
    assert best.relevance is not None
    assert best.informativeness is not None
    assert best.answerability == pytest.approx(best.relevance + best.informativeness, abs=0.002)
    (plain,) = ask(policy, source, QUESTION, with_why=True).why
    assert plain.candidates[0].informativeness is None
    assert plain.candidates[0].answerability is None


def test_a_sentence_is_read_below_its_heading_and_after_what_it_leans_on(
    passages: Passages,
) -> None:
    item = next(n for n, text in enumerate(passages.texts) if text.startswith("the photos"))
    line = line_of(passages, item)
    assert (line.number, line.heading) == (item, "What we collect")
    assert line.lead.startswith("We collect the following")
    plain = next(n for n, text in enumerate(passages.texts) if text.startswith("We never sell"))
    assert (line_of(passages, plain).lead, line_of(passages, plain).lead_number) == ("", -1)


def test_a_model_of_ones_own_ranks(
    passages: Passages, read: FakeReader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scored(folder: Path, questions: list[str], texts: list[str]) -> tuple[object, ...]:
        assert folder == tmp_path / "own"
        assert {*questions} == {QUESTION}
        likely = [3.0 if text.startswith("We never sell") else -2.0 for text in texts]
        return np.array(likely, dtype=np.float32), [], []

    monkeypatch.setattr("privascope.models.pair_model.read_pairs", scored)
    (tmp_path / "own").mkdir()
    with pytest.raises(PrivascopeError, match="there is no method"):
        method_called(own_method(str(tmp_path / "own")))
    (tmp_path / "own" / "model.onnx").touch()
    ranked = method_called(own_method(str(tmp_path / "own")))(QUESTION, passages)
    assert passages.texts[ranked.best()[0]].startswith("We never sell")
    assert own_method("bm25") == "bm25"
