"""The tables of PrivaSeer that a folder of data can give: vague words, and what needs a judge."""

from pathlib import Path

from privascope.errors import DataError
from privascope.measure import vagueness
from privascope.measure.papers.row import Row
from privascope.measure.selection import Follow

DOCUMENTS = Path("vagueness", "documents.jsonl.zst")
_PUBLISHED = {"precision": 0.651, "recall": 0.526, "f1": 0.583}
_DETECTOR = {"precision": 0.96, "recall": 0.97}
# P@5 on the index without the rest of the page: personal information, security, practice.
_RANKINGS = {
    "relevance": (0.54, 0.28, 0.66),
    "popularity": (0.60, 0.60, 0.48),
    "published": (0.88, 0.92, 1.00),
}
_THEMES = ("personal information", "security", "practice")
_CROSS = "ours: a linear model, five-fold by document; published: a transformer, one split"
_FOREST = "privascope learn detector PAGES --model forest measures it on pages of one's own"
_JUDGED = "needs a judge: privascope measure search --library DIR --judgements FILE"


def rows(data: Path, _limit: int | None, _: Follow) -> list[Row]:
    """Vague words on the annotated documents; for the other tables, how to get the figures."""
    path = data / DOCUMENTS
    if not path.is_file():
        raise DataError(f"{data} holds no {DOCUMENTS}")
    found = vagueness.measure(path)
    ours = {name: float(str(found[name])) for name in _PUBLISHED}
    return [
        *(
            Row("table 5, vague words", name, published, None, ours[name], _CROSS)
            for name, published in _PUBLISHED.items()
        ),
        *(
            Row("section 6, is it a policy", name, published, None, None, _FOREST)
            for name, published in _DETECTOR.items()
        ),
        *(
            Row("table 7, P@5", f"{ranking}, {theme}", published, None, None, _JUDGED)
            for ranking, figures in _RANKINGS.items()
            for theme, published in zip(_THEMES, figures, strict=True)
        ),
    ]
