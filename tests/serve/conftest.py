"""A sample library, built once, and the server over it."""

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import httpx
import pytest

from privascope.library.index import catch_up
from privascope.library.writer import LibraryWriter
from privascope.serve.app import create_app
from privascope.serve.visits import Visits
from tests.conftest import make_candidate, policy_page

# Text that a page must show and never obey; `hit` would be set if one of them ran.
HOSTILE = (
    "<script>window.hit=1;alert('script')</script>",
    '"><img src=x onerror="window.hit=1;alert(1)">',
    "<svg onload=alert('svg')></svg>",
    "</title></textarea></style><iframe src='javascript:alert(2)'></iframe>",
    "{{ 7 * 191 }} {% raw %} ${7*191}",
    "gnp.\u202etxt\u2066 \u200fend",
)


@pytest.fixture(scope="session")
def sample_library(pristine_sample: Path) -> Path:
    """A folder with the sample library, which pages may add to; beside it the pristine one."""
    return Path(shutil.copytree(pristine_sample, pristine_sample.with_name("library")))


@pytest.fixture(scope="session")
def hostile_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with policies whose every part is an attack."""
    folder = tmp_path_factory.mktemp("hostile") / "library"
    with LibraryWriter(folder) as writer, writer.transaction():
        for number, text in enumerate(HOSTILE):
            name = escape(f"{text} {number}")
            page = policy_page(name, f"Attack number {number}: {name}.")
            older = policy_page(name, "An older text.", without=("keep",))
            url = f"https://attack{number}.example/privacy?x={text}"
            for content, day in ((older, "2023-01-01"), (page, "2024-01-01")):
                writer.store(make_candidate(content, url, day))
        attack = make_candidate(policy_page("Link"), "javascript:alert('link')//")
        writer.store(attack)
    with LibraryWriter(folder) as writer:
        catch_up(writer)
    return folder


@contextmanager
def running(folder: Path, visits: Visits | None = None) -> Iterator[str]:
    """Runs a server over a library, and gives its address."""
    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(folder, visits),
        http="h11",
        h11_max_incomplete_event_size=2**18,
        ws="none",
        log_level="critical",
    )
    running_server = uvicorn.Server(config)
    thread = threading.Thread(target=running_server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        running_server.should_exit = True
        thread.join(20)
        listener.close()


@pytest.fixture(scope="session")
def server(sample_library: Path) -> Iterator[str]:
    """The address of a server over the sample library, on a free port of this machine."""
    with running(sample_library) as address:
        yield address


@pytest.fixture(scope="session")
def client(server: str) -> Iterator[httpx.Client]:
    """Asks the server over the sample library; redirects are not followed."""
    with httpx.Client(base_url=server, timeout=60) as opened:
        yield opened
