"""Quotes are shown as the policy sets them: lists below their lead-in, rows as a table."""

from dataclasses import replace

from privascope.answer.answer import Mark, Quote
from privascope.answer.context import context_of
from privascope.answer.excerpts import Excerpt, Form, excerpts_of
from privascope.answer.passages import passages_of
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page

URL = "https://fennel.example/privacy"
PAGE = """<title>Fennel Privacy Policy</title><h1>Fennel Privacy Policy</h1>
<p>Fennel is a garden diary, and this policy says what it does with your data.</p>
<h2>Sharing</h2>
<p>We share your data with:</p>
<ul><li>our cloud host in Oslo;</li>
<li>seed shops. They get your city, never your name.
<ul><li>shops abroad too;</li></ul></li>
<li>the tax office.</li></ul>
<p>Weather stations read the air. They send it to us. We do not keep it.</p>
<h2>Keeping</h2>
<p>We keep records as this table says:</p>
<table><tr><th>Record</th><th>Kept for</th></tr><tr><td>Invoices</td><td>seven years</td></tr>
<tr><td>Diary pages</td><td>until you delete them</td></tr></table>
<p>Some words mean more than they seem to.</p>
<dl><dt>Backup</dt><dd>A copy that is kept for thirty days.</dd></dl>
"""


def fennel() -> Policy:
    return derive_policy(read_page(PAGE.encode(), URL, "text/html"))


def quotes(policy: Policy, *beginnings: str) -> list[Quote]:
    passages = passages_of(policy)
    numbers = [
        next(n for n, one in enumerate(passages.all) if one.text.startswith(beginning))
        for beginning in beginnings
    ]
    return [
        Quote(
            start=passages[number].start,
            end=passages[number].end,
            text=passages[number].text,
            section=policy.section_path(passages[number].start),
            score=0.5,
            marks=(),
            context=context_of(policy, passages, number),
            link="",
        )
        for number in numbers
    ]


def shown(policy: Policy, *beginnings: str) -> list[list[str]]:
    """The pieces of each excerpt as text, what only leads to a quote in brackets."""
    return [_pieces(policy, one) for one in excerpts_of(quotes(policy, *beginnings), policy)]


def _pieces(policy: Policy, excerpt: Excerpt) -> list[str]:
    found = []
    for piece in excerpt.pieces:
        words = [
            policy.text[one.start : one.end]
            if one.quote
            else f"[{policy.text[one.start : one.end]}]"
            for one in piece.shown
        ]
        bullet = "- " * piece.level if piece.form is Form.ITEM else ""
        found.append(bullet + " ".join(words))
    return found


def test_items_share_their_lead_in_and_the_best_comes_first() -> None:
    assert shown(fennel(), "the tax office", "our cloud host") == [
        ["[We share your data with:]", "- the tax office.", "- our cloud host in Oslo;"]
    ]


def test_items_of_a_list_belong_together_without_a_lead_in() -> None:
    policy = fennel()
    bare = [replace(one, context=()) for one in quotes(policy, "the tax office", "our cloud host")]
    (excerpt,) = excerpts_of(bare, policy)
    assert _pieces(policy, excerpt) == ["- the tax office.", "- our cloud host in Oslo;"]


def test_items_keep_their_place_in_lists_within_lists() -> None:
    policy = fennel()
    assert shown(policy, "seed shops", "our cloud host", "They get") == [
        [
            "[We share your data with:]",
            "- seed shops. They get your city, never your name.",
            "- our cloud host in Oslo;",
        ]
    ]


def test_no_sentence_is_shown_twice() -> None:
    policy = fennel()
    found = shown(policy, "We do not keep it", "They send it", "Weather stations", "We share your")
    assert found == [
        ["Weather stations read the air. They send it to us. We do not keep it."],
        ["We share your data with:"],
    ]
    as_lead = shown(policy, "the tax office", "We share your")
    assert as_lead == [["We share your data with:", "- the tax office."]]
    assert shown(policy, "We share your", "the tax office") == as_lead


def test_a_row_is_shown_with_its_columns() -> None:
    policy = fennel()
    (excerpt,) = excerpts_of(quotes(policy, "Diary pages", "Invoices"), policy)
    assert _pieces(policy, excerpt) == [
        "[We keep records as this table says:]",
        "[Record | Kept for]",
        "Diary pages | until you delete them",
        "Invoices | seven years",
    ]
    assert [piece.header for piece in excerpt.pieces] == [False, True, False, False]
    assert [quote.text[:5] for quote in excerpt.quotes] == ["Diary", "Invoi"]


def test_a_definition_is_shown_with_its_term() -> None:
    assert shown(fennel(), "A copy that") == [["[Backup]", "A copy that is kept for thirty days."]]


def test_an_item_by_itself_needs_no_bullet() -> None:
    policy = fennel()
    (quote,) = quotes(policy, "the tax office")
    bare = Quote(
        quote.start,
        quote.end,
        quote.text,
        quote.section,
        0.5,
        (Mark(quote.start, quote.end),),
        (),
        "",
    )
    (excerpt,) = excerpts_of([bare], policy)
    assert [piece.form for piece in excerpt.pieces] == [Form.PROSE]
