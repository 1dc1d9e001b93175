"""Parses what a person types into a query."""

import re
from dataclasses import dataclass

from privascope.library.engines.query import EVERYTHING, And, Node, Not, Or, Phrase, Prefix, Word

TEXT_FIELDS = ("title", "url")
_MOST_PARTS = 64
_PART = re.compile(
    r"""(?P<minus>-)?
        (?:(?P<field>[A-Za-z_]+):)?
        (?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))""",
    re.VERBOSE,
)


_SCHEME = re.compile(r"\s*(?:https?://)?(?:www\.)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    node: Node
    excluded: bool


def parse_query(text: str) -> Node:
    """The query for a text of words, "phrases", -exclusions, OR, field:value and prefix*.

    Never fails: what makes no sense as an operator is taken as words.
    """
    groups: list[list[_Part]] = []
    join = False
    for number, match in enumerate(_PART.finditer(text)):
        if number == _MOST_PARTS:
            break
        if match["word"] in ("OR", "|") and not match["minus"] and not match["field"]:
            join = bool(groups)
            continue
        if match["word"] == "AND" and not match["minus"] and not match["field"]:
            continue
        node = _node(match)
        if node is None:
            continue
        part = _Part(node, bool(match["minus"]))
        if join and not part.excluded:
            groups[-1].append(part)
        else:
            groups.append([part])
        join = False
    if not groups:
        return EVERYTHING if not text.strip() else Or(())
    parts = tuple(_group(group) for group in groups)
    return parts[0] if len(parts) == 1 and not isinstance(parts[0], Not) else And(parts)


def parse_address(text: str) -> Node:
    """The query for addresses that hold a text, or its part before a query string or a fragment.

    Whether an address is secure, or begins with www, does not matter.
    """
    if not text.strip():
        return EVERYTHING
    address = text[match.end() :] if (match := _SCHEME.match(text)) else text
    whole, page = Phrase(address, "url"), Phrase(re.split(r"[?#]", address)[0], "url")
    return Or((whole, page)) if page.text.strip("/ ") and page != whole else whole


def _group(group: list[_Part]) -> Node:
    if len(group) == 1:
        return Not(group[0].node) if group[0].excluded else group[0].node
    return Or(tuple(part.node for part in group))


def _node(match: re.Match[str]) -> Node | None:
    field = (match["field"] or "").lower()
    phrase, word = match["phrase"], match["word"] or ""
    if field and field not in TEXT_FIELDS:
        # No such field: the colon was just a colon.
        word, field = f"{match['field']} {phrase if phrase is not None else word}", ""
        return _words(word, field)
    if phrase is not None:
        return Phrase(phrase, field) if re.search(r"\w", phrase) else None
    if word.endswith("*") and re.search(r"\w", word):
        return Prefix(word.rstrip("*"), field)
    return _words(word, field)


def _words(text: str, field: str) -> Node | None:
    return Word(text, field) if re.search(r"\w", text) else None


def words_to_check(text: str) -> list[str]:
    """The plain words of a query that may be misspelt, the longest first."""
    words = {
        match["word"].lower()
        for match in _PART.finditer(text)
        if match["word"] and not match["field"] and not match["minus"]
    }
    plain = [word for word in words if word.isalpha() and word.isascii() and 4 <= len(word) <= 30]
    return sorted(plain, key=lambda word: (-len(word), word))[:5]


def with_word_replaced(text: str, word: str, other: str) -> str:
    """The query with one word replaced by another."""
    return re.sub(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", lambda _: other, text)
