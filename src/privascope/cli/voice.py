"""privascope voice: conversations by voice, and the phone beside them."""

import json
from pathlib import Path
from typing import Annotated

import typer

from privascope.cli.options import LibraryOption

app = typer.Typer(
    help="Answer voice platforms, and show passages on a phone.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("serve")
def serve(
    library: LibraryOption,
    skill: Annotated[
        str,
        typer.Option(
            metavar="ID",
            envvar="PRIVASCOPE_ALEXA_SKILL",
            help="The id of your Alexa skill; without it, /voice/alexa is not there.",
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = (
        8766
    ),
) -> None:
    """Listen for voice platforms and for the companion page, apart from `privascope serve`."""
    from privascope.cli.serve import run
    from privascope.serve.voice.listener import create_voice_app

    run(create_voice_app(library, skill), host, port, "Voice platforms are answered at")


@app.command("skill")
def skill(
    library: LibraryOption,
    endpoint: Annotated[
        str, typer.Option(help="The public address that leads to /voice/alexa, with https.")
    ],
    name: Annotated[str, typer.Option(help="The words that open the skill.")] = "privacy reader",
    folder: Annotated[Path, typer.Option("--to", help="Where to write the two files.")] = Path(),
) -> None:
    """Write the interaction model and the manifest that the Alexa developer console takes."""
    from privascope import api
    from privascope.cli.printing import err
    from privascope.serve.voice.skill import interaction_model, manifest

    with api.open(library) as opened:
        names = [policy.service or policy.domain for policy in opened.policies()]
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in (
        ("interactionModel-en-US.json", interaction_model(name, names)),
        ("skill.json", manifest(name, endpoint)),
    ):
        text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        (folder / file).write_text(text, encoding="utf-8")
        err().print(f"{folder / file} is written.")
