"""privascope measure: repeat a figure on any data."""

import importlib
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, TypeVar

import typer

from privascope.cli.options import JsonOption, LibraryOption

R = TypeVar("R")

# How many progress lines a file or a pipe gets.
_LINES = 20


class Protocol(StrEnum):
    """What can be measured; each is a module of `privascope.measure`."""

    EXTRACTION = "extraction"
    DETECTION = "detection"
    SENTENCES = "sentences"
    VAGUENESS = "vagueness"
    SEARCH = "search"
    SELECTION = "selection"
    CANDIDATES = "candidates"
    ANSWERABILITY = "answerability"
    EXPANSION = "expansion"
    QUERY_GUIDED = "query_guided"
    DESCRIBE = "describe"
    SUMMARIES = "summaries"
    PUBLISHED = "published"
    VECTORS = "vectors"
    SPANS = "spans"
    ANSWERS = "answers"
    PRACTICES = "practices"
    MAPPING = "mapping"
    ASKED = "asked"
    STATEMENTS = "statements"
    DIALOGUES = "dialogues"


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
    attributes: Annotated[
        Path | None,
        typer.Option(help="For practices: OPP-115's segments with values, of sites held out."),
    ] = None,
    train: Annotated[
        Path | None,
        typer.Option(help="For practices: segments of other sites, for a rival to learn from."),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            help="For selection and the like, spans and practices: the folder of another model."
        ),
    ] = None,
    fold: Annotated[
        int | None,
        typer.Option(help="For selection and the like: keep this third of the policies, 0 to 2."),
    ] = None,
    paraphrases: Annotated[
        str,
        typer.Option(
            metavar="SOURCES",
            help="For query_guided: where other wordings come from: rules,vectors,translation.",
        ),
    ] = "rules,vectors",
    references: Annotated[
        Path | None,
        typer.Option(help="For summaries: JSON Lines with policy, question and reference summary."),
    ] = None,
    ablation: Annotated[
        bool,
        typer.Option(
            "--ablation", help="For selection: all methods, and the default with one part left out."
        ),
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(help="For selection: where to draw the curve of risk and coverage, as SVG."),
    ] = None,
    sentences: Annotated[
        Path | None,
        typer.Option(help="For statements: single sentences to judge, in the place of --data."),
    ] = None,
    only: Annotated[
        Path | None,
        typer.Option(help="For asked and statements: judge the policies whose ids it lists."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="For asked and statements: judge only this many policies; for query_guided: "
            "only this many questions, from all over the file.",
        ),
    ] = None,
    models: Annotated[
        Path | None,
        typer.Option(
            help="For asked and statements: a folder with fold-0, fold-1 and so on, so that models "
            "that have not seen a policy judge it."
        ),
    ] = None,
    unseen: Annotated[
        bool,
        typer.Option(
            "--unseen",
            help="For asked and statements: leave out policies that a model was trained on.",
        ),
    ] = False,
    processes: Annotated[
        int, typer.Option(min=1, help="For asked and statements: the number of processes.")
    ] = 2,
    as_json: JsonOption = False,
) -> None:
    """Measure the quality of one part of Privascope on labelled data, or of a library's search."""
    from privascope.cli.printing import out, print_json
    from privascope.errors import DataError

    measure = importlib.import_module(f"privascope.measure.{name}").measure
    if name is Protocol.SEARCH:
        figures = measure(library, judgements, sheet)
    elif name is Protocol.ANSWERS:
        figures = measure(data, method)
    elif name is Protocol.PRACTICES:
        figures = measure(data, attributes, train, model)
    elif name in (Protocol.ASKED, Protocol.STATEMENTS):
        from privascope.measure.by_policy import Choice

        choice = Choice(only, limit, models, unseen, processes)
        what = (data, sentences) if name is Protocol.STATEMENTS else (data,)
        figures = measure(*what, choice=choice, follow=_counted)
    elif name is Protocol.SUMMARIES:
        if references is None:
            raise DataError("measure summaries needs --references FILE")
        figures = measure(references, library)
    elif name is Protocol.PUBLISHED and data is not None:
        figures = measure(data, limit=limit, follow=_followed)
        if not as_json:
            from privascope.measure.published import as_table

            for line in as_table(figures):
                out().print(line, soft_wrap=True, markup=False, highlight=False)
            return
    elif name is Protocol.QUERY_GUIDED:
        figures = measure(
            data, sources=paraphrases, model=model, fold=fold, limit=limit, follow=_followed
        )
    elif data is None and name not in (
        Protocol.SENTENCES,
        Protocol.VECTORS,
        Protocol.DIALOGUES,
    ):
        raise DataError(f"measure {name} needs --data FILE")
    elif name is Protocol.SELECTION:
        options = {"ablation": ablation, "picture": picture}
        figures = measure(data, method, model=model, fold=fold, follow=_followed, **options)
    elif name in (Protocol.CANDIDATES, Protocol.ANSWERABILITY, Protocol.EXPANSION):
        figures = measure(data, model=model, fold=fold, follow=_followed)
    elif name is Protocol.SPANS:
        figures = measure(data, model)
    else:
        figures = measure(data)
    if as_json:
        print_json(figures)
        return
    for line in lines_of(figures):
        out().print(line)


def _followed(questions: Sequence[Any]) -> Iterable[Any]:
    """The questions, with a bar on standard error that says how long it will take."""
    from rich.progress import track

    from privascope.cli.printing import err

    return track(questions, description="questions", console=err(), transient=True)


def _counted(results: Iterable[R], total: int, /) -> Iterable[R]:
    """The results of so many policies; standard error shows how far it is and how long it takes."""
    from rich.progress import track

    from privascope.cli.printing import err

    console = err()
    if console.is_terminal:
        yield from track(results, "policies", total, console=console, transient=True)
        return
    began = monotonic()
    for number, result in enumerate(results, 1):
        yield result
        if number % max(1, total // _LINES) == 0 or number == total:
            minutes = (monotonic() - began) / number * (total - number) / 60
            console.print(f"{number} of {total} policies, {minutes:.1f} min left")


def lines_of(figures: dict[str, object], indent: str = "") -> list[str]:
    lines = []
    for key, value in figures.items():
        if isinstance(value, dict):
            lines += [f"{indent}{key}", *lines_of(value, indent + "  ")]
        else:
            shown = f"{value:.4f}" if isinstance(value, float) else str(value)
            lines.append(f"{indent}{key:<24} {shown}")
    return lines
