"""privascope measure: repeat a figure on any data."""

import importlib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


class Protocol(StrEnum):
    """What can be measured; each is a module of `privascope.measure`."""

    EXTRACTION = "extraction"
    DETECTION = "detection"
    SENTENCES = "sentences"
    VAGUENESS = "vagueness"
    SEARCH = "search"
    SELECTION = "selection"
    SPANS = "spans"
    ANSWERS = "answers"


def command(
    name: Annotated[Protocol, typer.Argument(help="What to measure.")],
    library: LibraryOption,
    data: Annotated[
        Path | None,
        typer.Option(help="Rows to measure on: JSON Lines, plain, gzip or zstd."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(help="For selection and answers: how sentences are scored, such as bm25."),
    ] = "default",
    judgements: Annotated[
        Path | None, typer.Option(help="For search: TREC qrels that the judging sheet exported.")
    ] = None,
    sheet: Annotated[
        Path, typer.Option(help="For search: where to write the judging sheet.")
    ] = Path("search-judging.html"),
    as_json: JsonOption = False,
) -> None:
    """Measure one part of Privascope on labelled data, or the search on a library."""
    from privascope.cli.printing import out, print_json
    from privascope.errors import DataError

    measure = importlib.import_module(f"privascope.measure.{name}").measure
    if name is Protocol.SEARCH:
        figures = measure(library, judgements, sheet)
    elif name is Protocol.ANSWERS:
        figures = measure(data, method)
    elif data is None and name is not Protocol.SENTENCES:
        raise DataError(f"measure {name} needs --data FILE")
    elif name is Protocol.SELECTION:
        figures = measure(data, method)
    else:
        figures = measure(data)
    if as_json:
        print_json(figures)
        return
    for line in _lines(figures):
        out().print(line)


def _lines(figures: dict[str, object], indent: str = "") -> list[str]:
    lines = []
    for key, value in figures.items():
        if isinstance(value, dict):
            lines += [f"{indent}{key}", *_lines(value, indent + "  ")]
        else:
            shown = f"{value:.4f}" if isinstance(value, float) else str(value)
            lines.append(f"{indent}{key:<24} {shown}")
    return lines
