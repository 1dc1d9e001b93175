"""privascope learn: the models that judge pages when policies are collected."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.learn_options import SeedOption, print_result, stage
from privascope.cli.options import JsonOption

OutOption = Annotated[
    Path, typer.Option("--folder", help="Where to write; the shipped weights stay as they are.")
]


class DetectorModel(StrEnum):
    """What a detector is made of."""

    LOGISTIC = "logistic"
    FOREST = "forest"


def detector(
    data: Annotated[Path, typer.Argument(help="JSON Lines with url, html or text, is_policy.")],
    folder: OutOption,
    model: Annotated[
        DetectorModel,
        typer.Option(help="logistic: as shipped; forest: the PrivaSeer paper's random forest."),
    ] = DetectorModel.LOGISTIC,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Train the detector that tells privacy policies from other pages."""
    learning = stage("detector")
    pages = learning.read_examples(data)
    if model is DetectorModel.FOREST:
        print_result(stage("forest").train_forest(pages, folder, seed), as_json)
        return
    path = folder / "weights.npz"
    learning.save(learning.train(pages), path)
    policies = sum(page.is_policy for page in pages)
    print_result(
        {"model": "logistic", "pages": len(pages), "policies": policies, "weights": str(path)},
        as_json,
    )


def sector(
    data: Annotated[
        Path, typer.Argument(help="JSON Lines with domain, text and category, a policy a row.")
    ],
    folder: OutOption,
    left_out: Annotated[
        Path | None,
        typer.Option("--without", help="Domains to leave out, one a line, to measure on."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Train the model that names a policy's sector of commerce."""
    print_result(stage("sector").train(data, folder, left_out), as_json)


def vagueness(
    data: Annotated[
        Path, typer.Argument(help="Lebanoff and Liu's documents as JSON Lines, a document a row.")
    ],
    folder: OutOption,
    as_json: JsonOption = False,
) -> None:
    """Train the model that finds vague words."""
    print_result(stage("vagueness").train(data, folder), as_json)
