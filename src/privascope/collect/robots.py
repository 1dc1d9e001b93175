"""What a site's robots.txt allows, by RFC 9309."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

from privascope.cache import Cache
from privascope.collect.politeness import Clock
from privascope.collect.user_agent import PRODUCT
from privascope.errors import FetchError, RefusedAddressError

if TYPE_CHECKING:
    from protego import Protego

LARGEST_ROBOTS = 500 * 1024
LONGEST_CRAWL_DELAY = 30.0

_KEPT_SECONDS = 24 * 3600.0
_FAILURE_KEPT_SECONDS = 600.0
_KEPT_SITES = 2_000
_USER_AGENT_LINE = re.compile(r"\s*user[-\s]*agent\s*:?\s*([^\s#/]*)", re.IGNORECASE)


class DisallowedError(RefusedAddressError):
    """The site's robots.txt forbids the address."""


@dataclass(frozen=True, slots=True)
class RobotsFile:
    """The response for a robots.txt."""

    status: int
    content: bytes = b""


@dataclass(slots=True)
class _Site:
    lock: threading.Lock = field(default_factory=threading.Lock)
    expires: float = float("-inf")
    rules: "Protego | None" = None
    delay: float = 0.0
    failure: str = ""


class Robots:
    """The rules of the sites that were visited; each robots.txt is fetched once a day."""

    def __init__(self, fetch: Callable[[str], RobotsFile], clock: Clock) -> None:
        self._fetch = fetch
        self._clock = clock
        self._sites: Cache[str, _Site] = Cache(_KEPT_SITES)

    def check(self, url: httpx.URL) -> float:
        """The seconds the site wants between requests; raises if it does not allow the address."""
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        site = self._site(origin)
        if site.failure:
            raise FetchError(site.failure)
        if site.rules is not None and not site.rules.can_fetch(str(url), PRODUCT):
            raise DisallowedError(
                f"{origin}/robots.txt does not allow programs to read {url}. Open it in a browser"
                " and save it as a file, or ask the site's owner."
            )
        return site.delay

    def _site(self, origin: str) -> _Site:
        site = self._sites.get_or_make(origin, _Site)
        with site.lock:
            if site.expires <= self._clock.seconds():
                self._load(site, f"{origin}/robots.txt")
        return site

    def _load(self, site: _Site, address: str) -> None:
        kept = _KEPT_SECONDS
        site.rules, site.delay, site.failure = None, 0.0, ""
        try:
            answer = self._fetch(address)
        except RefusedAddressError:
            raise
        except FetchError as error:
            self._clock.check()
            site.failure, kept = str(error), _FAILURE_KEPT_SECONDS
        else:
            if answer.status == 429 or answer.status >= 500:
                kept = _FAILURE_KEPT_SECONDS
                site.failure = (
                    f"{address} answers with status {answer.status}; until it can be read, the"
                    " whole site is to be left alone. Try again later."
                )
            elif answer.status < 300:
                site.rules = parse_robots(answer.content)
                delay = site.rules.crawl_delay(PRODUCT) or 0.0
                site.delay = min(delay, LONGEST_CRAWL_DELAY)
        site.expires = self._clock.seconds() + kept


def parse_robots(content: bytes) -> "Protego":
    """The rules for this robot, as a Protego object."""
    from protego import Protego

    text = content[:LARGEST_ROBOTS].decode("utf-8-sig", errors="replace")
    # Every rule counts for every robot named above it, so thousands of each would make
    # hundreds of millions. Only three names make a difference here.
    return Protego.parse("\n".join(map(_with_known_agent, text.splitlines())))


def _with_known_agent(line: str) -> str:
    match = _USER_AGENT_LINE.match(line)
    if match is None:
        return line
    name = match[1].lower()
    if name != "*":
        name = PRODUCT if name.replace("*", "") == PRODUCT.lower() else "another"
    return f"User-agent: {name}"
