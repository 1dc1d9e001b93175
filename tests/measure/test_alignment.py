"""Places of a text that was laid out anew are found in the text as it was."""

from privascope.collect.visit import visit_text
from privascope.measure.alignment import Alignment, overlap
from privascope.policy.policy import Span
from tests.asked_rows import JOTHARBOR, sample_policy


def test_the_same_text_keeps_its_places() -> None:
    assert Alignment("a b", "a b").place(2, 3) == Span(2, 3)


def test_words_are_found_past_what_was_left_out() -> None:
    pasted = "Home  Shop\n\n• We keep it.\n\n\nWe sell it."
    read = "We keep it.\n\nWe sell it."
    alignment = Alignment(read, pasted)
    for words in ("We keep it.", "We sell it.", "sell", "it.\n\nWe"):
        start = read.index(words)
        place = alignment.place(start, start + len(words))
        assert place is not None
        assert pasted[place.start : place.end].split() == words.split()


def test_part_of_a_word_and_words_that_are_not_there() -> None:
    alignment = Alignment("new words here", "old words here")
    assert alignment.place(0, 3) is None
    assert alignment.place(0, 9) == Span(4, 9)
    assert alignment.place(5, 7) == Span(5, 7)
    assert Alignment("", "old").place(0, 0) is None


def test_every_sentence_of_a_pasted_policy_is_found() -> None:
    text = sample_policy(*JOTHARBOR).text.replace("\n\n", "\n \n  ")
    read = visit_text(text).policy
    assert read.text != text
    alignment = Alignment(read.text, text)
    for sentence in read.sentences:
        place = alignment.place(sentence.start, sentence.end)
        assert place is not None
        assert text[place.start : place.end].split() == read.quote(sentence).split()


def test_overlap_is_measured_by_the_shorter() -> None:
    assert overlap(Span(0, 10), [Span(5, 100)], 0.5)
    assert not overlap(Span(0, 10), [Span(6, 100)], 0.5)
    assert overlap(Span(0, 100), [Span(200, 300), Span(90, 100)], 0.5)
    assert not overlap(Span(0, 10), [], 0.5)
