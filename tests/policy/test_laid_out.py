"""A text that was laid out before is read again without a change."""

import pytest

from privascope.collect.visit import visit_text
from privascope.policy.document import BlockKind
from privascope.policy.laid_out import laid_out_policy

PAGE = """Privacy at Quillmoor

What we collect

We collect the following:
- your name;
- your e-mail address.

How long we keep it

We keep invoices for seven years. Everything else is deleted after a month.
"""


def test_reading_again_changes_nothing() -> None:
    first = visit_text(PAGE).policy
    again = laid_out_policy(first.text)
    assert again.text == first.text
    assert again.sentences == first.sentences
    assert [block.kind for block in again.blocks] == [block.kind for block in first.blocks]
    assert again.sections == first.sections


def test_white_space_and_table_rows_keep_their_places() -> None:
    text = "  A title \n\nName | Kept\nE-mail | one year\n\n\n\nWe sell nothing."
    policy = laid_out_policy(text)
    assert policy.text == text
    assert [policy.quote(block) for block in policy.blocks] == [
        "A title",
        "Name | Kept",
        "E-mail | one year",
        "We sell nothing.",
    ]
    assert [block.kind for block in policy.blocks][1:3] == [BlockKind.ROW, BlockKind.ROW]


def test_a_text_that_is_not_normal_is_refused() -> None:
    with pytest.raises(ValueError, match="NFC"):
        laid_out_policy("Cafe\u0301 data")
