"""Labels of policies that are no good: in size, in form, or without words."""

import pytest

from privascope.compare.first_view import Reply
from privascope.compare.label import PolicyLabel
from privascope.errors import NotEnglishError
from privascope.models.practice_windows import LONGEST_TEXT
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page
from privascope.traits.practices.find import find_practices
from privascope.traits.practices.practice import MADE, SENTENCES_READ, Practice
from tests.hand_practices import hand_label


def policy_of(body: str, language: str = "en") -> Policy:
    page = f"<!doctype html><html lang={language}><title>Privacy Policy</title><main>{body}</main>"
    return derive_policy(read_page(page.encode(), "https://quill.example/privacy", "text/html"))


def label_of(policy: Policy) -> PolicyLabel:
    label = hand_label(policy, find_practices(policy))
    quotes = [one for line in label.first_view for one in (*line.evidence, *line.contrary)]
    assert all(one.text == policy.text[one.start : one.end] for one in quotes)
    assert len(label.first_view) == 12
    return label


def answers(label: PolicyLabel) -> dict[str, Reply]:
    return {line.slug: line.reply for line in label.first_view}


@pytest.mark.slow
def test_three_thousand_segments() -> None:
    body = "".join(f"<p>Shop {number} is open on Mondays.</p>" for number in range(2999))
    label = label_of(policy_of(f"{body}<p>We do not sell your personal information.</p>"))
    assert answers(label)["sells"] is Reply.NO


@pytest.mark.slow
def test_a_table_of_five_hundred_rows() -> None:
    rows = "".join(f"<tr><td>Cookie {n}</td><td>30 days</td></tr>" for n in range(500))
    policy = policy_of(f"<p>We use these cookies.</p><table>{rows}</table>")
    assert policy.text.count("Cookie ") == 500
    assert answers(label_of(policy))["sells"] is Reply.NOT_STATED


@pytest.mark.slow
def test_a_sentence_of_twenty_thousand_words() -> None:
    sentence = "We may sell your personal information to other companies" + " and others" * 10_000
    policy = policy_of(f"<p>{sentence}.</p>")
    assert len(policy.text) > 5 * LONGEST_TEXT
    label_of(policy)
    whole = policy.sentences[0]
    read = Practice("", SENTENCES_READ, "", 1.0, 0, whole.start, whole.end)
    said = Practice("", MADE, "sells-data", 0.9, 0, whole.start, whole.end)
    label = hand_label(policy, (read, said))
    [sells] = [line for line in label.first_view if line.slug == "sells"]
    [quote] = sells.evidence
    assert sells.reply is Reply.YES
    assert quote.text.startswith("We may sell your personal information")
    assert len(quote.text) < 1000


def test_without_words_nothing_is_said() -> None:
    policy = Policy("", "en", None, "", (), (), (), ())
    assert find_practices(policy) == ()
    assert set(answers(hand_label(policy, ())).values()) <= {Reply.NOT_STATED, Reply.NOT_COMPUTED}


def test_another_language_is_refused_not_silent() -> None:
    policy = policy_of("<p>Wir verkaufen Ihre Daten nicht, an niemanden.</p>" * 3, "de")
    with pytest.raises(NotEnglishError, match="not the same as nothing"):
        find_practices(policy)
