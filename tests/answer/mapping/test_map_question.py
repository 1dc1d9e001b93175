"""Plain questions land where they belong, on each level, with probabilities that are some."""

import pytest

from privascope.answer.mapping.label import Label, category_names, known_label, value_labels
from privascope.answer.mapping.map_question import map_question

FIRST, THIRD = "First Party Collection/Use", "Third Party Sharing/Collection"


@pytest.mark.parametrize(
    ("question", "category"),
    [
        ("what information do you collect about me?", FIRST),
        ("who do you share my data with?", THIRD),
        ("how long do you keep my data?", "Data Retention"),
        ("is my data encrypted?", "Data Security"),
        ("can i delete my account?", "User Access, Edit and Deletion"),
        ("can i opt out of marketing e-mails?", "User Choice/Control"),
        ("how do you tell me about changes to this policy?", "Policy Change"),
        ("do you respect do not track?", "Do Not Track"),
        ("what are the rules for children?", "International and Specific Audiences"),
    ],
)
def test_plain_questions_have_their_category(question: str, category: str) -> None:
    assert map_question(question).categories[0].label == Label(category)


def test_a_value_is_found_under_its_attribute() -> None:
    mapped = map_question("do you collect my location?")
    wanted = Label(FIRST, "Personal Information Type", "Location")
    assert mapped.values[0].label == wanted
    assert mapped.attributes[0].label == wanted.of_attribute
    assert mapped.attributes[0].confidence >= mapped.values[0].confidence


def test_probabilities_sum_to_one_and_fall() -> None:
    mapped = map_question("do you sell my data?")
    shares = [one.confidence for one in mapped.categories]
    assert sum(shares) == pytest.approx(1.0, abs=1e-4)
    assert shares == sorted(shares, reverse=True)
    assert {one.label.category for one in mapped.categories} == set(category_names())


def test_a_vague_question_is_less_sure_than_a_plain_one() -> None:
    plain = map_question("how long do you keep my data?").categories[0].confidence
    vague = map_question("what about it?").categories[0].confidence
    assert vague < 0.6 < plain


@pytest.mark.parametrize("text", ["", "location", "¿Venden mis datos?", "why " * 1250, "😀"])
def test_odd_questions_are_mapped_all_the_same(text: str) -> None:
    assert len(map_question(text).categories) == len(category_names())


def test_labels_are_known_in_any_case() -> None:
    label = known_label(THIRD, "Personal Information Type", "User Profile")
    assert label == Label(THIRD, "Personal Information Type", "User profile")
    assert known_label(THIRD, "Purpose", "Fun") is None
    assert len(set(value_labels())) == len(value_labels())
