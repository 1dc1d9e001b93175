"""Verification: does a policy's address still respond, and does its site link to it?"""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from privascope.collect.fetch import Fetched, Fetcher, StatusError
from privascope.collect.find_policy import find_policy_links, page_document
from privascope.errors import FetchError
from privascope.policy.canonical import canonical_url, host_of, registered_domain
from privascope.policy.document import Document

MOST_REDIRECTS_TRIED = 5
_GONE = {404, 410}


class VerificationState(StrEnum):
    """Whether an address is known to be where its site keeps its policy."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of checking an address; `status` is 0 if the server never responded."""

    url: str
    state: VerificationState
    reason: str
    status: int = 0


def verify_address(url: str, fetcher: Fetcher) -> Verification:
    """Whether the address answers and the first page of its site leads to it.

    What cannot be found out (no answer, robots.txt, a first page drawn by scripts) leaves the
    address unchecked; only an answer that speaks against it makes it unverified.
    """
    try:
        policy = fetcher.fetch(url)
    except StatusError as error:
        state = (
            VerificationState.UNVERIFIED if error.status in _GONE else VerificationState.UNCHECKED
        )
        return Verification(url, state, str(error), error.status)
    except FetchError as error:
        return Verification(url, VerificationState.UNCHECKED, str(error))
    wanted = {canonical_url(url), canonical_url(policy.url)}
    against: list[str] = []
    unknown: list[str] = []
    for address in _first_pages(policy.url):
        try:
            home = fetcher.fetch(address)
        except FetchError as error:
            unknown.append(str(error))
            continue
        document = page_document(home)
        reason = _way(home, document, wanted, fetcher)
        if reason:
            return Verification(url, VerificationState.VERIFIED, reason, policy.status)
        if document.links:
            against.append(home.url)
        else:
            unknown.append(f"{home.url} shows no links without a browser.")
    if against:
        pages = " or ".join(against)
        return Verification(
            url, VerificationState.UNVERIFIED, f"No link on {pages} leads to it.", policy.status
        )
    return Verification(url, VerificationState.UNCHECKED, " ".join(unknown), policy.status)


def _first_pages(url: str) -> list[str]:
    """The first page of the address's host, then that of its whole domain."""
    parts = urlsplit(url)
    pages = [f"{parts.scheme}://{parts.netloc}/"]
    domain = registered_domain(url)
    if domain and domain != host_of(url):
        pages.append(f"https://{domain}/")
    return pages


def _way(home: Fetched, document: Document, wanted: set[str], fetcher: Fetcher) -> str:
    """How the first page leads to one of the wanted pages, or ""."""
    if canonical_url(home.url) in wanted:
        return f"It is the first page of its site, {home.url}."
    for link in document.links:
        if canonical_url(link.target) in wanted:
            return f"{home.url} links to it as {link.text!r}."
    for link in find_policy_links(document, home.url)[:MOST_REDIRECTS_TRIED]:
        try:
            reached = fetcher.fetch(link.target)
        except FetchError:
            continue
        if canonical_url(reached.url) in wanted:
            return f"{home.url} links to {link.target} as {link.text!r}, which leads to it."
    return ""
