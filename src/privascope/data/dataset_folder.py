"""Folders that Hugging Face's `datasets` writes (`save_to_disk`), or with Parquet, as rows."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from privascope.errors import DataError, MissingExtraError

_INFO, _STATE, _SPLITS = "dataset_info.json", "state.json", "dataset_dict.json"
_TRAIN = "train"


def folder_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Each row; numbers of class labels are given by their names."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("Reading a datasets folder", "parquet") from error
    place = _split(folder)
    files = _files(place)
    names = _class_names(place)
    for file in files:
        try:
            if file.suffix == ".parquet":
                table = pyarrow.parquet.read_table(file)
            else:
                with pyarrow.memory_map(str(file)) as source:
                    table = pyarrow.ipc.open_stream(source).read_all()
        except (OSError, pyarrow.ArrowException) as error:
            raise DataError(f"{file} is no part of a data set ({error})") from error
        for row in table.to_pylist():
            yield {key: _named(value, names.get(key)) for key, value in row.items()}


def _split(folder: Path) -> Path:
    """The folder itself, or its training split."""
    if not (folder / _SPLITS).is_file():
        return folder
    splits = _json(folder / _SPLITS).get("splits", [])
    if _TRAIN in splits:
        return folder / _TRAIN
    if len(splits) == 1:
        return folder / str(splits[0])
    raise DataError(
        f"{folder} has the splits {', '.join(map(str, splits))}: name the folder of one"
    )


def _files(folder: Path) -> list[Path]:
    if (folder / _STATE).is_file():
        listed = _json(folder / _STATE).get("_data_files", [])
        return [folder / str(one["filename"]) for one in listed]
    files = sorted(folder.glob("**/*.parquet"))
    if not files:
        raise DataError(f"{folder} is no datasets folder: it has neither {_STATE} nor Parquet")
    return files


def _class_names(folder: Path) -> dict[str, list[str]]:
    """The names of the classes of columns that have some."""
    path = folder / _INFO
    features = _json(path).get("features") if path.is_file() else None
    if not isinstance(features, Mapping):
        return {}
    return {
        column: [str(name) for name in own["names"]]
        for column, own in features.items()
        if isinstance(own, Mapping) and own.get("_type") == "ClassLabel" and own.get("names")
    }


def _named(value: Any, names: list[str] | None) -> Any:
    if names is None or not isinstance(value, int) or not 0 <= value < len(names):
        return value
    return names[value]


def _json(path: Path) -> dict[str, Any]:
    try:
        held: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read ({error})") from error
    return held
