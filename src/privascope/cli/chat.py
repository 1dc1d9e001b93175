"""privascope chat: a conversation about policies in the terminal."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import AllowHostOption, LibraryOption

if TYPE_CHECKING:
    from privascope.answer.dialogue.reply import Point, Reply
    from privascope.conversation import Conversation

_PROMPT = "> "
# What a command of the terminal says in the conversation.
_COMMANDS = {
    "/label": "summary",
    "/more": "more",
    "/why": "why?",
    "/where": "where does it say that?",
    "/help": "help",
}


def command(
    library: LibraryOption,
    target: Annotated[
        str,
        typer.Argument(help="A policy to begin with: its id, domain, name, address, or a file."),
    ] = "",
    screen: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT",
            help="Show the passages on a page at this address too, for the phone beside you.",
        ),
    ] = "",
    allow_host: AllowHostOption = None,
) -> None:
    """Talk about policies: ask, follow up, compare.

    Commands: /label /compare NAME /why /more /quit.

    Piped turns are answered line by line. Nothing you say is stored, except what
    you say you expect of policies; `privascope forget` removes that.
    """
    from privascope import api
    from privascope.cli.printing import err
    from privascope.conversation import Conversation, Expectations

    with api.open(library, allow_hosts=allow_host or ()) as opened:
        talk = Conversation(opened, target, expectations=Expectations())
        show = _screen(screen) if screen else None
        by_hand = sys.stdin.isatty()
        if by_hand:
            err().print(
                "Ask about any policy, such as: does Jotharbor sell my photos? /quit ends it."
            )
            _complete(talk.names())
        for turn in _turns(by_hand):
            said = _meant(turn)
            if said is None:
                break
            if _answer(talk, said, show):
                break


def _turns(by_hand: bool) -> Iterator[str]:
    if not by_hand:
        yield from (line.rstrip("\n") for line in sys.stdin)
        return
    while True:
        try:
            yield input(_PROMPT)
        except EOFError:
            return


def _meant(turn: str) -> str | None:
    """The turn that a line means; None to end the conversation."""
    word, _, rest = turn.strip().partition(" ")
    if word in ("/quit", "/exit"):
        return None
    if word == "/compare":
        return f"compare with {rest}" if rest else "compare the two"
    return _COMMANDS.get(word, turn)


def _screen(address: str) -> "Callable[[Reply], None]":
    """A page at an address that shows replies from now on, by a code that is printed."""
    import threading

    from privascope.cli.printing import err
    from privascope.cli.serve import listen, served
    from privascope.serve.voice.companion import Boards
    from privascope.serve.voice.companion_pages import create_companion_app

    host, _, port = address.rpartition(":")
    if not port.isdecimal():
        raise typer.BadParameter(f"{address!r} is not HOST:PORT, such as 0.0.0.0:8767")
    boards = Boards()
    code = boards.open()
    listener = listen(host or "127.0.0.1", int(port))
    server = served(create_companion_app(boards))
    run = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    run.start()
    bound = listener.getsockname()[1]
    err().print(f"Passages are shown at http://{host or '127.0.0.1'}:{bound}/companion/{code}")
    return lambda reply: boards.show(code, reply)


def _answer(talk: "Conversation", said: str, show: "Callable[[Reply], None] | None" = None) -> bool:
    """Prints the reply to a turn; whether the conversation is over."""
    from privascope.answer.dialogue.reply import ActionKind
    from privascope.cli.printing import waiting

    with waiting("Reading …"):
        reply = talk.say(said)
    _print(reply)
    if show:
        show(reply)
    action = reply.action
    if action is not None and action.kind is ActionKind.FETCH:
        with waiting(f"Looking at {action.what} …"):
            reply = talk.fetch(action.what)
        _print(reply)
        if show:
            show(reply)
    return action is not None and action.kind is ActionKind.END


def _print(reply: "Reply") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    told = reply.points if reply.is_telling else ()
    if line := reply.opening if told else reply.said:
        out().print(Text(safe(line)))
    for point in told:
        _print_point(point)
    if reply.asks:
        out().print(Text(safe(reply.asks), style="bold"))
        if len(reply.choices) > 1 and reply.choices != ("Yes", "No"):
            for number, choice in enumerate(reply.choices, 1):
                out().print(Text(f"  {number}. {safe(choice)}"))
    out().print()


def _print_point(point: "Point") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    if point.lead:
        out().print(Text(f"  {safe(point.lead)}"))
    text = " ".join(point.text.split())
    quoted = f"“{text}”" if point.is_quote else text
    out().print(Text(f"  {safe(quoted)}", style="yellow" if point.is_quote else ""))
    if point.section:
        out().print(Text(f"    {safe(' › '.join(point.section))}", style="dim"))


def _complete(names: list[str]) -> None:
    """Arrow keys bring back earlier turns, and Tab completes the names of services."""
    try:
        import readline
    except ImportError:  # If Python was built without it, lines cannot be edited.
        return
    words = sorted({*names, "/label", "/compare", "/why", "/more", "/quit"})

    def complete(start: str, number: int) -> str | None:
        fitting = [word for word in words if word.lower().startswith(start.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims(" \t\n")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
