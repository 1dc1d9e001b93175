"""What a results page needs of a version, as bytes that an engine hands back with a match.

An engine on other machines keeps it, so that a search need not read the store.
"""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from privascope.library.facts import Facts
from privascope.library.packed import pack_bytes, unpack_bytes
from privascope.policy.outline import Outline
from privascope.policy.packing import unpack_sentences
from privascope.traits.mention_traits import MENTION_TRAITS
from privascope.traits.traits import pack_traits, unpack_traits

_HEAD = struct.Struct("<II")
_DATES = tuple(field.name for field in fields(Facts) if field.type == date | None)


@dataclass(frozen=True, slots=True)
class Kept:
    """The facts of a version as lists show them, its text with its sentences, what it states."""

    facts: Facts
    outline: Outline
    statements: frozenset[str]


def pack_kept(facts: Facts, text: str, structure: bytes, statements: Sequence[str]) -> bytes:
    """The bytes; of each thing that is named there is one mention, and no practice."""
    traits = facts.traits
    one_each: dict[str, Any] = {"practices": None}
    for trait in MENTION_TRAITS:
        mentions = traits.mentions(trait.name)
        if mentions is not None:
            one_each[trait.name] = tuple({one.name: one for one in mentions}.values())
    if traits.vagueness is not None:
        one_each["vagueness"] = replace(traits.vagueness, words=(), vague_sentences=())
    values = {field.name: getattr(facts, field.name) for field in fields(facts)}
    values["traits"] = pack_traits(replace(traits, **one_each))
    for name in _DATES:
        values[name] = values[name] and values[name].isoformat()
    head = json.dumps({"facts": values, "statements": list(statements)}).encode()
    return pack_bytes(_HEAD.pack(len(head), len(structure)) + head + structure + text.encode())


def unpack_kept(packed: bytes) -> Kept:
    """What `pack_kept` took."""
    data = unpack_bytes(packed)
    head_size, structure_size = _HEAD.unpack_from(data)
    start = _HEAD.size + head_size
    head = json.loads(data[_HEAD.size : start])
    values = head["facts"]
    for name in _DATES:
        values[name] = values[name] and date.fromisoformat(values[name])
    values["traits"] = unpack_traits(values["traits"])
    structure, text = data[start : start + structure_size], data[start + structure_size :]
    return Kept(
        Facts(**values),
        Outline(text.decode(), *unpack_sentences(structure)),
        frozenset(head["statements"]),
    )
