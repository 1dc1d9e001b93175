"""The practices that can be told apart: categories, their attributes and values (OPP-115)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("taxonomy.toml")
_OTHER = "Other"


@dataclass(frozen=True, slots=True)
class Value:
    """One value that an attribute can have, by its published and its plain name."""

    name: str
    plain: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """What can be asked about a practice, and the answers there are."""

    name: str
    plain: str
    explanation: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of practice; the mandatory attributes are those that every such practice has."""

    name: str
    plain: str
    explanation: str
    mandatory: tuple[Attribute, ...]
    optional: tuple[Attribute, ...]

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """All attributes, the mandatory ones first."""
        return self.mandatory + self.optional


@cache
def categories() -> tuple[Category, ...]:
    """The ten categories, in the order in which a reader asks."""
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    attributes = {
        entry["name"]: Attribute(
            name=entry.get("published", entry["name"]),
            plain=entry["plain"],
            explanation=entry["explanation"],
            values=tuple(Value(**value) for value in entry["values"]),
        )
        for entry in content["attributes"]
    }
    return tuple(
        Category(
            name=entry["name"],
            plain=entry["plain"],
            explanation=entry["explanation"],
            mandatory=tuple(attributes[name] for name in entry["mandatory"]),
            optional=tuple(attributes[name] for name in entry["optional"]),
        )
        for entry in content["categories"]
    )


def category(name: str) -> Category:
    """The category of that published name."""
    return next(found for found in categories() if found.name == name)


def segment_labels() -> tuple[str, ...]:
    """The 12 labels of the public benchmark: the categories, with Other in its three kinds."""
    named = [found.name for found in categories() if found.name != _OTHER]
    kinds = category(_OTHER).mandatory[0].values
    return (*named, *(kind.name for kind in kinds if kind.name != _OTHER))
