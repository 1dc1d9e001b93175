"""The limits on what a client may send to a server, and on what the server remembers."""

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

LONGEST_TEXT = 1_000_000
LONGEST_TARGET = 2000
# Pages and documents that are not in the library, for the questions that follow.
REMEMBERED = 8
REMEMBERED_SECONDS = 600.0
# Documents that are read at the same time, and labels that are made.
MOST_READ_AT_ONCE = 2
# The seconds after which a client that was refused for lack of room may try again.
RETRY_AFTER = "5"
# The most names that an input box suggests.
MOST_NAMES = 200


def bounded(receive: Receive, most: int) -> Receive:
    """The same messages; an error as soon as they hold more bytes than may be sent."""
    left = most

    async def measured() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, f"The request is larger than {most:,} bytes.")
        return message

    return measured
