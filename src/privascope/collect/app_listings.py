"""Policies of apps: a store's listing leads to the policy, and names the app's category."""

import json
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.fetch import Fetched, Fetcher
from privascope.collect.find_policy import find_policy_links, page_document
from privascope.collect.web_source import WebRequest, WebSource
from privascope.errors import PrivascopeError, SourceError
from privascope.library.records import Company
from privascope.policy.canonical import registered_domain

_PLAY = "https://play.google.com/store/apps/details?id={}&hl=en"
_APPLE = "https://apps.apple.com/app/id{}"
_PACKAGE = re.compile(r"[a-z]\w*(?:\.\w+)+", re.IGNORECASE)
_APPLE_ID = re.compile(r"(?:id)?([0-9]{6,12})")
_DATA = re.compile(
    r"<script[^>]*application/ld\+json[^>]*>(.{1,200000}?)</script>", re.IGNORECASE | re.DOTALL
)
_CATEGORY = re.compile(r"/store/apps/category/([A-Z_]{3,40})")
_APPS = frozenset({"SoftwareApplication", "MobileApplication", "WebApplication"})
# The policies of these stores themselves, which each of their pages leads to.
_STORES = frozenset({"google.com", "apple.com", "microsoft.com", "amazon.com"})


class AppListings(WebSource):
    """Apps by their store's ids or addresses, each as the policy that its listing leads to.

    `companies` are the sites of the policies, with the name and the category of the app.
    """

    def __init__(
        self,
        apps: Iterable[str],
        fetcher: Fetcher,
        name: str = "",
    ) -> None:
        listings = (listing_address(app) for app in apps if app.strip())
        super().__init__(listings, fetcher, name=name)
        self.companies: dict[str, Company] = {}

    def _bring(self, request: WebRequest) -> Arrival | Refusal:
        try:
            listing = self._fetcher.fetch(request.url)
            target = policy_link(listing)
            if target is None:
                why = "its listing names no privacy policy"
                return Refusal(request.written, why, self.name, request.key)
            fetched = self._fetcher.fetch(target)
        except PrivascopeError as error:
            return Refusal(request.written, str(error), self.name, request.key)
        app, category = described(listing.content)
        domain = registered_domain(fetched.url)
        if category and domain:
            self.companies.setdefault(domain, Company(domain, name=app, industry=category))
        return self._arrival(request, fetched)


def policy_link(listing: Fetched) -> str | None:
    """Where a listing says that the app's policy is; the store's own policy does not count."""
    store = registered_domain(listing.url)
    for link in find_policy_links(page_document(listing), listing.url):
        target = _behind(link.target)
        domain = registered_domain(target)
        if domain and domain != store and domain not in _STORES:
            return target
    return None


def _behind(target: str) -> str:
    """The address that a store's redirecting link leads to."""
    parts = urlsplit(target)
    pairs = parse_qsl(parts.query) if parts.path == "/url" else []
    return next((value for name, value in pairs if name in ("q", "url")), target)


def listing_address(app: str) -> str:
    """The address of an app's listing, from its id or its address."""
    text = app.strip()
    if "://" in text:
        return text
    if found := _APPLE_ID.fullmatch(text):
        return _APPLE.format(found[1])
    if _PACKAGE.fullmatch(text):
        return _PLAY.format(text)
    raise SourceError(
        f"{text[:60]!r} is no app: give a package (org.example.app), an App Store id (id123456789) "
        "or the address of a listing"
    )


def described(content: bytes) -> tuple[str, str]:
    """The name and the category of the app on a listing; "" for what it does not say."""
    text = content.decode("utf-8", "replace")
    for found in _DATA.finditer(text):
        try:
            data = json.loads(found[1])
        except (ValueError, RecursionError):
            continue
        for one in data if isinstance(data, list) else [data]:
            if isinstance(one, dict) and one.get("@type") in _APPS:
                return _plain(one.get("name")), _plain(one.get("applicationCategory"))
    category = _CATEGORY.search(text)
    return "", _plain(category[1]) if category else ""


def _plain(value: object) -> str:
    """A name as people write it: "HEALTH_AND_FITNESS" is "Health and fitness"."""
    text = " ".join(str(value).split())[:100] if isinstance(value, str) else ""
    shouted = text.isupper() or "_" in text
    return text.replace("_", " ").capitalize() if shouted else text
