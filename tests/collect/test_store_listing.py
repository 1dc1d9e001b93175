from collections.abc import Iterator

import pytest

from privascope.collect.fetch import Fetcher
from privascope.collect.store_listing import STORES, is_store_listing, policy_of_listing
from privascope.collect.visit import visit_address, visit_limits
from privascope.errors import FetchError
from privascope.policy.html import html_document
from tests.collect.local_site import LocalSite, local_site, page
from tests.conftest import policy_page

LISTING = (
    "<h1>Quill, a diary</h1><a href='https://policies.google.com/privacy'>Privacy policy</a>"
    "<a href='{}'>Developer’s Privacy Policy</a><a href='https://quill.example/'>Website</a>"
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalSite]:
    with local_site() as opened:
        monkeypatch.setitem(STORES, "127.0.0.1", "/store")
        opened.answers["/privacy"] = page(policy_page("Quill").decode())
        yield opened


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("https://play.google.com/store/apps/details?id=com.quill", True),
        ("https://apps.apple.com/us/app/quill/id123", True),
        ("https://play.google.com/about/", False),
        ("https://quill.example/store/apps/details", False),
        ("http://[broken", False),
    ],
)
def test_listings_are_known_by_their_address(address: str, is_one: bool) -> None:
    assert is_store_listing(address) is is_one


def test_the_policy_of_the_app_and_not_of_the_store() -> None:
    listing = html_document(LISTING.format("https://quill.example/p"), "https://play.google.com/")
    assert policy_of_listing(listing) == "https://quill.example/p"
    assert policy_of_listing(html_document("<p>Quill</p>", "https://play.google.com/")) == ""


def test_an_app_is_found_by_its_listing(site: LocalSite) -> None:
    site.answers["/store/quill"] = page(LISTING.format(site.url("/privacy")))
    with Fetcher(allowed_hosts=frozenset({"127.0.0.1"}), limits=visit_limits()) as fetcher:
        assert "Quill" in visit_address(site.url("/store/quill"), fetcher).policy.title
        site.answers["/store/none"] = page("<h1>Quill</h1>")
        with pytest.raises(FetchError, match="links to no privacy policy"):
            visit_address(site.url("/store/none"), fetcher)
