"""Keeps the text index in step with the store."""

from collections import Counter
from collections.abc import Callable, Iterator

from privascope.library.connection import clear_errors
from privascope.library.engines.engine import READ, Engine, IndexedVersion
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.engines.tantivy_schema import FORM
from privascope.library.facts import Facts, decimal_year, read_facts, smallest_pagerank
from privascope.library.index_place import IndexPlace
from privascope.library.packed import unpack_bytes
from privascope.library.store import Library
from privascope.traits.practices.statements import rules_version, statements_of

_BATCH = 25_000
# So many times are the odds of a page being a policy smaller than the detector says.
_TOO_SURE = 10.0


def open_index(library: Library) -> Engine:
    """The library's text engine as it stands."""
    return TantivyEngine(_place(library).in_use)


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
    place = _place(library)
    position = place.position()
    if position is None:
        return _make_anew(library)
    with clear_errors(library.folder):
        place.remove_others()
    index, upto = place.in_use(), library.newest_change()
    return _index(library, TantivyEngine(index), position, upto, lambda at: place.note(at, index))


def rebuild(library: Library) -> int:
    """Makes the index anew from the store; returns how many versions it holds.

    Readers use the old one until the new one is done.
    """
    _make_anew(library)
    return len(open_index(library).ids())


def _make_anew(library: Library) -> int:
    place = _place(library)
    with clear_errors(library.folder):
        place.remove_others()
    upto = library.newest_change()
    if not upto:
        with clear_errors(library.folder):
            place.remove()
        return 0
    index = place.fresh()
    engine = TantivyEngine(index)
    done = _index(library, engine, 0, upto, lambda _: None)
    with clear_errors(library.folder):
        engine.tidy()
        place.note(upto, index)
        place.remove_others()
    return done


def _index(
    library: Library, engine: Engine, position: int, upto: int, note: Callable[[int], None]
) -> int:
    """Indexes what changed between two positions, and notes after each batch how far it is."""
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
            note(position)
        done += len(ids)
    return done


def is_behind(library: Library) -> bool:
    """Whether the store holds something that the index does not know yet."""
    return library.newest_change() > (_place(library).position() or 0)


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
                probability=_among_candidates(facts.probability),
                popularity=facts.popularity,
                facets=_facets(facts, text),
                values=_values(facts),
            )


def _among_candidates(probability: float) -> float:
    """P(policy) of a page that was sought because its address speaks of privacy.

    The detector is too sure of such pages: see docs/methods/search-judging.md.
    """
    odds = probability / max(1e-9, 1 - probability) / _TOO_SURE
    return odds / (1 + odds)


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


def _facets(facts: Facts, text: str) -> dict[str, tuple[str, ...]]:
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
    if traits.practices is not None:
        found["practice"] = (READ["practice"], *statements_of(traits.practices, text))
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


def _place(library: Library) -> IndexPlace:
    return IndexPlace(library.folder, _form())


def _form() -> str:
    """What an index must be made by to be in step: its fields, and the rules of statements."""
    return f"{FORM}.{rules_version()}"
