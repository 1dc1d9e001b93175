"""What the commands of `privascope learn` share: their options, and how a stage is run."""

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer

FolderOption = Annotated[
    Path, typer.Option("--folder", help="Where to write; a stopped run resumes from there.")
]
CorpusOption = Annotated[Path, typer.Option("--corpus", help="A folder that `learn corpus` wrote.")]
BaseOption = Annotated[
    str,
    typer.Option("--base", help="minilm, a folder that a stage wrote, or a Hugging Face model."),
]
LabelsArgument = Annotated[
    Path, typer.Argument(help="Labelled question-sentence pairs in PrivacyQA's columns.")
]
SeedOption = Annotated[int, typer.Option("--seed", help="The random seed.")]
EpochsOption = Annotated[int, typer.Option("--epochs", min=1, help="Passes over the data.")]
RateOption = Annotated[float, typer.Option("--rate", min=0, help="The learning rate.")]
WidthOption = Annotated[
    int | None,
    typer.Option(
        "--width", min=1, help="Neurons to keep in the middle of each layer; fewer are faster."
    ),
]
MinutesOption = Annotated[
    float | None,
    typer.Option("--minutes", min=0, help="Stop after this long; the same command resumes."),
]


def stage(name: str) -> Any:
    """A module of `privascope.learn`; an error that names the extra if it cannot be imported."""
    from privascope.errors import MissingExtraError

    try:
        return importlib.import_module(f"privascope.learn.{name}")
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error


def print_result(result: Any, as_json: bool) -> None:
    """Prints the result of a stage, as JSON or with one figure per line."""
    from privascope.cli.printing import out, print_json
    from privascope.typed_result import plain_value

    if as_json:
        print_json(result)
        return
    for key, value in plain_value(result).items():
        out().print(f"{key:<24} {value}")
