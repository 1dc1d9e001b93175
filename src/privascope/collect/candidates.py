"""Selects addresses that may be policies, by PrivaSeer's rule."""

from urllib.parse import unquote


def is_candidate(url: str) -> bool:
    """Whether the address mentions privacy, or both data and protection."""
    words = unquote(url).casefold()
    return "privacy" in words or ("data" in words and "protection" in words)
