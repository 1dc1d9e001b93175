"""Whom to ask where a policy is silent."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from privascope.answer.answer import Source
from privascope.answer.whom_to_ask import (
    checked_country,
    contact_of,
    in_country,
    topics_of,
    whom_to_ask,
)
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy, Span

SOURCE = Source("p", "v", "Privacy policy", "Cedar", "https://cedar.example/privacy", "2025-03-01")
# A question on each of forty topics, and the article of the GDPR and of the CCPA that covers it.
QUESTIONS = (
    ("How long do you keep my photos?", "13(2)(a)", "1798.100(a)(3)"),
    ("Is there a retention period for chat logs?", "13(2)(a)", "1798.100(a)(3)"),
    ("Can I delete my account?", "17", "1798.105"),
    ("Will you erase my data when I die?", "17", "1798.105"),
    ("Do you sell my data?", "13(1)(e)", "1798.120"),
    ("Are data brokers given my number?", "13(1)(e)", "1798.120"),
    ("Can I get a copy of my data?", "15", "1798.110"),
    ("What do you know about me?", "15", "1798.110"),
    ("Can I correct a wrong birthday?", "16", "1798.106"),
    ("Can I export my playlists?", "20", "1798.130(a)(3)(B)(iii)"),
    ("How do I unsubscribe from the newsletter?", "21(2)", "1798.120"),
    ("Are ads targeted by what I type?", "21(2)", "1798.120"),
    ("Do you use tracking cookies?", "6 and 7", "1798.135"),
    ("Do you honour Do Not Track?", "6 and 7", "1798.135"),
    ("Is my data sent to China?", "13(1)(f)", ""),
    ("Where are your servers?", "13(1)(f)", ""),
    ("Do you hand data to the police?", "6(1)(c)", "1798.115"),
    ("Is my password encrypted?", "32", "1798.100(e)"),
    ("Do you keep my data safe?", "32", "1798.100(e)"),
    ("Will you tell me if you were hacked?", "33", "1798.150"),
    ("Can I opt out?", "18 and 21", "1798.120"),
    ("Can I stop you using my voice?", "18 and 21", "1798.120"),
    ("How do I withdraw my consent?", "7", "1798.120(d)"),
    ("What if I change my mind?", "7", "1798.120(d)"),
    ("Do you share my number with my employer?", "13(1)(e)", "1798.115"),
    ("Who can access my files?", "13(1)(e)", "1798.115"),
    ("Do third parties get my e-mail address?", "13(1)(e)", "1798.115"),
    ("Who is your data protection officer?", "13(1)(b)", "1798.130(a)(1)"),
    ("Where can I complain?", "13(1)(b)", "1798.130(a)(1)"),
    ("Do you train an AI on my messages?", "13(2)(f)", "1798.185"),
    ("Are decisions about me automated?", "13(2)(f)", "1798.185"),
    ("Do you collect data of kids?", "8", "1798.120(c)"),
    ("Do you store my medical records?", "9", "1798.121"),
    ("Do you collect my fingerprints?", "9", "1798.121"),
    ("Do you ask for my religion?", "9", "1798.121"),
    ("Will you charge me more if I say no?", "7(4)", "1798.125"),
    ("Will you notify me of a new version?", "12 and 13(3)", "1798.130(a)(5)"),
    ("Why do you need my birthday?", "6 and 13(1)(c)", "1798.100(a)"),
    ("Do you read my location?", "13 and 14", "1798.110"),
    ("Does the app listen through the microphone?", "13 and 14", "1798.110"),
)


def policy(*lines: str) -> Policy:
    ends, text = [], "\n".join(lines)
    for line in lines:
        start = ends[-1].end + 1 if ends else 0
        ends.append(Span(start, start + len(line)))
    return Policy("Privacy policy", "en", None, text, (), (), tuple(ends), tuple(ends))


def test_forty_topics_have_their_articles() -> None:
    wrong = []
    empty = policy()
    for question, gdpr, ccpa in QUESTIONS:
        whom = whom_to_ask(empty, SOURCE, question)
        articles = [article for place in whom.places for article in place.articles]
        found = {article.law: article.article for article in articles}
        for law, wanted in (("gdpr", gdpr), ("uk-gdpr", gdpr), ("ccpa", ccpa)):
            article = found.get(law, "")
            exact = re.search(rf"(?<![\w)]){re.escape(wanted)}(?![\w(])", article)
            if bool(wanted) != bool(article) or (wanted and not exact):
                wrong.append((question, law, wanted, article, topics_of(question)))
    assert len(QUESTIONS) == 40
    assert wrong == []


def test_children_bring_in_coppa_and_health_hipaa() -> None:
    def laws(question: str) -> set[str]:
        whom = in_country(whom_to_ask(policy(), SOURCE, question), SOURCE, question, "us")
        return {article.law for place in whom.places for article in place.articles}

    assert laws("Do you sell the data of my kids?") == {"coppa"}
    assert laws("Can I delete my child's account?") == {"coppa"}
    assert laws("Do you sell my prescriptions?") == {"hipaa"}
    assert laws("Do you sell my photos?") == set()


def test_the_contact_is_the_one_for_privacy() -> None:
    found = contact_of(
        policy(
            "We collect data.",
            "Send job applications to jobs@cedar.example.",
            "If you have questions about privacy, write to privacy@cedar.example.",
            "Order parts from sales@cedar.example.",
        )
    )
    assert found is not None
    assert found.email == "privacy@cedar.example"
    assert found.text.startswith("If you have questions")
    form = contact_of(policy("For questions, use https://cedar.example/privacy-form."))
    assert form is not None
    assert (form.email, form.link) == ("", "https://cedar.example/privacy-form")
    for silent in ("We collect data.", "Send job applications to jobs@cedar.example.", ""):
        assert contact_of(policy(silent)) is None


def test_the_letter_asks_the_question_and_is_ready_to_send() -> None:
    contact = policy("Questions? Write to dpo@cedar.example.")
    question = "Do you sell\nmy photos & notes?"
    whom = in_country(whom_to_ask(contact, SOURCE, question), SOURCE, question, "fr")
    assert [place.code for place in whom.places] == ["fr"]
    assert [one.name for one in whom.places[0].regulators] == ["CNIL"]
    assert whom.letter.to == "dpo@cedar.example"
    assert "    Do you sell my photos & notes?" in whom.letter.body.splitlines()
    assert "GDPR, Article 13(1)(e)" in whom.letter.body
    assert "one month" in whom.letter.body
    address = urlsplit(whom.letter.address)
    fields = parse_qs(address.query)
    assert (address.scheme, address.path) == ("mailto", "dpo@cedar.example")
    assert fields == {"subject": [whom.letter.subject], "body": [whom.letter.body]}


@pytest.mark.parametrize(
    ("country", "law", "regulator"),
    [
        ("FR", "gdpr", "CNIL"),
        ("pl", "gdpr", "your country's data protection authority"),
        ("uk", "uk-gdpr", "Information Commissioner's Office"),
        ("California", "ccpa", "California Privacy Protection Agency"),
    ],
)
def test_readers_of_a_country_get_its_law_and_regulator(
    country: str, law: str, regulator: str
) -> None:
    question = "Do you sell my photos?"
    whom = in_country(whom_to_ask(policy(), SOURCE, question), SOURCE, question, country)
    (place,) = whom.places
    assert place.articles[0].law == law
    assert place.regulators[0].name == regulator
    assert all(one.address.startswith("https://") for one in place.regulators)


def test_a_country_without_a_known_law_gets_the_letter_alone() -> None:
    question = "Do you sell my photos?"
    whom = in_country(whom_to_ask(policy(), SOURCE, question), SOURCE, question, "nz")
    assert whom.places == ()
    assert question in whom.letter.body
    with pytest.raises(PrivascopeError, match="two letters"):
        checked_country("Narnia")


def test_no_law_is_named_for_a_question_that_is_not_on_privacy() -> None:
    whom = whom_to_ask(policy(), SOURCE, "What is the price?", on_privacy=False)
    assert whom.places == ()
    assert "What is the price?" in whom.letter.body
