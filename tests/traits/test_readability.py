"""Grade, words and minutes of a policy."""

import pytest

from privascope.policy.derive import derive_policy
from privascope.policy.page import Page
from privascope.policy.plain import plain_document
from privascope.policy.policy import Policy
from privascope.traits.readability import Readability, measure_readability
from privascope.traits.syllables import count_syllables

EASY = "We keep your name. We do not sell it. You can ask us to delete it. We will help you."
HARD = (
    "Notwithstanding the foregoing, personally identifiable information may be communicated to "
    "affiliated organizations, contractual intermediaries and governmental authorities whenever "
    "such communication is reasonably considered necessary or otherwise appropriate."
)


def policy(text: str) -> Policy:
    return derive_policy(Page("x.txt", "text/plain", "utf-8", "en", plain_document(text)))


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("we", 1),
        ("our", 2),
        ("used", 1),
        ("pages", 2),
        ("cookies", 2),
        ("privacy", 3),
        ("information", 4),
        ("experience", 4),
        ("automatically", 5),
        ("third-party", 3),
        ("(Cookies)", 2),
        ("2026", 1),
        ("§", 1),
    ],
)
def test_syllables(word: str, count: int) -> None:
    assert count_syllables(word) == count


def test_the_grade_is_flesch_and_kincaids() -> None:
    # 8 words, 2 sentences, 13 syllables.
    assert measure_readability(
        policy("We value privacy. You may contact us today.")
    ) == Readability(round(0.39 * 4 + 11.8 * 13 / 8 - 15.59, 1), 8, 0.0)


def test_hard_words_in_long_sentences_give_a_higher_grade() -> None:
    easy, hard = measure_readability(policy(EASY)), measure_readability(policy(HARD))
    assert easy.grade < 4
    assert hard.grade > 18


def test_words_and_minutes() -> None:
    measured = measure_readability(policy("We keep your data. " * 119))
    assert (measured.words, measured.minutes) == (476, 2.0)


def test_addresses_are_no_words() -> None:
    with_address = policy(
        "Please write to privacy@example.org or see https://example.org/a/b today."
    )
    assert measure_readability(with_address).words == 6


def test_a_list_without_punctuation_is_not_one_long_sentence() -> None:
    items = "\n".join(f"- the name of the {kind} that you use at home" for kind in "abcdefghij")
    measured = measure_readability(policy(f"We collect these things from you:\n{items}\n"))
    assert measured.grade < 10


def test_labels_do_not_make_a_policy_easy() -> None:
    labels = "\n\n".join(f"Section {number}" for number in range(50))
    plain, labelled = policy(HARD), policy(f"{HARD}\n\n{labels}")
    assert measure_readability(labelled).grade == measure_readability(plain).grade


def test_text_without_any_end_has_no_absurd_grade() -> None:
    assert measure_readability(policy("we keep data " * 20_000)).grade < 70


def test_nothing_has_no_grade() -> None:
    empty = Policy("", "en", None, "", (), (), (), ())
    assert measure_readability(empty) == Readability(0.0, 0, 0.0)


def test_hostile_words_are_bounded() -> None:
    assert count_syllables("ae" * 500_000) == count_syllables("ae" * 20)
