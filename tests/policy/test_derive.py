import unicodedata
from datetime import date

from privascope.policy.derive import STRUCTURE_VERSION, derive_policy
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.page import Page


def page(*blocks: Block) -> Page:
    return Page("", "text/html", "utf-8", "en", Document("Notice", "", (), blocks))


def test_a_policy_is_what_is_main() -> None:
    policy = derive_policy(
        page(
            Block(BlockKind.PARAGRAPH, "Home", main=False),
            Block(BlockKind.HEADING, "Cafe\u0301 notice", 1),
            Block(BlockKind.PARAGRAPH, "Last updated: May 1, 2020"),
            Block(BlockKind.PARAGRAPH, "We read. We write."),
        )
    )
    assert policy.text == "Café notice\n\nLast updated: May 1, 2020\n\nWe read. We write."
    assert unicodedata.is_normalized("NFC", policy.text)
    assert policy.stated_date == date(2020, 5, 1)
    assert [policy.quote(sentence) for sentence in policy.sentences] == [
        "Café notice",
        "Last updated: May 1, 2020",
        "We read.",
        "We write.",
    ]
    assert [policy.quote(segment) for segment in policy.segments] == [
        "Café notice\n\nLast updated: May 1, 2020",
        "We read. We write.",
    ]
    assert policy.quote(policy.sections[0]) == policy.text
    assert (policy.title, policy.language) == ("Notice", "en")


def test_a_date_outside_the_main_part_is_found() -> None:
    policy = derive_policy(
        page(
            Block(BlockKind.PARAGRAPH, "Last updated: May 1, 2020", main=False),
            Block(BlockKind.PARAGRAPH, "We read."),
        )
    )
    assert policy.stated_date == date(2020, 5, 1)
    assert policy.text == "We read."


def test_a_page_with_no_main_part_is_taken_whole() -> None:
    policy = derive_policy(page(Block(BlockKind.PARAGRAPH, "We read.", main=False)))
    assert policy.text == "We read."


def test_an_empty_page_gives_an_empty_policy() -> None:
    policy = derive_policy(page())
    assert (policy.text, policy.sentences, policy.stated_date) == ("", (), None)


def test_the_version_is_a_word() -> None:
    assert STRUCTURE_VERSION.isalnum()
