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
EngineOption = Annotated[
    str,
    typer.Option(
        help="The text engine: tantivy in the library's folder, or opensearch on a cluster.",
        show_default="unchanged",
    ),
]
AddressOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="Where the cluster is: http://HOST:9200, several with commas between them.",
    ),
]
IndexOption = Annotated[
    str, typer.Option(metavar="NAME", help="What the index is called there; else after its id.")
]
SchedulerOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="PRIVASCOPE_SCHEDULER",
        help="Read on the workers of this Dask scheduler, tcp://HOST:8786.",
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
