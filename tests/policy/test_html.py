"""HTML pages become blocks in reading order, whatever state they are in."""

import pytest

from privascope.policy.document import BlockKind, Document
from privascope.policy.html import html_document


def blocks(markup: str) -> list[tuple[str, int, str]]:
    """Kind, level and text of each block, short to compare."""
    found = html_document(markup).blocks
    return [(block.kind.name.lower(), block.level, block.text) for block in found]


def texts(markup: str) -> list[str]:
    return [block.text for block in html_document(markup).blocks]


def test_headings_paragraphs_lists_and_definitions_stand_in_reading_order() -> None:
    assert blocks(
        """<h1>Privacy</h1><p>We collect data.</p>
        <ul><li>names<ul><li>first names</li></ul></li><li>emails</li></ul>
        <dl><dt>Cookie</dt><dd>A small file.</dd></dl>
        <pre>line one\nline two\n\nanother</pre>"""
    ) == [
        ("heading", 1, "Privacy"),
        ("paragraph", 0, "We collect data."),
        ("item", 1, "names"),
        ("item", 2, "first names"),
        ("item", 1, "emails"),
        ("term", 0, "Cookie"),
        ("definition", 0, "A small file."),
        ("preformatted", 0, "line one\nline two"),
        ("preformatted", 0, "another"),
    ]


def test_a_data_table_gives_one_row_a_record() -> None:
    assert blocks(
        """<table><tr><th>Cookie</th><th>Purpose</th></tr>
        <tr><td>sid</td><td><p>Session</p><p>Security</p></td></tr>
        <tr><td>ad</td><td></td></tr></table>"""
    ) == [
        ("row", 0, "Cookie | Purpose"),
        ("row", 0, "sid | Session\nSecurity"),
        ("row", 0, "ad"),
    ]


def test_nested_tables_are_layout() -> None:
    assert blocks(
        """<table><tr><td>Menu</td><td><table><tr><td><p>We collect data.</p>
        <p>We keep it.</p></td></tr></table></td></tr></table>"""
    ) == [
        ("paragraph", 0, "Menu"),
        ("paragraph", 0, "We collect data."),
        ("paragraph", 0, "We keep it."),
    ]


def test_presentation_tables_are_layout() -> None:
    rows = "<tr><td>a b</td><td>c d</td></tr>" * 3
    kinds = {kind for kind, _, _ in blocks(f"<table role=presentation>{rows}</table>")}
    assert kinds == {"paragraph"}


def test_panels_hidden_or_not_are_text() -> None:
    assert blocks(
        """<details><summary>What we keep</summary><p>Logs.</p></details>
        <button aria-expanded="false">Your rights</button>
        <div hidden style="display:none"><p>You may object.</p></div>"""
    ) == [
        ("heading", 2, "What we keep"),
        ("paragraph", 0, "Logs."),
        ("heading", 2, "Your rights"),
        ("paragraph", 0, "You may object."),
    ]


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>var a = 'hidden';</script>",
        "<style>p { color: red }</style>",
        "<template><p>hidden</p></template>",
        "<noscript>hidden</noscript>",
        "<svg><title>hidden</title></svg>",
        "<select><option>hidden</option></select>",
        "<!-- hidden -->",
        "<iframe>hidden</iframe>",
    ],
)
def test_what_is_no_text_does_not_count(unseen: str) -> None:
    assert texts(f"<p>shown</p>{unseen}<p>also</p>") == ["shown", "also"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=/>Home</a><a href=/about>About</a>", "Home About"),
        ("<button>Accept</button><button>Reject</button>", "Accept Reject"),
        ("<span>Home</span><span>About</span>", "Home About"),
        ("<b>W</b>e collect", "We collect"),
        ("<span>we</span><span>b</span>", "web"),
        ("per\u00adsonal &nbsp; data\u200b", "personal data"),
        ("cafe\u0301", "caf\u00e9"),
        ("a<wbr>b", "ab"),
    ],
)
def test_words_are_neither_glued_nor_split(markup: str, text: str) -> None:
    assert texts(f"<p>{markup}</p>") == [text]


def test_two_line_breaks_part_paragraphs_and_one_does_not() -> None:
    assert texts("<div>one<br>two<br> <br>three</div>") == ["one\ntwo", "three"]


def test_text_beside_paragraphs_and_blocks_inside_inline_elements_are_kept() -> None:
    assert texts("<div>before<p>inside</p>after<b>bold<div>deep</div></b>end</div>") == [
        "before",
        "inside",
        "afterbold",
        "deep",
        "end",
    ]


