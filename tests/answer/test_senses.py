"""Words of another sense than the one asked about do not count."""

import pytest

from privascope.answer.concepts import concepts_of, share_covered, specific_concepts
from privascope.answer.senses import in_sense
from privascope.answer.words import stem_of, stems_of


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We do this in order to help.", "order"),
        ("Taking your wishes into account, we act.", "account"),
        ("Please note that cookies expire.", "note"),
        ("We use the following means.", "following"),
        ("We encourage you to read them.", "read"),
        ("Please read this privacy policy.", "read"),
        ("For more, see our cookie page.", "see"),
        ("Our parent company is in Oslo.", "parent"),
        ("Cookies are small text files.", "text"),
        ("Our sales team may write to you.", "sales"),
        ("They must keep this information confidential.", "keep"),
        ("In a merger, financing or sale of all assets, data moves.", "sale"),
        ("Get it from the app store.", "store"),
        ("We keep you informed.", "keep"),
        ("We address any concern at once.", "address"),
        ("This notice tells how.", "notice"),
        ("We learn your device model.", "model"),
        ("We train our employees.", "train"),
        ("When you access our website, we note it.", "access"),
        ("We will post any changes here.", "post"),
        ("Only non-medical data leaves.", "medical"),
        ("We answer in response to letters.", "response"),
        ("Complain to a supervisory authority.", "authority"),
        ("Our data protection authority sits in Oslo.", "authority"),
        ("Our data protection authority sits in Oslo.", "protection"),
        ("We may ask for government-issued papers.", "government"),
        ("If part of our business was sold we may hand over the list.", "sold"),
        ("We may sell or buy some of our assets.", "sell"),
        ("It is kept for accounting and for the law.", "accounting"),
    ],
)
def test_a_word_of_another_sense_is_blank(text: str, word: str) -> None:
    found = in_sense(text)
    assert word not in found.split()
    assert len(found) == len(text)
    # Nothing else has changed.
    assert all(a in (b, " ") for a, b in zip(found, text, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "You can cancel an order.",
        "You can delete your account.",
        "We read your notes.",
        "We sell your data.",
        "Our company does not sell your data.",
        "We do not sell or share your details with companies.",
        "No data of our business customers has been sold.",
        "We keep your notes.",
        "Parents may write to us.",
        "We store it in Leeds.",
    ],
)
def test_words_in_their_plain_sense_stay(text: str) -> None:
    assert in_sense(text) == text


def test_contacts_are_people_and_contact_is_getting_in_touch() -> None:
    assert stem_of("contacts") != stem_of("contact")
    wanted = specific_concepts("who can see my contacts?")
    assert share_covered(wanted, concepts_of("Contact us by mail.")) == 0.0
    assert share_covered(wanted, concepts_of("We never upload your address book.")) == 0.5
    assert stems_of("contact us") == ["contact", "us"]


def test_what_is_said_of_all_data_is_said_of_a_kind_of_it() -> None:
    wanted = specific_concepts("do you sell my photos?")
    told = {
        text: share_covered(wanted, concepts_of(text))
        for text in ("We sell photos.", "We sell personal data.", "We like photos.", "We sell.")
    }
    assert list(told.values()) == [1.0, 0.875, 0.5, 0.5]


def test_some_words_mean_it_in_questions_alone() -> None:
    wanted = specific_concepts("does a computer decide about me?")
    assert share_covered(wanted, concepts_of("We use automated decisions.")) == 1.0
    asked = specific_concepts("is an algorithm deciding?")
    assert share_covered(asked, concepts_of("Your computer has a screen.")) == 0.0
