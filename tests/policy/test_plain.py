import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.document import BlockKind
from privascope.policy.plain import plain_document

H, P, L = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM

PROSE = "We read the letters that you send to us, and we answer every one of them within a week."


def shape(text: str) -> list[tuple[BlockKind, int, str]]:
    return [(block.kind, block.level, block.text) for block in plain_document(text).blocks]


def test_wrapped_lines_become_paragraphs() -> None:
    text = """\
Privacy Notice

We read the letters that you send to us, and we answer
every one of them within a week. Nobody else reads
them.

We keep nothing.
"""
    assert shape(text) == [
        (H, 1, "Privacy Notice"),
        (
            P,
            0,
            "We read the letters that you send to us, and we answer "
            "every one of them within a week. Nobody else reads them.",
        ),
        (P, 0, "We keep nothing."),
    ]


def test_bullets_become_items_with_depth() -> None:
    text = f"{PROSE}\n\nWe hold:\n- names\n  * of men\n  * of women\n- towns\n\n(a) one\n(b) two\n"
    assert shape(text)[2:] == [
        (L, 1, "names"),
        (L, 2, "of men"),
        (L, 2, "of women"),
        (L, 1, "towns"),
        (L, 2, "(a) one"),
        (L, 2, "(b) two"),
    ]


def test_a_wrapped_item_is_one_item() -> None:
    text = """\
We collect what follows here, for the purposes that we name:

  - the name that you gave us when you opened the account
    with us, and your title
  - the town
"""
    assert [block[2] for block in shape(text)[1:]] == [
        "the name that you gave us when you opened the account with us, and your title",
        "the town",
    ]


def test_headings_by_number_capitals_and_title() -> None:
    text = "\n\n".join(
        ["PRIVACY NOTICE", "1. Who we are", PROSE, "1.1. Our Club", PROSE, "2. Use of data", PROSE]
    )
    assert [block for block in shape(text) if block[0] is H] == [
        (H, 1, "PRIVACY NOTICE"),
        (H, 2, "1. Who we are"),
        (H, 3, "1.1. Our Club"),
        (H, 2, "2. Use of data"),
    ]


def test_underlined_headings_lose_their_line() -> None:
    assert shape(f"Notice\n======\n\n{PROSE}\n\nUse\n---\n{PROSE}") == [
        (H, 1, "Notice"),
        (P, 0, PROSE),
        (H, 2, "Use"),
        (P, 0, PROSE),
    ]


def test_a_numbered_list_is_no_row_of_headings() -> None:
    text = f"{PROSE}\nWe do this:\n1. Read letters\n2. Write letters\n3. Burn letters"
    assert [kind for kind, _, _ in shape(text)] == [P, P, L, L, L]


def test_one_line_a_paragraph() -> None:
    text = "\n".join(
        ["Privacy Notice", PROSE, "What do we keep?", PROSE, "We hold:", "names", "towns"]
    )
    assert [kind for kind, _, _ in shape(text)] == [H, P, H, P, P, L, L]


def test_menus_around_the_text_are_not_main() -> None:
    menu = ["Skip to content", "Home", "About us", "Products", "Contact"]
    footer = ["© 2020 Acme", "Home", "Sitemap", "Facebook"]
    policy = ["Privacy Notice", "Last updated: May 1, 2020", PROSE, "Write to: me@acme.example"]
    document = plain_document("\n".join([*menu, *policy, *footer]))
    assert [block.text for block in document.blocks if block.main] == policy
    assert document.title == "Privacy Notice"


def test_a_policy_without_a_menu_loses_nothing() -> None:
    text = "\n".join(["Privacy Notice", "Acme Ltd", "12 Mill Lane", "Dunbar", "May 2020", PROSE])
    assert all(block.main for block in plain_document(text).blocks)


@given(st.text(alphabet=st.one_of(st.sampled_from("aA1.-* \n\t:()=•"), st.characters())))
def test_any_text(text: str) -> None:
    blocks = plain_document(text).blocks
    for block in blocks:
        assert block.text == " ".join(block.text.split())
        assert block.text
        assert 0 <= block.level <= 6
    joined = "".join(block.text for block in blocks)
    written = unicodedata.normalize("NFC", text)
    for character in "aA1":
        assert joined.count(character) == written.count(character)


def test_a_row_with_dot_leaders_is_an_item_of_its_own() -> None:
    text = """\
PRIVACY CODE

We read the letters that you send to us, and we answer
every one of them within a week, if we can find out
where you live.

8. HOW LONG IT STAYS

  Letters ......................... 3 years after reading
  Photographs ..................... 7 days
  "Read / unread" marks ........... 1 year, or until
                                    you ask
  maps ............................ 10 years

9. PROTECTION

We lock the door.
"""
    found = shape(text)
    rows = [block for block in found if "..." in block[2]]
    assert [(kind, level) for kind, level, _ in rows] == [(L, 1)] * 4
    assert rows[0][2].endswith(" 3 years after reading")
    assert rows[2][2].endswith(" 1 year, or until you ask")
    assert [block[2] for block in found if block[0] is H] == [
        "PRIVACY CODE",
        "8. HOW LONG IT STAYS",
        "9. PROTECTION",
    ]


def test_a_street_is_no_heading() -> None:
    text = f"{PROSE}\n\n12. ADDRESS\n\nThe Reader\n4 Lantern Terrace, Millbury, Ohio\n\n{PROSE}\n"
    assert (P, 0, "4 Lantern Terrace, Millbury, Ohio") in shape(text)


def test_back_to_top_is_not_main() -> None:
    text = f"Privacy Notice\n\n{PROSE}\n\nBack to top\n\nWhat we keep\n\n{PROSE}\n"
    blocks = plain_document(text).blocks
    assert [block.text for block in blocks if not block.main] == ["Back to top"]
