"""A trait that lists what a policy mentions, declared together with its facet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from privascope.traits.mention import Mention


@dataclass(frozen=True, slots=True)
class MentionTrait:
    """What is looked for in a text, and how it is shown and searched.

    `name` is what the trait is stored and exported under; `names` gives each thing that it finds
    a name for people. The facet is called `facet` in addresses, options and REST; `title` stands
    above its values, `about` explains the option and the parameter, `summary` the charts.
    `from_the_start` says that no library was ever made without it: of any other trait a library
    may hold versions for which it is not computed yet, and shows how many. A test runs `says`,
    texts by what is found in them, and `silent`, texts in which nothing is found.
    """

    name: str
    version: str
    find: Callable[[str], tuple[Mention, ...]]
    names: Mapping[str, str]
    facet: str
    title: str
    about: str
    summary: str
    from_the_start: bool = False
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
