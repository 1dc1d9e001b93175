"""Finds the weights of the policy detector: `privascope learn detector`."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.collect.detector import (
    Model,
    last_name,
    marks,
    measures,
    names_itself_policy,
    score_terms,
    text_terms,
)
from privascope.data.rows import read_rows
from privascope.policy.html import html_document
from privascope.policy.page import Page

_TERMS = 12_000
_TERM_IN_PAGES = 4
_MARK_IN_PAGES = 6
# A larger scale means weaker regularisation of that part.
_TEXT_SCALE = 3.0
_MEASURE_SCALE = 0.5
_C = 1.0
_OTHER_NAME = re.compile(r"cookie|terms|conditions")
# The same page as other sources hand it over: its text alone, or its clean text without a title.
_WEIGHTS = (1.0, 0.15, 0.15)
# Addresses and titles of pages that mention privacy but are not policies; the data has none.
_DECOY_WEIGHT = 1.0
_DECOYS = (
    ("blog/ten-ways-to-keep-your-privacy-online", "Ten ways to keep your privacy online"),
    ("garden/privacy-fence-panels", "Privacy fence panels, larch | Garden"),
    ("shop/window-privacy-film-frosted", "Frosted privacy film for windows"),
    ("2021/05/airline-fined-over-data-protection", "Airline fined over data protection failures"),
    ("events/privacy-summit-programme", "Privacy summit: programme and speakers"),
    ("books/a-history-of-privacy", "A history of privacy | Books"),
    ("careers/data-protection-consultant", "Data protection consultant – Vacancies"),
    ("opinion/privacy-is-not-dead", "Opinion: privacy is not dead"),
    ("courses/introduction-to-data-protection", "Introduction to data protection | Courses"),
    ("reviews/best-privacy-browsers-compared", "The best privacy browsers compared"),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A page as the funnel sees it, and whether it is a policy."""

    url: str
    text: str
    title: str
    clean: str
    is_policy: bool


@dataclass(frozen=True, slots=True)
class _Features:
    terms: Mapping[str, int]
    marks: Mapping[str, float]
    measures: npt.NDArray[np.float64]


def read_examples(data: Path) -> list[Example]:
    """The pages of a file of rows with url, html or text, is_policy and perhaps clean_markdown."""
    examples = []
    for row in read_rows(data, required=("url", "is_policy")):
        if row.get("html") is not None:
            document = html_document(row["html"], row["url"])
            text, title = Page(row["url"], "", "", "", document).whole_text(), document.title
        else:
            text, title = row.get("text") or "", row.get("title") or ""
        clean = row.get("clean_markdown") or text
        examples.append(Example(row["url"] or "", text, title, clean, bool(row["is_policy"])))
    return examples


def is_doubtful(page: Example) -> bool:
    """Whether a page is filed as something else, yet calls itself a privacy policy."""
    if page.is_policy or not any(names_itself_policy(page.url, page.title)):
        return False
    name = last_name(page.url)
    return "privacy" in name or _OTHER_NAME.search(name) is None


