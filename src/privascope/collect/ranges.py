"""Parts of large files on the web, fetched one at a time."""

import time
from collections.abc import Callable
from typing import Self

import httpx

from privascope.collect.user_agent import user_agent
from privascope.errors import FetchError

_SECONDS = 60.0
_BUSY = {429, 500, 502, 503, 504}
_PAUSES = (2.0, 8.0, 30.0)


class RangeFetcher:
    """Fetches parts of files, one question at a time; waits when the server is busy."""

    def __init__(self, contact: str = "", sleep: Callable[[float], None] = time.sleep) -> None:
        self._client = httpx.Client(
            headers={"User-Agent": user_agent(contact), "Accept-Encoding": "identity"},
            timeout=_SECONDS,
        )
        self._contact = contact
        self._sleep = sleep

    def __reduce__(self) -> "tuple[type[RangeFetcher], tuple[str]]":
        """Another like it, which is what arrives on another machine."""
        return RangeFetcher, (self._contact,)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def __call__(self, url: str, offset: int, length: int) -> bytes:
        """The bytes of a file from an offset on; FetchError if they cannot be had."""
        for pause in _PAUSES:
            try:
                return self._ask(url, offset, length)
            except _BusyError:
                self._sleep(pause)
        return self._ask(url, offset, length)

    def _ask(self, url: str, offset: int, length: int) -> bytes:
        wanted = {"Range": f"bytes={offset}-{offset + length - 1}"}
        content = b""
        try:
            with self._client.stream("GET", url, headers=wanted) as response:
                status = response.status_code
                if status == 206:
                    for chunk in response.iter_raw():
                        content += chunk
                        if len(content) > length:
                            break
        except httpx.InvalidURL as error:
            raise FetchError(f"{url} cannot be fetched: {error}") from error
        except httpx.HTTPError as error:
            raise _BusyError(f"{url} cannot be fetched: {error}") from error
        if status == 200:
            raise FetchError(f"{url} sends the whole file, not the part that was asked for")
        if status != 206:
            kind = _BusyError if status in _BUSY else FetchError
            raise kind(f"{url} answers with status {status}")
        if len(content) != length:
            raise FetchError(f"{url} sent {len(content)} bytes where {length} were asked for")
        return content


class _BusyError(FetchError):
    """A repeated request may succeed."""
