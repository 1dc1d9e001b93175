"""Labels side by side: differences first, each cell with its words."""

import pytest

from privascope.compare.comparison import Comparison, ComparisonError, Row, compare_labels
from privascope.compare.standing import Standing
from tests.hand_practices import SENTENCES, hand_label, said_policy


def row(rows: tuple[Row, ...], part: str, name: str) -> Row:
    return next(one for one in rows if (one.part, one.name) == (part, name))


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """A policy and one that lacks its first sentence and its period."""
    other = said_policy(*SENTENCES[1:3], SENTENCES[4], name="Dent")
    return compare_labels([hand_label(), hand_label(other)])


def test_what_one_says_and_the_other_does_not_comes_first(compared: Comparison) -> None:
    kept = row(compared.differences, "kept", "Stated Period")
    assert [cell.standing for cell in kept.cells] == [Standing.STATED, Standing.NOT_STATED]
    assert kept.cells[0].evidence[0].text == "We keep invoices for seven years."
    assert kept.cells[0].words == ("seven years",)
    assert all(one.differs for one in compared.differences)
    assert not any(one.differs for one in compared.common)


def test_what_both_say_is_common(compared: Comparison) -> None:
    health = row(compared.common, "collected", "Health")
    assert [cell.standing for cell in health.cells] == [Standing.DENIED, Standing.DENIED]
    shared = row(compared.common, "shared", "shares-location-with-advertisers")
    assert all(cell.evidence for cell in shared.cells)


def test_what_nobody_speaks_of_is_told_once(compared: Comparison) -> None:
    silent = [one for one in compared.common if one.part == "do-not-track"]
    assert [one.wording for one in silent] == ["anything about this"]
    assert {cell.standing for cell in silent[0].cells} == {Standing.NOT_STATED}


def test_every_row_has_a_cell_for_each_policy(compared: Comparison) -> None:
    assert {len(one.cells) for one in (*compared.differences, *compared.common)} == {2}
    assert [one.title for one in compared.policies] == [
        "Quill Privacy Policy",
        "Dent Privacy Policy",
    ]


def test_a_policy_beside_itself_has_no_differences() -> None:
    compared = compare_labels([hand_label(), hand_label()])
    assert compared.differences == ()
    assert compared.common


@pytest.mark.parametrize("number", [0, 1, 7])
def test_too_few_and_too_many_are_refused(number: int) -> None:
    with pytest.raises(ComparisonError, match="2 to 6 policies"):
        compare_labels([hand_label()] * number)


def test_six_can_be_compared() -> None:
    assert len(compare_labels([hand_label()] * 6).policies) == 6


def test_the_first_view_is_compared_with_values(compared: Comparison) -> None:
    rows = {row.slug: row for row in compared.first_view}
    assert len(rows) == 12
    assert [line.words for line in rows["kept"].answers] == ["7 years", "Does not say"]
    assert rows["kept"].differs
    assert not rows["ai"].differs
    differs = [row.differs for row in compared.first_view]
    assert differs == sorted(differs, reverse=True)
