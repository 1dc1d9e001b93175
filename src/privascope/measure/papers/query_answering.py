"""The tables of CMU-ISR-17-114R: question mapping, open question answering, neural models."""

from dataclasses import replace
from pathlib import Path

from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.data.mapping_questions import read_about
from privascope.errors import DataError
from privascope.measure.mapping import figures_of
from privascope.measure.open_answers import open_figures
from privascope.measure.papers.row import Row
from privascope.measure.selection import Follow

QUESTIONS = Path("cmu", "questions.jsonl")
_LEVELS = ("category", "attribute", "value")
_MAPPED = {"bag_of_words": (7, 1, 0), "word_clusters": (12, 4, 1)}
_OPEN = "table 2, open question answering"
_NEURAL = "table 3, attention BiLSTM"


def rows(data: Path, limit: int | None, _: Follow) -> list[Row]:
    """Table 1 on the report's questions, table 2 on the sample library's, and table 3."""
    path = data / QUESTIONS
    if not path.is_file():
        raise DataError(f"{data} holds no {QUESTIONS}")
    return [*_mapping(path), *_open(limit), *_neural()]


def _mapping(path: Path) -> list[Row]:
    questions = read_about(path)
    found = figures_of(questions)
    total = len(questions)
    ours = figures_of([replace(one, text=_understood(one.text)) for one in questions])["levels"]
    rows = []
    for name, published in _MAPPED.items():
        for level, count in zip(_LEVELS, published, strict=True):
            own = found[name] if level == "category" else found[name][level]
            rows.append(
                Row(
                    f"table 1, questions mapped right, of {total}",
                    f"{name.replace('_', ' ')}, {level}",
                    count,
                    round(own["top_1"] * total),
                    round(ours[level]["top_1"] * total),
                )
            )
    return rows


def _understood(question: str) -> str:
    """The question as our answers read it: without names and addresses, spelling corrected."""
    parts = understand(question, Spelling(frozenset())).parts
    return " ".join(part.whole for part in parts) or question


def _open(limit: int | None) -> list[Row]:
    found = open_figures(limit)
    ours = found["default"]
    rows = []
    for way, published in (("expanded", (0.57, 122.66, 6.66)), ("plain", (0.21, 46, 2.66))):
        label = "query expansion" if way == "expanded" else "no query expansion"
        for name, figure in zip(("mrr", "words", "sentences"), published, strict=True):
            rows.append(Row(_OPEN, f"{label}, {name}", figure, found[way][name], ours[name]))
    rows[0] = Row(
        _OPEN,
        rows[0].figure,
        rows[0].published,
        rows[0].faithful,
        rows[0].ours,
        f"{found['questions']} questions of the sample library; the report's are not public",
    )
    return rows


def _neural() -> list[Row]:
    note = "`privascope learn bilstm` prints the figures here"
    figures = (
        ("train", "P@1", 1.0),
        ("train", "MRR", 1.0),
        ("test", "P@1", 0.73),
        ("test", "MRR", 0.85),
    )
    return [
        Row(_NEURAL, f"{part}, {name}", value, None, None, note) for part, name, value in figures
    ]
