"""How well a policy's text is extracted from its page."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.data.clean_pages import policy_pages, truth_words, words_of
from privascope.errors import DataError
from privascope.policy.document import lay_out
from privascope.policy.html import html_document

_LOW = 0.8


@dataclass(frozen=True, slots=True)
class PageScore:
    """What one page's text and its truth have in common, as multisets of words."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def page_score(text: str, markdown: str) -> PageScore:
    """The score of a text against the clean text of its page."""
    got, truth = Counter(words_of(text)), Counter(truth_words(markdown))
    common = (got & truth).total()
    return PageScore(common / max(1, got.total()), common / max(1, truth.total()))


def summary(scores: Iterable[PageScore], seconds: float) -> dict[str, object]:
    """The means over pages, and the pages that lost more than a fifth of their text."""
    pages = list(scores)
    count = len(pages)
    return {
        "precision": sum(page.precision for page in pages) / count,
        "recall": sum(page.recall for page in pages) / count,
        "f1": sum(page.f1 for page in pages) / count,
        "low_recall": sum(page.recall < _LOW for page in pages),
        "pages": count,
        "cpu_ms_per_page": 1000 * seconds / count,
    }


def measured(
    pages: list[dict[str, Any]], text_of: Callable[[dict[str, Any]], str]
) -> dict[str, object]:
    """The figures of one way to take the text from a page; the first page warms it up."""
    text_of(pages[0])
    scores: list[PageScore] = []
    seconds = 0.0
    for page in pages:
        start = time.process_time()
        text = text_of(page)
        seconds += time.process_time() - start
        scores.append(page_score(text, page["clean_markdown"]))
    return summary(scores, seconds)


def main_text(page: dict[str, Any]) -> str:
    """The policy's text as Privascope takes it from a page."""
    document = html_document(page["html"], page["url"])
    return lay_out(block for block in document.blocks if block.main)[0]


def measure(data: Path) -> dict[str, object]:
    """Overlap of words between the main text and the truth, averaged over policy pages."""
    pages = list(policy_pages(data))
    if not pages:
        raise DataError(f"{data}: no policy with a clean text in it")
    return measured(pages, main_text)
