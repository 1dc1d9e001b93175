"""Which addresses are worth fetching when looking for policies: PrivaSeer's rule."""

from urllib.parse import unquote


def is_candidate(url: str) -> bool:
    """Whether the address speaks of privacy, or of both data and protection."""
    words = unquote(url).casefold()
    return "privacy" in words or ("data" in words and "protection" in words)
