"""An answer quotes the policy, best first, and says each thing once."""

from pathlib import Path

import pytest

from privascope.answer.answer import Answer, Source, Verdict
from privascope.answer.compose import MOST_QUOTES, NEAREST, best_sentences, compose
from privascope.answer.methods import default
from privascope.answer.passages import Passages, passages_of
from privascope.answer.verdict import Risk, judge
from privascope.policy.policy import Policy
from tests.answer.conftest import make_policy
from tests.answer.fake_reader import FakeReader, use

QUESTION = "do you sell or share my personal information?"
SELL, SHARE = "We never sell", "We share e-mail"


@pytest.fixture
def passages(policy: Policy) -> Passages:
    return passages_of(policy)


@pytest.fixture
def read(passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    fake = FakeReader(passages, {SELL: 2.0, SHARE: 3.0}, spans={SELL: "never sell"})
    return use(monkeypatch, tmp_path / "reader", fake)


def composed(policy: Policy, source: Source, passages: Passages) -> Answer:
    empty = Answer(QUESTION, QUESTION, source, Verdict.UNSURE, 0.0, (), (), (), ("n",), "default")
    ranked = default(QUESTION, passages)
    found = judge(QUESTION, passages, ranked, Risk.HIGH)
    return compose(policy, passages, ranked, found, empty)


def starts(texts: Answer) -> list[str]:
    return [quote.text[:13] for quote in texts.quotes]


def test_what_answers_is_quoted_best_first(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    answer = composed(policy, source, passages)
    assert starts(answer) == [SHARE[:13], SELL]
    assert answer.nearest == ()
    assert answer.notes == ("n",)
    scores = [quote.score for quote in answer.quotes]
    assert scores == sorted(scores, reverse=True)
    for quote in answer.quotes:
        assert policy.text[quote.start : quote.end] == quote.text
        assert quote.section[-1] == "Do you sell data?"
        assert quote.link.startswith(source.url)


def test_the_words_that_answer_are_marked(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    share, sell = composed(policy, source, passages).quotes
    (mark,) = sell.marks
    assert policy.text[mark.start : mark.end] == "never sell"
    assert share.marks == ()


def test_the_best_sentence_is_shown_however_weak(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    read.relevance = {SELL: -3.0}
    assert starts(composed(policy, source, passages)) == [SELL]


@pytest.mark.parametrize("verdict", [(0, 0, 5.0, 0), (0, 0, 0, 5.0)])
def test_without_an_answer_nothing_is_quoted(
    policy: Policy,
    source: Source,
    passages: Passages,
    read: FakeReader,
    verdict: tuple[float, ...],
) -> None:
    read.verdict = verdict
    answer = composed(policy, source, passages)
    assert answer.quotes == ()
    out_of_scope = answer.verdict is Verdict.OUT_OF_SCOPE
    # To what is no question for a policy no sentence comes near.
    assert len(answer.nearest) == (0 if out_of_scope else NEAREST)
    assert answer.headline == ""


def test_a_certain_stance_is_the_headline(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    read.stance = (0.0, 9.0, 0.0, 0.0)
    answer = composed(policy, source, passages)
    assert (answer.stance, answer.headline) == ("no", "No.")
    read.stance = (0.0, 0.0, 0.0, 9.0)
    assert composed(policy, source, passages).headline == ""


def test_a_list_item_comes_with_the_line_that_introduces_it(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    read.relevance = {"the photos": 4.0}
    (quote,) = composed(policy, source, passages).quotes
    (head,) = quote.context
    assert policy.text[head.start : head.end].startswith("We collect the following")


def test_each_thing_is_said_once(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = "We never sell your personal information to any advertiser or broker."
    policy = make_policy(
        f"# Quill\n\n## One\n\n{same} We keep logs.\n\n## Two\n\n{same}\n\n"
        "## Three\n\nWe never sell your personal information to any broker or any advertiser.\n"
    )
    passages = passages_of(policy)
    use(monkeypatch, tmp_path / "reader", FakeReader(passages, {"We never": 3.0, "We keep": 1.0}))
    answer = composed(policy, source, passages)
    assert [quote.text for quote in answer.quotes] == [same, "We keep logs."]


def test_the_same_item_of_two_lists_is_said_twice(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = make_policy(
        "# Quill\n\n## One\n\nWe sell:\n\n- your name;\n- your photos.\n\n"
        "## Two\n\nWe never sell:\n\n- your name;\n- your letters.\n"
    )
    passages = passages_of(policy)
    use(monkeypatch, tmp_path / "reader", FakeReader(passages, {"your name": 3.0}))
    answer = composed(policy, source, passages)
    assert [quote.text for quote in answer.quotes] == ["your name;", "your name;"]
    heads = [policy.text[quote.context[0].start : quote.context[0].end] for quote in answer.quotes]
    assert sorted(heads) == ["We never sell:", "We sell:"]


def test_no_more_than_a_few_are_quoted(
    policy: Policy, source: Source, passages: Passages, read: FakeReader
) -> None:
    read.relevance = {"": 4.0}
    assert 1 < len(composed(policy, source, passages).quotes) <= MOST_QUOTES


def test_both_readings_of_a_sentence_count(
    policy: Policy, passages: Passages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeReader(passages, {SELL: 2.0, SHARE: 3.0})
    use(monkeypatch, tmp_path / "reader", fake, sentence=[1.0, 0.0, 0.0])
    ranked = default(QUESTION, passages)
    # Read together with others, the second is better; what counts is the first reading.
    fake.relevance = {SELL: 5.0, SHARE: 3.0}
    found = best_sentences(ranked, judge(QUESTION, passages, ranked))
    assert passages.texts[found[0].number].startswith(SHARE)
    use(monkeypatch, tmp_path / "reader", fake, sentence=[0.0, 1.0, 0.0])
    found = best_sentences(ranked, judge(QUESTION, passages, ranked))
    assert passages.texts[found[0].number].startswith(SELL)
