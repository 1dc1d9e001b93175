"""Prints results for people and for programs."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from privascope.typed_result import plain_value

if TYPE_CHECKING:
    from rich.console import Console

# Controls that could move a terminal's cursor, and marks that turn the reading direction.
_HARMFUL = {code: None for code in (*range(32), *range(127, 160)) if code not in (9, 10)}
_HARMFUL |= dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def safe(text: str) -> str:
    """Untrusted text without control characters that a terminal would obey."""
    return text.translate(_HARMFUL)


def out() -> "Console":
    """The console for results."""
    return _console(stderr=False)


def err() -> "Console":
    """The console for progress and messages."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> "Console":
    from rich.console import Console

    # Lines are not wrapped in a pipe or a file; a terminal wraps them.
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else 200
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


@contextmanager
def waiting(message: str) -> Iterator[None]:
    """Shows what is taking time, on a terminal, until it is done."""
    with waiting_line(message):
        yield


@contextmanager
def waiting_line(message: str) -> Iterator[Callable[[str], None]]:
    """As `waiting`, with a function that changes the message."""
    console = err()
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status(safe(message)) as status:
        yield lambda changed: status.update(safe(changed))


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    json.dump(plain_value(value), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def bar(share: float, width: int = 30) -> str:
    """A bar of blocks for a share from 0 to 1, to an eighth of a character."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return "█" * (eighths // 8) + ("▏▎▍▌▋▊▉"[eighths % 8 - 1] if eighths % 8 else "")
