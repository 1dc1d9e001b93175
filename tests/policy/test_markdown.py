from privascope.policy.document import BlockKind, Document
from privascope.policy.markdown import markdown_document


def texts(document: Document) -> list[tuple[BlockKind, str]]:
    return [(block.kind, block.text) for block in document.blocks]


def test_the_parts_of_a_markdown_text() -> None:
    text = """\
# Privacy Notice

We *read* your [letters](https://acme.example/letters "All").

- names
- towns

| Cookie | Kept |
| --- | --- |
| id | a year |

<p>Raw &amp; plain</p>
"""
    document = markdown_document(text, "https://acme.example/privacy")
    assert texts(document) == [
        (BlockKind.HEADING, "Privacy Notice"),
        (BlockKind.PARAGRAPH, "We read your letters."),
        (BlockKind.ITEM, "names"),
        (BlockKind.ITEM, "towns"),
        (BlockKind.ROW, "Cookie | Kept"),
        (BlockKind.ROW, "id | a year"),
        (BlockKind.PARAGRAPH, "Raw & plain"),
    ]
    assert document.title == "Privacy Notice"
    assert [link.target for link in document.links] == ["https://acme.example/letters"]


def test_front_matter_is_no_text_but_may_hold_the_title() -> None:
    document = markdown_document('---\ntitle: "Our Notice"\nlayout: page\n---\n\nWe read.\n')
    assert document.title == "Our Notice"
    assert texts(document) == [(BlockKind.PARAGRAPH, "We read.")]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    document = markdown_document("---\n\nWe read.\n\n---\n\nWe write.\n")
    assert [text for _, text in texts(document)] == ["We read.", "We write."]


def test_no_link_target_is_text() -> None:
    text = (
        "![logo](data:image/svg+xml;base64,PHN2Zz4)\n\n[Run](javascript:alert(1)) it.\n\n"
        "[\n\nAll our news\n\n](https://acme.example/news)\n"
    )
    words = " ".join(text for _, text in texts(markdown_document(text)))
    assert "All our news" in words
    assert "Run it." in words
    assert not any(part in words for part in ("data:", "javascript", "https", "]("))


def test_a_flood_of_marks_is_read_as_plain_text() -> None:
    document = markdown_document("We read. " + "[" * 200_000)
    assert document.blocks[0].text.startswith("We read. [[")
