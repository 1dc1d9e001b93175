"""The files of an ERA run: report, tables, predictions, and the data in others' layouts."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.pairs import Question
from privascope.errors import MissingExtraError
from privascope.learn.era_data import Prepared
from privascope.learn.era_recipe import Recipe
from privascope.learn.era_report import era_report
from privascope.learn.era_tables import Table, all_tables
from privascope.learn.storing import say, write_whole

_LATEX = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "±": r"$\pm$", "→": r"$\to$"}
_NAME = re.compile(r"[^A-Za-z0-9.=+-]+")


def write_outputs(run: Mapping[str, Any], recipe: Recipe, prepared: Prepared) -> Path:
    """Write everything and return where the page lies."""
    folder = recipe.folder
    tables = all_tables(run, recipe, prepared.rows)
    for table in tables:
        write_whole(folder / "tables" / f"{table.name}.csv", as_csv(table).encode())
        write_whole(folder / "tables" / f"{table.name}.tex", as_latex(table).encode())
    held = {**run, "tables": {one.name: [one.heads, *one.rows] for one in tables}}
    write_whole(folder / "report.json", json.dumps(held, ensure_ascii=False, indent=1).encode())
    _write_predictions(run, recipe, prepared)
    _write_beir(folder / "beir", prepared)
    if recipe.tensorboard:
        _write_tensorboard(recipe)
    page = folder / "report.html"
    write_whole(page, era_report(run, tables).encode())
    return page


def as_csv(table: Table) -> str:
    """The table as comma-separated values."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows(table.rows)
    return buffer.getvalue()


def as_latex(table: Table) -> str:
    """The table in LaTeX, with booktabs' rules."""
    lines = [
        "\\begin{table}\\centering",
        f"\\caption{{{_latex(table.title)}. {_latex(table.note)}}}",
        f"\\begin{{tabular}}{{l{'r' * (len(table.heads) - 1)}}}",
        "\\toprule",
        " & ".join(map(_latex, table.heads)) + " \\\\",
        "\\midrule",
        *(" & ".join(map(_latex, row)) + " \\\\" for row in table.rows),
        "\\bottomrule",
        "\\end{tabular}",
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _results(run: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    for part in run["parts"]:
        yield from part["rows"]


def _write_predictions(run: Mapping[str, Any], recipe: Recipe, prepared: Prepared) -> None:
    """Every sentence's score and label: Parquet, and TREC runs with their qrels."""
    judged = {split.number: split.judged for split in prepared.splits}
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    trec: dict[str, list[str]] = {}
    for result in _results(run):
        questions = judged[result["fold"]]
        with np.load(recipe.folder / result["scores"], allow_pickle=False) as held:
            scores = {name: held[name] for name in held.files}
        _add_rows(columns, result, questions, scores)
        name = f"{_NAME.sub('-', result['row']).strip('-')}-seed{result['seed']}"
        trec.setdefault(name, []).extend(_trec(questions, scores["fp32"], name))
    for name, lines in trec.items():
        write_whole(recipe.folder / "trec" / f"{name}.run", "".join(lines).encode())
    every = [one for split in prepared.splits for one in split.judged]
    write_whole(recipe.folder / "trec" / "qrels", "".join(_qrels(every)).encode())
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        # The figures are there; only this form of them needs more.
        say(str(MissingExtraError("predictions.parquet", "parquet")))
        return
    buffer = io.BytesIO()
    pq.write_table(pa.table({k: own for k, own in columns.items() if own}), buffer)
    write_whole(recipe.folder / "predictions.parquet", buffer.getvalue())


_COLUMNS = (
    *("row", "seed", "fold", "policy", "question", "sentence", "relevant"),
    *("fp32", "int8", "argmax", "tuned"),
)


def _add_rows(
    columns: dict[str, list[Any]],
    result: Mapping[str, Any],
    questions: Sequence[Question],
    scores: Mapping[str, Any],
) -> None:
    count = len(scores["fp32"])
    columns["row"] += [result["row"]] * count
    columns["seed"] += [result["seed"]] * count
    columns["fold"] += [result["fold"]] * count
    columns["policy"] += [one.policy for one in questions for _ in one.sentences]
    columns["question"] += [one.id for one in questions for _ in one.sentences]
    columns["sentence"] += [place for one in questions for place in range(len(one.sentences))]
    columns["relevant"] += np.concatenate([one.relevant for one in questions]).tolist()
    for precision in scores:
        columns[precision] += scores[precision].tolist()
    threshold = result["fp32"]["tuned"]["threshold"]
    columns["argmax"] += (scores["fp32"] > 0).tolist()
    columns["tuned"] += (scores["fp32"] >= np.float32(threshold)).tolist()


def _document(question: Question, place: int) -> str:
    """The id of a sentence, without blanks: TREC's columns are parted by them."""
    return f"{_NAME.sub('_', question.policy)}.{place}"


def _asked(question: Question) -> str:
    return _NAME.sub("_", question.id)


def _trec(questions: Sequence[Question], scores: Any, name: str) -> list[str]:
    lines, at = [], 0
    for one in questions:
        own = scores[at : at + len(one.sentences)]
        at += len(one.sentences)
        for rank, place in enumerate(np.argsort(-own, kind="stable").tolist(), 1):
            lines.append(
                f"{_asked(one)} Q0 {_document(one, place)} {rank} {float(own[place]):.6f} {name}\n"
            )
    return lines


def _qrels(questions: Sequence[Question]) -> list[str]:
    return [
        f"{_asked(one)} 0 {_document(one, place)} {int(relevant)}\n"
        for one in questions
        for place, relevant in enumerate(one.relevant.tolist())
    ]


def _write_beir(folder: Path, prepared: Prepared) -> None:
    """The questions that judge, their sentences and labels, in BEIR's layout."""
    questions = [one for split in prepared.splits for one in split.judged]
    sentences = {
        _document(one, place): text for one in questions for place, text in enumerate(one.sentences)
    }
    corpus = [{"_id": name, "title": "", "text": text} for name, text in sentences.items()]
    queries = [{"_id": _asked(one), "text": one.text} for one in questions]
    write_whole(folder / "corpus.jsonl", _lines(corpus))
    write_whole(folder / "queries.jsonl", _lines(queries))
    rows = [
        f"{_asked(one)}\t{_document(one, place)}\t1\n"
        for one in questions
        for place in np.flatnonzero(one.relevant).tolist()
    ]
    head = "query-id\tcorpus-id\tscore\n"
    write_whole(folder / "qrels" / "test.tsv", "".join([head, *rows]).encode())


def _lines(rows: Sequence[Mapping[str, str]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _write_tensorboard(recipe: Recipe) -> None:
    """The losses and rates of every training, as TensorBoard reads them."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise MissingExtraError("TensorBoard's logs", "tensorboard") from error
    for log in sorted(recipe.folder.glob("**/log.jsonl")):
        place = recipe.folder / "tensorboard" / str(log.parent.relative_to(recipe.folder))
        if place.exists():
            continue
        with SummaryWriter(str(place)) as writer:  # type: ignore[no-untyped-call]
            for line in log.read_text().splitlines():
                held = json.loads(line)
                for name in ("loss", "rate", "score"):
                    if name in held:
                        writer.add_scalar(name, held[name], held["step"])  # type: ignore[no-untyped-call]
