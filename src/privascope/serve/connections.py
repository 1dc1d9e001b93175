"""Connections with limits: how long a request may take to arrive, and how many are open at once."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 15.0
BODY_SECONDS = 60.0
# Between two requests of the same connection.
IDLE_SECONDS = 5
MOST_CONNECTIONS = 256


class BoundedConnection(H11Protocol):
    """One connection; closed where its request does not arrive in time.

    uvicorn itself closes only connections that are idle after an answer.
    """

    _deadline: asyncio.TimerHandle | None = None
    _in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for the request's headers, unless too many connections are open."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._wait(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the waiting."""
        self._end_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes in a part of a request."""
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """Waits for the next request; uvicorn's own time-out ends with that one's first byte."""
        self._in_body = False
        self._wait(HEADER_SECONDS)
        super().on_response_complete()
        self._follow()

    def _follow(self) -> None:
        """Adapts the deadline to how much of the request has arrived."""
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            if not self._in_body:
                self._in_body = True
                self._wait(BODY_SECONDS)
        elif state is not h11.IDLE:
            self._end_waiting()

    def _wait(self, seconds: float) -> None:
        self._end_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _end_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()
