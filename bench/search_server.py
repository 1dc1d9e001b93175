"""The parts of bench/search.py that run in processes of their own: the server, a new reader."""

import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

from search_tables import Times, table, two


class Server:
    """`privascope serve` in a process of its own."""

    def __init__(self, library: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        call = [sys.executable, "-m", "privascope", "serve", "--library", str(library)]
        self.process = subprocess.Popen([*call, "--port", str(self.port)])
        for _ in range(100):
            time.sleep(0.1)
            try:
                self.get("/static/none")
            except OSError:
                continue
            return
        raise SystemExit("the server does not answer")

    def get(self, path: str) -> tuple[float, int]:
        """Milliseconds until a page is read whole, and its length."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        start = time.perf_counter()
        connection.request("GET", path)
        answer = connection.getresponse()
        content = answer.read()
        took = 1000 * (time.perf_counter() - start)
        connection.close()
        if answer.status >= 500:
            raise SystemExit(f"{path}: {answer.status}")
        return took, len(content)

    def megabytes(self) -> tuple[float, float]:
        """Resident memory of the server: all of it, and what is its own and not files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        sizes = dict(re.findall(r"(VmRSS|RssAnon):\s+(\d+) kB", status))
        return int(sizes["VmRSS"]) / 1024, int(sizes["RssAnon"]) / 1024

    def close(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


def over_http(library: Path, queries: list[str]) -> None:
    """Rendered pages, the insights page and the memory of the server."""
    server = Server(library)
    try:
        paths = [f"/search?{urllib.parse.urlencode({'q': text})}" for text in queries]
        first = [server.get(path) for path in paths]
        again = Times(tuple(server.get(path)[0] for path in paths))
        with ThreadPoolExecutor(4) as visitors:
            crowd = Times(tuple(took for took, _ in visitors.map(server.get, paths)))
        size = statistics.fmean(length for _, length in first) / 1024
        cold = Times(tuple(took for took, _ in first))
        counted = server.get("/insights")[0]
        whole, own = server.megabytes()
        table(
            f"Over HTTP, page rendered ({size:.0f} kB on average, {len(paths)} queries)",
            ("", "p50 ms", "p95 ms", "longest"),
            [
                (name, two(times.p50), two(times.p95), two(max(times.values)))
                for name, times in (
                    ("each query for the first time", cold),
                    ("again", again),
                    ("four visitors at once", crowd),
                )
            ],
        )
        print(f"\nServer after that: {whole:.0f} MB resident, {own:.0f} MB without mapped files")
    finally:
        server.close()
    fresh = Server(library)
    try:
        asked_early = fresh.get("/insights")[0]
    finally:
        fresh.close()
    print(
        f"Insights page: {counted:.0f} ms when the library is counted, {asked_early:.0f} ms asked "
        "as soon as the server answers"
    )


_OPENING = """
import sys, time
from pathlib import Path
import tantivy
from privascope.library.store import Library
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
start = time.perf_counter()
searcher = Searcher(Library(Path(sys.argv[1])))
opened = time.perf_counter()
searcher.search(SearchRequest("data breach"))
print(1000 * (opened - start), 1000 * (time.perf_counter() - start))
"""


def opening(library: Path) -> None:
    """What a new process needs to open the library and to answer its first search."""
    runs = []
    for _ in range(5):
        call = [sys.executable, "-c", _OPENING, str(library)]
        answer = subprocess.run(call, check=True, capture_output=True, text=True).stdout
        runs.append([float(number) for number in answer.split()])
    opened, answered = (statistics.median(column) for column in zip(*runs, strict=True))
    print(f"\nOpening the library: {opened:.0f} ms; with the first search {answered:.0f} ms")
