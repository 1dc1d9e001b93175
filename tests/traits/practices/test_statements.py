"""Statements: rules over practices made by hand."""

import pytest

from privascope.traits.practices.needed import is_backed
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
        ("It does honour Global Privacy Control: that signal opts you out.", False),
    ],
)
def test_do_not_track_is_honoured_by_words(text: str, expected: bool) -> None:
    practice = Practice("Do Not Track", "", "", 0.9, 0, 0, len(text))
    assert ("honours-do-not-track" in statements_of([practice], text)) is expected


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


@pytest.mark.parametrize(
    ("text", "words", "denied"),
    [
        ("We never share your e-mail address with anyone.", "e-mail", True),
        ("Quill does not rent or otherwise share your e-mail address.", "e-mail", True),
        (
            "In those cases your e-mail address is not transferred to the other company.",
            "e-mail",
            True,
        ),
        ("They use facts about visits (not including your name or e-mail).", "e-mail", True),
        ("We share your e-mail address with carriers.", "e-mail", False),
        ("If you do not share your e-mail address, we cannot write to you.", "e-mail", False),
        ("We do not sell photos, but we share your e-mail address.", "e-mail", False),
        ("We share facts including, but not limited to, your e-mail.", "e-mail", False),
        ("We do not sell it. We share your e-mail address.", "e-mail", False),
        ("We do not share it, except that carriers get your e-mail.", "e-mail", False),
    ],
)
def test_what_a_denied_verb_names_is_not_shared(text: str, words: str, denied: bool) -> None:
    found = told(text, (SHARING, KIND, "Contact", words))
    assert ("does-not-share-contact-details" in found) is denied
    assert ("shares-contact-details" in found) is not denied


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        (
            "If you are not satisfied with our answer, you can complain to the data protection "
            "authority.",
            "says-where-to-complain",
        ),
        (
            "If you do not want this, you have the right to object to the processing.",
            "lets-you-object",
        ),
        ("We use Google Analytics to count visits.", "names-companies"),
        ("Our servers are located outside the EEA.", "sends-data-abroad"),
        ("You have the right to request that we erase your data.", "lets-you-delete-your-data"),
        ("You may ask for a portable copy.", "lets-you-take-your-data-along"),
        ("You can opt out of interest-based advertising.", "lets-you-opt-out-of-advertising"),
        ("Third-party vendors, including Google, use cookies.", "names-companies"),
        (
            "We do not have the ability to react to do not track being set in the browser.",
            "ignores-do-not-track",
        ),
    ],
)
def test_plain_words_make_statements(text: str, slug: str) -> None:
    practice = Practice(by_slug()[slug].category, "", "", 0.9, 0, 0, len(text))
    assert slug in statements_of([practice], text)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("You do not have the right to object to the processing.", "lets-you-object"),
        ("We do not use Google Analytics.", "names-companies"),
    ],
)
def test_other_words_make_none(text: str, slug: str) -> None:
    practice = Practice(by_slug()[slug].category, "", "", 0.9, 0, 0, len(text))
    assert slug not in statements_of([practice], text)


@pytest.mark.parametrize(
    ("said", "text", "backed"),
    [
        (("Do Not Track", "Do Not Track policy", "Not honored"), "We do not track visits.", False),
        (("Do Not Track", "", ""), "We ignore Do Not Track.", True),
        (("Do Not Track", "", ""), "We do not respond to do not track signals.", True),
        ((SHARING, KIND, "Cookies and tracking elements"), "We use cookies to log you in.", False),
        ((SHARING, KIND, "Cookies and tracking elements"), "Partners set cookies.", True),
        (("Policy Change", "Notification Type", "Other"), "Last updated 28 March 2015.", False),
        (("User Choice/Control", "Choice Type", "Opt-in"), "By using it you consent.", False),
        (("User Choice/Control", "Choice Type", "Opt-in"), "Only if you consent.", True),
        (("User Choice/Control", "Choice Type", "Opt-out link"), "Write to us.", False),
        ((FIRST, "Purpose", "Advertising"), "- Third parties may use it for ads.", False),
        ((FIRST, "Purpose", "Advertising"), "We use it for ads of third parties.", True),
    ],
)
def test_some_values_need_their_words(said: tuple[str, str, str], text: str, backed: bool) -> None:
    assert is_backed(Practice(*said, 0.9, 0, 3, 9), text) is backed


