"""Fetches the document at an address politely, within limits of time and size."""

import email.utils
import functools
import random
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import httpcore
import httpx

from privascope.collect.addresses import (
    GuardedBackend,
    Resolver,
    checked_url,
    explained,
    is_worth_retrying,
    resolve,
)
from privascope.collect.body import ENCODINGS, beginning_of_body, read_body
from privascope.collect.politeness import Clock, Deadline, OutOfTimeError, Turns
from privascope.collect.robots import LARGEST_ROBOTS, Robots, RobotsFile
from privascope.collect.user_agent import user_agent
from privascope.errors import FetchError
from privascope.policy.canonical import host_of
from privascope.policy.size_limits import LARGEST_DOCUMENT

READABLE_TYPES = frozenset(
    {
        "application/pdf",
        "application/x-pdf",
        "application/xhtml+xml",
        "text/html",
        "text/markdown",
        "text/plain",
        "text/x-markdown",
    }
)

_RETRIED_STATUSES = {429, 502, 503, 504}
# Less time than this is not enough for a response.
_NO_TIME = 0.01
_REDIRECTS = {301, 302, 303, 307, 308}
_ADVICE = {
    400: "The server does not understand the address. Check it.",
    401: "The page asks for a login, so it is not public.",
    403: "The server turns programs away. Open the page in a browser and save it as a file.",
    404: "There is no such page. Check the address, or give the site's domain alone.",
    410: "The page was removed for good. Give the site's domain alone to look for a new one.",
    429: "The server asks for fewer visits. Try again later.",
    451: "The page is withheld for legal reasons where this machine stands.",
}


