"""Windows of whole sentences: their marks, their places in the text, and what is too long."""

import pytest
from tokenizers import Tokenizer

from privascope.models.onnx import load_tokenizer
from privascope.models.practice_windows import (
    LONGEST,
    LONGEST_LEAD,
    NOWHERE,
    Passage,
    windows_of,
)
from privascope.models.practices import FOLDER


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(FOLDER)


def words(window, tokenizer: Tokenizer) -> list[str]:
    return [tokenizer.id_to_token(number) for number in window.ids]


def test_each_sentence_is_closed_and_keeps_its_place(tokenizer: Tokenizer) -> None:
    text = "We share data. Never!"
    [window] = windows_of([Passage(text, "Ads", ((0, 14), (15, 21)))], tokenizer)
    assert words(window, tokenizer)[:3] == ["[CLS]", "ads", "[SEP]"]
    said = [
        "".join(text[start:end] for start, end in window.offsets[first:mark])
        for _, first, mark in window.sentences
    ]
    assert said == ["Wesharedata.", "Never!"]
    assert all(words(window, tokenizer)[mark] == "[SEP]" for *_, mark in window.sentences)
    assert [at for at, place in enumerate(window.offsets) if place == NOWHERE] == [
        0,
        1,
        2,
        *(mark for *_, mark in window.sentences),
    ]


def test_a_text_without_sentences_is_one(tokenizer: Tokenizer) -> None:
    one, other = windows_of([Passage("We share data."), Passage("Never!")], tokenizer)
    assert words(one, tokenizer) == ["[CLS]", "we", "share", "data", ".", "[SEP]"]
    assert (one.passage, other.passage) == (0, 1)
    assert list(windows_of([Passage(""), Passage(" \n ", "Ads")], tokenizer)) == []


def test_long_passages_are_cut_between_sentences_and_long_sentences_anywhere(
    tokenizer: Tokenizer,
) -> None:
    sentence = "we share data with partners now . "
    text = sentence * 100
    places = tuple((at, at + len(sentence) - 1) for at in range(0, len(text), len(sentence)))
    windows = list(windows_of([Passage(text, "word " * 90, places)], tokenizer))
    assert all(len(window.ids) <= LONGEST for window in windows)
    assert [number for window in windows for number, *_ in window.sentences] == list(range(100))
    lengths = [len(window.ids) for window in windows]
    assert max(lengths) - min(lengths) < 40, "of about the same length"
    assert windows[0].ids[1 : 1 + LONGEST_LEAD] == windows[-1].ids[1 : 1 + LONGEST_LEAD]
    [*parts] = windows_of([Passage(text)], tokenizer)
    assert len(parts) > 1
    assert {number for part in parts for number, *_ in part.sentences} == {0}
