"""The sheet on which people compare answers without knowing which method gave them."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from privascope import api
from privascope.answer.methods import method_called
from privascope.data.rows import read_rows
from privascope.errors import DataError, LibraryError
from privascope.measure.judging.page import write_page

_FIELDS = ("policy", "question")
_MOST_QUOTES = 10


def write_answer_sheet(
    questions: Path, library: Path, methods: Sequence[str], sheet: Path
) -> dict[str, object]:
    """Asks every question by every method and writes the page, and beside it the key of its codes.

    The page names no method: each answer has a code, and the key says whose it is.
    """
    rows = _questions(questions)
    names = list(dict.fromkeys(methods))
    if len(names) < 2:
        raise DataError("name two methods or more to compare, such as default,bm25-expanded")
    for name in names:
        method_called(name)
    items: list[dict[str, Any]] = []
    key: dict[str, str] = {}
    with api.open(library) as opened:
        for number, row in enumerate(rows, 1):
            policy = opened.find(row["policy"])
            answers = []
            for name in names:
                answer = policy.ask(row["question"], method=name)
                code = hashlib.sha256(f"{number} {row['question']} {name}".encode()).hexdigest()[
                    :10
                ]
                key[code] = name
                quotes = (answer.quotes or answer.nearest)[:_MOST_QUOTES]
                answers.append(
                    {
                        "code": code,
                        "verdict": "" if answer.quotes else "The policy does not say; the nearest:",
                        "sentences": [
                            {"id": f"{policy.id}:{quote.start}-{quote.end}", "text": quote.text}
                            for quote in quotes
                        ],
                    }
                )
            # By code, which tells nothing; the page shuffles anew for each judge.
            answers.sort(key=lambda one: str(one["code"]))
            items.append(
                {
                    "id": f"q{number}",
                    "policy": policy.title,
                    "question": row["question"],
                    "answers": answers,
                }
            )
    write_page(sheet, "answers", {"items": items})
    path = key_of(sheet)
    try:
        path.write_text(json.dumps({"methods": names, "key": key}, indent=2) + "\n")
    except OSError as error:
        raise LibraryError(f"the key cannot be written to {path}: {error.strerror}") from error
    return {"questions": len(items), "methods": names, "sheet": str(sheet), "key": str(path)}


def key_of(sheet: Path) -> Path:
    """Where the key of a sheet is."""
    return sheet.with_suffix(".key.json")


def _questions(path: Path) -> list[dict[str, Any]]:
    rows = []
    for number, row in enumerate(read_rows(path, _FIELDS), 1):
        if not all(isinstance(row[name], str) and row[name].strip() for name in _FIELDS):
            raise DataError(f"{path}, row {number}: policy and question must be texts")
        rows.append(row)
    if not rows:
        raise DataError(f"{path}: no questions")
    return rows
