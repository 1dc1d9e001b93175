"""Counts, quartiles and outliers, against libraries whose numbers are known."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from privascope.compare.insights import count_library, read_insights
from privascope.compare.outliers import find_outliers
from privascope.compare.rows import Rows, read_rows
from privascope.library.index import catch_up, open_index
from privascope.library.records import Company
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.policy.policy import Span
from privascope.traits.industries import MEDICAL
from privascope.traits.traits import METHODS, Traits, pack_traits
from privascope.traits.vagueness import Vagueness
from tests.conftest import policy_page


def set_traits(writer: LibraryWriter, policy: str, **values: object) -> None:
    """Puts traits in the place of those that were computed."""
    version = writer.policy(policy).current_version
    vagueness = values.pop("vagueness")
    assert isinstance(vagueness, Vagueness)
    packed = {name: json.dumps(value) for name, value in values.items()}
    packed |= pack_traits(Traits(vagueness=vagueness))
    for name, value in packed.items():
        writer.write(
            "INSERT OR REPLACE INTO trait VALUES (?, ?, ?, ?)", version, name, METHODS[name], value
        )
    writer.write("INSERT INTO change (version_id) VALUES (?)", version)


@pytest.fixture
def two(writer: LibraryWriter, put: Callable[..., str]) -> LibraryWriter:
    """Two policies of two sectors and two years, with traits that are known."""
    first = put(policy_page("Alder"), "https://alder.example/privacy", "2021-03-01")
    second = put(policy_page("Birch"), "https://birch.example/privacy", "2023-03-01")
    with writer.transaction():
        for policy, sector, grade, words in (
            (first, "Education", 9.0, ["gdpr", "gdpr", "ccpa"]),
            (second, MEDICAL, 13.0, ["gdpr"]),
        ):
            set_traits(
                writer,
                policy,
                sector={"name": sector, "source": "inferred", "confidence": 0.9},
                readability={"grade": grade, "minutes": 2.0, "words": 200},
                laws=[[name, 0, 4] for name in words],
                trackers=[],
                bodies=[],
                vagueness=Vagueness(10, 4, 2, (Span(0, 3), Span(5, 8)), (1, 2)),
            )
    catch_up(writer)
    return writer


def test_counts_and_quartiles(two: LibraryWriter) -> None:
    found = count_library(two, open_index(two))
    assert (found.policies, found.versions, found.duplicates) == (2, 2, 0)
    assert {one.value: one.count for one in found.sectors} == {"Education": 1, MEDICAL: 1}
    assert [(one.value, one.count) for one in found.years] == [("2021", 1), ("2023", 1)]
    laws = next(one for one in found.named if one.facet == "law")
    assert [(one.value, one.count) for one in laws.values] == [("gdpr", 2), ("ccpa", 1)]
    assert {group.name: group.counts for group in laws.by_year} == {
        "2021": {"gdpr": 1, "ccpa": 1},
        "2023": {"gdpr": 1},
    }
    assert {group.name: group.counts for group in laws.by_sector} == {
        "Education": {"gdpr": 1, "ccpa": 1},
        MEDICAL: {"gdpr": 1},
    }
    grade = next(one for one in found.distributions if one.range == "grade")
    assert grade.spread is not None
    assert (grade.spread.low, grade.spread.middle, grade.spread.high) == (10.0, 11.0, 12.0)
    assert [one.count for one in grade.bins] == [1, 0, 0, 0, 1]
    assert (grade.bins[0].low, grade.bins[-1].high) == (9.0, 14.0)
    assert not found.index_behind


def test_vague_sentences_are_summed(two: LibraryWriter) -> None:
    found = count_library(two, open_index(two))
    total = found.vague_sentences
    assert (total.sentences, total.candidates, total.vague) == (20, 8, 4)
    assert [(one.name, one.vague) for one in found.vague_by_year] == [("2021", 2), ("2023", 2)]
    vagueness = next(one for one in found.distributions if one.range == "vagueness")
    assert [(one.low, one.count) for one in vagueness.bins] == [(0.2, 2)]
    assert sum(found.vague_bins) == sum(found.candidate_bins) == sum(found.probability_bins) == 2
    assert found.vague_bins[4] == 2
    assert found.candidate_bins[8] == 2


def test_the_command_prints_the_tables_of_a_library(
    two: LibraryWriter, capsys: pytest.CaptureFixture[str]
) -> None:
    from privascope.cli.insights import command

    command(two.folder)
    printed = capsys.readouterr().out
    for title in ("Sector of commerce", "Laws and agreements", "P(policy)", "Share of vague"):
        assert title in printed
    command(two.folder, as_json=True)
    data = json.loads(capsys.readouterr().out)
    assert data["policies"] == 2
    assert sum(data["probability_bins"]) == 2


def test_a_trait_that_is_missing_is_counted_as_missing(two: LibraryWriter) -> None:
    with two.transaction():
        for name in ("vagueness", "laws", "sector", "readability"):
            version = "(SELECT current_version FROM policy WHERE domain = 'birch.example')"
            two.write(f"DELETE FROM trait WHERE name = '{name}' AND version_id = {version}")
        two.write(f"INSERT INTO change (version_id) SELECT {version}")
    catch_up(two)
    found = count_library(two, open_index(two))
    laws = next(one for one in found.named if one.facet == "law")
    assert (laws.known, laws.missing) == (1, 1)
    assert [group.known for group in laws.by_year] == [1, 0]
    assert found.sectors_missing == 1
    assert {one.range: one.missing for one in found.distributions} == {
        "grade": 1,
        "vagueness": 1,
        "words": 0,
    }
    assert found.vague_sentences.policies == 1


def test_a_listed_sector_stands_before_the_inferred_one(two: LibraryWriter) -> None:
    with two.transaction():
        two.set_companies([Company("alder.example", industry="medical practice")])
    rows = read_rows(two)
    assert sorted(rows.sectors) == [MEDICAL, MEDICAL]


def test_counted_again_only_after_a_change(two: LibraryWriter) -> None:
    with Library(two.folder) as library:
        first = read_insights(library)
        assert read_insights(library) is first
        with two.transaction():
            two.remove(next(iter(two.policies())).id)
        behind = read_insights(library)
        assert (behind.policies, behind.index_behind) == (1, True)
        catch_up(two)
        after = read_insights(library)
        assert (after.policies, after.index_behind) == (1, False)
        assert read_insights(library) is after


def test_an_empty_library_has_empty_insights(tmp_path: Path) -> None:
    with LibraryWriter(tmp_path / "library") as library:
        found = count_library(library, open_index(library))
    assert (found.policies, found.sectors, found.outliers) == (0, (), ())
    assert all(one.bins == () and one.spread is None for one in found.distributions)


def rows_of(**numbers: list[float]) -> tuple[Rows, dict[str, np.ndarray]]:
    size = len(next(iter(numbers.values())))
    unknown = np.full(size, np.nan)
    columns = dict.fromkeys(("grade", "vagueness", "words"), unknown)
    columns |= {name: np.array(values) for name, values in numbers.items()}
    names = tuple(f"p{n}" for n in range(size))
    rows = Rows(names, names, names, np.full(size, MEDICAL, dtype=object), unknown, columns, {})
    return rows, {MEDICAL: np.ones(size, dtype=bool)}


def test_outliers_lie_beyond_one_and_a_half_widths() -> None:
    rows, sectors = rows_of(grade=[10, 10, 11, 11, 12, 12, 13, 13, 25, 1])
    (fences,) = find_outliers(rows, sectors)
    # The quartiles are 10.25 and 12.75, so the bounds lie at 6.5 and 16.5.
    assert (fences.low, fences.high) == (6.4, 16.6)
    assert (fences.below, fences.above) == (1, 1)
    assert [(one.policy_id, one.value) for one in fences.furthest] == [("p8", 25.0), ("p9", 1.0)]


def test_few_policies_have_no_outliers() -> None:
    assert find_outliers(*rows_of(grade=[10, 10, 11, 11, 12, 90, 1])) == ()


def test_like_policies_have_no_outliers_but_the_odd_one() -> None:
    (fences,) = find_outliers(*rows_of(words=[500.0] * 20 + [501.0]))
    assert (fences.below, fences.above) == (0, 1)


def test_a_bound_below_zero_is_none() -> None:
    (fences,) = find_outliers(*rows_of(vagueness=[0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.3, 0.9]))
    assert fences.low is None
    assert fences.above == 1
