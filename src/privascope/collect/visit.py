"""A visited page: fetched or read, judged, and stored only on request."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.outcome import Outcome
from privascope.errors import (
    FetchError,
    LibraryError,
    NeedsBrowserError,
    PrivascopeError,
    SourceError,
    TooLargeError,
)
from privascope.policy.document import Link
from privascope.policy.policy import Policy
from privascope.policy.size_limits import LARGEST_WHILE_WAITING, MOST_LINES

if TYPE_CHECKING:
    from privascope.collect.fetch import Fetcher, Limits
    from privascope.policy.page import Page

MOST_LINKS = 5
_TOLD = {
    Outcome.ERROR: "This address answers with an error page, not with a privacy policy.",
    Outcome.CONSENT: (
        "This address answers with a consent wall. Open it in a browser, choose, save the page "
        "behind it and ask that file, or give the policy's own address."
    ),
    Outcome.LOGIN: (
        "This address answers with a login form. Give an address of the policy that needs no "
        "account, or save the page while logged in and ask that file."
    ),
    Outcome.NOT_POLICY: "This page does not seem to be a privacy policy.",
    Outcome.NEEDS_BROWSER: (
        "The text of this page is drawn by scripts, which are not run here. Open it in a browser, "
        "save it as a complete page or as PDF, and ask that file."
    ),
}


class NotPolicyError(PrivascopeError):
    """The page is not a privacy policy; `outcome` says what it is, `links` may lead to one."""

    def __init__(self, outcome: Outcome, links: tuple[Link, ...] = ()) -> None:
        super().__init__(_TOLD[outcome])
        self.outcome = outcome
        self.links = links


@dataclass(frozen=True, slots=True)
class Visited:
    """A page that was read but not stored."""

    arrival: Arrival
    policy: Policy
    probability: float


def visit_limits() -> "Limits":
    """Tighter limits than a crawl's, because somebody is waiting for the answer."""
    from privascope.collect.fetch import Limits

    return Limits(
        size=LARGEST_WHILE_WAITING,
        seconds=12.0,
        step_seconds=6.0,
        retries=1,
        delay=0.25,
        longest_wait=2.0,
    )


def visit_address(address: str, fetcher: "Fetcher", *, anyway: bool = False) -> Visited:
    """The policy at an address, of a site given by its domain, or of an app given by its listing.

    Raises NotPolicyError for another kind of page, unless `anyway`.
    """
    from privascope.collect.find_policy import find_policy, page_document
    from privascope.collect.store_listing import is_store_listing, policy_of_listing

    written = address.strip()
    if "://" in written:
        fetched = fetcher.fetch(written)
    elif any(mark in written for mark in "/?#"):
        fetched = fetcher.fetch(f"https://{written}")
    else:
        fetched = find_policy(written, fetcher).fetched
    if is_store_listing(fetched.url):
        address = policy_of_listing(page_document(fetched))
        if not address:
            raise FetchError(f"{written} links to no privacy policy of the app. Give its address.")
        fetched = fetcher.fetch(address)
    arrival = Arrival(
        content=fetched.content,
        content_type=fetched.content_type,
        url=fetched.url,
        source=written,
        key=fetched.url,
        fetched_at=fetched.fetched_at,
        asked_url=fetched.asked_url,
        etag=fetched.etag,
        last_modified=fetched.last_modified,
    )
    return _judged(arrival, anyway)


def visit_file(path: Path) -> Visited:
    """The policy in a file; its content is not judged, as the user chose the file."""
    from privascope.collect.file_source import FileSource

    arrival = next(FileSource(path).arrivals())
    if isinstance(arrival, Refusal):
        raise SourceError(f"{arrival.what}: {arrival.why}")
    return _judged(arrival, anyway=True)


def visit_bytes(content: bytes, name: str) -> Visited:
    """The policy in an uploaded document, whose name shows its kind."""
    from privascope.collect.file_source import CONTENT_TYPES

    path = PurePath(name)
    content_type = CONTENT_TYPES.get(path.suffix.lower(), "")
    now = datetime.now(UTC)
    arrival = Arrival(content, content_type, "", "file", name, now, service=path.stem or name)
    return _judged(arrival, anyway=True)


def visit_text(text: str) -> Visited:
    """A policy given as plain text."""
    from privascope.policy.language import find_language
    from privascope.policy.page import Page
    from privascope.policy.plain import plain_document

    # Not by way of bytes, which could be taken for HTML or PDF.
    if text.count("\n") > MOST_LINES:
        raise TooLargeError(f"the text has more than {MOST_LINES:,} lines")
    content = text.encode("utf-8", "replace")
    arrival = Arrival(content, "text/plain; charset=utf-8", "", "text", "text", datetime.now(UTC))
    page = Page("", "text/plain", "", find_language(text), plain_document(text))
    return _visited(arrival, page, anyway=True)


def keep(visited: Visited, folder: Path) -> str:
    """Stores a visited page in the library; the id of its policy."""
    from privascope.collect.examine import Criteria
    from privascope.collect.intake import Intake, Taken
    from privascope.library.writer import LibraryWriter

    taken: list[Taken] = []
    with LibraryWriter(folder) as writer:
        Intake(writer, Criteria(anyway=True), 1, taken.append).take(_OnePage(visited.arrival))
    if not taken or taken[0].policy_id is None:
        reason = taken[0].reason if taken else "it was taken already"
        raise LibraryError(f"{visited.arrival.key} could not be kept: {reason}")
    return taken[0].policy_id


class _OnePage:
    """A source with one page that was already fetched."""

    def __init__(self, arrival: Arrival) -> None:
        self.name = arrival.source
        self._arrival = replace(arrival, key=f"{arrival.key} {arrival.fetched_at.isoformat()}")

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The page."""
        yield self._arrival


def _judged(arrival: Arrival, anyway: bool) -> Visited:
    from privascope.policy.read import read_page

    try:
        page = read_page(arrival.content, arrival.url, arrival.content_type)
    except NeedsBrowserError as error:
        raise NotPolicyError(Outcome.NEEDS_BROWSER) from error
    return _visited(arrival, page, anyway)


def _visited(arrival: Arrival, page: "Page", anyway: bool) -> Visited:
    from privascope.collect.is_it_a_policy import judge_page
    from privascope.policy.derive import derive_policy

    verdict = judge_page(page)
    if verdict.outcome is not None and not anyway:
        raise NotPolicyError(verdict.outcome, _likely_links(page))
    return Visited(arrival, derive_policy(page), verdict.probability)


def _likely_links(page: "Page") -> tuple[Link, ...]:
    from privascope.collect.find_policy import find_policy_links
    from privascope.policy.canonical import canonical_url

    here = canonical_url(page.url)
    links = find_policy_links(page.document, page.url)
    return tuple(link for link in links if canonical_url(link.target) != here)[:MOST_LINKS]
