"""Questions become the same numbers whatever their case, and odd ones do no harm."""

import numpy as np
import pytest

from privascope.answer.mapping.grams import LONGEST_READ, PIECES, WORDS, gram_rows, rarity

QUESTIONS = ["Do you sell my data?", "do you keep my data?", "Is my data safe?"]


def test_halves_have_fixed_lengths() -> None:
    rows = gram_rows(QUESTIONS, np.ones(WORDS + PIECES, dtype=np.float32))
    np.testing.assert_allclose(np.linalg.norm(rows[:, :WORDS], axis=1), 1.0, rtol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(rows[:, WORDS:], axis=1), 0.6, rtol=1e-5)


def test_case_and_quotes_do_not_matter() -> None:
    idf = np.ones(WORDS + PIECES, dtype=np.float32)
    one, other = gram_rows(["What’s KEPT?", "what's kept"], idf)
    np.testing.assert_array_equal(one, other)


def test_what_occurs_once_counts_nothing_and_rare_counts_more() -> None:
    idf = rarity(QUESTIONS)
    rows = gram_rows(["sell", "do", "data"], np.ones(WORDS + PIECES, dtype=np.float32))
    sell, do, data = (int(np.flatnonzero(row[:WORDS])[0]) for row in rows)
    assert idf[sell] == 0
    assert idf[do] > idf[data] > 0


@pytest.mark.parametrize("text", ["", "   ", "?!", "你们卖我的数据吗", "\0\u202e", "a" * 100_000])
def test_odd_text_gives_a_finite_row(text: str) -> None:
    rows = gram_rows([text], np.ones(WORDS + PIECES, dtype=np.float32))
    assert np.isfinite(rows).all()


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    idf = np.ones(WORDS + PIECES, dtype=np.float32)
    long = "word " * LONGEST_READ
    one, other = gram_rows([long[:LONGEST_READ], long + "sell"], idf)
    np.testing.assert_array_equal(one, other)
