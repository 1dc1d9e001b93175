"""The tables of the published systems: their figures, the same methods here, and ours."""

import importlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from privascope.errors import DataError
from privascope.measure.papers.row import Row
from privascope.measure.selection import Follow

# Each paper is a module of `privascope.measure.papers` with a function `rows`.
PAPERS: Mapping[str, str] = {
    "query_answering": "CMU-ISR-17-114R",
    "query_guided": "Keymanesh et al., query-guided summaries",
    "privaseer": "PrivaSeer, a search engine for privacy policies",
}


def measure(data: Path, *, limit: int | None = None, follow: Follow = iter) -> dict[str, object]:
    """The rows of each paper's tables, from a folder of data sets.

    With `limit` only so many questions are asked where models read, from all over the set.
    """
    if not data.is_dir():
        raise DataError(f"{data} is no folder: name the one that holds the data sets")
    return {
        name: {"paper": title, "rows": [asdict(row) for row in rows_of(name, data, limit, follow)]}
        for name, title in PAPERS.items()
    }


def rows_of(name: str, data: Path, limit: int | None, follow: Follow) -> list[Row]:
    """The rows of one paper."""
    module = importlib.import_module(f"privascope.measure.papers.{name}")
    found: list[Row] = module.rows(data, limit, follow)
    return found


def as_table(report: Mapping[str, object]) -> list[str]:
    """The rows as lines of text, a paper after the other."""
    lines = []
    for part in report.values():
        assert isinstance(part, dict)
        lines += [str(part["paper"]), f"  {'':<58} {'published':>10} {'here':>10} {'ours':>10}"]
        table = ""
        for row in part["rows"]:
            if row["table"] != table:
                table = row["table"]
                lines.append(f"  {table}")
            cells = " ".join(_cell(row[name]) for name in ("published", "faithful", "ours"))
            lines.append(f"    {row['figure']:<56} {cells}  {row['note']}".rstrip())
        lines.append("")
    return lines


def _cell(value: object) -> str:
    if value is None:
        return f"{'–':>10}"
    return (
        f"{value:>10.3f}"
        if isinstance(value, float) and value != round(value, 0)
        else f"{value:>10.0f}"
    )
