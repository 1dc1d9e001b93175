"""`privascope serve` says where it is, and what to do when it cannot be there."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from privascope.cli.serve import command, listen
from privascope.errors import NotFoundError, PrivascopeError

_RUN = "import typer; from privascope.cli.serve import command; typer.run(command)"


@pytest.mark.slow
def test_it_tells_its_address_and_stops_when_asked(sample_library: Path) -> None:
    arguments = [sys.executable, "-c", _RUN, "--library", str(sample_library), "--port", "0"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = re.search(r"http://127\.0\.0\.1:\d+/", process.stderr.readline())
        assert told
        answer = httpx.get(told[0], timeout=60)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert answer.status_code == 200
    assert "server" not in answer.headers


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PrivascopeError, match="--port 0 a free one"):
            listen("127.0.0.1", port)


def test_a_missing_library_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no library"):
        command(tmp_path / "none", port=0)
