"""The name under which the crawler asks for pages."""

import functools

from privascope.version import __version__

PRODUCT = "Privascope"


@functools.cache
def user_agent(contact: str = "") -> str:
    """How the crawler names itself; `contact` is an address where its operator is reached."""
    version = ".".join(__version__.split(".")[:2])
    readable = "".join(c for c in contact if c.isascii() and c.isprintable() and c not in "()")
    about = "privacy policy reader" + (f"; {readable}" if readable.strip() else "")
    return f"{PRODUCT}/{version} ({about})"
