import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privascope.collect.detector import (
    last_name,
    measures,
    names_itself_policy,
    policy_probability,
    text_terms,
)
from privascope.errors import NeedsBrowserError
from privascope.policy.read import read_page

PAGES = Path(__file__).parent.parent / "detection_pages"
MANIFEST = json.loads((PAGES / "manifest.json").read_text())
DOCUMENTS = [entry for entry in MANIFEST if entry["kind"] == "document"]


def _probability(entry: dict[str, object]) -> float:
    page = read_page((PAGES / str(entry["file"])).read_bytes(), str(entry["url"]))
    return policy_probability(page.url, page.whole_text(), page.title)


@pytest.mark.parametrize(
    "entry", [e for e in DOCUMENTS if e["is_policy"]], ids=lambda entry: entry["file"]
)
def test_our_own_policies_are_policies(entry: dict[str, object]) -> None:
    assert _probability(entry) > 0.5


def test_our_other_pages_are_not() -> None:
    wrong = []
    for entry in DOCUMENTS:
        if entry["is_policy"] or entry.get("needs_browser"):
            continue
        if _probability(entry) >= 0.5:
            wrong.append(entry["file"])
    assert wrong == []


def test_a_page_without_text_of_its_own_does_not_reach_the_detector() -> None:
    (entry,) = (entry for entry in MANIFEST if entry.get("needs_browser"))
    with pytest.raises(NeedsBrowserError):
        _probability(entry)


def test_address_and_title_count() -> None:
    text = "Who we are. Our website address is given below. Comments. Media. Embedded content."
    named = policy_probability("https://a.example/privacy-policy", text, "Privacy Policy – A")
    unnamed = policy_probability("https://a.example/welcome", text, "Welcome to A")
    assert named > 0.5 > unnamed


@pytest.mark.parametrize(
    "title",
    [
        "Privacy Policy",
        "Acme | Privacy Notice",
        "Acme Labs Privacy Statement",
        "Privacy & Cookies – Acme",
        "Privacy policy for Acme",
        "Data protection",
        "Notice of Privacy Practices",
        "Your privacy",
    ],
)
def test_titles_that_name_a_policy(title: str) -> None:
    assert names_itself_policy("", title) == (True, False)


@pytest.mark.parametrize(
    "title",
    ["", "Privacy screen", "Privacy officer – Jobs", "How to write a privacy policy", "Terms"],
)
def test_titles_that_do_not(title: str) -> None:
    assert names_itself_policy("", title) == (False, False)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/legal/Privacy-Policy.html?x=1#y", "privacy policy"),
        ("https://a.example/privacy/", "privacy"),
        ("https://a.example", ""),
        ("policy.html", ""),
        ("", ""),
    ],
)
def test_last_name_of_an_address(url: str, name: str) -> None:
    assert last_name(url) == name


def test_only_the_beginning_is_read() -> None:
    long = "lamps and candles " * 500_000
    assert len(text_terms(long)) == 6
    assert 0.0 <= policy_probability("", long) <= 1.0


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.text(), st.text(), st.text())
def test_anything_has_a_probability(url: str, text: str, title: str) -> None:
    assert 0.0 <= policy_probability(url, text, title) <= 1.0
    assert np.isfinite(measures(url, text, title)).all()
