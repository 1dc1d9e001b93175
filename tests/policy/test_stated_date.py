from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.stated_date import find_stated_date


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Last updated: March 3, 2025", date(2025, 3, 3)),
        ("Effective as of 1 January 2024", date(2024, 1, 1)),
        ("Last modified 2023-11-20", date(2023, 11, 20)),
        ("Updated 03/04/2021", date(2021, 3, 4)),
        ("Updated 13/04/2021", date(2021, 4, 13)),
        ("Updated 03.04.2021", date(2021, 4, 3)),
        ("Version of May 2020", date(2020, 5, 1)),
        ("Last Revised: Sept. 5th 2019", date(2019, 9, 5)),
        ("This notice was last revised on the 2nd of June, 2022.", date(2022, 6, 2)),
        ("Effective Date: 31-01-2021", date(2021, 1, 31)),
        ("(updated 5/25/18)", date(2018, 5, 25)),
        ("Last Updated\n\nJune 1st, 2020\n\nWe read.", date(2020, 6, 1)),
        ("Privacy Notice\n\nMay 24, 2018\n\nWe read.", date(2018, 5, 24)),
        ("LAST UPDATED - AUGUST, 2021", date(2021, 8, 1)),
        ("Last updated: Jan 1, 2020We read your letters.", date(2020, 1, 1)),
        (
            "We like letters. Effective date: July 1, 2014. And so on, page after page of it.",
            date(2014, 7, 1),
        ),
        ("Privacy Policy (effective 15 Jul 2016)", date(2016, 7, 15)),
    ],
)
def test_stated_dates(text: str, stated: date) -> None:
    assert find_stated_date(text) == stated


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Since May 25, 2018 the GDPR applies to us.",
        "Effective January 1, 2020, the CCPA gives Californians further rights over their data.",
        "Last updated: March 3, 1899",
        "Last updated: February 31, 2020",
        "Our offices were last painted in a year nobody remembers.",
        "Copyright 2021 Acme",
        "The Act of 6 January 1998 on files, as amended, applies to the lists that we keep.",
    ],
)
def test_no_stated_date(text: str) -> None:
    assert find_stated_date(text) is None


def test_the_update_counts_more_than_the_effect() -> None:
    text = "Privacy\n\nEffective date: May 1, 2020\n\nLast updated: April 12, 2020\n\nWe read."
    assert find_stated_date(text) == date(2020, 4, 12)


def test_the_head_counts_more_than_the_middle() -> None:
    filler = "We read letters and answer them. " * 200
    text = (
        f"Notice\n\nLast updated: May 1, 2020\n\n{filler}\n\nLast updated: May 9, 2019\n\n{filler}"
    )
    assert find_stated_date(text) == date(2020, 5, 1)


def test_the_foot_is_read_too() -> None:
    filler = "We read letters and answer them. " * 300
    assert find_stated_date(f"{filler}\n\nLast updated: May 1, 2020") == date(2020, 5, 1)


def test_earlier_versions_are_not_this_one() -> None:
    text = "Notice\n\nEffective: May 1, 2020\n\nPrevious version, last updated: May 1, 2021"
    assert find_stated_date(text) == date(2020, 5, 1)


def test_no_date_lies_far_in_the_future() -> None:
    year = datetime.now(UTC).year
    assert find_stated_date(f"Last updated: March 3, {year + 1}") == date(year + 1, 3, 3)
    assert find_stated_date(f"Last updated: March 3, {year + 2}") is None


@given(st.text(alphabet=st.sampled_from("last updated:20130/-. May,\n§é")))
def test_any_text(text: str) -> None:
    stated = find_stated_date(text)
    assert stated is None or 1995 <= stated.year <= datetime.now(UTC).year + 1


@pytest.mark.parametrize(
    "line",
    [
        "Effective March 3, 2025. Replaces the notice dated September 1, 2022.",
        "Version 4.2, in force since 3 March 2025",
        "Adopted by the board on 3 March 2025. Document 7, issue D.",
        "Approved by the Governance Committee on 3 March 2025",
        "(agreed at the meeting of 3 March 2025)",
        "This notice was adopted on 3 March 2025.",
    ],
)
def test_when_a_policy_came_into_force(line: str) -> None:
    filler = "We read letters and answer them. " * 9
    assert find_stated_date(f"Privacy notice\n\n{line}\n\n{filler}") == date(2025, 3, 3)


@pytest.mark.parametrize(
    "line",
    [
        "We use the standard clauses approved by the Commission on 4 June 2021.",
        "The rule was adopted on 4 June 2021. It binds us.",
        "The Colorado rule will go into effect on July 1, 2023. The rule gives you rights.",
        "We have read letters since 3 March 2019.",
        "You agreed on 3 March 2019 to be read.",
    ],
)
def test_what_else_is_adopted_or_in_force(line: str) -> None:
    filler = "We read letters and answer them. " * 9
    assert find_stated_date(f"Privacy notice\n\n{filler}\n\n{line} {filler}") is None
