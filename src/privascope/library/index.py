"""Keeps the text index in step with the store."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from privascope.library.connection import clear_errors
from privascope.library.engines.engine import Engine, IndexedVersion
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.engines.tantivy_schema import FORM
from privascope.library.facts import Facts, decimal_year, read_facts, smallest_pagerank
from privascope.library.packed import unpack_bytes
from privascope.library.store import Library

INDEX = "index"
_POSITION = "position"
_BATCH = 25_000


def open_index(library: Library) -> Engine:
    """The library's text engine as it stands."""
    return TantivyEngine(_folder(library) / "tantivy")


def catch_up(library: Library) -> int:
    """Indexes what changed since the index was last brought up to date; returns how much."""
    done = index_changes(library)
    with clear_errors(library.folder):
        open_index(library).tidy()
    return done


def index_changes(library: Library) -> int:
    """Indexes what changed, and leaves it in as many pieces as there were changes.

    Only the holder of the writer's lock may call it. A kill between the index's own commit and
    the note of its position is harmless: the same versions are indexed again.
    """
    folder = _folder(library)
    position = _read_position(folder)
    if position is None and folder.exists():
        _delete(library)
    position = position or 0
    newest = library.row("SELECT coalesce(max(number), 0) FROM change")
    upto = int(newest[0]) if newest else 0
    if position >= upto:
        return 0
    engine = open_index(library)
    done = 0
    while position < upto:
        rows = list(
            library.rows(
                "SELECT number, version_id FROM change WHERE number > ? AND number <= ? "
                "ORDER BY number LIMIT ?",
                position,
                upto,
                _BATCH,
            )
        )
        ids = list(dict.fromkeys(row["version_id"] for row in rows))
        present = dict.fromkeys(
            row["id"]
            for version_id in ids
            for row in library.rows("SELECT id FROM version WHERE id = ?", version_id)
        )
        with clear_errors(library.folder):
            engine.update(
                indexed_versions(library, list(present)),
                [version_id for version_id in ids if version_id not in present],
            )
            position = rows[-1]["number"]
            _write_position(folder, position)
        done += len(ids)
    return done


def rebuild(library: Library) -> int:
    """Deletes the index and makes it anew from the store; returns how many versions it holds."""
    _delete(library)
    catch_up(library)
    return len(open_index(library).ids())


def is_behind(library: Library) -> bool:
    """Whether the store holds something that the index does not know yet."""
    newest = library.row("SELECT coalesce(max(number), 0) FROM change")
    return bool(newest and newest[0] > (_read_position(_folder(library)) or 0))


def indexed_versions(library: Library, ids: list[str]) -> Iterator[IndexedVersion]:
    """The versions of those ids as the engine takes them, one at a time."""
    least = smallest_pagerank(library)
    for version_id in ids:
        facts = read_facts(library, version_id, least)
        row = library.row("SELECT text, page_text FROM derived WHERE version_id = ?", version_id)
        if facts is not None and row is not None:
            yield IndexedVersion(
                id=version_id,
                policy_id=facts.policy_id,
                title=facts.title,
                url=facts.url,
                text=(text := unpack_bytes(row["text"]).decode()),
                rest=_rest(text, unpack_bytes(row["page_text"]).decode()),
                current=facts.current,
                duplicate=facts.duplicate,
                probability=facts.probability,
                popularity=facts.popularity,
                facets=_facets(facts),
                values=_values(facts),
            )


def _rest(text: str, page_text: str) -> str:
    """The lines of a page that are not the policy's."""
    if page_text == text:
        return ""
    policy = Counter(text.split("\n"))
    rest = []
    for line in page_text.split("\n"):
        if policy[line] > 0:
            policy[line] -= 1
        else:
            rest.append(line)
    return "\n".join(rest)


def _facets(facts: Facts) -> dict[str, tuple[str, ...]]:
    traits = facts.traits
    found = {
        name: tuple(sorted({mention.name for mention in mentions or ()}))
        for name, mentions in (
            ("tracker", traits.trackers),
            ("body", traits.bodies),
            ("law", traits.laws),
        )
    }
    if traits.sector:
        found["sector"] = (traits.sector.name,)
    return found | {"language": (facts.language,) if facts.language else ()}


def _values(facts: Facts) -> dict[str, float]:
    values = {"words": float(facts.words)}
    if facts.day:
        values["date"] = decimal_year(facts.day)
    if facts.traits.readability:
        values["grade"] = facts.traits.readability.grade
    if facts.traits.vagueness:
        values["vagueness"] = facts.traits.vagueness.share
    return values


def _delete(library: Library) -> None:
    """Takes the index away, its position first: a kill must not leave one without the other."""
    with clear_errors(library.folder):
        (_folder(library) / _POSITION).unlink(missing_ok=True)
        shutil.rmtree(_folder(library), ignore_errors=True)


def _folder(library: Library) -> Path:
    return library.folder / INDEX


def _read_position(folder: Path) -> int | None:
    try:
        form, number = (folder / _POSITION).read_text().split()
        return int(number) if form == FORM and (folder / "tantivy").is_dir() else None
    except (OSError, ValueError):
        return None


def _write_position(folder: Path, number: int) -> None:
    unfinished = folder / f"{_POSITION}.new"
    unfinished.write_text(f"{FORM} {number}")
    unfinished.replace(folder / _POSITION)
