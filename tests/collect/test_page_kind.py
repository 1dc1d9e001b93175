import json
from pathlib import Path

import pytest

from privascope.collect.page_kind import PageKind, explain, page_kind
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.page import Page
from privascope.policy.read import read_page

PAGES = Path(__file__).parent.parent / "detection_pages"
MANIFEST = json.loads((PAGES / "manifest.json").read_text())
POLICY = "We collect your name and share personal data with our couriers. This notice says why."


def _page(title: str, *texts: str) -> Page:
    blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in texts)
    return Page("https://www.acme.example/privacy", "", "", "en", Document(title, "", (), blocks))


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"])
def test_kind_of_our_own_pages(entry: dict[str, object]) -> None:
    if entry.get("needs_browser"):
        pytest.skip("turned away before it has a kind")
    page = read_page((PAGES / str(entry["file"])).read_bytes(), str(entry["url"]))
    assert page_kind(page) == entry["kind"]
    assert page_kind(page, 0.99) == entry["kind"]


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "404 Not Found",
        "Error 404 (Not Found)!!1",
        "Page not found - Acme",
        "Acme | The page you requested could not be found",
        "403 Forbidden",
        "503 Service Temporarily Unavailable",
        "Attention Required! | Cloudflare",
        "Just a moment...",
        "Robot Check",
        "Under maintenance",
    ],
)
def test_titles_of_error_pages(title: str) -> None:
    assert page_kind(_page(title, "Go back to the start page.")) is PageKind.ERROR


@pytest.mark.parametrize(
    "title",
    ["Privacy Policy", "Error correction codes", "The Forbidden City", "404 Coffee – Privacy", ""],
)
def test_other_titles(title: str) -> None:
    assert page_kind(_page(title, "Our shop opens at nine.")) is PageKind.DOCUMENT


def test_a_policy_that_speaks_of_errors_consent_and_login_is_a_document() -> None:
    page = _page(
        "Log in | Page not found",
        POLICY * 40,
        "Page not found",
        "Log in",
        "Password",
        "Accept all",
        "Manage preferences",
    )
    assert page_kind(page) is PageKind.DOCUMENT


def test_a_short_policy_with_a_login_box_and_a_banner_is_a_document() -> None:
    page = _page(
        "Acme – Privacy Policy",
        "Log in",
        "Password",
        "We keep no logs of any kind, and there is nobody to whom we would give them.",
        "Should the page not be found, tell us.",
        "This site uses cookies.",
        "Accept all",
        "Cookie settings",
        "About Contact Shop Careers Branches Opening hours Gift cards Press Suppliers",
        "Acme makes lamps for reading rooms, and has made them since 1931 in one workshop.",
    )
    assert page_kind(page) is PageKind.DOCUMENT


def test_a_sure_policy_is_turned_away_by_its_title_or_when_all_but_empty() -> None:
    filler = "Nothing is kept and nobody is told, for there is no machine that could. " * 5
    page = _page("Acme", "Page not found", filler)
    assert page_kind(page) is PageKind.ERROR
    assert page_kind(page, 0.3) is PageKind.ERROR
    assert page_kind(page, 0.99) is PageKind.DOCUMENT
    assert page_kind(_page("Acme | 404", filler), 0.99) is PageKind.ERROR
    assert page_kind(_page("Privacy Policy", "Page not found"), 0.99) is PageKind.ERROR


def test_every_kind_is_explained_in_one_sentence() -> None:
    for kind in PageKind:
        assert explain(kind).endswith(".")
        assert explain(kind).count(". ") == 0


def test_a_huge_page_is_a_document() -> None:
    assert page_kind(_page("404", *("word " * 100 for _ in range(20_000)))) is PageKind.DOCUMENT
