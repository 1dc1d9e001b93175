import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.line_shapes import is_leader_row, is_run_in_heading, is_street_line


@pytest.mark.parametrize(
    "line",
    [
        "Letters ............ 10 years",
        '"Read / unread" marks ..... 1 year',
        "Maps (old, new) ...... permanently",
        "Letters . . . . . . 3 years",
        "Letters.........3 years",
        "Letters …… (see below)",
    ],
)
def test_dots_lead_to_what_is_said(line: str) -> None:
    assert is_leader_row(line)


@pytest.mark.parametrize(
    "line",
    [
        "We read letters... We answer them.",
        "We read letters.... We answer them.",
        "We read letters ... and answer them.",
        "Name ....................",
        ".................... 3 years",
        "We read. We write. We wait. We go.",
        "a" * 400 + " ....... 3 years",
    ],
)
def test_other_dots_do_not(line: str) -> None:
    assert not is_leader_row(line)


@pytest.mark.parametrize(
    "line",
    [
        "4 Lantern Terrace, Millbury",
        "600 Old Mill Street, Millbury, Ohio",
        "12b Harbor Way, Suite 4",
        "7 Second Ave. NE",
        "31 Mill Road",
    ],
)
def test_streets(line: str) -> None:
    assert is_street_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "4 Sharing, selling and renting",
        "3 The way we work",
        "5 Where We Drive",
        "Mill Road",
        "2 Us",
    ],
)
def test_headings_are_no_streets(line: str) -> None:
    assert not is_street_line(line)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ad Partners.", True),
        ("How We May Use Your Information", True),
        ("Managing “Do Not Track” Signals.", True),
        ("We sell data.", False),
        ("Yes.", False),
        ("No.", False),
        ("Kim Dorn, 14 Weighhouse Lane", False),
    ],
)
def test_headings_that_run_into_a_paragraph(sentence: str, expected: bool) -> None:
    assert is_run_in_heading(sentence) is expected


@given(st.text(alphabet=st.sampled_from("aB1. …,\nRoad")))
def test_any_line(line: str) -> None:
    assert is_leader_row(line) in (True, False)
    assert is_street_line(line) in (True, False)
