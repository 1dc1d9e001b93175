"""A question and its sentences are packed into windows, each thing once, with its place known."""

from itertools import pairwise

import pytest
from tokenizers import Tokenizer

from privascope.models import sentence_encoder
from privascope.models.onnx import ModelError, load_tokenizer
from privascope.models.window_tokens import (
    LONGEST_HEADING,
    LONGEST_LEAD,
    LONGEST_QUESTION,
    LONGEST_SENTENCE,
    Line,
    Window,
    WindowTokenizer,
)

QUESTION = "do you sell my data?"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(sentence_encoder.FOLDER)


@pytest.fixture(scope="module")
def made(tokenizer: Tokenizer) -> WindowTokenizer:
    return WindowTokenizer(tokenizer)


def words(tokenizer: Tokenizer, window: Window) -> str:
    return " ".join(tokenizer.id_to_token(number) for number in window.ids)


def lines(count: int) -> list[Line]:
    return [Line(number, f"We keep the data of part {number}.") for number in range(count)]


def test_the_question_comes_first_and_sentences_in_their_order(
    tokenizer: Tokenizer, made: WindowTokenizer
) -> None:
    window = made.window(QUESTION, [Line(4, "We sell data."), Line(9, "We keep data.")])
    assert words(tokenizer, window) == (
        "[CLS] do you sell my data ? [SEP] we sell data . [SEP] we keep data . [SEP]"
    )
    assert [place.number for place in window.places] == [4, 9]
    assert window.types == [0] * 8 + [1] * 10


def test_windows_hold_every_line_once_within_the_limit(made: WindowTokenizer) -> None:
    given = lines(60)
    windows = made.windows(QUESTION, given, longest=64)
    assert [place.number for window in windows for place in window.places] == list(range(60))
    assert all(len(window.ids) <= 64 for window in windows)
    # No window could have taken the first sentence of the next one.
    for window, following in pairwise(windows):
        first = following.places[0]
        assert len(window.ids) + first.end + 1 - first.first > 64
    assert made.windows(QUESTION, []) == []


def test_a_sentence_that_fits_no_window_has_one_of_its_own(made: WindowTokenizer) -> None:
    long = Line(1, "We keep it " + "and keep it " * 20)
    windows = made.windows(QUESTION, [Line(0, "Short."), long, Line(2, "Short.")], longest=32)
    assert [[place.number for place in window.places] for window in windows] == [[0], [1], [2]]


def test_a_heading_comes_once_before_its_sentences(
    tokenizer: Tokenizer, made: WindowTokenizer
) -> None:
    own = [
        Line(0, "We sell it.", "Your data", 0),
        Line(1, "We keep it.", "Your data", 0),
        Line(2, "Cookies", "Cookies", 1),
        Line(3, "There are two.", "Cookies", 1),
    ]
    assert words(tokenizer, made.window(QUESTION, own)).endswith(
        "[SEP] your data : we sell it . [SEP] we keep it . [SEP] "
        "cookies [SEP] there are two . [SEP]"
    )
    # In a window of its own each sentence needs the heading again.
    windows = made.windows(QUESTION, own[:2], longest=16)
    assert len(windows) == 2
    assert all("your data :" in words(tokenizer, window) for window in windows)


def test_what_a_sentence_leans_on_comes_once_before_it(
    tokenizer: Tokenizer, made: WindowTokenizer
) -> None:
    items = [
        Line(3, "your name;", lead="We collect:", lead_number=2),
        Line(4, "your photos.", lead="We collect:", lead_number=2),
    ]
    alone = words(tokenizer, made.window(QUESTION, items))
    assert alone.endswith("[SEP] we collect : your name ; [SEP] your photos . [SEP]")
    whole = words(tokenizer, made.window(QUESTION, [Line(2, "We collect:"), *items[:1]]))
    assert whole.endswith("[SEP] we collect : [SEP] your name ; [SEP]")


def test_of_what_is_long_a_part_is_read(tokenizer: Tokenizer, made: WindowTokenizer) -> None:
    line = Line(
        number=1,
        text="first " + "data " * 300 + "last",
        heading="first " + "name " * 300 + "last",
        section=0,
        lead="first " + "data " * 300 + "last",
        lead_number=0,
    )
    window = made.window("first " + "data " * 300 + "last?", [line])
    (place,) = window.places
    assert place.end - place.first == len(place.offsets) == LONGEST_SENTENCE
    before = place.first - LONGEST_QUESTION - 2
    assert before == LONGEST_HEADING + 1 + LONGEST_LEAD
    read = words(tokenizer, window).split()
    assert read[1] == read[LONGEST_QUESTION + 2] == read[place.first] == "first"
    # Of the lead-in the end, which is nearest to the sentence.
    assert read[place.first - 1] == "last"
    assert read.count("last") == 1


def test_places_are_those_of_the_words(tokenizer: Tokenizer, made: WindowTokenizer) -> None:
    given = [
        Line(0, "We never sell “your” photos.", "Photos", 0),
        Line(1, "Nobody sees them – not even we.", "Photos", 0, "We never sell.", 0),
    ]
    window = made.window(QUESTION, given)
    end = tokenizer.token_to_id("[SEP]")
    for line, place in zip(given, window.places, strict=True):
        assert window.ids[place.end] == end
        tokens = [tokenizer.id_to_token(n) for n in window.ids[place.first : place.end]]
        assert len(tokens) == len(place.offsets)
        for token, (start, stop) in zip(tokens, place.offsets, strict=True):
            if token not in ("[UNK]", '"'):
                assert line.text[start:stop].lower() == token.removeprefix("##")


def test_an_unknown_word_keeps_its_place(tokenizer: Tokenizer, made: WindowTokenizer) -> None:
    (place,) = made.window(QUESTION, [Line(0, "We 🦔 it.")]).places
    assert [place.offsets[1], place.offsets[-1]] == [(3, 4), (7, 8)]


def test_a_tokenizer_without_what_windows_need_is_refused(tokenizer: Tokenizer) -> None:
    from tokenizers import models

    bare = Tokenizer(models.WordPiece({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2}, unk_token="[UNK]"))
    with pytest.raises(ModelError, match="must know :"):
        WindowTokenizer(bare).window(QUESTION, lines(1))
