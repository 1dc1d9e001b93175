"""The texts of several versions at once, with their sentences, and with their practices."""

import sqlite3
from collections.abc import Sequence

from privascope.library.packed import unpack_bytes
from privascope.library.store import Library
from privascope.policy.outline import Outline
from privascope.policy.packing import unpack_sentences
from privascope.traits.practices.practice import Practice
from privascope.traits.traits import unpack_traits


def read_outlines(library: Library, version_ids: Sequence[str]) -> dict[str, Outline]:
    """The texts of those versions that the library has, with their sentences."""
    places = ",".join("?" * len(version_ids))
    rows = library.rows(
        f"SELECT version_id, text, structure FROM derived WHERE version_id IN ({places})",
        *version_ids,
    )
    return {row["version_id"]: _outline(row) for row in rows}


def read_analysed(
    library: Library, version_ids: Sequence[str]
) -> dict[str, tuple[Outline, tuple[Practice, ...]]]:
    """The texts and practices of those versions whose practices are computed."""
    places = ",".join("?" * len(version_ids))
    rows = library.rows(
        "SELECT d.version_id, d.text, d.structure, t.value FROM derived d "
        "JOIN trait t ON t.version_id = d.version_id AND t.name = 'practices' "
        f"WHERE d.version_id IN ({places})",
        *version_ids,
    )
    return {
        row["version_id"]: (
            _outline(row),
            unpack_traits({"practices": row["value"]}).practices or (),
        )
        for row in rows
    }


def _outline(row: sqlite3.Row) -> Outline:
    return Outline(unpack_bytes(row["text"]).decode(), *unpack_sentences(row["structure"]))
