"""privascope learn: a whole ERA run, and sentences that mean the same with different labels."""

from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.learn_options import stage
from privascope.cli.options import JsonOption


def era(
    recipe: Annotated[
        Path, typer.Argument(help="A TOML file that names labels, corpus, encoders and k.")
    ],
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Check everything, list the rows with time and disk, stop."),
    ] = False,
    rows: Annotated[
        str | None,
        typer.Option(
            "--rows",
            help="Only rows whose names begin so or match (*), parted by commas; what was done "
            "before is reused.",
        ),
    ] = None,
    keep: Annotated[
        str, typer.Option("--keep", help="Which final models stay: best, all or none.")
    ] = "best",
) -> None:
    """Run a whole recipe and write report.html, tables and predictions to its folder."""
    from privascope.cli.printing import out

    whole = stage("era")
    read = whole.with_rows(stage("era_recipe").read_recipe(recipe), (rows or "").split(","))
    if not dry_run:
        out().print(str(whole.write_report(read, keep=keep)))
        return
    prepared = stage("era_data").prepare(read)
    check = stage("era_check")
    for line in check.plan(read, prepared, check.check(read, prepared)):
        out().print(line, markup=False, highlight=False, soft_wrap=True)


def same_meaning(
    labels: Annotated[
        Path, typer.Argument(help="Labelled rows: JSON Lines, tab-separated or a datasets folder.")
    ],
    text: Annotated[str, typer.Option(help="The column with the text.")] = "Segment",
    label: Annotated[str, typer.Option(help="The column with the label.")] = "Label",
    question: Annotated[
        str,
        typer.Option(help="The column with the question; '' where texts alone are labelled."),
    ] = "Query",
    least: Annotated[
        float, typer.Option(min=0, max=1, help="From which cosine on two texts mean the same.")
    ] = 0.9,
    most: Annotated[int, typer.Option(min=1, help="How many pairs to print.")] = 20,
    as_json: JsonOption = False,
) -> None:
    """List sentences that mean the same but carry different labels."""
    from privascope.cli.printing import out, print_json

    found = stage("same_meaning").same_meaning(
        labels, text=text, label=label, question=question, least=least
    )
    if as_json:
        print_json(found)
        return
    for line in found.lines(most):
        out().print(line, markup=False, highlight=False, soft_wrap=True)
