"""What the reader's logits mean for each sentence, and that windows do not touch each other."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from privascope.models import reader
from privascope.models.onnx import ModelError
from privascope.models.reader import read_windows, relevance_of, span_of
from privascope.models.window_tokens import Place, Window

Floats = npt.NDArray[np.float32]

# A sentence of four tokens behind a question of two, and its end.
PLACE = Place(7, 4, 8, ((0, 2), (3, 8), (9, 13), (13, 14)))


def tokens(**rows: list[float]) -> Floats:
    """Four logits for each of ten tokens: relevance, end, span's start and end."""
    table = np.zeros((10, 4), dtype=np.float32)
    for column, name in enumerate(("relevance", "end", "starts", "ends")):
        table[:, column] = rows.get(name, [0.0] * 10)
    return table


def test_relevance_is_the_mean_of_the_tokens_and_the_end() -> None:
    own = tokens(relevance=[9, 9, 9, 9, 1, 2, 3, 4, 9, 9], end=[5, 5, 5, 5, 5, 5, 5, 5, -1, 5])
    assert relevance_of(PLACE, own) == pytest.approx(2.5 - 1)


def test_a_sentence_without_tokens_has_that_of_its_end() -> None:
    assert relevance_of(Place(0, 4, 4, ()), tokens(end=[0, 0, 0, 0, 3, 0, 0, 0, 0, 0])) == 3
    assert span_of(Place(0, 4, 4, ()), tokens()) is None


def test_the_likeliest_words_are_the_span() -> None:
    own = tokens(starts=[1, 9, 9, 9, 0, 4, 0, 0, 9, 9], ends=[1, 9, 9, 9, 0, 0, 3, 0, 9, 9])
    assert span_of(PLACE, own) == (3, 13)


def test_a_span_never_ends_before_it_starts() -> None:
    own = tokens(starts=[1, 0, 0, 0, 0, 0, 9, 0, 0, 0], ends=[1, 0, 0, 0, 9, 0, 0, 1, 0, 0])
    assert span_of(PLACE, own) == (9, 14)


def test_there_is_no_span_where_none_is_likelier() -> None:
    own = tokens(starts=[5, 0, 0, 0, 0, 4, 0, 0, 0, 0], ends=[3, 0, 0, 0, 0, 0, 3, 0, 0, 0])
    assert span_of(PLACE, own) is None


INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class Session:
    """A model whose logits hang on a token's number and on what the window holds unmasked."""

    def get_inputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name=name) for name in INPUTS]

    def run(self, _: None, inputs: dict[str, npt.NDArray[np.int64]]) -> list[Floats]:
        mask = inputs["attention_mask"]
        own = (inputs["input_ids"] * mask).astype(np.float32)
        whole = own.sum(axis=1, keepdims=True) + inputs["token_type_ids"].sum(axis=1, keepdims=True)
        table = np.sin(own[:, :, None] * [1.0, 2.0, 3.0, 4.0] + whole[:, :, None])
        return [
            table.astype(np.float32),
            np.cos(whole * [1.0, 2.0, 3.0, 4.0]).astype(np.float32),
            np.sin(whole * [1.0, 2.0, 3.0, 4.0]).astype(np.float32),
        ]


def window(length: int, sentences: int) -> Window:
    """A window of a question and sentences of this length."""
    ids, places = [101, 5, 6, 102], []
    for number in range(sentences):
        first = len(ids)
        ids += [10 + length + at for at in range(length)]
        offsets = tuple((2 * at, 2 * at + 1) for at in range(length))
        places.append(Place(number, first, len(ids), offsets))
        ids.append(102)
    return Window(ids, [0] * 4 + [1] * (len(ids) - 4), tuple(places))


def test_windows_read_together_are_read_as_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "load_session", lambda _: Session())
    windows = [window(3 + number * 7 % 20, 1 + number % 4) for number in range(12)]
    together = read_windows(windows)
    for one, own in zip(windows, together, strict=True):
        (alone,) = read_windows([one])
        assert own.numbers == alone.numbers == tuple(place.number for place in one.places)
        assert own.spans == alone.spans
        for a, b in ((own.relevance, alone.relevance), (own.verdict, alone.verdict)):
            assert np.allclose(a, b, atol=1e-5)
        assert np.allclose(own.stance, alone.stance, atol=1e-5)
    assert read_windows([]) == []


def test_a_reader_that_is_not_installed_is_named(tmp_path: Any) -> None:
    assert not reader.is_there(tmp_path)
    with pytest.raises(ModelError, match=r"model\.onnx is missing"):
        read_windows([window(3, 1)], tmp_path)
