"""The first view on a page: contradictions side by side, what is likely in one line."""

from collections.abc import Sequence

import pytest
from selectolax.lexbor import LexborHTMLParser

from privascope.compare import label_making
from privascope.compare.first_view import Reply, Usual
from privascope.compare.made import Made
from privascope.policy.policy import Policy
from privascope.serve.web.first_look import FirstLook, first_look
from privascope.serve.web.templates import make_templates
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import by_slug
from tests.hand_practices import hand_label, said_policy

SAID = {
    "sells-data": "We sell your data.",
    "does-not-sell-data": "We never sell your data.",
    "shares-contact-details": "We give your name to partners.",
    "does-not-share-contact-details": "We give your name <b>to</b> nobody.",
    "lets-you-delete-your-data": "You can delete it.",
}


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> FirstLook:
    policy = said_policy(*(words.replace("<", "&lt;") for words in SAID.values()))

    def found(policy: Policy, practices: Sequence[Practice]) -> Made:
        places = {}
        for slug, words in SAID.items():
            at = policy.text.index(words)
            number = next(n for n, one in enumerate(policy.segments) if one.start <= at < one.end)
            places[slug] = [Practice("", "", "", 0.9, number, at, at + len(words))]
        return Made(places, by_slug().keys() - {"trains-ai"}, ("uses-cookies", "shares-location"))

    monkeypatch.setattr(label_making, "statements_made", found)
    usual = {
        "delete": {Reply.YES: Usual(2, 1400)},
        "changes": {Reply.NOT_STATED: Usual(1, 1400)},
    }
    return first_look(hand_label(policy, (), usual=usual), policy)


def drawn(look: FirstLook) -> LexborHTMLParser:
    text = '{% from "first_look.html" import first_look with context %}{{ first_look(look) }}'
    return LexborHTMLParser(make_templates().env.from_string(text).render(look=look))


def test_a_contradiction_is_shown_once_with_both_sentences(look: FirstLook) -> None:
    tree = drawn(look)
    (details,) = tree.css(".glance.both details")
    assert "open" in details.attributes
    sides = [side.text() for side in details.css("blockquote")]
    assert sides == ["We sell your data.", "We never sell your data."]
    (other,) = tree.css(".contradiction")
    assert "Shares contact details with others" in other.css("h3")[0].text()
    assert [one.text() for one in other.css("blockquote")] == [
        "We give your name to partners.",
        "We give your name <b>to</b> nobody.",
    ]


def test_what_is_likely_is_one_line(look: FirstLook) -> None:
    (line,) = drawn(look).css(".may-also")
    words = " ".join(line.text().split())
    assert words.startswith("May also, but it is not certain: Uses cookies or similar trackers;")


def test_each_line_leads_to_those_that_answer_the_same(look: FirstLook) -> None:
    same = {line.question: line.same for line in look.lines}
    assert same["Can I delete my data?"] == "/search?practice=lets-you-delete-your-data"
    assert same["Will I be told about changes?"] == (
        "/search?practice=-tells-you-of-changes&practice=-posts-changes-here"
    )
    assert same["Does it sell my data?"] == ""
    tree = drawn(look)
    assert "1 policy of the 1,400 here answers the same" in " ".join(
        tree.css("body")[0].text().split()
    )
    assert [one.text() for one in tree.css(".usual")][:2] == ["1 of 1,400", "2 of 1,400"]


def test_silence_says_what_was_looked_for(look: FirstLook) -> None:
    lines = {line.question: line for line in look.lines}
    silent = lines["Is my data encrypted on its way?"]
    assert silent.looked_for == ("Encrypts data on its way",)
    unknown = lines["Does it train AI on my data?"]
    assert unknown.looked_for == ()
    assert unknown.not_computed == ("Uses content or personal data to train AI",)
