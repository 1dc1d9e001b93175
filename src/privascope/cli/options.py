"""Options that several commands share."""

import os
from pathlib import Path
from typing import Annotated

import typer


def default_library() -> Path:
    """The default folder of a user's library."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "privascope" / "library"


LibraryOption = Annotated[
    Path,
    typer.Option(
        "--library",
        "-L",
        envvar="PRIVASCOPE_LIBRARY",
        default_factory=default_library,
        show_default="~/.local/share/privascope/library",
        help="The folder of the library.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
TargetArgument = Annotated[
    str, typer.Argument(help="A policy: its id or the beginning of it, address, domain or name.")
]
AnyTargetArgument = Annotated[
    str,
    typer.Argument(help="A policy's id, domain or name in the library, an address, or a file."),
]
AnywayOption = Annotated[
    bool, typer.Option("--anyway", help="Read a page even if it does not look like a policy.")
]
WriterOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="PRIVASCOPE_WRITER",
        help="An OpenAI-compatible endpoint that may put the sentences into a short text.",
    ),
]
WriterModelOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        envvar="PRIVASCOPE_WRITER_MODEL",
        help="Its model; the first that it has, unless given.",
    ),
]
AllowHostOption = Annotated[
    list[str] | None, typer.Option(help="A private host that may be fetched, for tests.")
]
