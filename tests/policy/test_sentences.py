import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.policy.document import Block, BlockKind, lay_out
from privascope.policy.sentences import find_sentences, split_sentences


def sentences(paragraph: str) -> list[str]:
    return [paragraph[span.start : span.end] for span in split_sentences(paragraph)]


@pytest.mark.parametrize(
    "whole",
    [
        "4.1. How we use your data",
        "(a) Your name and address",
        "Section 3. What we share",
        "We work with Acme Inc. Data Services in the U.S. Virgin Islands.",
        "Some data, e.g. Names and i.e. Titles, are kept.",
        "Write to Dr. Ada Bell, c/o Mr. J. R. Stone, No. 5 Mill Lane, P.O. Box 7.",
        "See cf. Section 4.2. of the plan, Art. 6 and pp. 3-5.",
        "Use the Yahoo! Mail servers at www.site.example/a.b?c=d.e for help.",
        "It costs $4.50, or 2.5 percent, at 5 p.m. EST on Jan. 3, 2024.",
        "We keep names... and addresses.",
        'Press "Delete my account!" to leave.',
        "We collect: (a) names; (b) streets; and (c) towns.",
        "Our notes (see Art. 12) are short",
        "Royal Paint Company, Ltd. (“Royal”) paints.",
    ],
)
def test_one_sentence_stays_one(whole: str) -> None:
    assert sentences(whole) == [whole]


@pytest.mark.parametrize(
    "parts",
    [
        ["We collect data.", "We keep it."],
        ["We live in the U.S.", "Our servers do not."],
        ["We sell lists, maps, etc.", "Nothing else is sold."],
        ["Is it safe?", "Yes!", "Ask us."],
        ["He said “stop.”", "We stopped."],
        ["(We never do.)", "Nobody asked."],
        ["The desk closes at 5 p.m.", "Calls go to a machine."],
        ["Made by Kessler & Co.", "Customers may write to us."],
        ["This is Part I.", "Part II is longer."],
        ["We have 3 offices.", "12 people work there."],
        ["Sold on paper.", "iPhones need an app."],
        ["1. Who we are.", "We are few.", "2. What we do.", "We read."],
        ["We sell nothing.", "we rent nothing."],
        ["WE ARE HOLLIS INC. AND SONS.", "YOU ARE NOT."],
        ["We wait...", "Then we act."],
        ["We hold the following:", "• names", "• streets"],
    ],
)
def test_sentences_part(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_a_forgotten_space_still_parts() -> None:
    assert sentences("We sell nothing.We rent nothing.") == ["We sell nothing.", "We rent nothing."]
    assert sentences("Made with Node.js and ASP.NET by Bob.") == [
        "Made with Node.js and ASP.NET by Bob."
    ]


def test_lines_part_but_a_wrapped_line_goes_on() -> None:
    assert sentences("Acme\n12 Mill Lane\nDunbar") == ["Acme", "12 Mill Lane", "Dunbar"]
    wrapped = "When you sign in with an account of another site we get your name\nand your picture."
    assert sentences(wrapped) == [wrapped]
    assert sentences(wrapped.replace("\n", "\n\n"))[0].endswith("your name")


def test_unspaced_scripts_part() -> None:
    assert sentences("我们收集数据。我们不出售。") == ["我们收集数据。", "我们不出售。"]


def test_headings_terms_and_rows_are_whole() -> None:
    blocks = [
        Block(BlockKind.HEADING, "What. We. Do.", 1),
        Block(BlockKind.ROW, "Name. First. | Kept. A year."),
        Block(BlockKind.TERM, "Data. Really."),
        Block(BlockKind.PARAGRAPH, "We read. We write."),
    ]
    text, placed = lay_out(blocks)
    found = [text[span.start : span.end] for span in find_sentences(text, placed)]
    assert found == [
        "What. We. Do.",
        "Name. First. | Kept. A year.",
        "Data. Really.",
        "We read.",
        "We write.",
    ]


def test_a_row_full_of_prose_is_cut() -> None:
    prose = "We use this cookie to know you again. " * 30
    text, placed = lay_out([Block(BlockKind.ROW, f"id | {prose}")])
    assert len(find_sentences(text, placed)) == 30


@given(st.text(alphabet=st.one_of(st.sampled_from("aB1.!?… \n\"'()•。-"), st.characters())))
def test_any_paragraph(paragraph: str) -> None:
    end = 0
    covered = 0
    for span in split_sentences(paragraph):
        words = paragraph[span.start : span.end]
        assert words
        assert words == words.strip()
        assert span.start >= end
        assert not paragraph[end : span.start].strip()
        end = span.end
        covered += len("".join(words.split()))
    assert covered == len("".join(paragraph.split()))


def test_a_row_with_dot_leaders_is_one_sentence() -> None:
    paragraph = "Letters ............ 10 years\nEnquiries ......... Up to 2 years. At most."
    found = [paragraph[span.start : span.end] for span in split_sentences(paragraph)]
    assert found == paragraph.split("\n")


def test_joined_acronyms_go_on_as_plain_ones_do() -> None:
    paragraph = (
        "We follow the EU-U.S. Data Privacy Framework and the Swiss-U.S. Privacy Shield. "
        "We left the EU-U.S. We moved to Utah, U.S. E-mail: a@b.example."
    )
    found = [paragraph[span.start : span.end] for span in split_sentences(paragraph)]
    assert found == [
        "We follow the EU-U.S. Data Privacy Framework and the Swiss-U.S. Privacy Shield.",
        "We left the EU-U.S.",
        "We moved to Utah, U.S.",
        "E-mail: a@b.example.",
    ]
