"""Times for which something is kept are found, other times are not."""

import pytest

from privascope.traits.practices.durations import stated_times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("We keep logs for two years.", ["two years"]),
        ("Backups are deleted after 30 (thirty) days.", []),
        ("Backups are deleted after thirty (30) days.", ["thirty (30) days"]),
        ("We have a 90-day retention period.", ["90-day"]),
        ("We retain it for a year and purge it 6 months later.", ["a year", "6 months"]),
        ("You must be 13 years old. We keep nothing.", []),
        ("We keep data of children under 13 years of age apart.", []),
        ("We answer within 30 days.", []),
        ("We keep it as long as we need it.", []),
    ],
)
def test_stated_times(text, times):
    assert [text[span.start : span.end] for span in stated_times(text)] == times
