"""Lines that say something are told from those that only name it."""

import pytest

from privascope.answer.stating import states


def line(text: str, **more: bool) -> bool:
    told = {"heading": False, "listed": False, "item": False, **more}
    return states(text, above="", **told)


@pytest.mark.parametrize(
    "text",
    [
        "Contact",
        "Browse the best garden tools",
        "Tidewick AI",
        "Learn more",
        "Latest posts",
        "Do you sell data?",
        "Members",
        "Privacy Policy",
        "Yes we can?",
        "Menu.",
        "© Copyright 2024 Tidewick",
        "Created by Tidewick",
    ],
)
def test_menus_and_labels_state_nothing(text: str) -> None:
    assert not line(text)
    assert not line(text, item=True)


@pytest.mark.parametrize(
    "text",
    [
        "We never sell it",
        "privacy@tidewick.example",
        "14 Weighhouse Lane, Ashmere",
        "Last updated 3 March 2025",
        "No.",
        "Nobody but you.",
        "Invoices | 7 years",
        "Data Protection Officer: Kim Dorn",
        "Sign-in sheets ........ 3 years",
        "Photos that you add to an entry and all that the camera wrote into them",
    ],
)
def test_statements_addresses_and_figures_do(text: str) -> None:
    assert line(text)


@pytest.mark.parametrize("text", ["We do not sell your data", "2. Your data is never sold"])
def test_a_heading_that_is_itself_an_answer_may_be_quoted(text: str) -> None:
    assert line(text, heading=True)


@pytest.mark.parametrize(
    "text",
    [
        "Information we collect",
        "How we use your data",
        "Do you sell data?",
        "Your rights",
        "What you can do",
        "Data that is kept",
        "3. SHARING",
    ],
)
def test_other_headings_may_not(text: str) -> None:
    assert not line(text, heading=True)


def test_items_are_what_their_list_announces() -> None:
    assert line("your name", listed=True)
    told = {"heading": False, "listed": False, "item": True}
    assert states("Device model", above="What we collect", **told)
    assert not states("Device models", above="Products", **told)


def test_a_very_long_word_is_judged_at_once() -> None:
    assert not line("a" * 100_000)
