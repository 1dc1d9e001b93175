"""Checks a library: the store within itself, and the index against the store."""

from dataclasses import dataclass

from privascope.errors import PrivascopeError
from privascope.library.deriving import derive_again
from privascope.library.identity import content_hash, text_hash
from privascope.library.index import catch_up, is_behind, knows_more, open_index, rebuild
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, and what `verify --repair` does about it."""

    what: str
    repair: str


def check_library(library: Library) -> list[Problem]:
    """All problems found, the store's first."""
    return [*_check_database(library), *_check_versions(library), *_check_index(library)]


def repair_library(library: LibraryWriter) -> list[Problem]:
    """Repairs what can be repaired and returns the remaining problems."""
    for row in list(library.rows("SELECT id FROM version")):
        if _version_problem(library, row["id"]):
            try:
                content, content_type, url = library.content(row["id"])
                with library.transaction():
                    library.replace_text(row["id"], derive_again(content, url, content_type))
            except PrivascopeError:
                continue
    if _check_index(library):
        catch_up(library) if is_behind(library) else rebuild(library)
    if _check_index(library):
        rebuild(library)
    return check_library(library)


def _check_database(library: Library) -> list[Problem]:
    found = [
        Problem(f"the database is damaged: {row[0]}", "none: restore the folder from a backup")
        for row in library.rows("PRAGMA integrity_check")
        if row[0] != "ok"
    ]
    found += [
        Problem(f"table {row[0]} refers to rows that are gone", "none: restore from a backup")
        for row in library.rows("PRAGMA foreign_key_check")
    ]
    found += [
        Problem(f"policy {row['id']} has no current version", "none: remove it and add it again")
        for row in library.rows(
            "SELECT id FROM policy WHERE current_version IS NULL OR current_version NOT IN "
            "(SELECT version_id FROM derived)"
        )
    ]
    return found


def _check_versions(library: Library) -> list[Problem]:
    found = []
    for row in library.rows("SELECT id FROM version"):
        problem = _version_problem(library, row["id"])
        if problem:
            found.append(Problem(f"version {row['id']}: {problem}", "extract its text again"))
    return found


def _version_problem(library: Library, version_id: str) -> str:
    """What is wrong with a version's bytes or text, or nothing."""
    row = library.row(
        "SELECT v.content_hash, d.text_hash FROM version v "
        "LEFT JOIN derived d ON d.version_id = v.id WHERE v.id = ?",
        version_id,
    )
    if row is None or row["text_hash"] is None:
        return "no text"
    try:
        if content_hash(library.content(version_id)[0]) != row["content_hash"]:
            return "the fetched bytes are not the ones that were stored"
        policy = library.derived(version_id).policy
    except (PrivascopeError, UnicodeDecodeError) as error:
        return str(error)
    if text_hash(policy.text) != row["text_hash"]:
        return "the text is not the one that was stored"
    length = len(policy.text)
    places = [(span.start, span.end) for span in (*policy.segments, *policy.sentences)]
    places += [(span.start, span.end) for span in policy.blocks]
    places += [(span.start, span.end) for span in policy.sections]
    if not all(0 <= start < end <= length for start, end in places):
        return "an offset points outside the text"
    return ""


def _check_index(library: Library) -> list[Problem]:
    if is_behind(library):
        return [Problem("the index is behind the store", "index what changed")]
    stored = {row["id"] for row in library.rows("SELECT id FROM version")}
    try:
        indexed = open_index(library).ids()
    except PrivascopeError as error:
        return [Problem(str(error), "rebuild the index")]
    found = []
    if knows_more(library):
        found.append(
            Problem("the index knows changes that the store does not", "rebuild the index")
        )
    if stored - indexed:
        found.append(
            Problem(f"the index lacks {len(stored - indexed)} versions", "rebuild the index")
        )
    if indexed - stored:
        found.append(
            Problem(
                f"the index holds {len(indexed - stored)} versions that the store does not",
                "rebuild the index",
            )
        )
    return found
