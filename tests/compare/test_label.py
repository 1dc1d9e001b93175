"""A label tells what is said, denied, left open and not stated, each with the policy's words."""

import pytest

from privascope.compare.evidence import MOST, Evidence
from privascope.compare.grid import _PLAN
from privascope.compare.label import Line, Part, PolicyLabel
from privascope.compare.label_parts import is_one_line, part_of, part_plans
from privascope.compare.standing import Clarity, Standing
from privascope.traits.practices.statements import by_slug, statements
from privascope.traits.practices.taxonomy import categories, category
from tests.hand_practices import (
    DATA,
    FIRST,
    KEPT,
    THIRD,
    hand_label,
    practice,
    practices_of,
    said_policy,
)


def part(label: PolicyLabel, slug: str) -> Part:
    return next(one for one in label.parts if one.slug == slug)


def line(label: PolicyLabel, slug: str, name: str) -> Line:
    return next(one for one in part(label, slug).lines if one.name == name)


def every_evidence(label: PolicyLabel) -> list[Evidence]:
    lines = [one for part in label.parts for one in part.lines]
    marks = [mark for row in label.grid.rows for mark in row.marks]
    return [
        *(one for each in lines for one in (*each.evidence, *each.contrary)),
        *(mark.evidence for mark in marks if mark.evidence),
    ]


def test_every_part_names_what_the_taxonomy_has() -> None:
    plans = part_plans()
    assert {plan.category for plan in plans} == {one.name for one in categories()} - {"Other"}
    for plan in plans:
        for topic in plan.topics:
            names = {value.name for value in topic.attribute.values}
            assert topic.general | topic.quoted | topic.named <= names
            assert {*topic.missing, *topic.cues, *topic.statements} <= names
            assert set(topic.statements.values()) <= set(by_slug())
    assert all(plan.topics[0].open for plan in plans)


def test_every_column_of_the_grid_names_what_the_taxonomy_has() -> None:
    for _, name, attribute, values in _PLAN:
        found = {one.name: one for one in category(name).attributes}
        known = {value.name for value in found[attribute].values} if attribute else set()
        assert values <= known


def test_every_statement_has_its_part() -> None:
    slugs = {plan.slug for plan in part_plans()}
    assert {part_of(statement) for statement in statements()} <= slugs
    assert part_of(by_slug()["uses-data-for-advertising"]) == "used"
    assert is_one_line(by_slug()["collects-location"])
    assert not is_one_line(by_slug()["does-not-sell-data"])
    assert not is_one_line(by_slug()["shares-location-with-advertisers"])


def test_every_quote_is_in_the_text() -> None:
    policy = said_policy()
    label = hand_label(policy)
    found = every_evidence(label)
    assert len(found) > 8
    for one in found:
        assert one.text == policy.text[one.start : one.end]
        assert all(one.start <= mark.start < mark.end <= one.end for mark in one.marks)


def test_what_is_said_stands_with_its_sentence() -> None:
    found = line(hand_label(), "collected", "Location")
    assert found.standing is Standing.STATED
    assert found.wording == "location"
    assert found.clarity is Clarity.CLEAR
    (evidence,) = found.evidence
    assert evidence.text.startswith("We collect your name and your location")
    assert evidence.section[-1] == "Part 1"


def test_what_is_ruled_out_is_not_told_as_done() -> None:
    found = line(hand_label(), "collected", "Health")
    assert found.standing is Standing.DENIED
    assert found.evidence[0].text == "We do not collect any health records."


def test_both_said_and_ruled_out_shows_both() -> None:
    policy = said_policy("We collect health records.", "We do not collect any health notes.")
    label = hand_label(
        policy,
        (
            practice(policy, "health records", FIRST, DATA, "Health"),
            practice(policy, "health notes", FIRST, DATA, "Health"),
            practice(policy, "do not collect", FIRST, "Does/Does Not", "Does Not"),
        ),
    )
    found = line(label, "collected", "Health")
    assert found.standing is Standing.STATED
    assert found.evidence[0].text == "We collect health records."
    assert found.contrary[0].text == "We do not collect any health notes."


def test_left_open_is_told_apart_from_not_stated() -> None:
    label = hand_label()
    found = line(label, "collected", "Unspecified")
    assert found.standing is Standing.UNSPECIFIED
    assert found.clarity is Clarity.LEFT_OPEN
    assert found.evidence[0].text == "We also process other information."
    silent = part(label, "do-not-track")
    assert silent.standing is Standing.NOT_STATED
    assert silent.told == "does not mention Do Not Track"
    assert not silent.lines
    collected = part(label, "collected").topics[0]
    assert "payment details" in collected.not_stated
    assert "location" not in collected.not_stated


