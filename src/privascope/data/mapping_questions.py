"""Questions with what they are about: PrivacyQA's categories, PolicyQA's types."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.answer.mapping.label import Label, category_names, known_label
from privascope.data.rows import read_rows
from privascope.errors import DataError

OTHER = "Other"
# PrivacyQA's columns; what has no column of its own is "other" there.
COLUMNS: Mapping[str, str] = {
    "first": "First Party Collection/Use",
    "third": "Third Party Sharing/Collection",
    "datasecurity": "Data Security",
    "dataretention": "Data Retention",
    "user_access": "User Access, Edit and Deletion",
    "user_choice": "User Choice/Control",
    "other": OTHER,
}
_FLAGS = {"0": False, "1": True, "0.0": False, "1.0": True, "": False}
_BETWEEN = "|||"


@dataclass(frozen=True, slots=True)
class AboutQuestion:
    """A question and all that it may rightly be mapped to.

    `group` is what must not stand on both sides of a split: the policy for PrivacyQA's, the words
    themselves for PolicyQA's, which asks the same of every policy, "" for our own, which are never
    measured on. `labels` is empty for PrivacyQA.
    """

    text: str
    group: str
    categories: frozenset[str]
    labels: frozenset[Label] = frozenset()


def read_about(path: Path) -> list[AboutQuestion]:
    """The questions of a file in either form that have a category; DataError for another form."""
    rows = list(read_rows(path))
    if not rows:
        raise DataError(f"{path}: no rows")
    if "paragraphs" in rows[0]:
        found = list(_policyqa(rows, path))
    elif "labels" in rows[0]:
        found = [_labelled(row, f"{path}, row {number}") for number, row in enumerate(rows, 1)]
    else:
        found = [_privacyqa(row, f"{path}, row {number}") for number, row in enumerate(rows, 1)]
    found = [question for question in found if question.categories]
    if not found:
        raise DataError(f"{path}: no question has a category")
    return found


def _privacyqa(row: Mapping[str, Any], place: str) -> AboutQuestion:
    missing = [name for name in ("Query", "DocID", *COLUMNS) if name not in row]
    if missing:
        raise DataError(f"{place}: no field {', '.join(missing)}")
    return AboutQuestion(
        str(row["Query"]),
        str(row["DocID"]).strip(),
        frozenset(meant for name, meant in COLUMNS.items() if _flag(row[name], place, name)),
    )


def _flag(value: object, place: str, name: str) -> bool:
    meant = _FLAGS.get(str(value).strip())
    if meant is None:
        raise DataError(f"{place}: {name} is {str(value)[:40]!r}, not 0 or 1")
    return meant


def _policyqa(rows: list[dict[str, Any]], path: Path) -> Iterator[AboutQuestion]:
    """Each question once, with all types that it has anywhere."""
    labels: dict[str, set[Label]] = {}
    for number, row in enumerate(rows, 1):
        try:
            for paragraph in row["paragraphs"]:
                for asked in paragraph["qas"]:
                    if asked.get("type"):
                        label = _label(str(asked["type"]), f"{path}, row {number}")
                        labels.setdefault(str(asked["question"]), set()).add(label)
        except (AttributeError, KeyError, TypeError) as error:
            raise DataError(f"{path}, row {number}: not in SQuAD's form ({error!r})") from error
    for text, own in labels.items():
        yield AboutQuestion(text, text, frozenset(one.category for one in own), frozenset(own))


def _labelled(row: Mapping[str, Any], place: str) -> AboutQuestion:
    """A question with labels of the taxonomy, any of which is right."""
    labels = set()
    try:
        text = str(row["question"])
        for one in row["labels"]:
            for value in one["values"]:
                names = (str(one["category"]), str(one["attribute"]), str(value))
                labels.add(_label(_BETWEEN.join(names), place))
    except (KeyError, TypeError) as error:
        raise DataError(f"{place}: no question with labels ({error!r})") from error
    return AboutQuestion(text, text, frozenset(one.category for one in labels), frozenset(labels))


def _label(text: str, place: str) -> Label:
    names = text.split(_BETWEEN)
    label = known_label(*names) if len(names) == 3 else None
    if label is None or label.category not in category_names():
        raise DataError(f"{place}: no category{_BETWEEN}attribute{_BETWEEN}value: {text[:80]!r}")
    return label
