"""Links policies of different services that say the same; one of each group is shown."""

from privascope.collect.near_duplicates import NEAR, SIGNATURE_VERSION, similarity
from privascope.collect.outcome import Outcome
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter


def settle(library: LibraryWriter, policy_id: str) -> Outcome | None:
    """Finds what a policy's current text repeats, and links the two.

    The copy of the more popular site stands for both, the newer one where that is not known.

    Returns how it was linked, or nothing when the policy stands on its own.
    """
    library.link_duplicate(policy_id, None, None)
    twin, likeness = _exact_twin(library, policy_id), 1.0
    if twin is None:
        twin, likeness = _near_twin(library, policy_id)
    if twin is None:
        return None
    row = library.row("SELECT coalesce(duplicate_of, id) AS head FROM policy WHERE id = ?", twin)
    head = str(row["head"]) if row else twin
    if head == policy_id:
        return None
    if _standing(library, policy_id) > _standing(library, head):
        library.lead_duplicates(policy_id, head, likeness)
        return None
    library.lead_duplicates(head, policy_id, likeness)
    return Outcome.DUPLICATE if likeness == 1.0 else Outcome.NEAR_DUPLICATE


def lead_by_standing(library: LibraryWriter) -> int:
    """Lets the best copy of each group stand for it, after popularity became known."""
    changed = 0
    groups: dict[str, list[tuple[str, float]]] = {}
    for row in library.rows(
        "SELECT duplicate_of, id, duplicate_similarity FROM policy WHERE duplicate_of IS NOT NULL"
    ):
        groups.setdefault(row["duplicate_of"], []).append((row["id"], row["duplicate_similarity"]))
    for head, copies in groups.items():
        best, likeness = max(copies, key=lambda copy: (_standing(library, copy[0]), copy[0]))
        if _standing(library, best) > _standing(library, head):
            library.link_duplicate(best, None, None)
            library.lead_duplicates(best, head, likeness)
            changed += 1
    return changed


def _exact_twin(library: Library, policy_id: str) -> str | None:
    row = library.row(
        "SELECT other.id FROM policy me JOIN derived d ON d.version_id = me.current_version "
        "JOIN derived e ON e.text_hash = d.text_hash "
        "JOIN policy other ON other.current_version = e.version_id "
        "WHERE me.id = ?1 AND other.id != ?1 "
        "ORDER BY other.duplicate_of IS NOT NULL, other.id LIMIT 1",
        policy_id,
    )
    return str(row["id"]) if row else None


def _near_twin(library: Library, policy_id: str) -> tuple[str | None, float]:
    mine = library.row("SELECT data FROM signature WHERE policy_id = ?", policy_id)
    if mine is None:
        return None, 0.0
    best: tuple[float, str] | None = None
    for row in library.rows(
        "SELECT DISTINCT s.policy_id, s.data FROM band mine "
        "JOIN band other ON other.value = mine.value AND other.policy_id != mine.policy_id "
        "JOIN signature s ON s.policy_id = other.policy_id "
        "WHERE mine.policy_id = ? AND s.method = ? LIMIT 200",
        policy_id,
        SIGNATURE_VERSION,
    ):
        likeness = similarity(mine["data"], row["data"])
        if likeness >= NEAR and (best is None or (likeness, row["policy_id"]) > best):
            best = likeness, row["policy_id"]
    # A signature may agree wholly on texts that differ in a few words.
    return (best[1], min(best[0], 0.999)) if best else (None, 0.0)


def _standing(library: Library, policy_id: str) -> tuple[float, str]:
    """What makes a copy the one to show: PageRank, then the stated date, else the last fetch."""
    row = library.row(
        "SELECT coalesce(r.pagerank, 0.0) AS pagerank, "
        "coalesce(d.stated_date, (SELECT substr(max(o.fetched_at), 1, 10) "
        "FROM observation o WHERE o.policy_id = p.id)) AS day "
        "FROM policy p JOIN derived d ON d.version_id = p.current_version "
        "LEFT JOIN popularity r ON r.domain = p.domain WHERE p.id = ?",
        policy_id,
    )
    return (float(row["pagerank"]), str(row["day"])) if row else (0.0, "")
