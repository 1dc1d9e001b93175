"""Related words among the nearest, in tables of any kind."""

import numpy as np
import pytest

from privascope.errors import DataError
from privascope.measure.vectors import Judged, figures, only, read_judged, read_table
from privascope.models.vectors import PolicyVectors, load_vectors


def table(words, rows):
    return PolicyVectors(words, np.array(rows, dtype=np.float32))


def test_related_words_are_counted_among_the_nearest():
    near = table(["cookie", "beacon", "cake", "law"], [[1, 0], [0.9, 0.1], [0.8, 0.2], [0, 1]])
    judged = [
        Judged("cookie", frozenset({"beacon"}), frozenset({"cake"})),
        Judged("unknown", frozenset(), frozenset()),
    ]
    report = figures(judged, near)
    assert report["related"] == pytest.approx(1 / 20)
    assert report["words_with_one"] == 1
    assert report["words_with_five"] == 0
    assert report["words_without_vector"] == 1
    assert report["unread"] == 1
    assert report["by_word"] == {"cookie": 1, "unknown": 0}


def test_a_table_of_text_with_and_without_its_first_line(tmp_path):
    (tmp_path / "glove.txt").write_text("cookie 3 4\nlaw 0 2\n")
    (tmp_path / "fast.vec").write_text("2 2\ncookie 3 4\nlaw 0 2\n")
    for name in ("glove.txt", "fast.vec"):
        read = read_table(tmp_path / name)
        assert read.words == ("cookie", "law")
        assert read.vector("cookie").tolist() == pytest.approx([0.6, 0.8])
    assert only(read, table(["law"], [[1, 1]])).words == ("law",)


@pytest.mark.parametrize("text", ["", "cookie 1 2\nlaw 1\n", "cookie one two\n", "cookie\n"])
def test_what_is_no_table_is_an_error(tmp_path, text):
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(DataError, match=r"bad\.txt"):
        read_table(tmp_path / "bad.txt")


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(DataError, match="cannot read"):
        read_table(tmp_path / "none.txt")


def test_forty_words_are_judged_and_all_neighbours_of_the_shipped_vectors_were_read():
    judged = read_judged()
    assert len({one.word for one in judged}) == 40
    assert not any(one.related & one.other for one in judged)
    assert figures(judged, load_vectors())["unread"] == 0
