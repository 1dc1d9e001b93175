"""A query as a tree, independent of the engine that answers it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word in any of its forms; `field` is "" for the text and title together."""

    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words next to each other, exactly as written."""

    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words that begin with a prefix."""

    text: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Not:
    """Everything that does not match the part."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """What matches all parts; without parts, everything."""

    parts: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """What matches at least one part."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Bag:
    """Words that are looked for together; what has all of them matches better.

    At least one must match, unless the bag is `optional`: then another part of the query says what
    matches. A query has at most one bag, alone or among the parts of its outermost And.
    """

    parts: tuple["Node", ...]
    optional: bool = False


Node = Word | Phrase | Prefix | Not | And | Or | Bag
EVERYTHING = And()


def bag_of(query: Node) -> Bag | None:
    """The bag of a query, if it has one."""
    parts = query.parts if isinstance(query, And) else (query,)
    return next((part for part in parts if isinstance(part, Bag)), None)


def with_all_words(query: Node) -> Node:
    """The query whose bag must match as a whole."""
    if isinstance(query, Bag):
        return And(query.parts)
    parts = query.parts if isinstance(query, And) else ()
    if bag_of(query) is None:
        return query
    return And(
        tuple(one for part in parts for one in (part.parts if isinstance(part, Bag) else (part,)))
    )


def with_words_missing(query: Node) -> Node:
    """The query whose bag must not match as a whole."""
    bag = bag_of(query)
    if bag is None:
        return query
    parts = query.parts if isinstance(query, And) else (query,)
    return And((*parts, Not(And(bag.parts))))