def test_it_is_not_sure_that_something_is_not_stated_whose_words_stand_there() -> None:
    policy = said_policy("We collect your name and where you are by GPS.")
    whole = practice(policy, "We", FIRST, "", "")
    label = hand_label(policy, (whole, practice(policy, "name", FIRST, DATA, "Contact")))
    collected = part(label, "collected").topics[0]
    (unsure,) = collected.not_sure
    assert (unsure.wording, unsure.standing) == ("location", Standing.NOT_SURE)
    assert "GPS" in unsure.evidence[0].text
    assert "location" not in collected.not_stated
    assert "health" in collected.not_stated


def test_a_part_is_not_sure_to_be_silent_whose_words_stand_in_the_text() -> None:
    policy = said_policy("How long we do it is our affair.", "We retain things.")
    kept = part(hand_label(policy, ()), "kept")
    assert kept.standing is Standing.NOT_SURE
    assert {one.text for one in kept.perhaps} == {
        "How long we do it is our affair.",
        "We retain things.",
    }
    assert kept.lines == ()


def test_a_passage_that_names_something_does_not_leave_it_open() -> None:
    policy = said_policy("We collect your name and other things.")
    label = hand_label(
        policy,
        (
            practice(policy, "name", FIRST, DATA, "Contact"),
            practice(policy, "things", FIRST, DATA, "Unspecified"),
        ),
    )
    assert [one.name for one in part(label, "collected").lines] == ["Contact"]


def test_a_category_without_a_value_is_left_open() -> None:
    policy = said_policy("We keep some things for a while.")
    label = hand_label(policy, (practice(policy, "keep", KEPT, "", ""),))
    kept = part(label, "kept")
    assert kept.standing is Standing.UNSPECIFIED
    assert kept.lines[0].evidence[0].text == "We keep some things for a while."
    assert kept.topics[0].not_stated == ("a number of days, months or years",)


def test_the_words_of_a_statement_tell_a_value() -> None:
    policy = said_policy("We keep invoices for seven years.")
    label = hand_label(
        policy,
        (
            practice(policy, "We", KEPT, "", ""),
            practice(policy, "We", KEPT, "Retention Period", "Unspecified"),
        ),
    )
    kept = part(label, "kept")
    assert [(one.name, one.words) for one in kept.lines] == [("Stated Period", ("seven years",))]
    assert kept.statements == ()


def test_the_policys_own_words_for_a_period_and_a_name() -> None:
    label = hand_label()
    assert line(label, "kept", "Stated Period").words == ("seven years",)
    assert line(label, "shared", "Named third party").words == ("Adlark Inc",)
    assert line(label, "collected", "Location").words == ()


@pytest.mark.parametrize(
    ("sentence", "words", "names"),
    [
        ("We use the payment partner Stripe.", "payment partner Stripe", ("Stripe",)),
        ("We use Bank of Adlark & Sons here.", "Bank of Adlark & Sons", ("Bank of Adlark & Sons",)),
        ("We tell the FTC, by COPPA, all they ask.", "the FTC, by COPPA", ("FTC",)),
    ],
)
def test_only_names_are_shown_for_companies_that_are_named(
    sentence: str, words: str, names: tuple[str, ...]
) -> None:
    policy = said_policy(sentence)
    found = (practice(policy, words, THIRD, "Third Party Entity", "Named third party"),)
    assert line(hand_label(policy, found), "shared", "Named third party").words == names


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Some partners get it.", "Some partners"),
        ("We use an agency.", "an agency"),
        ("It goes to our Data Processors.", "Data Processors"),
        ("It goes to Law Enforcement and Service Providers.", "Law Enforcement"),
    ],
)
def test_who_has_no_name_is_not_named(sentence: str, words: str) -> None:
    policy = said_policy(sentence)
    found = (practice(policy, words, THIRD, "Third Party Entity", "Named third party"),)
    told = [one.name for one in part(hand_label(policy, found), "shared").lines]
    assert told == ["Unnamed third party"]


def test_something_else_is_told_only_where_there_is_nothing_better() -> None:
    policy = said_policy("We collect your name and your shoe size.")
    name = practice(policy, "name", FIRST, DATA, "Contact")
    size = practice(policy, "shoe size", FIRST, DATA, "Other")
    both = hand_label(policy, (name, size))
    assert [one.name for one in part(both, "collected").lines] == ["Contact"]
    alone = part(hand_label(policy, (size,)), "collected")
    assert [one.name for one in alone.lines] == ["Other"]
    assert alone.standing is Standing.STATED


