"""A small endpoint of our own that takes chat requests and replies as a test wants."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Endpoint:
    """What the endpoint replies, and the requests that it got."""

    address: str = ""
    reply: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    # Seconds between single bytes.
    drip: float = 0.0
    models: bytes = b'{"data": [{"id": "tiny"}]}'
    seen: list[dict[str, Any]] = field(default_factory=list)

    def says(self, text: str) -> None:
        """From now on the model writes this."""
        self.reply = json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@contextmanager
def writing_endpoint() -> Iterator[Endpoint]:
    """Runs the endpoint on a free port of this machine."""
    endpoint = Endpoint()
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._note(body)
            over.wait(endpoint.wait)
            self._send(endpoint.status, endpoint.reply)

        def do_GET(self) -> None:
            self._note({})
            self._send(200, endpoint.models)

        def _note(self, body: dict[str, Any]) -> None:
            key = self.headers["Authorization"]
            endpoint.seen.append({"path": self.path, "key": key, **body})

        def _send(self, status: int, reply: bytes) -> None:
            try:
                self.send_response(status)
                for name, value in endpoint.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                pieces = [bytes([one]) for one in reply] if endpoint.drip else [reply]
                for piece in pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()
                    if over.wait(endpoint.drip):
                        return
            except OSError:
                # Whoever asked has hung up.
                time.sleep(0)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    endpoint.address = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield endpoint
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
