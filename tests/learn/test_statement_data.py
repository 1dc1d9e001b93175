"""What readers marked, on the product's sentences: what is said, not said, and not known."""

import json

import numpy as np
import pytest

pytest.importorskip("torch")

from privascope.data.asked import AskedPolicy
from privascope.data.statement_sentences import StatementSentence
from privascope.data.statement_slugs import ALL
from privascope.learn.statement_data import (
    SAYS,
    SAYS_NOT,
    UNKNOWN,
    UNLISTED,
    as_read,
    denial_heads,
    stated_by,
    stated_in,
    statement_heads,
    training_rows,
)
from privascope.policy.policy import Span

LINES = (
    "Privacy Policy",
    "We sell your address to brokers.",
    "We use cookies. Your browser can refuse them.",
    "We do not rent any address.",
)
TEXT = "\n\n".join(LINES)


def marked(statements, asked=60, policy_id="a", text=TEXT):
    places = tuple(Span(at := text.index(line), at + len(line)) for line in LINES)
    return asked_policy(policy_id, "a.example", text, places, statements, asked)


def asked_policy(policy_id, domain, text, places, statements, asked):
    return AskedPolicy(policy_id, "web", "A", domain, "", text, places, (), statements, ALL[:asked])


def column(slug):
    return statement_heads().index(slug)


def marks_of(policy):
    rows = [one for one in stated_in(as_read(policy)) if one.weight == 1]
    texts = [one.passage.text[a:b] for one in rows for a, b in one.passage.places]
    return texts, np.concatenate([one.marks for one in rows])


def test_marks_of_a_policy():
    texts, marks = marks_of(marked({"sells-data": (1,), "does-not-sell-data": (3,)}))
    assert texts == [
        "Privacy Policy",
        "We sell your address to brokers.",
        "We use cookies.",
        "Your browser can refuse them.",
        "We do not rent any address.",
    ]
    assert marks[:, column("sells-data")].tolist() == [UNLISTED, SAYS, UNLISTED, UNLISTED, SAYS_NOT]
    assert marks[1, column("does-not-sell-data")] == SAYS_NOT
    assert set(marks[:, column("trains-ai")]) == {SAYS_NOT}


def test_what_was_not_asked_and_what_may_be_said_oftener_is_not_known():
    many = TEXT + "".join(f"\n\nWe sell list {number}." for number in "abcd")
    places = tuple(Span(at := many.index(f"list {n}") - 8, at + 15) for n in "abcd")
    policy = asked_policy("a", "", many, places, {"sells-data": (0, 1, 2, 3)}, 48)
    texts, marks = marks_of(policy)
    said = [text for text, mark in zip(texts, marks[:, column("sells-data")], strict=True) if mark]
    assert said == [f"We sell list {n}." for n in "abcd"]
    assert set(marks[:, column("trains-ai")]) == {UNKNOWN}


def test_a_denial_is_turned_into_an_admission():
    policy = marked({"does-not-sell-data": (3,)})
    [flip] = [one for one in stated_in(as_read(policy)) if one.weight > 1]
    assert flip.passage.text == "We rent your address."
    assert flip.marks[0, column("sells-data")] == SAYS
    assert flip.marks[0, column("does-not-sell-data")] == SAYS_NOT


def single(slug, headings, before, text):
    return StatementSentence(slug, "denies", "web", "p", "b.example", headings, before, text, "")


def test_single_sentences_stand_between_their_neighbours():
    one = single("trains-ai", ("Policy", "AI"), "Before.", "We do not train AI.")
    whole, flip = stated_by(one)
    assert (whole.passage.text, whole.passage.lead) == ("Before. We do not train AI.", "AI")
    assert whole.marks[0].tolist() == [UNKNOWN] * whole.marks.shape[1]
    denied = len(statement_heads()) + denial_heads().index("trains-ai")
    assert (whole.marks[1, column("trains-ai")], whole.marks[1, denied]) == (SAYS_NOT, SAYS)
    assert (flip.marks[0, column("trains-ai")], flip.marks[0, denied]) == (SAYS, SAYS_NOT)
    [row] = stated_by(single("sells-data", (), "", "No sale."))
    assert row.marks[0, column("does-not-sell-data")] == SAYS


def test_policies_and_sites_that_are_left_out_are_not_learned(tmp_path):
    rows = [
        {"policy_id": name, "domain": f"{name}.example", "service": name, "source": "web"}
        | {"url": None, "text": TEXT, "sentences": [], "questions": [], "statements": {}}
        | {"statements_asked": 60}
        for name in ("a", "b")
    ]
    sentences = [
        {"policy_id": "c", "domain": domain, "sentence": "We train.", "statement": "trains-ai"}
        | {"source": "web", "label": "says", "heading": None, "before": None, "after": None}
        for domain in ("a.example", "c.example", "held.example")
    ]
    policies, single = (tmp_path / name for name in ("p.jsonl", "s.jsonl"))
    policies.write_text("".join(json.dumps(row) + "\n" for row in rows))
    single.write_text("".join(json.dumps(row) + "\n" for row in sentences))
    stated, ids = training_rows(policies, single, frozenset("a"), lambda site: "held" in site)
    assert ids == ["b"]
    assert [one.passage.text for one in stated if one.weight > 1] == ["We train.", *_turned()]


def _turned():
    return ["We do not train."]
