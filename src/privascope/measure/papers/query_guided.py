"""The tables of Keymanesh et al.: data sets, paraphrases, rankings."""

from pathlib import Path

from privascope.measure import describe, query_guided
from privascope.measure.papers.row import Row
from privascope.measure.query_guided import FIGURES, PUBLISHED, PUBLISHED_PARAPHRASES
from privascope.measure.selection import Follow

# Where the data sets are, with the published figures of their training parts.
_DATA = {
    "table 1, PrivacyQA, training part": (
        Path("privacyqa", "train.jsonl.zst"),
        {
            "questions": 1350,
            "policies": 27,
            "out_of_scope_questions": 425,
            "passages_per_question": 137.1,
            "relevant_passages_per_question": 5.2,
        },
    ),
    "table 2, PolicyQA, training part": (
        Path("policyqa", "train.jsonl.zst"),
        {
            "questions": 693,
            "policies": 75,
            "question_answer_pairs": 17056,
            "words_per_question": 11.2,
            "words_per_passage": 106.0,
            "words_per_answer": 13.3,
        },
    ),
}
_PARAPHRASES = ("paraphrases", "segments_rescued", "paraphrases_answered")
_SHORTER = "smaller encoders; questions of the sample library, not of PrivacyQA's test part"


def rows(data: Path, limit: int | None, follow: Follow) -> list[Row]:
    """The data as it is here, then paraphrases and rankings on the sample library's questions."""
    found = []
    for table, (path, figures) in _DATA.items():
        if (data / path).is_file():
            counted = describe.measure(data / path)
            found += [
                Row(table, name.replace("_", " "), value, _number(counted[name]), None)
                for name, value in figures.items()
            ]
    report = query_guided.measure(limit=limit, follow=follow)
    made, ranked = report["paraphrases"], report["rankings"]
    assert isinstance(made, dict)
    assert isinstance(ranked, dict)
    for name, values in PUBLISHED_PARAPHRASES.items():
        own = made.get(name, {})
        note = "" if own else "not measured: choose the source with `measure query_guided`"
        found += [
            Row(
                "table 3, paraphrases",
                f"{name}, {figure.replace('_', ' ')}",
                value,
                _number(own.get(figure)),
                None,
                note,
            )
            for figure, value in zip(_PARAPHRASES, values, strict=True)
        ]
    for way in (*PUBLISHED, "I", *(way for way in ranked if way.startswith("R + I, "))):
        if any(row.figure.startswith(f"{way}: ") for row in found):
            continue
        published = PUBLISHED.get(way, (None,) * len(FIGURES))
        found += [
            Row(
                "table 4, rankings",
                f"{way}: {figure}",
                value,
                ranked[way][figure],
                ranked[query_guided.DEFAULT][figure],
                _SHORTER if figure == FIGURES[0] else "",
            )
            for figure, value in zip(FIGURES, published, strict=True)
        ]
    return found


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
