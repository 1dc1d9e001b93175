"""Labels as 0 and 1, and folders in the layout of Hugging Face's datasets."""

import json
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

from privascope.data.pairs import questions_of, read_questions  # noqa: E402
from privascope.errors import DataError  # noqa: E402
from tests.learn.tiny import labelled_rows, write_rows  # noqa: E402


def numbered() -> list[dict[str, Any]]:
    return [row | {"Label": int(row["Label"] == "Relevant")} for row in labelled_rows(2)]


def write_dataset(folder: Path, rows: list[dict[str, Any]], names: list[str] | None = None) -> Path:
    """A folder as `save_to_disk` leaves it."""
    folder.mkdir(parents=True)
    table = pa.Table.from_pylist(rows)
    file = folder / "data-00000-of-00001.arrow"
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    (folder / "state.json").write_text(json.dumps({"_data_files": [{"filename": file.name}]}))
    label = {"names": names, "_type": "ClassLabel"} if names else {"_type": "Value"}
    (folder / "dataset_info.json").write_text(json.dumps({"features": {"Label": label}}))
    return folder


def relevant(questions: list[Any]) -> list[list[bool]]:
    return [one.relevant.tolist() for one in questions]


def test_labels_may_be_numbers(tmp_path: Path) -> None:
    wanted = relevant(questions_of(labelled_rows(2)))
    assert relevant(read_questions(write_rows(tmp_path / "labels.jsonl", numbered()))) == wanted
    rows = [row | {"Label": 2} for row in numbered()]
    with pytest.raises(DataError, match="Label is '2', not Relevant or Irrelevant, 1 or 0"):
        questions_of(rows)


def test_a_datasets_folder_is_read(tmp_path: Path) -> None:
    wanted = relevant(questions_of(labelled_rows(2)))
    plain = write_dataset(tmp_path / "plain", numbered())
    assert relevant(read_questions(plain)) == wanted
    # Class labels are known by their names, whatever their numbers.
    turned = [row | {"Label": 1 - row["Label"]} for row in numbered()]
    folder = write_dataset(tmp_path / "named", turned, ["Relevant", "Irrelevant"])
    assert relevant(read_questions(folder)) == wanted


def test_a_folder_with_splits_gives_the_training_one(tmp_path: Path) -> None:
    write_dataset(tmp_path / "train", numbered())
    splits = tmp_path / "dataset_dict.json"
    splits.write_text(json.dumps({"splits": ["train", "test"]}))
    assert len(read_questions(tmp_path)) == 16
    splits.write_text(json.dumps({"splits": ["validation", "test"]}))
    with pytest.raises(DataError, match="has the splits validation, test: name the folder of one"):
        read_questions(tmp_path)


def test_parquet_is_read_and_another_folder_is_refused(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    (tmp_path / "data").mkdir()
    pq.write_table(pa.Table.from_pylist(numbered()), tmp_path / "data" / "train.parquet")
    assert len(read_questions(tmp_path)) == 16
    (tmp_path / "data" / "train.parquet").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"train.parquet is no part of a data set"):
        read_questions(tmp_path)
    (tmp_path / "data" / "train.parquet").unlink()
    with pytest.raises(DataError, match="is no datasets folder"):
        read_questions(tmp_path)
