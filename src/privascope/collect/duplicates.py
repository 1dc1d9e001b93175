"""Links near-duplicate policies of different services; one of each group is shown."""

from privascope.collect.near_duplicates import NEAR, SIGNATURE_VERSION, similarity
from privascope.collect.outcome import Outcome
from privascope.library.duplicates import (
    all_copies,
    exact_twin,
    precedence,
    shown_policy,
    signature_of,
    signatures_nearby,
)
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter


def settle(library: LibraryWriter, policy_id: str) -> Outcome | None:
    """Finds what a policy's current text repeats, and links the two.

    The copy of the more popular site stands for both, the newer one where that is not known.

    Returns how it was linked, or nothing when the policy stands on its own.
    """
    library.link_duplicate(policy_id, None, None)
    twin, likeness = exact_twin(library, policy_id), 1.0
    if twin is None:
        twin, likeness = _near_twin(library, policy_id)
    if twin is None:
        return None
    head = shown_policy(library, twin)
    if head == policy_id:
        return None
    if precedence(library, policy_id) > precedence(library, head):
        library.lead_duplicates(policy_id, head, likeness)
        return None
    library.lead_duplicates(head, policy_id, likeness)
    return Outcome.DUPLICATE if likeness == 1.0 else Outcome.NEAR_DUPLICATE


def lead_by_precedence(library: LibraryWriter) -> int:
    """Chooses the copy to show of each group again, after popularity became known."""
    changed = 0
    groups: dict[str, list[tuple[str, float]]] = {}
    for copy in all_copies(library):
        groups.setdefault(copy.original, []).append((copy.policy_id, copy.similarity))
    for head, copies in groups.items():
        best, likeness = max(copies, key=lambda copy: (precedence(library, copy[0]), copy[0]))
        if precedence(library, best) > precedence(library, head):
            library.link_duplicate(best, None, None)
            library.lead_duplicates(best, head, likeness)
            changed += 1
    return changed


def _near_twin(library: Library, policy_id: str) -> tuple[str | None, float]:
    mine = signature_of(library, policy_id)
    if mine is None:
        return None, 0.0
    best: tuple[float, str] | None = None
    for other, signature in signatures_nearby(library, policy_id, SIGNATURE_VERSION):
        likeness = similarity(mine, signature)
        if likeness >= NEAR and (best is None or (likeness, other) > best):
            best = likeness, other
    # Signatures may be equal for texts that differ in a few words.
    return (best[1], min(best[0], 0.999)) if best else (None, 0.0)