def test_bold_lines_become_headings_below_the_real_one() -> None:
    assert blocks(
        """<h2>Data</h2><p><b>What we collect</b></p><p>Names.</p>
        <p><strong>1.2. Cookies</strong></p><p>Small <b>files</b>.</p>
        <p><b>Sharing</b><br>We share nothing.</p><p style="font-weight: 700">Contact</p><p>Us.</p>
        """
    ) == [
        ("heading", 2, "Data"),
        ("heading", 3, "What we collect"),
        ("paragraph", 0, "Names."),
        ("heading", 4, "1.2. Cookies"),
        ("paragraph", 0, "Small files."),
        ("heading", 3, "Sharing"),
        ("paragraph", 0, "We share nothing."),
        ("heading", 3, "Contact"),
        ("paragraph", 0, "Us."),
    ]


def test_a_bold_item_is_a_heading_only_where_text_breaks_its_list() -> None:
    assert blocks("<ol><li><b>Scope</b></li></ol><p>All of it.</p>")[0] == ("heading", 2, "Scope")
    assert [kind for kind, _, _ in blocks("<ul><li><b>a</b></li><li><b>b</b></li></ul>")] == [
        "item",
        "item",
    ]


def test_bold_sentences_stay_paragraphs() -> None:
    sentence = "We never sell what you tell us, and we never will, whoever may ask us for it."
    assert blocks(f"<p><b>{sentence}</b></p><p>More.</p>")[0] == ("paragraph", 0, sentence)


def test_typed_bullets_are_items() -> None:
    assert blocks("<p>We collect:<br>• names<br>• emails</p>") == [
        ("paragraph", 0, "We collect:"),
        ("item", 1, "names"),
        ("item", 1, "emails"),
    ]


def test_plain_text_sent_as_html_keeps_its_paragraphs() -> None:
    paragraph = "We collect what you give us and keep it as long as you like. " * 5
    assert texts(f"{paragraph}\n\n{paragraph}\n \n{paragraph}") == [paragraph.strip()] * 3


def test_title_language_links_and_scripts_are_read() -> None:
    page = html_document(
        """<html lang=" en-GB "><head><title> Our
        policy </title><base href="/docs/"><script></script></head><body>
        <a href="cookies">Cookies</a> <a href="/terms?x=1">Terms</a>
        <a href="//other.example/x">Other</a> <a href="HTTPS://third.example">Third</a>
        <a href="mailto:a@b.example">Mail</a> <a href="#part">Part</a> <a href="../up">Up</a>
        <a href="javascript:void(0)">No</a> <a href="http://[bad">Bad</a><a>Nowhere</a>
        <a href="/icon" aria-label="Icon"></a><script></script></body></html>""",
        "https://site.example/a/b",
    )
    assert page.title == "Our policy"
    assert page.declared_language == "en-GB"
    assert page.scripts == 2
    assert [(link.target, link.text) for link in page.links] == [
        ("https://site.example/docs/cookies", "Cookies"),
        ("https://site.example/terms?x=1", "Terms"),
        ("https://other.example/x", "Other"),
        ("https://third.example", "Third"),
        ("https://site.example/up", "Up"),
        ("https://site.example/icon", "Icon"),
    ]


def test_relative_links_of_a_page_without_address_are_left_out() -> None:
    assert html_document("<a href='/x'>x</a><a href='y.html'>y</a>").links == ()


def test_frames_are_links() -> None:
    page = html_document("<frameset><frame src=p.html title=Policy></frameset>", "http://a.example")
    assert [(link.target, link.text) for link in page.links] == [
        ("http://a.example/p.html", "Policy")
    ]


@pytest.mark.parametrize("markup", ["", "  \n", "\0", "<", "<!doctype html>", "<html><frameset>"])
def test_pages_without_text_have_no_blocks(markup: str) -> None:
    page = html_document(markup)
    assert isinstance(page, Document)
    assert [block.text for block in page.blocks] in ([], ["<"])


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["div", "ul><li", "b", "table><tr><td", "custom-tag", "span"])
def test_a_hundred_thousand_nested_tags_are_read(tag: str) -> None:
    assert texts(f"<{tag}>" * 100_000 + "the end") == ["the end"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "markup",
    [
        "<div " + " ".join(f"a{number}='>'" for number in range(50_000)) + ">the end",
        "".join(f"<font color={number}><p>" for number in range(20_000)) + "the end",
        "<p>the end</p>" + '<a href="' * 50_000,
        "<p>the end</p>" + "<!--" * 50_000,
        "</div>" * 50_000 + "<p>the end",
        "<p>the \0end<p\0></p>",
    ],
)
def test_broken_markup_is_read_in_bounded_time(markup: str) -> None:
    assert texts(markup) == ["the end"]


def test_kinds_are_those_of_the_contract() -> None:
    page = html_document("<h2>Data</h2><ul><li>a<p>b</p></li></ul>")
    assert [block.kind for block in page.blocks] == [
        BlockKind.HEADING,
        BlockKind.ITEM,
        BlockKind.PARAGRAPH,
    ]
