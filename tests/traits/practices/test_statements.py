"""Statements: rules over practices made by hand."""

import pytest

from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import (
    by_slug,
    nearest_to,
    rules_version,
    statements,
    statements_of,
)
from privascope.traits.practices.taxonomy import categories, category

SHARING = "Third Party Sharing/Collection"
FIRST = "First Party Collection/Use"
KIND = "Personal Information Type"


def told(text: str, *said: tuple[str, str, str, str]) -> dict[str, list[str]]:
    """The slugs that a text of one segment comes to, each with its words.

    `said` are category, attribute, value and the words that say so.
    """
    practices = [Practice(name, "", "", 0.9, 0, 0, len(text)) for name in {one[0] for one in said}]
    for name, attribute, value, words in said:
        start = text.index(words)
        practices.append(Practice(name, attribute, value, 0.8, 0, start, start + len(words)))
    found = statements_of(practices, text)
    return {slug: [text[one.start : one.end] for one in found[slug]] for slug in found}


def test_names_are_those_of_the_taxonomy() -> None:
    order = [one.name for one in categories()]
    places = [order.index(statement.category) for statement in statements()]
    assert places == sorted(places)
    for statement in statements():
        known = {
            one.name: {v.name for v in one.values}
            for one in category(statement.category).attributes
        }
        for condition in statement.conditions:
            assert condition.values <= known[condition.attribute], statement.slug
        assert statement.conditions or statement.words, statement.slug


def test_slugs_are_plain_and_opposites_mutual() -> None:
    slugs = [one.slug for one in statements()]
    assert len(set(slugs)) == len(slugs) >= 25
    assert "read" not in slugs
    for one in statements():
        assert one.slug == one.slug.lower().strip("-")
        assert one.plain
        assert one.absent.startswith(("Does not", "Do not"))
        if one.opposite:
            assert by_slug()[one.opposite].opposite == one.slug


def test_a_value_makes_a_statement_with_its_words() -> None:
    text = "We collect your location and your e-mail address."
    found = told(text, (FIRST, KIND, "Location", "location"), (FIRST, KIND, "Contact", "e-mail"))
    assert found == {"collects-contact-details": ["e-mail"], "collects-location": ["location"]}


def test_all_conditions_must_stand_in_one_segment() -> None:
    location = (SHARING, KIND, "Location", "location")
    advertising = (SHARING, "Purpose", "Advertising", "ads")
    text = "We share your location. It is used for ads."
    assert "shares-location-with-advertisers" in told(text, location, advertising)
    apart = [
        Practice(SHARING, KIND, "Location", 0.9, 0, 0, 5),
        Practice(SHARING, "Purpose", "Advertising", 0.9, 1, 6, 9),
    ]
    assert "shares-location-with-advertisers" not in statements_of(apart, "a" * 20)


@pytest.mark.parametrize(
    ("text", "says", "denies"),
    [
        ("We do not share your location with advertisers.", False, True),
        ("We share your location with advertisers. We do not share names.", True, False),
        ("We do not share with advertisers:\n- names\n- your location\n", False, True),
    ],
)
def test_a_negation_counts_in_its_own_sentence(text: str, says: bool, denies: bool) -> None:
    found = told(
        text,
        (SHARING, KIND, "Location", "location"),
        (SHARING, "Purpose", "Advertising", "advertisers"),
        (SHARING, "Does/Does Not", "Does Not", "do not"),
    )
    assert ("shares-location-with-advertisers" in found) is says
    assert ("does-not-share-location-with-advertisers" in found) is denies


