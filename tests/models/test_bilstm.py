"""The shipped BiLSTM on sentences of our own."""

import numpy as np
import pytest

from privascope.models.bilstm import (
    FOLDER,
    LONGEST_ANSWER,
    padded_vectors,
    score_texts,
    word_numbers,
)
from privascope.models.vectors import load_vectors

SENTENCES = (
    "We keep invoices for seven years and delete all other records after ninety days.",
    "Our pages set cookies and web beacons, which your browser can block in its settings.",
    "Passwords are encrypted and our servers stand behind a firewall.",
    "We do not knowingly collect data from anyone under the age of thirteen.",
    "Write to our data protection officer by e-mail or to the postal address below.",
    "Advertising partners and affiliates receive your purchase history.",
)


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("How long data retention?", 0),
        ("What cookies?", 1),
        ("How security?", 2),
        ("What children's privacy?", 3),
        ("How contact us?", 4),
        ("Who sharing with third parties?", 5),
    ],
)
def test_the_section_that_a_heading_asks_for_is_found(question: str, right: int) -> None:
    scores = score_texts(question, SENTENCES)
    assert int(np.argmax(scores)) == right
    assert np.all(np.abs(scores) <= 1 + 1e-5)


def test_the_order_and_company_of_texts_change_nothing() -> None:
    together = score_texts("How security?", SENTENCES)
    backwards = score_texts("How security?", SENTENCES[::-1])[::-1]
    alone = [float(score_texts("How security?", [text])[0]) for text in SENTENCES]
    assert np.allclose(together, backwards, atol=1e-5)
    assert np.allclose(together, alone, atol=1e-5)


def test_odd_texts_have_a_score() -> None:
    odd = ["", "\0 \ud7ff ☃ 123", "cookies " * 5000, "zzzqqq", "隐私政策"]
    for question in ("", "☃", "why " * 5000):
        assert np.isfinite(score_texts(question, odd)).all()
    assert score_texts("What?", []).shape == (0,)


def test_words_without_a_vector_are_left_out() -> None:
    table = load_vectors()
    rows = word_numbers(table, ["cookies zzzqqq cookies", "zzzqqq", "we " * 200], LONGEST_ANSWER)
    assert len(rows[0]) == 2
    assert rows[1] == [len(table.words)]
    assert len(rows[2]) == LONGEST_ANSWER
    filled, lengths = padded_vectors(table, rows)
    assert lengths.tolist() == [2, 1, LONGEST_ANSWER]
    assert not filled[1].any()
    assert (FOLDER / "model.onnx").stat().st_size < 3_000_000
