"""What SIGTERM does: answers under way are finished, and what was reported as stored is safe."""

import itertools
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from privascope.library.check import check_library
from privascope.library.index import catch_up
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import make_candidate, policy_page

COMMAND = (sys.executable, "-m", "privascope")


@pytest.mark.slow
def test_a_server_finishes_what_it_was_asked(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with LibraryWriter(folder) as library:
        with library.transaction():
            library.store(make_candidate(policy_page("Cedar"), "https://cedar.example/privacy"))
        catch_up(library)
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--library", str(folder)],
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr is not None
        address = urlsplit(server.stderr.readline().split()[5])
        with socket.create_connection((address.hostname, address.port), timeout=60) as visitor:
            # The first page is known to be served before the second is asked for.
            for last in (False, True):
                visitor.sendall(b"GET /search?q=cookies HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if last:
                    server.send_signal(signal.SIGTERM)
                answer = visitor.recv(2**16)
                assert answer.startswith(b"HTTP/1.1 200")
                visitor.settimeout(60)
                while b"</html>" not in answer:
                    more = visitor.recv(2**16)
                    assert more
                    answer += more
        assert server.wait(60) in {0, 130}
        assert "Traceback" not in server.stderr.read()


@pytest.mark.slow
def test_adding_stops_and_goes_on(tmp_path: Path) -> None:
    rows, folder = tmp_path / "pages.jsonl", tmp_path / "library"
    urls = sorted(f"https://firm{n}.example/privacy" for n in range(400))
    rows.write_text(
        "".join(
            json.dumps({"url": url, "html": policy_page(f"Firm {n}", f"It is {n * n}.").decode()})
            + "\n"
            for n, url in enumerate(urls)
        )
    )
    command = [*COMMAND, "add", str(rows), "--anyway", "--workers", "1", "--library", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as adding:
        assert adding.stderr is not None
        assert list(itertools.islice(adding.stderr, 1))
        adding.send_signal(signal.SIGTERM)
        told = adding.stderr.read()
        assert adding.wait(60) == 130
    assert "stopped; what was reported as stored is safe" in told
    assert "Traceback" not in told
    subprocess.run(command, check=True, capture_output=True)
    with Library(folder) as library:
        assert check_library(library) == []
        assert sorted(policy.url for policy in library.policies(duplicates=True)) == urls
