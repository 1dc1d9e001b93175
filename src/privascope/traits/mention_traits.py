"""The traits that list what a policy mentions.

A new one is a file like `artificial_intelligence.py` and a name in the tuple below. Its index
field, option, parameter, facet, badges, charts and export column follow from its declaration.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from privascope.traits import artificial_intelligence, bodies, laws, trackers
from privascope.traits.mention_trait import MentionTrait

MENTION_TRAITS: tuple[MentionTrait, ...] = (
    laws.TRAIT,
    trackers.TRAIT,
    bodies.TRAIT,
    artificial_intelligence.TRAIT,
)

T = TypeVar("T")


def with_mentions(kind: Any, **default: Any) -> Callable[[type[T]], type[T]]:
    """A decorator that adds a field of a kind for each of these traits to a class.

    It goes below `@dataclass`, so that the fields are those of the dataclass.
    """

    def extend(cls: type[T]) -> type[T]:
        for trait in MENTION_TRAITS:
            cls.__annotations__[trait.name] = kind
            if "default" in default:
                setattr(cls, trait.name, default["default"])
        return cls

    return extend
