"""Attaches a voice platform to Privascope in a few lines: text in, speech out.

    privascope voice serve --library policies
    python voice_turns.py http://127.0.0.1:8766 "ask jotharbor about photos" "tell me more"

Put your platform's recogniser in the place of the arguments, and its voice in the place of print.
The state that comes back goes into the next turn; nothing else has to be kept.
"""

import json
import sys
from urllib.request import Request, urlopen


def turn(server: str, text: str, state: object) -> dict[str, object]:
    """What Privascope says to one turn, and the state to send with the next."""
    asked = json.dumps({"text": text, "state": state}).encode()
    headers = {"Content-Type": "application/json"}
    request = Request(f"{server.rstrip('/')}/voice/turn", asked, headers)  # noqa: S310
    with urlopen(request, timeout=30) as answer:  # noqa: S310
        reply: dict[str, object] = json.load(answer)
    return reply


if __name__ == "__main__":
    server, *texts = sys.argv[1:]
    state = None
    for text in texts:
        reply = turn(server, text, state)
        print(f"> {text}\n{reply['speech']}\n")
        state = reply["state"]
        if reply["ends"]:
            break
