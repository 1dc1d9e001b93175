"""Main text of policy pages: Privascope beside trafilatura, resiliparse and the whole page.

python bench/extraction.py --data exact.jsonl.zst [--learn pages.jsonl.zst]

Our trees are cross-validated by site: a page is read with trees that have seen no page of its
registered domain. What they learn from is `--learn` (given any number of times) and `--data`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from privascope.data.clean_pages import policy_pages
from privascope.learn.main_text import cross_validated, examples, fold_of, site_of
from privascope.measure.extraction import measured
from privascope.policy.document import lay_out
from privascope.policy.html import html_document

Page = dict[str, Any]


def ours(learn: list[Path]) -> Callable[[Page], str]:
    """Our main text, each page read with the trees of its fold."""
    trees = cross_validated(list(examples(learn)))

    def text(page: Page) -> str:
        document = html_document(page["html"], page["url"], trees[fold_of(page["fold_site"])])
        return lay_out(block for block in document.blocks if block.main)[0]

    return text


def rivals() -> dict[str, Callable[[Page], str]]:
    """The other ways to read a page."""
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    return {
        "trafilatura, recall": lambda page: (
            trafilatura.extract(page["html"], favor_recall=True) or ""
        ),
        "trafilatura, default": lambda page: trafilatura.extract(page["html"]) or "",
        "resiliparse, main": lambda page: extract_plain_text(page["html"], main_content=True),
        "resiliparse, whole page": lambda page: extract_plain_text(page["html"]),
    }


def main() -> None:
    """Prints one line for each way, all measured in this run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--learn", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    pages = [{**page, "fold_site": site_of(page)} for page in policy_pages(arguments.data)]
    ways = {"privascope, unseen sites": ours([arguments.data, *arguments.learn]), **rivals()}
    print(f"{'':26}{'F1':>8}{'precis.':>8}{'recall':>8}{'low':>5}{'pages':>7}{'CPU ms':>8}")
    for name, text_of in ways.items():
        row = measured(pages, text_of)
        print(
            f"{name:26}{row['f1']:8.4f}{row['precision']:8.4f}{row['recall']:8.4f}"
            f"{row['low_recall']:5d}{row['pages']:7d}{row['cpu_ms_per_page']:8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
