"""What "they", "it" and "this information" refer to; every sentence here is made up."""

import pytest

from privascope.answer.passages import passages_of
from privascope.answer.references import referred
from privascope.policy.derive import derive_policy
from privascope.policy.read import read_page


def antecedent(*lines: str) -> int:
    """How many sentences before the last one that is which it refers to; 0 for none."""
    text = "Pear Notes is an app for the orchard and this is its policy. " + " ".join(lines)
    page = f"<title>Privacy</title><h1>Privacy</h1><p>{text}</p>"
    policy = derive_policy(read_page(page.encode(), "https://pear.example/p", "text/html"))
    passages = passages_of(policy)
    last = len(passages) - 1
    assert passages[last].text == lines[-1].rpartition("  ")[2]
    found = referred(policy, passages, last)
    return last - found if found >= 0 else 0


@pytest.mark.parametrize(
    "last",
    [
        "They may read your city.",
        "If they ask, we refuse.",
        "It is kept for a year.",
        "However, we may lend it to a museum.",
        "We never sell it.",
        "We do not pass them on.",
        "You can delete it in the settings.",
        "This means that nobody sees your pears.",
        "This information is encrypted.",
        "We use this information to find rot.",
        "Such partners are bound by contract.",
        "Some of these websites count visits.",
        "You can do this in the settings.",
        "In such cases we write to you.",
        "Write to us to do so.",
    ],
)
def test_what_leans_on_the_sentence_before(last: str) -> None:
    assert antecedent("Our partners get some information about your harvest.", last) == 1


@pytest.mark.parametrize(
    "last",
    [
        "This policy is valid from May.",
        "By using this app you agree.",
        "It is possible that pears rot.",
        "It should be noted that rain is wet.",
        "It is our policy to be brief.",
        "In addition, we count visits.",
        "Unless you ask us not to, we send a letter in May.",
        "We collect pear weights and keep them.",
        "We use cookies, and you can block these cookies.",
        "Companies such as Quince Ltd weigh the pears.",
        "We disclose your address where the law requires us to do so.",
        "We may sell pears, and in these cases we tell you.",
        "Except where these terms allow more the pears that you give us are kept in the barn.",
        "Your neighbours see what they share with you.",
    ],
)
def test_what_can_be_understood_alone(last: str) -> None:
    assert antecedent("Our partners get some information about your harvest.", last) == 0


def test_a_noun_is_sought_farther_back() -> None:
    lines = (
        "We work with advertisers from abroad.",
        "Pears are picked by hand.",
        "Such companies set cookies.",
    )
    assert antecedent(*lines) == 2


def test_behind_a_list_the_line_that_introduced_it_is_meant() -> None:
    page = """<title>Privacy</title><h1>Privacy</h1><p>Pear Notes is an app for the orchard.</p>
    <p>We collect this information about you:</p><ul><li>your name;</li><li>your city.</li></ul>
    <p>We delete it after a year.</p>"""
    policy = derive_policy(read_page(page.encode(), "https://pear.example/p", "text/html"))
    passages = passages_of(policy)
    found = referred(policy, passages, len(passages) - 1)
    assert passages[found].text == "We collect this information about you:"


def test_an_item_leans_only_on_its_own_sentences() -> None:
    page = """<title>Privacy</title><h1>Privacy</h1><p>We collect, for the orchard app:</p>
    <ul><li>your photos;</li><li>they say pears. They show the orchard too.</li></ul>"""
    policy = derive_policy(read_page(page.encode(), "https://pear.example/p", "text/html"))
    passages = passages_of(policy)
    texts = list(passages.texts)
    assert referred(policy, passages, texts.index("they say pears.")) == -1
    last = texts.index("They show the orchard too.")
    assert referred(policy, passages, last) == last - 1
