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


Node = Word | Phrase | Prefix | Not | And | Or
EVERYTHING = And()