def test_vague_is_what_only_vague_sentences_say() -> None:
    label = hand_label()
    vague = {(found.slug, one.name): one.clarity for found, lines in label.vague for one in lines}
    assert vague[("shared", "Named third party")] is Clarity.VAGUE
    assert vague[("collected", "Unspecified")] is Clarity.LEFT_OPEN
    assert ("kept", "Stated Period") not in vague
    clear = hand_label(vague=())
    assert ("shared", "Named third party") not in {
        (found.slug, one.name) for found, lines in clear.vague for one in lines
    }


def test_statements_of_several_values_are_lines_of_their_own() -> None:
    found = part(hand_label(), "shared").statements
    assert [one.name for one in found] == ["shares-location-with-advertisers"]
    assert "with other advertisers" in found[0].evidence[0].text


def test_the_grid_marks_what_one_passage_names_together() -> None:
    label = hand_label()
    titles = [column.slug for column in label.grid.columns]
    rows = {
        row.data: {
            slug: mark.standing
            for slug, mark in zip(titles, row.marks, strict=True)
            if mark.standing is not Standing.NOT_STATED
        }
        for row in label.grid.rows
    }
    assert rows == {
        "Contact": {"collected": Standing.STATED, "advertising": Standing.STATED},
        "Location": {
            "collected": Standing.STATED,
            "advertising": Standing.STATED,
            "named": Standing.STATED,
        },
        "Health": {"collected": Standing.DENIED},
    }


def test_a_policy_that_says_nothing_is_silent_in_every_part() -> None:
    policy = said_policy("The weather is fine today.")
    label = hand_label(policy, ())
    assert {one.standing for one in label.parts} == {Standing.NOT_STATED}
    assert label.vague == ()
    assert label.grid.rows == ()


def test_an_empty_policy_has_a_label() -> None:
    policy = said_policy()
    empty = type(policy)("", "en", None, "", (), (), (), ())
    assert {one.standing for one in hand_label(empty, ()).parts} == {Standing.NOT_STATED}


@pytest.mark.parametrize("words", ["name", "endless"])
def test_a_very_long_sentence_is_cut_around_its_words(words: str) -> None:
    policy = said_policy("We collect " + "many things and " * 100 + "your name " + "endless" * 200)
    label = hand_label(policy, (practice(policy, words, FIRST, DATA, "Contact"),))
    (evidence,) = line(label, "collected", "Contact").evidence
    assert not evidence.whole
    assert len(evidence.text) <= 600
    assert evidence.text == policy.text[evidence.start : evidence.end]
    assert policy.text[evidence.marks[0].start : evidence.marks[0].end] == words


def test_many_places_are_counted_and_few_are_quoted() -> None:
    policy = said_policy(*(f"We collect your name {number} times." for number in range(40)))
    practices = tuple(
        practice(policy, f"name {number} times", FIRST, DATA, "Contact") for number in range(40)
    )
    found = line(hand_label(policy, practices), "collected", "Contact")
    assert found.places == 40
    assert len(found.evidence) == MOST


def test_a_heading_is_not_quoted_for_the_sentence_below_it() -> None:
    policy = said_policy("We collect your name.")
    label = hand_label(policy, (practice(policy, "Part 1", FIRST, DATA, "Contact"),))
    assert line(label, "collected", "Contact").evidence[0].text == "We collect your name."


def test_the_hand_made_practices_point_at_their_words() -> None:
    policy = said_policy()
    words = {policy.text[one.start : one.end] for one in practices_of(policy) if one.attribute}
    assert {"seven years", "Adlark Inc.", "health records"} <= words


def test_what_announces_a_list_leaves_nothing_open() -> None:
    policy = said_policy("We may share data for the following purposes:")
    whole = policy.quote(policy.segments[0])
    found = (practice(policy, whole, THIRD, "Purpose", "Unspecified"),)
    topics = part(hand_label(policy, found), "shared").topics
    assert not [one for topic in topics for one in topic.lines if one.name == "Unspecified"]


def test_changes_that_are_announced_are_not_left_open() -> None:
    policy = said_policy("We will post changes on this page. The policy may change.")
    whole = policy.quote(policy.segments[0])
    change = "Policy Change"
    found = (
        practice(policy, "post", change, "Notification Type", "General notice in privacy policy"),
        practice(policy, whole, change, "Notification Type", "Unspecified"),
    )
    lines = part(hand_label(policy, found), "changes").lines
    assert [one.name for one in lines] == ["General notice in privacy policy"]
