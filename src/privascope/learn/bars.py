"""Progress of a stage, and of a whole run: a bar on a terminal, a line a step in a log."""

import time
from collections.abc import Sequence
from contextvars import ContextVar
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

# Whether a run as a whole shows how far it is; its stages are silent then.
_IS_WHOLE: ContextVar[bool] = ContextVar("is_whole", default=False)
_MINUTE, _HOUR = 60, 3600


def progress() -> Progress:
    """A bar on standard error with the time left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=_IS_WHOLE.get(),
    )


class Overall:
    """How far a run is: "row 7 of 31, about 2 h left". `expected` are the seconds of each step."""

    def __init__(self, expected: Sequence[float]) -> None:
        self._expected = list(expected)
        self._done = 0
        self._began = time.monotonic()
        self._console = Console(stderr=True, markup=False, highlight=False)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._task = self._bar.add_task("", total=max(1, len(self._expected)))

    def __enter__(self) -> "Overall":
        self._token = _IS_WHOLE.set(True)
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()
        _IS_WHOLE.reset(self._token)

    def begin(self, title: str) -> None:
        """Say which step begins, and how long the rest may take."""
        whole = len(self._expected)
        text = f"row {self._done + 1} of {whole}, {self.left()}: {title}"
        self._bar.update(self._task, description=text, completed=self._done)
        if not self._console.is_terminal:
            self._console.print(text, soft_wrap=True)

    def end(self) -> None:
        """Count a step as done."""
        self._done += 1
        self._bar.update(self._task, completed=self._done)

    def left(self) -> str:
        """About how long the rest takes, by what was expected and how long it took so far."""
        expected = sum(self._expected[: self._done])
        taken = time.monotonic() - self._began
        pace = taken / expected if expected else 1.0
        return f"about {in_words(pace * sum(self._expected[self._done :]))} left"


def in_words(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 1.5 * _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < 1.5 * _HOUR:
        return f"{round(seconds / _MINUTE)} min"
    return f"{seconds / _HOUR:.1f} h"
