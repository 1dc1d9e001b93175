"""Names found by rules."""

import pytest

from privascope.traits.mention import Mention
from privascope.traits.patterns import abbreviated, find_mentions, spelled

RULES = (
    spelled("moss", r"peat moss(?:es)?", unless=r"orchid"),
    spelled("moss", r"moss(?:es)?"),
    abbreviated("moss", r"PM", near=r"\bpeat\b"),
    spelled("deep-moss", r"deep peat moss"),
)


def found(text: str) -> list[tuple[str, str]]:
    return [(m.name, text[m.start : m.end]) for m in find_mentions(text, RULES)]


def test_finds_every_place_in_order_whatever_the_case() -> None:
    assert found("Moss, and PEAT MOSSES.") == [("moss", "Moss"), ("moss", "PEAT MOSSES")]


@pytest.mark.parametrize("text", ["mossy", "embossment", "moss_green", "moss2", "amoss"])
def test_a_name_inside_a_word_is_no_name(text: str) -> None:
    assert found(text) == []


def test_words_that_a_page_glued_together_are_told_apart() -> None:
    assert found("About usMossWe grow it") == [("moss", "Moss")]
    assert found("peat AboutPMTerms") == [("moss", "PM")]


def test_an_abbreviation_needs_its_name_or_its_context() -> None:
    assert found("We open at 5 PM.") == []
    assert found("the PM of the peat") == [("moss", "PM")]
    assert found("PM here. " + "x " * 200 + "Then moss.") == [("moss", "PM"), ("moss", "moss")]
    assert found("pm of the peat") == []


def test_of_overlapping_names_the_longest_stands() -> None:
    assert found("deep peat moss") == [("deep-moss", "deep peat moss")]


def test_context_may_speak_against_a_name() -> None:
    assert found("orchid and peat moss") == [("moss", "moss")]


def test_offsets_stay_true_beside_letters_that_change_length_in_small_case() -> None:
    text = "İİİ İ “Moss”"
    assert find_mentions(text, RULES) == (Mention("moss", 7, 11),)


def test_typographic_spaces_and_hyphens_do_not_hide_a_name() -> None:
    rules = (spelled("x", r"gramm-leach's act"),)
    text = "the Gramm‑Leach’s\u00a0Act"
    assert [text[m.start : m.end] for m in find_mentions(text, rules)] == [text[4:]]


def test_a_name_does_not_run_over_the_end_of_a_line() -> None:
    assert found("peat\nmoss") == [("moss", "moss")]


def test_a_pattern_without_a_literal_at_its_start_is_refused() -> None:
    with pytest.raises(ValueError, match="begin with a literal"):
        spelled("x", r"(?:a|b)c")


def test_hostile_repetition_gives_a_bounded_answer() -> None:
    assert len(find_mentions("moss " * 200_000, RULES)) == 5000
