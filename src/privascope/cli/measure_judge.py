"""privascope judge: people compare answers without knowing which method gave them."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption

app = typer.Typer(no_args_is_help=True, help="Have people compare the answers of methods, blind.")


@app.command("sheet")
def sheet_command(
    questions: Annotated[
        Path, typer.Argument(help="JSON Lines, each with a policy of the library and a question.")
    ],
    library: LibraryOption,
    methods: Annotated[
        str, typer.Option(help="Two methods or more, with commas between them.")
    ] = "default,bm25-expanded",
    sheet: Annotated[
        Path, typer.Option(help="Where to write the page; the key goes beside it.")
    ] = Path("judging.html"),
    as_json: JsonOption = False,
) -> None:
    """Write a page that shows the answers of several methods side by side, in random order."""
    from privascope.measure.judging.answers import write_answer_sheet

    names = [name.strip() for name in methods.split(",") if name.strip()]
    _print(write_answer_sheet(questions, library, names, sheet), as_json)


@app.command("report")
def report_command(
    judgements: Annotated[list[Path], typer.Argument(help="What judges saved from the page.")],
    key: Annotated[Path, typer.Option(help="The key that was written beside the page.")],
    qrels: Annotated[
        Path | None, typer.Option(help="Write the verdicts on sentences in TREC's form here.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print which method judges preferred, with intervals, and how far they agree."""
    from privascope.errors import DataError
    from privascope.measure.judging.preferences import qrels as lines_of
    from privascope.measure.judging.preferences import read_judged, report

    judged = read_judged(judgements, key)
    if qrels is not None:
        try:
            qrels.write_text("".join(f"{line}\n" for line in lines_of(judged)))
        except OSError as error:
            raise DataError(f"cannot write {qrels}: {error.strerror}") from error
    _print(report(judged), as_json)


def _print(found: dict[str, object], as_json: bool) -> None:
    from privascope.cli.measure import lines_of
    from privascope.cli.printing import out, print_json

    if as_json:
        print_json(found)
        return
    for line in lines_of(found):
        out().print(line, soft_wrap=True, markup=False, highlight=False)
