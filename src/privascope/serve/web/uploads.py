"""Policies that visitors upload or paste: read at once and never stored."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from fastapi import Request
from starlette.datastructures import FormData, UploadFile

from privascope.cache import Cache
from privascope.collect.visit import Visited, visit_bytes, visit_text
from privascope.errors import TooLargeError
from privascope.policy.size_limits import LARGEST_WHILE_WAITING
from privascope.serve.request_limits import (
    LONGEST_TEXT,
    MOST_READ_AT_ONCE,
    REMEMBERED,
    REMEMBERED_SECONDS,
    bounded,
)
from privascope.serve.visits import BusyError

# The other fields and the form's own marks.
_ROOM = 256 * 1024
# A browser shows a response only after it has sent everything, so the excess is read and dropped.
_MOST_DROPPED = 20 * LARGEST_WHILE_WAITING


@dataclass(frozen=True, slots=True)
class Brought:
    """The fields of a form: an address or name, a question, and a document with its name."""

    policy: str
    question: str
    name: str = ""
    content: bytes = b""
    text: str = ""

    @property
    def is_upload(self) -> bool:
        """Whether there is a document, or an empty file that was meant for one."""
        return bool(self.name or self.text.strip())


class Uploads:
    """Reads documents, a few at a time; remembers the last few under names nobody can guess."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = threading.BoundedSemaphore(MOST_READ_AT_ONCE)
        self._known: Cache[str, Visited] = Cache(REMEMBERED, REMEMBERED_SECONDS, clock)

    def take(self, brought: Brought) -> str:
        """Reads a document; the name under which it can be asked for a while."""
        if not self._free.acquire(blocking=False):
            raise BusyError
        try:
            visited = _read(brought)
        finally:
            self._free.release()
        upload = secrets.token_urlsafe(16)
        self._known.put(upload, visited)
        return upload

    def get(self, upload: str) -> Visited | None:
        """The document of that name, if it is still remembered."""
        return self._known.get(upload)


async def read_brought(request: Request) -> Brought:
    """The fields of the form; TooLargeError for more than may be sent."""
    await _refuse_large(request)
    measured = Request(request.scope, bounded(request.receive, LARGEST_WHILE_WAITING + _ROOM))
    form = measured.form(max_files=1, max_fields=8, max_part_size=4 * LONGEST_TEXT)
    async with form as fields:
        return await _brought(fields)


async def _brought(fields: FormData) -> Brought:
    def field(name: str) -> str:
        value = fields.get(name, "")
        return value if isinstance(value, str) else ""

    file = fields.get("file")
    policy, question, text = field("policy").strip(), field("ask").strip(), field("text")
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read(LARGEST_WHILE_WAITING + 1)
        if len(content) > LARGEST_WHILE_WAITING:
            raise _too_large()
        return Brought(policy, question, name=file.filename[-200:], content=content)
    if len(text) > LONGEST_TEXT:
        raise TooLargeError(f"the text is longer than {LONGEST_TEXT:,} characters")
    return Brought(policy, question, text=text)


def _read(brought: Brought) -> Visited:
    if brought.name:
        return visit_bytes(brought.content, brought.name)
    visited = visit_text(brought.text)
    return replace(visited, arrival=replace(visited.arrival, service="A pasted text"))


async def _refuse_large(request: Request) -> None:
    announced = request.headers.get("content-length", "")
    if not announced.isdigit() or int(announced) <= LARGEST_WHILE_WAITING + _ROOM:
        return
    dropped = 0
    async for chunk in request.stream():
        dropped += len(chunk)
        if dropped > _MOST_DROPPED:
            break
    raise _too_large()


def _too_large() -> TooLargeError:
    return TooLargeError(f"the file is larger than {LARGEST_WHILE_WAITING // 2**20} MB")
