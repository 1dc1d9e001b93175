"""The CMU report's open question answering: the best segment, its sentences ranked once more."""

import math
from collections import Counter

import numpy as np
import pytest

from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.best_segment import K1, B, PlainBM25, segments_of
from privascope.answer.expand import bm25_words
from privascope.answer.methods import by_best_segment
from privascope.answer.passages import passages_of, passages_of_sentences
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy


def test_scores_are_those_of_the_formula_by_hand() -> None:
    index = PlainBM25([Counter(card=2, pay=1), Counter(pay=1), Counter(ship=1, door=1)])
    # Three texts of 3, 1 and 2 words; "card" is in one of them, twice.
    rarity = math.log((3 - 1 + 0.5) / (1 + 0.5))
    by_hand = rarity * 2 * (K1 + 1) / (2 + K1 * (1 - B + B * 3 / 2))
    assert index.scores({"card"}) == pytest.approx([by_hand, 0, 0])
    # Two of three texts have it: by the first formula it counts against them.
    assert index.rarity("pay") < 0
    assert index.scores({"unheard"}).tolist() == [0, 0, 0]


def test_a_segment_is_found_by_words_that_policies_use_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bm25_words, "_near_stems", {"financial": ("card", "bill")}.__getitem__)
    passages = passages_of_sentences(
        ["We bake bread.", "Orders need a card number.", "Your city is shown.", "Ask us."]
    )
    assert by_best_segment("financial?", passages).best()[0] == 1
    assert by_best_segment("financial?", passages).shown == (1,)
    assert not by_best_segment("financial?", passages, expanded=False).values[1:].any()


def test_sentences_below_zero_are_dropped_and_a_segment_stays_together() -> None:
    policy = _policy()
    passages = passages_of(policy)
    ranked = segments_of(passages).rank({"card", "payment"})
    best = {passages[number].segment for number in ranked.sentences}
    assert len(best) == 1
    assert (ranked.sentence_scores >= 0).all()
    every = [number for own in ranked.segments for number in own]
    assert sorted(every) == list(range(len(passages)))


def test_a_sentence_with_words_that_most_have_is_dropped() -> None:
    policy = _policy(
        "<p>We keep data for bakers. We keep data. Data is kept.</p><p>Ask.</p><p>Tell us.</p>"
    )
    passages = passages_of(policy)
    ranked = segments_of(passages).rank({"baker", "data"})
    assert [passages.texts[number] for number in ranked.sentences] == ["We keep data for bakers."]
    # Where no sentence is left, the best one is the answer.
    assert len(segments_of(passages).rank({"data"}).sentences) == 1


def test_an_answer_shows_the_segments_sentences_and_nothing_else() -> None:
    policy = _policy()
    answer = ask(policy, SOURCE, "Do you store my card?", method="bm25-expanded", only_quotes=True)
    shown = answer.quotes or answer.nearest
    assert shown
    segment = next(s for s in policy.segments if s.start <= shown[0].start < s.end)
    assert all(segment.start <= quote.start < segment.end for quote in shown)


def test_a_question_without_a_known_word_still_has_an_order() -> None:
    passages = passages_of_sentences(["We bake bread.", "We sell bread."])
    ranked = by_best_segment("xyzzy?", passages)
    assert np.isfinite(ranked.values).all()
    assert ranked.best() == [0, 1]


SOURCE = Source("p", "v", "A policy", "Acme", "https://acme.example/privacy", "2026-01-01")


def _policy(body: str = "") -> Policy:
    from privascope.policy.read import read_page

    html = (
        "<html><body><h1>Privacy policy</h1>"
        "<h2>Orders</h2><p>We ship within two days. To pay we need your card number and your "
        "payment address. A courier brings the parcel.</p>"
        "<h2>Maps</h2><p>We use your location for maps. Weather is shown too.</p>"
        "<h2>Contact</h2><p>Write to us at any time.</p></body></html>"
    )
    html = f"<html><body>{body}</body></html>" if body else html
    return derive_policy(read_page(html.encode(), content_type="text/html"))
