"""privascope companies: facts about the organisations behind the domains."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption


def command(
    file: Annotated[Path, typer.Argument(help="A CSV file with a column of domains.")],
    library: LibraryOption,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD=COLUMN",
            help="Which column holds domain, name, industry, founded, size, country or employees; "
            "guessed from its name when not given.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read industry, founding year, size, country and employees of companies from a CSV file."""
    from privascope.cli.printing import err, print_json
    from privascope.collect.companies import read_companies
    from privascope.library.index import catch_up
    from privascope.library.writer import LibraryWriter

    columns = {}
    for pair in column or ():
        field, equals, name = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not of the form FIELD=COLUMN")
        columns[field.strip()] = name.strip()
    bad: list[tuple[int, str]] = []
    with LibraryWriter(library) as writer:
        with writer.transaction():
            companies = read_companies(file, columns or None, lambda *row: bad.append(row))
            count = writer.set_companies(companies)
        catch_up(writer)
    if as_json:
        print_json({"companies": count, "bad_rows": [{"line": n, "why": why} for n, why in bad]})
        return
    err().print(f"{count} companies read.")
    for line, why in bad[:10]:
        err().print(f"skipped line {line}: {why}")
    if len(bad) > 10:
        err().print(f"… and {len(bad) - 10} more lines")
