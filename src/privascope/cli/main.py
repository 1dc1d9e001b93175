"""The `privascope` command."""

import importlib
import signal
import sys

import typer

from privascope.cli import learn, measure_judge, voice
from privascope.errors import PrivascopeError

app = typer.Typer(
    name="privascope",
    help="Reads privacy policies so that people do not have to.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

# In the order in which people use them.
COMMANDS = (
    "init",
    "serve",
    "add",
    "sample",
    "companies",
    "popularity",
    "funnel",
    "search",
    "ask",
    "chat",
    "label",
    "compare",
    "alternatives",
    "insights",
    "list",
    "show",
    "history",
    "diff",
    "export",
    "remove",
    "rederive",
    "enrich",
    "verify",
    "rebuild",
    "backup",
    "restore",
    "doctor",
    "measure",
    "mcp",
    "forget",
)

for _name in COMMANDS:
    _module = importlib.import_module(f"privascope.cli.{_name}")
    app.command(_name)(_module.command)
app.add_typer(learn.app, name="learn")
app.add_typer(voice.app, name="voice")
app.add_typer(measure_judge.app, name="judge")


@app.callback(invoke_without_command=True)
def _version(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        from privascope import __version__

        typer.echo(f"privascope {__version__}")
        raise typer.Exit


_INTERRUPTED = 130
_STOPPED = "\nprivascope: stopped; what was reported as stored is safe\n"


def _interrupt(_: int, __: object) -> None:
    """What ends a container or a service ends a command as Ctrl+C does."""
    raise KeyboardInterrupt


def main() -> None:
    """Runs the command; an error that the user can mend is one line, not a traceback."""
    from privascope.configuration import fill_environment

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        fill_environment()
        app()
    except PrivascopeError as error:
        sys.stderr.write(f"privascope: {error}\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.stderr.write(_STOPPED)
        sys.exit(_INTERRUPTED)
    except SystemExit as ended:
        # Typer ends so, without a word, when a command is interrupted.
        if ended.code == _INTERRUPTED:
            sys.stderr.write(_STOPPED)
        raise
    except BrokenPipeError:
        # The reader of our output, such as `head`, has closed it.
        sys.stderr.close()
        sys.exit(0)
