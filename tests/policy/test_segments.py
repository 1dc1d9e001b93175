from hypothesis import given

from privascope.policy.document import Block, BlockKind, lay_out
from privascope.policy.segments import find_segments
from tests.policy.test_sections import blocks


def segments(*some: Block) -> list[str]:
    text, placed = lay_out(some)
    return [text[span.start : span.end] for span in find_segments(text, placed)]


PARAGRAPH = Block(BlockKind.PARAGRAPH, "We keep what you write to us, and nothing more than that.")


def item(text: str, level: int = 1) -> Block:
    return Block(BlockKind.ITEM, text, level)


def test_a_paragraph_is_a_segment_and_takes_the_heading_above_it() -> None:
    heading = Block(BlockKind.HEADING, "Use", 2)
    title = Block(BlockKind.HEADING, "Privacy", 1)
    assert segments(title, heading, PARAGRAPH, PARAGRAPH) == [
        f"Privacy\n\nUse\n\n{PARAGRAPH.text}",
        PARAGRAPH.text,
    ]


def test_a_list_stays_with_the_line_above_it() -> None:
    intro = Block(BlockKind.PARAGRAPH, "We collect:")
    assert segments(intro, item("names"), item("of men", 2), item("towns"), PARAGRAPH) == [
        "We collect:\n\nnames\nof men\ntowns",
        PARAGRAPH.text,
    ]


def test_a_very_long_list_is_cut_between_items() -> None:
    found = segments(*(item(f"number {n} " + "x" * 190) for n in range(20)))
    assert len(found) > 1
    assert all(len(segment) <= 1500 for segment in found)
    assert sum(segment.count("number") for segment in found) == 20


def test_long_items_stand_alone() -> None:
    assert len(segments(PARAGRAPH, item("x " * 300), item("y " * 300))) == 3


def test_rows_of_a_table_stay_together() -> None:
    rows = [Block(BlockKind.ROW, text) for text in ("Name | Kept", "id | a year", "ga | a day")]
    assert segments(PARAGRAPH, *rows, PARAGRAPH) == [
        PARAGRAPH.text,
        "Name | Kept\nid | a year\nga | a day",
        PARAGRAPH.text,
    ]


def test_a_term_goes_with_its_definition() -> None:
    first = [Block(BlockKind.TERM, "Data"), Block(BlockKind.DEFINITION, "What we know.")]
    second = [Block(BlockKind.TERM, "Cookie"), Block(BlockKind.DEFINITION, "A small file.")]
    assert segments(*first, *second) == ["Data\nWhat we know.", "Cookie\nA small file."]


@given(blocks)
def test_any_blocks(some: list[Block]) -> None:
    text, placed = lay_out(some)
    found = find_segments(text, placed)
    starts = {block.start for block in placed}
    ends = {block.end for block in placed}
    position = 0
    for span in found:
        assert span.start in starts
        assert span.end in ends
        assert position <= span.start < span.end
        assert not text[position : span.start].strip()
        position = span.end
    assert position == len(text)
