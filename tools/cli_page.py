"""Prints docs/guide/cli.md: every command's own help."""

import sys

from typer.testing import CliRunner

from privascope.cli.learn import app as learning
from privascope.cli.main import COMMANDS, app
from privascope.cli.measure_judge import app as judging
from privascope.cli.voice import app as speaking


def page() -> str:
    """The page, from the commands' own descriptions."""
    parts = ["# Commands\n\nThis page is made from `--help` by `make docs`.\n"]
    runner = CliRunner(env={"TERMINAL_WIDTH": "96", "COLUMNS": "96", "NO_COLOR": "1"})
    stages = [f"learn {stage.name}" for stage in learning.registered_commands]
    voices = [f"voice {one.name}" for one in speaking.registered_commands]
    judged = [f"judge {part.name}" for part in judging.registered_commands]
    for name in (*COMMANDS, *judged, *stages, *voices):
        told = runner.invoke(app, [*name.split(), "--help"], prog_name="privascope").stdout
        lines = [line.rstrip() for line in told.strip().splitlines()]
        parts.append(f"## {name}\n\n```text\n" + "\n".join(lines) + "\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page())