def test_both_sides_of_a_contradiction_are_told() -> None:
    yes, no = "We share your phone number. ", "We never share an e-mail address."
    text = yes + no
    practices = [
        Practice(SHARING, KIND, "Contact", 0.9, 0, 0, len(yes)),
        Practice(SHARING, KIND, "Contact", 0.9, 1, len(yes), len(text)),
        Practice(SHARING, "Does/Does Not", "Does Not", 0.9, 1, len(yes) + 3, len(yes) + 8),
    ]
    found = statements_of(practices, text)
    assert [one.segment for one in found["shares-contact-details"]] == [0]
    assert [one.segment for one in found["does-not-share-contact-details"]] == [1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We may sell your personal information to partners.", "sells-data"),
        ("We rent lists of postal addresses to others.", "sells-data"),
        ("We do not sell or rent personal data.", "does-not-sell-data"),
        ("We don’t sell your data.", "does-not-sell-data"),
        ("If the company is sold, the buyer gets your information.", None),
        ("We share information with shops that sell their own products.", None),
        ("Processors are not permitted to sell your information.", None),
        ("We may sell aggregated information.", None),
        ("Do we sell your data?\nWe do not sell your data.", "does-not-sell-data"),
        ("What we do not do\nWe may sell lists of customers.", "sells-data"),
        ("We do not:\n- lend your data\n- sell your data", "does-not-sell-data"),
        (
            "We cannot watch over each of the many partners that we have, and what is "
            "sold stays sold.",
            None,
        ),
        ("names | sold to nobody\nWe may sell data | yes", "sells-data"),
    ],
)
def test_sale_goes_by_words(text: str, expected: str | None) -> None:
    found = told(text, (SHARING, "Third Party Entity", "Unnamed third party", text[:5]))
    assert list(found) == ([expected] if expected else [])


def test_nearest_is_the_part_that_is_said() -> None:
    statement = by_slug()["shares-location-with-advertisers"]
    practices = [
        Practice(SHARING, KIND, "Contact", 0.99, 0, 0, 5),
        Practice(SHARING, KIND, "Location", 0.6, 1, 6, 9),
        Practice(FIRST, KIND, "Location", 0.99, 2, 10, 12),
    ]
    assert nearest_to(statement, practices) == (practices[1],)
    assert nearest_to(statement, practices[:1]) == (practices[0],)
    assert nearest_to(statement, practices[2:]) == ()
    whole = Practice(SHARING, "", "", 0.9, 3, 20, 30)
    assert nearest_to(statement, [whole]) == (whole,)
    assert nearest_to(by_slug()["sells-data"], [*practices, whole]) == (whole,)


def test_nothing_is_said_by_nothing() -> None:
    assert statements_of((), "") == {}
    assert len(rules_version()) == 8


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Invoices are kept for seven years.", True),
        ("We do not keep logs for more than 30 days.", True),
        ("We keep data as long as we need it.", False),
        ("We respond to requests within 30 days.", False),
        ("We answer letters within 45 days.", False),
        ("We keep no data of people under 13 years of age.", False),
    ],
)
def test_a_period_is_a_number_with_its_unit(text: str, expected: bool) -> None:
    practice = Practice("Data Retention", "", "", 0.9, 0, 0, len(text))
    assert ("states-a-retention-period" in statements_of([practice], text)) is expected


def test_the_rows_of_a_table_stand_alone() -> None:
    text = "Name | advertisers\nLocation | nobody"
    rows = [
        Practice(SHARING, "", "", 0.9, 0, 0, len(text)),
        Practice(SHARING, "Purpose", "Advertising", 0.9, 0, 7, 18),
        Practice(SHARING, KIND, "Location", 0.9, 0, 19, 27),
    ]
    assert set(statements_of(rows, text)) == {"shares-data-with-advertisers", "shares-location"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We honour Do Not Track signals.", True),
        ("Do Not Track: our site respects the signal.", True),
        ("We do not honour Do Not Track signals.", False),
        ("There is no standard for how to respond to such signals.", False),
    ],
)
def test_do_not_track_is_honoured_by_words(text: str, expected: bool) -> None:
    practice = Practice("Do Not Track", "", "", 0.9, 0, 0, len(text))
    assert ("honours-do-not-track" in statements_of([practice], text)) is expected


def test_an_endless_passage_is_soon_done() -> None:
    text = "We may sell your data " * 100_000
    whole = Practice(SHARING, "", "", 0.9, 0, 0, len(text))
    assert len(statements_of([whole], text)["sells-data"]) == 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You may ask for a copy of your data and, in some cases, for deletion.", True),
        ("You cannot delete your account.", False),
        ("You can delete cookies in your browser.", False),
        ("Can I delete my data?", False),
        ("Without an answer we delete your address.", False),
    ],
)
def test_words_say_what_a_value_would(text: str, expected: bool) -> None:
    practice = Practice("User Access, Edit and Deletion", "", "", 0.9, 0, 0, len(text))
    assert ("lets-you-delete-your-data" in statements_of([practice], text)) is expected
    value = Practice(practice.category, "Access Type", "Delete account (full)", 0.9, 0, 0, 3)
    assert "lets-you-delete-your-data" in statements_of([practice, value], text)
