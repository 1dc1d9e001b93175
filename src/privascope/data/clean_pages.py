"""Pages with the clean text of the policy on them, and the words that are compared."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privascope.data.rows import read_rows

_WORD = re.compile(r"[a-z0-9]+")
_LINK_TARGET = re.compile(r"\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")


def words_of(text: str) -> list[str]:
    """The words that are counted: runs of letters and digits, in lower case."""
    return _WORD.findall(text.lower())


def truth_words(markdown: str) -> list[str]:
    """The words of a clean text, without the addresses of its links."""
    return words_of(_LINK_TARGET.sub("]", markdown))


def policy_pages(data: Path) -> Iterator[dict[str, Any]]:
    """The policies of a file that have a clean text."""
    for row in read_rows(data, ("url", "html", "is_policy", "clean_markdown")):
        if row["is_policy"] and row["clean_markdown"]:
            yield row
