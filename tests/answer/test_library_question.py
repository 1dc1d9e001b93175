"""A question about many policies becomes the question that each of them is asked."""

import pytest

from privascope.answer.answer import Stance
from privascope.answer.fitting_statement import fitting_statement
from privascope.answer.library_question import read_library_question, unknown_name


@pytest.mark.parametrize(
    ("question", "asked", "negated", "about"),
    [
        ("which of these do not sell data?", "Do you sell data?", True, ""),
        (
            "does any of them train AI on what I write?",
            "Do you train AI on what I write?",
            False,
            "",
        ),
        (
            "is there a notes app here that does not share my location?",
            "Do you share my location?",
            True,
            "notes app",
        ),
        ("Which policies let me delete my account", "Do you let me delete my account?", False, ""),
        ("who here sells my data?", "Do you sell my data?", False, ""),
        ("how many of these share data?", "Do you share data?", False, ""),
        ("show me policies that never share my photos", "Do you share my photos?", True, ""),
        ("list all apps that don’t use cookies", "Do you use cookies?", True, ""),
        ("does none of them sell my data?", "Do you sell my data?", True, ""),
        ("which of them can read my mails?", "Can you read my mails?", False, ""),
        ("which ones won't sell my data", "Will you sell my data?", True, ""),
        (
            "which of these share no data with insurers?",
            "Do you share data with insurers?",
            True,
            "",
        ),
        ("which of these has an officer?", "Do you have an officer?", False, ""),
        ("which of these has been hacked?", "Have you been hacked?", False, ""),
        ("are any of them allowed to read it?", "Are you allowed to read it?", False, ""),
        (
            "is there a messenger without selling my data?",
            "Are you selling my data?",
            True,
            "messenger",
        ),
        ("is there an app without trackers?", "Do you use trackers?", True, ""),
        ("which health apps share my data?", "Do you share my data?", False, "health apps"),
        ("which companies publishes reports?", "Do you publish reports?", False, ""),
        ("do these apps process photos?", "Do you process photos?", False, ""),
        ("does anyone here sell data?", "Do you sell data?", False, ""),
        ("are there apps that sell data?", "Do you sell data?", False, ""),
    ],
)
def test_what_many_do_is_asked_of_one(question: str, asked: str, negated: bool, about: str) -> None:
    found = read_library_question(question)
    assert (found.asked, found.negated, found.about) == (asked, negated, about)
    assert found.is_about_many
    assert found.original == question


@pytest.mark.parametrize(
    "question",
    [
        "do you sell my data?",
        "what data do you collect?",
        "which cookies do you use?",
        "which companies do you share my data with?",
        "what companies get my data?",
        "which of your partners get my data?",
        "is there a way that I can delete my account?",
        "is there someone who reads my mails?",
        "are there any trackers that follow me?",
        "do third parties get my data?",
        "do all employees see my data?",
        "is any of my data sold?",
        "does every user get a copy?",
        "how many cookies do you set?",
        "are the photos I upload private?",
        "is the data encrypted?",
        "do these cookies track me?",
        "do any of these cookies track me?",
        "which service providers get my data?",
        "which app permissions do you need?",
        "what policy changes do you announce?",
        "",
        "which",
        "is there a",
    ],
)
def test_a_question_to_one_is_asked_as_it_was_put(question: str) -> None:
    found = read_library_question(question)
    assert (found.asked, found.is_about_many) == (question, False)


def test_of_a_negated_question_no_means_yes() -> None:
    which = read_library_question("which of these do not sell data?")
    assert [which.stance(one) for one in (*Stance, None)] == [
        Stance.NO,
        Stance.YES,
        Stance.DEPENDS,
        None,
    ]
    assert read_library_question("which sell data?").stance(Stance.NO) is Stance.NO


def test_a_long_question_takes_no_time() -> None:
    for text in (
        "which of these " * 5000,
        "is there a " + "x " * 5000,
        "a" * 100_000,
        "that " * 9999,
    ):
        assert len(read_library_question(text).original) <= 2000


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("does Zzyzx share my notes?", "Zzyzx"),
        ("is Blue Heron safe?", "Blue Heron"),
        ("does foo.example sell my data?", "foo.example"),
        ("does AI get my data?", ""),
        ("Can I delete it?", ""),
        ("do you sell my data?", ""),
    ],
)
def test_a_service_by_its_name(question: str, name: str) -> None:
    assert unknown_name(question) == name


@pytest.mark.parametrize(
    ("question", "slug"),
    [
        ("which of these do not sell data?", "does-not-sell-data"),
        ("which of these sell data?", "sells-data"),
        ("do you sell my data?", "sells-data"),
        ("which of these share location with advertisers?", "shares-location-with-advertisers"),
        ("which of them encrypt my data?", "encrypts-data-in-transit"),
        ("do any of these have a data protection officer?", "names-a-data-protection-officer"),
        # Of a part of the data, or of other people's sites, the statement says nothing.
        ("which of these sell my photos?", ""),
        ("which of these let me delete backups?", ""),
        ("which of these track me on other websites?", ""),
        # What is not said is not denied.
        ("which of these do not use cookies?", ""),
        ("which of these share data?", ""),
        ("how long do you keep data?", ""),
        ("", ""),
    ],
)
def test_a_statement_fits_word_for_word(question: str, slug: str) -> None:
    found = fitting_statement(read_library_question(question))
    assert (found.slug if found else "") == slug
