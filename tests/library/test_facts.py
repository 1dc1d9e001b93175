"""What the library knows of versions, one at a time and many at once."""

from pathlib import Path

import pytest

from privascope.library.facts import read_facts, read_many_facts
from privascope.library.indexed import POLICY, _among_candidates, indexed_versions
from privascope.library.writer import LibraryWriter
from privascope.search.entry import entry_values
from tests.conftest import make_candidate, policy_page

NAMES = (
    "We follow the GDPR. The GDPR gives you rights, and so does the CCPA.",
    "Cookies and web beacons may generally tell us more; cookies may be used in various ways.",
)


@pytest.fixture
def library(tmp_path: Path) -> LibraryWriter:
    """A library of three policies, the last of which names nothing."""
    made = LibraryWriter(tmp_path / "library")
    with made.transaction():
        for number, extra in enumerate((NAMES, NAMES[:1], ())):
            page = policy_page(f"Firm {number}", *extra, without=("cookies",))
            made.store(make_candidate(page, f"https://firm{number}.example/privacy"))
    return made


def test_many_facts_tell_a_list_the_same_as_one(library: LibraryWriter) -> None:
    ids = [row["id"] for row in library.rows("SELECT id FROM version")]
    many = read_many_facts(library, [*ids, "none"], 1.0)
    assert set(many) == set(ids)
    laws = []
    for version_id in ids:
        one = read_facts(library, version_id, 1.0)
        assert one is not None
        assert entry_values(many[version_id]) == entry_values(one)
        kept, found = many[version_id].traits.laws, one.traits.laws
        assert kept is not None
        assert found is not None
        assert set(kept) <= set(found)
        laws.append((len(kept), len(found)))
    library.close()
    assert sorted(laws) == [(0, 0), (2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("told", "ranked"), [(0.0, 0.0), (0.5, 1 / 11), (10 / 11, 0.5), (0.999, 0.990), (1.0, 1.0)]
)
def test_the_detector_is_not_taken_at_its_word(told: float, ranked: float) -> None:
    assert _among_candidates(told) == pytest.approx(ranked, abs=1e-3)


def test_the_index_ranks_by_it_and_the_store_keeps_what_was_told(library: LibraryWriter) -> None:
    rows = {row["id"]: row["probability"] for row in library.rows("SELECT * FROM version")}
    for version in indexed_versions(library, list(rows)):
        assert version.factors[POLICY] == pytest.approx(_among_candidates(rows[version.id]))
        assert version.factors[POLICY] < rows[version.id]
    library.close()
