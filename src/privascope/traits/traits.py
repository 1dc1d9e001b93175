"""All that is known to be true of one version of a policy."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from privascope.policy.policy import Policy, Span
from privascope.traits import readability, sector, vagueness
from privascope.traits.mention import Mention
from privascope.traits.mention_traits import MENTION_TRAITS, with_mentions
from privascope.traits.practices.packing import pack_practices, unpack_practices
from privascope.traits.practices.practice import Practice
from privascope.traits.readability import Readability
from privascope.traits.sector import Sector
from privascope.traits.vagueness import Vagueness

# The method that makes each cheap trait today; a stored value made by another is computed again.
METHODS: Mapping[str, str] = {
    "readability": readability.VERSION,
    "vagueness": vagueness.VERSION,
    "sector": sector.VERSION,
    **{trait.name: trait.version for trait in MENTION_TRAITS},
}
# Not computed when a policy enters, but by `enrich`, or when somebody asks.
COSTLY = ("practices",)


def method_of(trait: str) -> str:
    """The method that makes a trait today; a costly one is named after its model."""
    if trait in COSTLY:
        from privascope.traits.practices.find import version

        return version()
    return METHODS[trait]


@dataclass(frozen=True, slots=True)
@with_mentions(tuple[Mention, ...] | None, default=None)
class Traits:
    """None stands for "not computed yet", which is not the same as none found.

    Each of MENTION_TRAITS has a field here too, such as `laws`.
    """

    readability: Readability | None = None
    vagueness: Vagueness | None = None
    sector: Sector | None = None
    practices: tuple[Practice, ...] | None = None

    def mentions(self, trait: str) -> tuple[Mention, ...] | None:
        """What one of MENTION_TRAITS found, and where."""
        found: tuple[Mention, ...] | None = getattr(self, trait)
        return found


def find_traits(policy: Policy, domain: str, page_text: str) -> Traits:
    """Every cheap trait, computed from the policy, its site's name and the whole page's text.

    The page around a policy tells the site's trade better than the policy does.
    """
    mentions: dict[str, Any] = {trait.name: trait.find(policy.text) for trait in MENTION_TRAITS}
    return Traits(
        readability=readability.measure_readability(policy),
        vagueness=vagueness.measure_vagueness(policy),
        sector=sector.find_sector(page_text, domain, policy.title),
        **mentions,
    )


def pack_traits(traits: Traits) -> dict[str, str]:
    """Each computed trait as JSON, in the short form that is stored."""
    packed: dict[str, str] = {}
    for name, pack in _PACK.items():
        value = getattr(traits, name)
        if value is not None:
            packed[name] = json.dumps(pack(value), separators=(",", ":"))
    return packed


def unpack_traits(packed: Mapping[str, str]) -> Traits:
    """What `pack_traits` took; a trait that is not there is None."""
    return Traits(**{name: _UNPACK[name](json.loads(value)) for name, value in packed.items()})


def unpack_many_traits(packed: Sequence[tuple[str, str]]) -> list[tuple[str, Any]]:
    """Traits of many policies by name, for lists: of each thing that is named, one mention.

    They are parsed in one go, which takes a third of the time.
    """
    parsed = json.loads(f"[{','.join(value for _, value in packed)}]")
    return [
        (name, _UNPACK_FOR_LISTS[name](value))
        for (name, _), value in zip(packed, parsed, strict=True)
    ]


def _pack_mentions(mentions: tuple[Mention, ...]) -> list[list[Any]]:
    return [[mention.name, mention.start, mention.end] for mention in mentions]


def _unpack_mentions(rows: list[list[Any]]) -> tuple[Mention, ...]:
    return tuple(Mention(*row) for row in rows)


def _unpack_one_each(rows: list[list[Any]]) -> tuple[Mention, ...]:
    return tuple(Mention(*row) for row in {row[0]: row for row in rows}.values())


def _unpack_vagueness(values: dict[str, Any]) -> Vagueness:
    words = tuple(Span(*pair) for pair in values.pop("words"))
    sentences = tuple(values.pop("vague_sentences"))
    return Vagueness(words=words, vague_sentences=sentences, **values)


def _pack_vagueness(value: Vagueness) -> dict[str, Any]:
    packed = {field.name: getattr(value, field.name) for field in fields(value)}
    packed["words"] = [[span.start, span.end] for span in value.words]
    return packed


_MENTIONS = tuple(trait.name for trait in MENTION_TRAITS)
_PACK: dict[str, Any] = {
    "readability": asdict,
    "vagueness": _pack_vagueness,
    "sector": asdict,
    "practices": pack_practices,
    **dict.fromkeys(_MENTIONS, _pack_mentions),
}
_UNPACK: dict[str, Any] = {
    "readability": lambda values: Readability(**values),
    "vagueness": _unpack_vagueness,
    "sector": lambda values: Sector(**values),
    "practices": unpack_practices,
    **dict.fromkeys(_MENTIONS, _unpack_mentions),
}
_UNPACK_FOR_LISTS = _UNPACK | dict.fromkeys(_MENTIONS, _unpack_one_each)
