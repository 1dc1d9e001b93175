"""Reads PDFs in child processes with limits, so that no file can take the machine with it.

A child reads one document after another. A document that needs more memory or time than the
limits allow costs its child only; the next document gets a new one. A child that has no parent
left finds its input at an end, and ends too.
"""

import atexit
import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from typing import IO, Any

from privascope import errors
from privascope.policy.document import Block, BlockKind, Document

MEMORY_LIMIT = 2**30
CPU_SECONDS = 20
WALL_SECONDS = 90
# Two, so that one slow document does not delay all others.
_MOST_CHILDREN = 2
# What PDFium does not give back must not add up until an ordinary document fails.
_DOCUMENTS_PER_CHILD = 200
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); " + (
    "from privascope.policy.pdf_process import serve; serve(*map(int, sys.argv[2:]))"
)
_LENGTH = struct.Struct("<Q")
_RECEIVED = b"."


def read_pdf(content: bytes) -> Document:
    """What `pdf_document` makes of the bytes, or a `TooLargeError` beyond the limits."""
    with _places:
        for _ in range(2):
            child = _take_child()
            try:
                answer = child.read(content)
            except _EndedBeforeReading:
                # It was killed while it was idle.
                child.close()
                continue
            except BaseException:
                child.close()
                raise
            if child.documents < _DOCUMENTS_PER_CHILD:
                _idle.append(child)
            else:
                child.close()
            return _document(answer)
    raise errors.UnreadablePageError(
        "the process that reads PDFs does not start; check that there is memory left"
    )


def close_idle() -> None:
    """Ends the children that wait for documents."""
    while _idle:
        _idle.pop().close()


class _EndedBeforeReading(Exception):  # noqa: N818
    """The child was gone before it had the whole document."""


class _Child:
    """A process that reads PDFs."""

    def __init__(self) -> None:
        limits = (MEMORY_LIMIT, CPU_SECONDS)
        self.documents = 0
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(sys.path), *map(str, limits)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def read(self, content: bytes) -> dict[str, Any]:
        """The child's answer."""
        self.documents += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        watch = threading.Timer(WALL_SECONDS, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            try:
                _write(self.process.stdin, content)
                received = self.process.stdout.read(1)
            except OSError as error:
                raise _EndedBeforeReading from error
            if received != _RECEIVED:
                raise _EndedBeforeReading
            answer = _read(self.process.stdout)
        finally:
            watch.cancel()
        if answer is None:
            raise errors.TooLargeError(
                "the PDF is too large to read: it takes more than "
                f"{MEMORY_LIMIT / 2**30:.2g} GiB of memory or {CPU_SECONDS} s of computing. Print "
                "it to a new PDF, or save its text as a file, and add that"
            )
        return dict(json.loads(answer))

    def close(self) -> None:
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()


_places = threading.BoundedSemaphore(_MOST_CHILDREN)
_idle: list[_Child] = []


def _take_child() -> _Child:
    try:
        return _idle.pop()
    except IndexError:
        return _Child()


def _leave_to_parent() -> None:
    """A forked process must not use its parent's children."""
    global _places
    _places = threading.BoundedSemaphore(_MOST_CHILDREN)
    for child in _idle:
        child.process.returncode = 0
        for pipe in (child.process.stdin, child.process.stdout):
            if pipe is not None:
                pipe.close()
    _idle.clear()


atexit.register(close_idle)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def _document(answer: dict[str, Any]) -> Document:
    if "error" in answer:
        kind = getattr(errors, answer["error"], errors.UnreadablePageError)
        raise kind(answer["message"])
    blocks = (Block(BlockKind(kind), text, level) for kind, text, level in answer["blocks"])
    return Document(answer["title"], "", (), tuple(blocks))


def serve(memory: int, cpu_seconds: int) -> None:
    """The child's side: answers documents from standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # Nothing that a library prints may be mixed with the answers.
    documents = os.fdopen(os.dup(0), "rb", buffering=0)
    from privascope.policy.pdf import pdf_document

    _limit("RLIMIT_AS", memory)
    _limit("RLIMIT_CORE", 0)
    while (content := _read(documents)) is not None:
        _limit("RLIMIT_CPU", int(sum(os.times()[:2])) + 1 + cpu_seconds)
        answers.write(_RECEIVED)
        answer: dict[str, Any]
        try:
            document = pdf_document(content)
        except MemoryError:
            os._exit(1)
        except errors.PrivascopeError as error:
            answer = {"error": type(error).__name__, "message": str(error)}
        else:
            blocks = [(block.kind, block.text, block.level) for block in document.blocks]
            answer = {"title": document.title, "blocks": blocks}
        _write(answers, json.dumps(answer).encode())


def _limit(name: str, amount: int) -> None:
    """Sets a limit where the system has it; the time limit of the parent holds everywhere."""
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, name, None)
    if kind is not None:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (amount, resource.getrlimit(kind)[1]))


def _write(pipe: IO[bytes], content: bytes) -> None:
    rest = memoryview(_LENGTH.pack(len(content)) + content)
    while rest:
        rest = rest[pipe.write(rest) :]


def _read(pipe: IO[bytes]) -> bytes | None:
    """The next message, or nothing if the other side has ended."""
    head = _exactly(pipe, _LENGTH.size)
    return None if head is None else _exactly(pipe, _LENGTH.unpack(head)[0])


def _exactly(pipe: IO[bytes], size: int) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = pipe.read(min(size, 2**20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
