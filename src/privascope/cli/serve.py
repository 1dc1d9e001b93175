"""privascope serve: the library in a browser."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import LibraryOption, WriterModelOption, WriterOption

if TYPE_CHECKING:
    import socket

    import uvicorn
    from fastapi import FastAPI

# Ten thousand characters of any script fit into an address.
_LONGEST_ADDRESS = 2**18
# Whoever waits for an answer when the server is ended still gets it, unless it takes longer.
_SECONDS_TO_FINISH = 20
# To listen at every address of the machine; none of them is a name that visitors use.
_EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104


def command(
    library: LibraryOption,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = (
        8765
    ),
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name under which visitors reach the server, such as policies.example; "
            "repeat for more. Under other names than these, --host and localhost it refuses."
        ),
    ] = None,
    writer: WriterOption = "",
    writer_model: WriterModelOption = "",
    agents: Annotated[
        bool,
        typer.Option("--agents", help="Answer software agents of this machine at /mcp."),
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the library in the browser.")
    ] = False,
) -> None:
    """Serve the library as web pages for people and as a REST API for programs."""
    from privascope.answer.chat_writer import writer_at
    from privascope.serve.app import WRITER_SECONDS, create_app
    from privascope.serve.origin import checked_name

    names = [*(name or ()), *(() if host in _EVERYWHERE else (host,))]
    app = create_app(
        library,
        writer=writer_at(writer, writer_model, WRITER_SECONDS),
        agents=agents,
        names=[checked_name(one) for one in names],
    )
    run(app, host, port, "The library is open at", open_browser)


def run(app: "FastAPI", host: str, port: int, told: str, open_browser: bool = False) -> None:
    """Serves an application until Ctrl+C; `told` is what is said before its address."""
    from privascope.cli.printing import err

    listener = listen(host, port)
    address = _address(host, listener.getsockname()[1])
    err().print(f"{told} {address} (Ctrl+C ends it).")
    if open_browser:
        import webbrowser

        webbrowser.open(address)
    served(app).run(sockets=[listener])


def served(app: "FastAPI") -> "uvicorn.Server":
    """An application as it is served: without a log of what is asked."""
    import uvicorn

    from privascope.serve.connections import IDLE_SECONDS, BoundedConnection

    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=BoundedConnection,
            timeout_keep_alive=IDLE_SECONDS,
            h11_max_incomplete_event_size=_LONGEST_ADDRESS,
            ws="none",
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=_SECONDS_TO_FINISH,
        )
    )


def listen(host: str, port: int) -> "socket.socket":
    """A socket that waits for visitors; the system keeps them until the server is ready."""
    import socket

    from privascope.errors import PrivascopeError

    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, place = found[0]
        listener = socket.create_server(place[:2], family=family, backlog=128)
    except OSError as error:
        raise PrivascopeError(
            f"cannot listen at {host} port {port}: {error.strerror or error}; "
            "--port chooses another, --port 0 a free one"
        ) from error
    return listener


def _address(host: str, port: int) -> str:
    if host in _EVERYWHERE:
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
