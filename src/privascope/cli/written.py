"""Prints the text of an answer writer, with a note on its origin."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privascope.answer.answer import Written

_TOLD = "Written by {by} from the numbered sentences below. Rely on the sentences themselves."


def print_written(written: "Written") -> None:
    """The text, and a reminder to rely on the policy's own sentences."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    out().print()
    out().print(Text(safe(written.text)))
    out().print(Text(safe(_TOLD.format(by=written.by or "a language model")), style="dim"))
