"""Parses what a person types into a query."""

import re
from collections.abc import Sequence
from itertools import islice

from privascope.library.engines.query import (
    EVERYTHING,
    And,
    Bag,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)

TEXT_FIELDS = ("title", "url")
_MOST_PARTS = 64
_PART = re.compile(
    r"""(?:(?P<minus>-)|(?P<plus>\+))?
        (?:(?P<field>[A-Za-z_]+):)?
        (?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))""",
    re.VERBOSE,
)


_SCHEME = re.compile(r"\s*(?:https?://)?(?:www\.)?", re.IGNORECASE)


class _Group:
    """Parts of which one is enough; strict where a match must not be without them."""

    def __init__(self, part: Node, *, strict: bool) -> None:
        self.parts = [part]
        self.strict = strict

    @property
    def node(self) -> Node:
        return self.parts[0] if len(self.parts) == 1 else Or(tuple(self.parts))


def parse_query(text: str) -> Node:
    """The query for words, "phrases", +required, -excluded, OR, AND, field:value and prefix*.

    Plain words are a bag: some of them are enough, and what has all of them matches better. Never
    fails: what makes no sense as an operator is taken as words.
    """
    groups: list[_Group] = []
    excluded: list[Node] = []
    joined = ""
    for match in islice(_PART.finditer(text), _MOST_PARTS):
        bare = not (match["minus"] or match["plus"] or match["field"])
        if bare and match["word"] in ("OR", "|", "AND"):
            joined = ("AND" if match["word"] == "AND" else "OR") if groups else ""
            continue
        node = _node(match)
        if node is None:
            continue
        if match["minus"]:
            excluded.append(node)
        elif joined == "OR":
            groups[-1].parts.append(node)
        else:
            strict = bool(match["plus"] or (match["field"] or "").lower() in TEXT_FIELDS)
            groups.append(_Group(node, strict=strict or isinstance(node, Phrase)))
            if joined == "AND":
                groups[-2].strict = groups[-1].strict = True
        joined = ""
    return _query(groups, excluded, nothing=EVERYTHING if not text.strip() else Or(()))


def _query(groups: Sequence[_Group], excluded: Sequence[Node], nothing: Node) -> Node:
    if not groups and not excluded:
        return nothing
    strict = [group.node for group in groups if group.strict]
    plain = [group.node for group in groups if not group.strict]
    if len(plain) > 1 or (plain and strict):
        bag: tuple[Node, ...] = (Bag(tuple(plain), optional=bool(strict)),)
    else:
        bag = tuple(plain)
    parts = (*strict, *bag, *map(Not, excluded))
    return parts[0] if len(parts) == 1 and not excluded else And(parts)


def written(part: Node) -> str:
    """A part of a query as a person would type it."""
    match part:
        case Word(text, field) | Phrase(text, field) | Prefix(text, field):
            quoted = f'"{text}"' if isinstance(part, Phrase) else text
            star = "*" if isinstance(part, Prefix) else ""
            return f"{field}:{quoted}{star}" if field else f"{quoted}{star}"
        case Or(parts):
            return " OR ".join(map(written, parts))
        case Not(inner):
            return f"-{written(inner)}"
        case And(parts) | Bag(parts):
            return " ".join(map(written, parts))


def required(text: str) -> str:
    """The query with each of its plain words required."""
    node = parse_query(text)
    parts = node.parts if isinstance(node, And | Bag) else (node,)
    inside = [one for part in parts for one in (part.parts if isinstance(part, Bag) else (part,))]
    plain = {written(part) for part in inside if isinstance(part, Word | Prefix) and not part.field}
    return _PART.sub(lambda match: f"+{match[0]}" if match[0] in plain else match[0], text)


def parse_address(text: str) -> Node:
    """The query for addresses that hold a text, or its part before a query string or a fragment.

    Whether an address is secure, or begins with www, does not matter.
    """
    if not text.strip():
        return EVERYTHING
    address = text[match.end() :] if (match := _SCHEME.match(text)) else text
    whole, page = Phrase(address, "url"), Phrase(re.split(r"[?#]", address)[0], "url")
    return Or((whole, page)) if page.text.strip("/ ") and page != whole else whole


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
