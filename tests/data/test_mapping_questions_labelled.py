"""Questions with labels of the taxonomy, as the CMU report's are."""

import json

import pytest

from privascope.data.mapping_questions import read_about
from privascope.errors import DataError


def write(path, row):
    path.write_text(json.dumps(row) + "\n")
    return path


def test_every_value_is_right(tmp_path):
    label = {
        "category": "Data Retention",
        "attribute": "Retention Period",
        "values": ["Limited", "Stated Period"],
    }
    row = {"number": 1, "question": "how long?", "labels": [label]}
    (found,) = read_about(write(tmp_path / "q.jsonl", row))
    assert found.text == "how long?"
    assert found.categories == {"Data Retention"}
    assert {one.value for one in found.labels} == {"Limited", "Stated Period"}


@pytest.mark.parametrize(
    "labels", [None, [{}], [{"category": "Magic", "attribute": "a", "values": ["b"]}]]
)
def test_wrong_labels_are_told(tmp_path, labels):
    with pytest.raises(DataError, match=r"q\.jsonl, row 1"):
        read_about(write(tmp_path / "q.jsonl", {"question": "how long?", "labels": labels}))