class StatusError(FetchError):
    """The server responded, but not with a document; `status` is the HTTP status."""

    def __init__(self, status: int, url: str, wait: float = 0.0) -> None:
        if status >= 500:
            advice = "The server has a problem of its own. Try again later."
        else:
            advice = _ADVICE.get(status, "Open the address in a browser to see what it holds.")
        if wait:
            advice += f" It asks to wait {wait:.0f} seconds."
        super().__init__(f"{url} answers with status {status}. {advice}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a site's and the user's time and memory a fetch may take.

    `seconds` counts what one fetch spends on the network, redirects and retries together;
    `step_seconds` is how long a server may be silent. Pauses for politeness count in neither.
    """

    redirects: int = 5
    size: int = LARGEST_DOCUMENT
    seconds: float = 30.0
    step_seconds: float = 10.0
    retries: int = 3
    delay: float = 1.0
    longest_wait: float = 60.0


@dataclass(frozen=True, slots=True)
class Fetched:
    """The response of an address. `url` is the final address, after redirects."""

    url: str
    asked_url: str
    status: int
    content_type: str
    content: bytes
    etag: str
    last_modified: str
    fetched_at: datetime
    not_modified: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    url: httpx.URL
    status: int
    headers: httpx.Headers
    content: bytes


@dataclass(slots=True)
class _Visit:
    """The remaining limits of a fetch, and the cookies that its redirects have set."""

    headers: dict[str, str]
    read: Callable[[httpx.Headers, httpcore.Response], bytes]
    seconds: float
    retries: int
    cookies: httpx.Cookies


class Fetcher:
    """Fetches documents politely and safely; may be shared between threads."""

    def __init__(
        self,
        *,
        contact: str = "",
        allowed_hosts: frozenset[str] = frozenset(),
        limits: Limits | None = None,
        clock: Clock | None = None,
        resolver: Resolver = resolve,
    ) -> None:
        self._limits = limits or Limits()
        self._clock = clock or Clock()
        self._allowed_hosts = allowed_hosts
        self._deadline = Deadline(self._clock)
        self._turns = Turns(self._clock, self._limits.delay)
        self._robots = Robots(self._robots_file, self._clock)
        self._pool = httpcore.ConnectionPool(
            ssl_context=_tls(),
            max_connections=None,
            max_keepalive_connections=20,
            keepalive_expiry=15.0,
            network_backend=GuardedBackend(allowed_hosts, self._deadline, resolver),
        )
        self._headers = {
            "User-Agent": user_agent(contact),
            "Accept": "text/html,application/xhtml+xml,application/pdf,text/markdown;q=0.9,"
            "text/plain;q=0.9,*/*;q=0.1",
            "Accept-Language": "en,*;q=0.5",
            "Accept-Encoding": ", ".join(ENCODINGS),
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all fetches, waiting ones at once, and closes the connections."""
        self._clock.stop()
        self._pool.close()

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """The document at an address; raises FetchError, with advice, if there is none.

        With the `etag` or `last_modified` of an earlier fetch, an unchanged document comes back
        as `not_modified`, without content.
        """
        conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        sendable = {name: value for name, value in conditions.items() if _is_sendable(value)}
        answer = self._follow(url, sendable, self._page_content, with_robots=True)
        not_modified = answer.status == 304 and bool(sendable)
        if not not_modified and not 200 <= answer.status < 300:
            raise StatusError(answer.status, str(answer.url), _asked_to_wait(answer, self._clock))
        return Fetched(
            url=str(answer.url),
            asked_url=url,
            status=answer.status,
            content_type=answer.headers.get("content-type", "")[:200],
            content=answer.content,
            etag=answer.headers.get("etag", etag if not_modified else ""),
            last_modified=answer.headers.get(
                "last-modified", last_modified if not_modified else ""
            ),
            fetched_at=self._clock.now(),
            not_modified=not_modified,
        )

    def _robots_file(self, url: str) -> RobotsFile:
        answer = self._follow(url, {}, _robots_content, with_robots=False)
        return RobotsFile(answer.status, answer.content)

    def _follow(
        self,
        url: str,
        headers: dict[str, str],
        read: Callable[[httpx.Headers, httpcore.Response], bytes],
        *,
        with_robots: bool,
    ) -> _Answer:
        """The response at the end of the redirects, each checked before it is followed."""
        limits = self._limits
        visit = _Visit(
            self._headers | headers, read, limits.seconds, limits.retries, httpx.Cookies()
        )
        target = checked_url(url, self._allowed_hosts)
        for _ in range(limits.redirects + 1):
            delay = self._robots.check(target) if with_robots else 0.0
            answer = self._ask_patiently(visit, target, delay)
            if answer.status not in _REDIRECTS:
                return answer
            target = self._redirect(answer)
        raise FetchError(
            f"{url} redirects more than {limits.redirects} times, probably in a circle."
            " Open it in a browser and use the address it ends at."
        )

    def _redirect(self, answer: _Answer) -> httpx.URL:
        location = answer.headers.get("location", "")
        if not location:
            raise FetchError(
                f"{answer.url} redirects (status {answer.status}) without saying where to."
            )
        try:
            target = answer.url.join(location).copy_with(fragment=None)
        except (httpx.InvalidURL, ValueError) as error:
            raise FetchError(f"{answer.url} redirects to what is no address: {error}") from error
        return checked_url(str(target), self._allowed_hosts)

    def _ask_patiently(self, visit: _Visit, target: httpx.URL, delay: float) -> _Answer:
        """The response, with retries after growing pauses while that may help."""
        pause = 1.0
        while True:
            wait = 0.0
            try:
                answer = self._ask(visit, target, delay)
            except (OutOfTimeError, httpcore.TimeoutException, httpcore.NetworkError,
                    httpcore.ProtocolError, ValueError) as error:  # fmt: skip
                self._clock.check()
                if visit.seconds <= _NO_TIME:
                    raise explained(OutOfTimeError(), target, self._limits.seconds) from error
                if visit.retries == 0 or not is_worth_retrying(error):
                    raise explained(error, target, self._limits.seconds) from error
            else:
                if answer.status not in _RETRIED_STATUSES or visit.retries == 0:
                    return answer
                wait = _asked_to_wait(answer, self._clock)
                if wait > self._limits.longest_wait or visit.seconds <= _NO_TIME:
                    return answer
            visit.retries -= 1
            self._turns.postpone(host_of(str(target)), max(wait, pause * random.uniform(0.5, 1.5)))
            pause *= 2

    def _ask(self, visit: _Visit, target: httpx.URL, delay: float) -> _Answer:
        """The response to one request."""
        request = httpx.Request("GET", target, headers=visit.headers)
        visit.cookies.set_cookie_header(request)
        step = self._limits.step_seconds
        url = httpcore.URL(
            scheme=target.raw_scheme,
            host=target.raw_host,
            port=target.port,
            target=target.raw_path,
        )
        with self._turns.turn(host_of(str(target)), delay):
            started = self._clock.seconds()
            self._deadline.set(visit.seconds)
            try:
                with self._pool.stream(
                    "GET",
                    url,
                    headers=request.headers.raw,
                    extensions={"timeout": {"connect": step, "read": step, "write": step}},
                ) as response:
                    headers = httpx.Headers(response.headers)
                    visit.cookies.extract_cookies(
                        httpx.Response(response.status, headers=headers, request=request)
                    )
                    content = b""
                    if 200 <= response.status < 300:
                        content = visit.read(headers, response)
                    return _Answer(target, response.status, headers, content)
            finally:
                visit.seconds -= self._clock.seconds() - started

    def _page_content(self, headers: httpx.Headers, response: httpcore.Response) -> bytes:
        declared = headers.get("content-type", "").partition(";")[0].strip().lower()
        if declared and declared not in READABLE_TYPES:
            raise FetchError(
                f"The address holds {declared[:80]}, which is no text to read. Give the address"
                " of an HTML page, a PDF, plain text or Markdown."
            )
        encoding = headers.get("content-encoding", "")
        return read_body(response.iter_stream(), encoding, self._limits.size)


@functools.cache
def _tls() -> ssl.SSLContext:
    """The usual checks of certificates and names, with the bundled list of authorities."""
    return httpx.create_ssl_context(trust_env=False)


def _robots_content(headers: httpx.Headers, response: httpcore.Response) -> bytes:
    encoding = headers.get("content-encoding", "")
    return beginning_of_body(response.iter_stream(), encoding, LARGEST_ROBOTS)


def _is_sendable(value: str) -> bool:
    return bool(value) and value.isascii() and value.isprintable() and len(value) < 1024


def _asked_to_wait(answer: _Answer, clock: Clock) -> float:
    """The seconds that Retry-After names, or 0."""
    value = answer.headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:12])
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - clock.now()).total_seconds())