def test_identity_alone_is_no_official_number() -> None:
    value = (FIRST, KIND, "Personal identifier")
    assert told("We may verify your identity.", (*value, "identity")) == {}
    for text in ("We ask for your passport.", "We may ask for an identity card, or a copy."):
        words = "passport" if "passport" in text else "identity"
        assert "collects-official-numbers" in told(text, (*value, words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We keep it for 12 months.", True),
        ("You may see what we kept in the past 12 months.", False),
    ],
)
def test_a_time_that_is_past_is_no_time_of_keeping(text: str, expected: bool) -> None:
    value = ("Data Retention", "Retention Period", "Stated Period", "12 months")
    assert ("states-a-retention-period" in told(text, value)) is expected


def test_what_is_not_likelier_than_not_is_no_statement() -> None:
    text = "We collect your location."
    practice = Practice(FIRST, KIND, "Location", 0.49, 0, 16, 24)
    assert statements_of([practice], text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "We do not respond to Do Not Track signals.",
        "We take no action on DNT.",
        "Quill does not currently recognise browser signals.",
    ],
)
def test_words_tell_that_do_not_track_is_ignored(text: str) -> None:
    whole = Practice("Do Not Track", "", "", 0.9, 0, 0, len(text))
    found = statements_of([whole], text)
    assert "ignores-do-not-track" in found
    assert "honours-do-not-track" not in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("After that we will permanently delete your data.", False),
        ("We will delete your data if you ask us to.", True),
        ("We provide a way to correct or delete it.", True),
    ],
)
def test_what_they_delete_by_themselves_is_no_choice(text: str, expected: bool) -> None:
    practice = Practice("User Access, Edit and Deletion", "", "", 0.9, 0, 0, len(text))
    assert ("lets-you-delete-your-data" in statements_of([practice], text)) is expected


@pytest.mark.parametrize(
    ("text", "slug", "expected"),
    [
        ("You have the right to access your data.", "lets-you-see-your-data", True),
        ("You may request a copy of your personal data.", "lets-you-see-your-data", True),
        ("Californians have the right to know what we hold.", "lets-you-see-your-data", True),
        ("We reserve the right to access your account.", "lets-you-see-your-data", False),
        ("Our providers may receive access to your data.", "lets-you-see-your-data", False),
        ("You have the right to erasure.", "lets-you-delete-your-data", True),
        ("We may delete old entries.", "lets-you-delete-your-data", False),
        ("You can set your browser to refuse cookies.", "lets-you-refuse-cookies", True),
        ("Flash cookies cannot be refused by you.", "lets-you-refuse-cookies", False),
        ("Every letter has a link to unsubscribe.", "lets-you-opt-out-of-marketing", True),
        ("Our site does not respond to Do Not Track.", "ignores-do-not-track", True),
        ("We respond to privacy control signals.", "honours-do-not-track", False),
        ("You may object to our processing.", "lets-you-object", True),
        ("Consent can be withdrawn at any time.", "lets-you-withdraw-consent", True),
        ("A parent may withdraw consent.", "lets-you-withdraw-consent", False),
        ("You have a right to data portability.", "lets-you-take-your-data-along", True),
        ("We support number portability.", "lets-you-take-your-data-along", False),
        ("Complain to the supervisory authority.", "says-where-to-complain", True),
        ("Complaints go to our office.", "says-where-to-complain", False),
        ("Write to our data protection officer.", "names-a-data-protection-officer", True),
        ("Data may be stored outside the EU.", "sends-data-abroad", True),
        ("Data is not transmitted outside the EU.", "sends-data-abroad", False),
    ],
)
def test_some_words_say_it_in_passages_of_any_category(
    text: str, slug: str, expected: bool
) -> None:
    passage = Practice("International and Specific Audiences", "", "", 0.9, 0, 0, len(text))
    found = statements_of([passage], text)
    assert (slug in found) is expected
    assert all(one.category == by_slug()[slug].category for one in found.get(slug, ()))


def test_what_is_not_sold_of_children_may_be_sold_of_others() -> None:
    text = "We do not knowingly sell personal information of consumers under 16."
    whole = Practice(SHARING, "", "", 0.9, 0, 0, len(text))
    assert "does-not-sell-data" not in statements_of([whole], text)
