from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.document import Block, BlockKind, lay_out
from privascope.policy.policy import Section
from privascope.policy.sections import find_sections, heading_number


def outline(*blocks: Block) -> tuple[list[tuple[str, int, int]], tuple[Section, ...], str]:
    text, placed = lay_out(blocks)
    sections = find_sections(text, placed)
    shape = [(text[s.start : s.heading_end], s.level, s.parent) for s in sections]
    return shape, sections, text


def heading(text: str, level: int) -> Block:
    return Block(BlockKind.HEADING, text, level)


def words(text: str) -> Block:
    return Block(BlockKind.PARAGRAPH, text)


def test_sections_nest_and_end_where_the_next_begins() -> None:
    shape, sections, text = outline(
        words("Before."),
        heading("Privacy", 1),
        heading("Use", 2),
        words("We use."),
        heading("Share", 2),
        words("We share."),
    )
    assert shape == [("Privacy", 1, -1), ("Use", 2, 0), ("Share", 2, 0)]
    assert text[sections[1].start : sections[1].end] == "Use\n\nWe use."
    assert text[sections[0].start : sections[0].end] == text[text.index("Privacy") :]


def test_skipped_levels_are_closed_up() -> None:
    shape, _, _ = outline(
        heading("Privacy", 1), heading("Use", 4), heading("Mail", 6), heading("Share", 4)
    )
    assert shape == [("Privacy", 1, -1), ("Use", 2, 0), ("Mail", 3, 1), ("Share", 2, 0)]


def test_numbers_count_more_than_levels() -> None:
    shape, _, _ = outline(
        heading("4. Use", 2),
        heading("4.1. Mail", 2),
        heading("4.2 Post", 3),
        heading("5. Share", 3),
    )
    assert shape == [
        ("4. Use", 1, -1),
        ("4.1. Mail", 2, 0),
        ("4.2 Post", 2, 0),
        ("5. Share", 1, -1),
    ]


def test_numbers_that_begin_anew_stay_inside() -> None:
    shape, _, _ = outline(
        heading("1. Rights", 2),
        heading("1. See", 3),
        heading("2. Mend", 3),
        heading("2. Contact", 2),
    )
    assert [level for _, level, _ in shape] == [1, 2, 2, 1]


def test_bare_lines_are_headings_where_the_page_marks_none() -> None:
    shape, _, _ = outline(
        words("1. Who we are"),
        words("We are a small club that keeps a list of its members and guests."),
        words("1.1 Our list"),
        words("The list is kept on paper, in a drawer, in the house of our treasurer."),
        words("YOUR RIGHTS"),
        words("You may see the list whenever the treasurer is at home, which is often."),
    )
    assert shape == [("1. Who we are", 1, -1), ("1.1 Our list", 2, 0), ("YOUR RIGHTS", 1, -1)]


def test_addresses_are_no_headings_on_a_page_with_headings() -> None:
    shape, _, _ = outline(
        heading("One", 1),
        heading("Two", 2),
        heading("Three", 2),
        words("Acme House"),
        words("Our house stands by the river, and letters to it are read on Mondays."),
    )
    assert [name for name, _, _ in shape] == ["One", "Two", "Three"]


def test_heading_number() -> None:
    assert heading_number("4.1. How we use") == (4, 1)
    assert heading_number("12) Contact") == (12,)
    assert heading_number("§ 3 Scope") == (3,)
    assert heading_number("2024 in review") == ()
    assert heading_number("How we use") == ()


blocks = st.lists(
    st.builds(
        Block,
        kind=st.sampled_from(BlockKind),
        text=st.text(alphabet="aA1. ?\n:", max_size=30),
        level=st.integers(0, 6),
    ),
    max_size=20,
)


@given(blocks)
def test_any_blocks(some: list[Block]) -> None:
    text, placed = lay_out(some)
    sections = find_sections(text, placed)
    for index, section in enumerate(sections):
        assert 0 <= section.start < section.heading_end <= section.end <= len(text)
        assert -1 <= section.parent < index
        if section.parent >= 0:
            parent = sections[section.parent]
            assert parent.level == section.level - 1
            assert parent.start < section.start
            assert section.end <= parent.end
        else:
            assert section.level == 1


def test_a_house_number_is_no_heading_number() -> None:
    assert heading_number("600 Old Mill Street, Millbury") == ()
    assert heading_number("205 West Mill") == ()
    assert heading_number("4 Lantern Terrace, Millbury") == ()
    assert heading_number("4 Sharing, selling") == (4,)
    assert heading_number("4. Lantern Terrace, Millbury") == (4,)
