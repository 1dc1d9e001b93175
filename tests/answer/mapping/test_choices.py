"""Unclear questions are met with what the policy has to say, and clear ones are left alone."""

from privascope.answer.mapping.choices import choices_for, kind_asked_for
from privascope.answer.mapping.label import Label, Mapped
from privascope.answer.mapping.map_question import QuestionMap
from privascope.answer.verdict_wording import choice_line
from privascope.traits.practices.practice import Practice

FIRST, THIRD, KEPT = (
    "First Party Collection/Use",
    "Third Party Sharing/Collection",
    "Data Retention",
)
TYPE = "Personal Information Type"


def mapped(shares: dict[str, float], kind: str = "") -> QuestionMap:
    values = (Mapped(Label(FIRST, TYPE, kind), 0.6),) if kind else ()
    categories = tuple(Mapped(Label(name), share) for name, share in shares.items())
    return QuestionMap(categories, (), values)


def practice(category: str, kind: str = "") -> Practice:
    return Practice(category, TYPE if kind else "", kind, 0.9, 0, 0, 1)


UNSURE = {FIRST: 0.4, THIRD: 0.35, KEPT: 0.15}


def test_the_choice_names_the_thing_once() -> None:
    has = [practice(FIRST, "Location"), practice(THIRD, "Location"), practice(KEPT)]
    choices = choices_for(mapped(UNSURE, "Location"), has, "")
    assert choice_line(choices) == (
        "Do you mean what is collected about your location, or who gets it?"
    )
    assert [one.question for one in choices] == [
        "What do you collect about my location, and why?",
        "Who gets my location?",
    ]


def test_only_what_the_policy_has_is_offered() -> None:
    choices = choices_for(mapped(UNSURE), [practice(FIRST), practice(KEPT)], "")
    assert [one.text for one in choices] == [
        "what is collected and why",
        "how long they keep your data",
    ]
    assert not choices_for(mapped(UNSURE), [practice(FIRST)], "")
    assert not choices_for(mapped(UNSURE), [], "", "location")


def test_a_clear_question_has_no_choices_unless_it_only_names_a_thing() -> None:
    clear = mapped({FIRST: 0.9, THIRD: 0.06, KEPT: 0.04})
    text = "We take photos. We pass on photos. We keep names."
    has = [
        Practice(name, "", "", 0.9, number, start, end)
        for number, (name, start, end) in enumerate(
            ((FIRST, 0, 15), (THIRD, 16, 34), (KEPT, 35, 49))
        )
    ]
    assert not choices_for(clear, has, text)
    choices = choices_for(clear, has, text, "your photos")
    assert (
        choice_line(choices) == "Do you mean what is collected about your photos, or who gets it?"
    )
    assert [one.question for one in choices] == [
        "What do you collect about my photos, and why?",
        "Who gets data about my photos?",
    ]
    assert not choices_for(clear, has, text, "fingerprints")
    assert not choices_for(mapped({KEPT: 0.9, FIRST: 0.1}), has, text, "photos")


def test_many_things_are_them() -> None:
    has = [practice(THIRD, "Financial"), practice(KEPT, "Financial")]
    choices = choices_for(mapped(UNSURE, "Financial"), has, "")
    assert choice_line(choices) == (
        "Do you mean who gets your payment details, or how long they keep them?"
    )


def test_the_kind_asked_for_needs_to_be_likely() -> None:
    assert kind_asked_for(mapped(UNSURE, "Location")) == "Location"
    assert kind_asked_for(mapped(UNSURE, "Unspecified")) == ""
    assert kind_asked_for(mapped(UNSURE)) == ""


def test_three_choices_make_one_line() -> None:
    has = [practice(FIRST), practice(THIRD), practice(KEPT)]
    line = choice_line(choices_for(mapped(UNSURE), has, ""))
    assert line == (
        "Do you mean what is collected and why, who else gets your data, "
        "or how long they keep your data?"
    )
    assert choice_line(()) == ""
