"""Codes by which a phone follows a spoken conversation, and the passages that it shows."""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from privascope.answer.dialogue.reply import Point, Reply
from privascope.cache import Cache

# Without vowels and without letters that look or sound alike, so that no code is a word.
LETTERS = "BCDFGHJKLMPQRSTVWXZ"
LENGTH = 6
SECONDS = 7200.0
_MOST_BOARDS = 1000
_MOST_PASSAGES = 20
_GUESSES = 10
_GUESS_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Passage:
    """A reply as it is shown: what was asked, what was said, and the policy's sentences."""

    question: str
    opening: str
    points: tuple[Point, ...]


@dataclass(slots=True)
class Board:
    """The passages of one conversation, newest first; `changes` counts them."""

    passages: deque[Passage] = field(default_factory=lambda: deque(maxlen=_MOST_PASSAGES))
    changes: int = 0


class TooManyGuessesError(Exception):
    """Somebody is guessing codes."""


class Boards:
    """The boards of running conversations; they live in memory only, and not for long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._boards: Cache[str, Board] = Cache(_MOST_BOARDS, SECONDS, clock)
        self._wrong: Cache[str, list[float]] = Cache(10_000, _GUESS_SECONDS, clock)
        self._clock = clock
        self._lock = threading.Lock()

    def open(self) -> str:
        """A code for a new board."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._boards.put(code, Board())
        return code

    def is_open(self, code: str) -> bool:
        """Whether a conversation's own code still has its board."""
        return self._boards.get(code) is not None

    def show(self, code: str, reply: Reply) -> None:
        """Puts a reply with sentences on the board of a code."""
        board = self._boards.get(code)
        if board is not None and reply.points:
            with self._lock:
                board.passages.appendleft(Passage(reply.question, reply.opening, reply.points))
                board.changes += 1

    def board(self, code: str, guest: str) -> Board | None:
        """The board of a code that a guest gives; TooManyGuessesError after many wrong ones."""
        with self._lock:
            since = self._clock() - _GUESS_SECONDS
            wrong = [at for at in self._wrong.get(guest) or [] if at > since]
            if len(wrong) >= _GUESSES:
                raise TooManyGuessesError
            found = self._boards.get(code.upper()) if len(code) == LENGTH else None
            if found is None:
                self._wrong.put(guest, [*wrong, self._clock()])
            return found
