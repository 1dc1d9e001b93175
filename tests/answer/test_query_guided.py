"""Query-guided summaries as published: the best R + I over the question and its paraphrases."""

from pathlib import Path

import numpy as np
import pytest

from privascope.answer import methods
from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.expand import expansion
from privascope.answer.expand.expansion import Expanded, sources_called
from privascope.answer.methods import METHODS, method_called, query_guided
from privascope.answer.passages import Passages, passages_of
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy
from tests.answer.fake_reader import FakeReader, use

QUESTION = "do you sell my personal information?"


@pytest.fixture
def passages(policy: Policy) -> Passages:
    return passages_of(policy)


@pytest.fixture
def read(passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    return use(monkeypatch, tmp_path / "reader", FakeReader(passages, {"We never sell": 3.0}))


def made(monkeypatch: pytest.MonkeyPatch, name: str, expanded: Expanded) -> None:
    monkeypatch.setitem(expansion.EXPANSIONS, name, lambda _: expanded)  # type: ignore[arg-type]


def test_a_sentence_has_the_best_score_of_any_wording(
    passages: Passages, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(monkeypatch, "rules", Expanded(("in other words?",)))
    made(monkeypatch, "rules-at-once", Expanded(()))

    def answerability(wordings, passages, numbers):  # type: ignore[no-untyped-def]
        assert tuple(wordings) == (QUESTION, "in other words?")
        logits = np.full((2, len(numbers)), -20.0)
        informative = np.zeros((2, len(numbers)))
        logits[0, 0] = 20.0
        informative[1, 1] = 0.9
        logits[1, 1] = 20.0
        return logits, informative

    monkeypatch.setattr(methods, "answerability", answerability)
    ranked = query_guided(QUESTION, passages, ("rules",))
    first, second = ranked.read[:2]
    assert ranked.values[second] == pytest.approx(1.9)
    assert ranked.values[first] == pytest.approx(1.0)
    assert ranked.best()[:2] == [second, first]
    assert ranked.paraphrases == ("in other words?",)
    assert len(ranked.shown) <= 10


def test_the_answer_lists_the_paraphrases_and_what_was_skipped(
    policy: Policy, source: Source, read: FakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(monkeypatch, "translation", Expanded((), "Skipped: no engine."))
    answer = ask(
        policy,
        source,
        QUESTION,
        method="query-guided",
        paraphrases="rules,translation",
        with_why=True,
    )
    assert answer.quotes[0].text.startswith("We never sell")
    assert "Skipped: no engine." in answer.notes
    assert "do you disclose to third parties for consideration my personal information?" in (
        answer.why[0].paraphrases
    )


def test_a_source_that_finds_nothing_leaves_the_question(
    passages: Passages, read: FakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(monkeypatch, "vectors", Expanded(()))
    ranked = query_guided(QUESTION, passages, ("vectors",))
    assert ranked.paraphrases == ()
    assert passages.texts[ranked.best()[0]].startswith(("We never sell", "Do you sell"))


def test_sources_are_named_and_unknown_ones_are_refused() -> None:
    assert sources_called(" Rules, vectors,rules") == ("rules", "vectors")
    with pytest.raises(PrivascopeError, match=r"no source of paraphrases 'magic'.*translation"):
        sources_called("rules,magic")
    with pytest.raises(PrivascopeError, match="no source: use rules"):
        sources_called(" , ")


def test_only_methods_that_paraphrase_take_sources() -> None:
    assert "query-guided" in METHODS
    with pytest.raises(PrivascopeError, match="bm25 uses no paraphrases; query-guided and exp"):
        method_called("bm25", "rules")