def train(pages: Sequence[Example]) -> Model:
    """The weights that best separate these policies from these other pages.

    Pages of doubtful label are left out, or every "privacy notice" would be turned away.
    """
    from sklearn.linear_model import LogisticRegression

    examples = [page for page in pages if not is_doubtful(page)]
    whole = [
        _features(page.url or _made_up_address(page), page.text, page.title) for page in examples
    ]
    bare = [_features("", page.text, "") for page in examples]
    clean = [_features(page.url, page.clean, "") for page in examples]
    text = _commonest((page.terms for page in whole), _TERM_IN_PAGES, _TERMS)
    mark = _commonest((page.marks for page in whole), _MARK_IN_PAGES, None)
    uses = Counter(name for page in whole for name in page.terms)
    rarity = np.array([math.log((1 + len(examples)) / (1 + uses[name])) + 1 for name in text])
    blank = Model(
        text=_columns(text),
        marks=_columns(mark),
        rarity=rarity,
        text_weights=np.zeros(len(text)),
        mark_weights=np.zeros(len(mark)),
        measure_weights=np.zeros(len(whole[0].measures)),
        bias=0.0,
    )
    views = [whole, bare, clean]
    weights = [np.full(len(view), weight) for view, weight in zip(views, _WEIGHTS, strict=True)]
    answers = [page.is_policy for page in examples]
    decoys = _decoys(examples)
    fitted = LogisticRegression(C=_C, solver="liblinear", tol=1e-3, max_iter=300, random_state=0)
    fitted.fit(
        _matrix([*whole, *bare, *clean, *decoys], blank),
        np.array([*answers, *answers, *answers, *(False for _ in decoys)]),
        sample_weight=np.concatenate([*weights, np.full(len(decoys), _DECOY_WEIGHT)]),
    )
    found = fitted.coef_[0]
    edges = len(text), len(text) + len(mark)
    return Model(
        text=blank.text,
        marks=blank.marks,
        rarity=rarity,
        text_weights=found[: edges[0]] * _TEXT_SCALE,
        mark_weights=found[edges[0] : edges[1]],
        measure_weights=found[edges[1] :] * _MEASURE_SCALE,
        bias=float(fitted.intercept_[0]),
    )


def save(model: Model, path: Path) -> None:
    """Writes the weights; the same model gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            text=_packed(model.text),
            marks=_packed(model.marks),
            rarity=model.rarity.astype(np.float32),
            text_weights=model.text_weights.astype(np.float32),
            mark_weights=model.mark_weights.astype(np.float32),
            measure_weights=model.measure_weights.astype(np.float32),
            bias=np.float32(model.bias),
        )


def _features(url: str, text: str, title: str) -> _Features:
    return _Features(text_terms(text), marks(url, title), measures(url, text, title))


def _made_up_address(page: Example) -> str:
    """An address in the manner of a blog, so that having none does not mean being no policy."""
    words = re.findall(r"[a-z0-9]+", page.title.lower())[:8]
    return f"https://www.site.example/{'-'.join(words)}" if words and not page.is_policy else ""


def _decoys(examples: Sequence[Example]) -> list[_Features]:
    """Pages on other subjects under an address and a title that mention privacy."""
    others = [page for page in examples if not page.is_policy and not page.url]
    return [
        _features(f"https://www.site.example/{path}", page.text, title)
        for page, (path, title) in zip(others, cycle(_DECOYS), strict=False)
    ]


def _commonest(pages: Iterable[Mapping[str, Any]], in_pages: int, at_most: int | None) -> list[str]:
    uses = Counter(name for page in pages for name in page)
    ranked = sorted((-count, name) for name, count in uses.items() if count >= in_pages)
    return sorted(name for _, name in ranked[:at_most])


def _columns(names: Sequence[str]) -> dict[str, int]:
    return {name: column for column, name in enumerate(names)}


def _matrix(pages: Sequence[_Features], model: Model) -> Any:
    """One row a page; the columns are the text's words, then the marks, then the measures."""
    import scipy.sparse as sparse

    first_mark = len(model.text)
    first_measure = first_mark + len(model.marks)
    width = first_measure + len(model.measure_weights)
    indices: list[npt.NDArray[np.int64]] = []
    data: list[npt.NDArray[np.float64]] = []
    ends = [0]
    for page in pages:
        columns, values = score_terms(page.terms, model)
        marked = {
            first_mark + model.marks[name]: value
            for name, value in page.marks.items()
            if name in model.marks
        }
        indices += [columns, np.array([*marked, *range(first_measure, width)], dtype=np.int64)]
        data += [
            values * _TEXT_SCALE,
            np.array([*marked.values(), *(page.measures * _MEASURE_SCALE)]),
        ]
        ends.append(ends[-1] + len(columns) + len(marked) + width - first_measure)
    return sparse.csr_matrix(
        (np.concatenate(data), np.concatenate(indices), ends), shape=(len(pages), width)
    )


def _packed(names: Mapping[str, int]) -> npt.NDArray[np.uint8]:
    return np.frombuffer("\n".join(names).encode(), dtype=np.uint8)
