"""Self-regulatory bodies in a text."""

import pytest

from privascope.traits.bodies import BODIES, find_bodies


def names(text: str) -> set[str]:
    return {mention.name for mention in find_bodies(text)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See the Network Advertising Initiative.", "nai"),
        ("Opt out at http://www.networkadvertising.org/choices.", "nai"),
        ("We are a member of the NAI; opt out on its page.", "nai"),
        ("The Digital Advertising Alliance runs a page.", "daa"),
        ("Visit optout.aboutads.info.", "daa"),
        ("The DAA's opt-out page", "daa"),
        ("The European Interactive Digital Advertising Alliance", "edaa"),
        ("Go to www.youronlinechoices.eu/.", "edaa"),
        ("A member of BBBOnLine.", "bbbonline"),
        ("Complain to BBB EU Privacy Shield.", "bbbonline"),
        ("Certified by TRUSTe.", "trustarc"),
        ("TrustArc reviews us.", "trustarc"),
        ("You may complain to the CNIL.", "cnil"),
        ("the Commission Nationale de l’Informatique et des Libertés", "cnil"),
        ("We carry the ePrivacyseal.", "eprivacy"),
        ("VeraSafe is our representative.", "verasafe"),
        ("Choices are managed by Evidon.", "evidon"),
    ],
)
def test_mentions(text: str, name: str) -> None:
    assert names(text) == {name}


@pytest.mark.parametrize(
    "text",
    [
        "Mr Nai runs the shop.",
        "NAI Realty sells houses.",
        "The DAA runs Dublin's airport.",
        "We follow the ePrivacy Directive.",
        "The trustees of the fund meet.",
        "See youronlinechoices.com.au for Australia.",
        "Install Ghostery in your browser.",
    ],
)
def test_no_mentions(text: str) -> None:
    assert names(text) == set()


def test_every_name_found_is_known() -> None:
    text = "NAI and DAA opt-out; EDAA; CNIL; TRUSTe; VeraSafe; Evidon; BBBOnLine; ePrivacyseal"
    assert names(text) == BODIES.keys()
