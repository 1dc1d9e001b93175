"""Sentence-level differences: what moved, what was reworded, what came and went."""

import pytest

from privascope.library.diff import ChangeKind, compare_policies, word_changes
from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.page import Page
from privascope.policy.policy import Policy


def policy(*paragraphs: str) -> Policy:
    blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in paragraphs)
    return derive_policy(Page("", "text/plain", "utf-8", "en", Document("", "", (), blocks)))


A = "We collect your name when you register with us."
B = "We keep server logs for ninety days."
C = "Nobody else receives what you write in your diary."
D = "You can delete your account in the settings."


def kinds(before: Policy, after: Policy) -> list[tuple[str, str]]:
    return [
        (change.kind, (after.quote(change.after) if change.after else before.quote(change.before)))
        for change in compare_policies(before, after).changes
        if change.kind != "same" and (change.after or change.before)
    ]


def test_equal_texts_have_no_change() -> None:
    diff = compare_policies(policy(A, B), policy(A, B))
    assert diff.summary() == "Nothing changed."
    assert diff.count(ChangeKind.SAME) == 2


def test_white_space_and_layout_are_no_change() -> None:
    assert kinds(policy(f"{A} {B}"), policy(A, B.replace(" ", "  "))) == []


def test_added_and_removed() -> None:
    assert kinds(policy(A, B), policy(A, C)) == [("removed", B), ("added", C)]


def test_a_moved_sentence_is_neither_added_nor_removed() -> None:
    assert kinds(policy(A, B, C, D), policy(B, C, D, A)) == [("moved", A)]


def test_a_changed_number_is_a_rewording() -> None:
    after = B.replace("ninety", "thirty")
    diff = compare_policies(policy(A, B), policy(A, after))
    assert kinds(policy(A, B), policy(A, after)) == [("reworded", after)]
    assert diff.summary() == "Sentences: 1 reworded, 1 unchanged."


def test_removed_sentences_stand_where_they_stood() -> None:
    changes = compare_policies(policy(A, B, C, D), policy(A, D)).changes
    assert [change.kind for change in changes] == ["same", "removed", "removed", "same"]


def test_every_sentence_of_both_texts_is_told_once() -> None:
    before, after = policy(A, B, C, A), policy(D, C, A, B, B)
    changes = compare_policies(before, after).changes
    assert sorted(c.before.start for c in changes if c.before) == [
        s.start for s in before.sentences
    ]
    assert [c.after.start for c in changes if c.after] == [s.start for s in after.sentences]


def test_against_an_empty_text() -> None:
    assert [kind for kind, _ in kinds(policy(), policy(A))] == ["added"]
    assert [kind for kind, _ in kinds(policy(A), policy())] == ["removed"]


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("kept for ninety days", "kept for two years", "kept for [-ninety days] [+two years]"),
        ("we sell data", "we never sell data", "we [+never] sell data"),
        ("we may sell data", "we sell data", "we [-may] sell data"),
    ],
)
def test_words_of_a_rewording(before: str, after: str, marked: str) -> None:
    signs = {"added": "[+{}]", "removed": "[-{}]", "same": "{}"}
    shown = " ".join(signs[kind].format(words) for kind, words in word_changes(before, after))
    assert shown == marked
