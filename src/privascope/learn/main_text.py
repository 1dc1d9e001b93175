"""Trains the trees that separate a policy's text from the rest of its page.

python -m privascope.learn.main_text --data exact.jsonl.zst --data pages.jsonl.zst --out DIR
"""

import argparse
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from privascope.data.clean_pages import truth_words, words_of
from privascope.data.rows import read_rows
from privascope.policy.block_features import FEATURES, block_features
from privascope.policy.block_trees import Trees
from privascope.policy.document import BlockKind
from privascope.policy.html import parsed_blocks
from privascope.policy.html_blocks import Container, HtmlBlock, HtmlBlocks

FOLDS = 6
_TREES = 60
_LEAVES = 12
_RATE = 0.12
_BINS = 64
# Losing policy text is the worse error.
_POLICY_WEIGHT = 1.5
_SMALLEST_GAP = 40_000


@dataclass(slots=True)
class Example:
    """A page whose blocks are labelled by its clean text."""

    site: str
    found: HtmlBlocks
    numbers: NDArray[np.float32]
    labels: NDArray[np.bool_]
    weights: NDArray[np.float64]


def examples(files: Iterable[Path]) -> Iterator[Example]:
    """The pages to learn from, each followed by a bare variant of itself."""
    for file in files:
        for row in read_rows(file, ("url", "html", "clean_markdown")):
            if row["clean_markdown"]:
                found = parsed_blocks(row["html"])[1]
                words = [words_of(block.text) for block in found.blocks]
                truth = truth_words(row["clean_markdown"])
                labels = _labels(words, truth)
                if labels is not None and _trustworthy(found, words, labels, truth):
                    site = site_of(row)
                    yield _example(site, found, words, labels)
                    bare, bare_labels = _bare(found, labels)
                    yield _example(
                        site, bare, [words_of(block.text) for block in bare.blocks], bare_labels
                    )


def site_of(row: dict[str, Any]) -> str:
    """The registered domain of a page, or nothing if its address is not known."""
    import tldextract

    parts = tldextract.TLDExtract(suffix_list_urls=())(row["url"])
    return parts.top_domain_under_public_suffix or parts.fqdn


def _example(
    site: str, found: HtmlBlocks, words: list[list[str]], labels: NDArray[np.bool_]
) -> Example:
    weights = np.array([1 + min(100, len(block)) for block in words], dtype=np.float64)
    return Example(site, found, block_features(found), labels, weights / weights.sum())


def _labels(words: list[list[str]], truth: list[str]) -> NDArray[np.bool_] | None:
    """Whether at least half of each block's words stand in the truth, in its order."""
    if not truth or not any(words):
        return None
    hits = matched([word for block in words for word in block], truth)
    if sum(hits) < 0.93 * len(truth):
        return None
    labels = []
    start = 0
    for block in words:
        end = start + len(block)
        labels.append(sum(hits[start:end]) >= 0.5 * max(1, len(block)))
        start = end
    return np.array(labels)


def _trustworthy(
    found: HtmlBlocks, words: list[list[str]], labels: NDArray[np.bool_], truth: list[str]
) -> bool:
    """Whether the truth was cut out with care: something is left out, menus are not in it."""
    counts = np.array([len(block) for block in words])
    share = counts[labels].sum() / counts.sum()
    if not 0.2 < share < 0.985:
        return False
    chrome = np.array([_is_chrome(found.containers, block) for block in found.blocks])
    return bool(counts[chrome & labels].sum() <= 0.25 * counts[chrome].sum() and len(truth) > 20)


def _is_chrome(containers: list[Container], block: HtmlBlock) -> bool:
    """Whether a block is in an element marked as menu or footer."""
    index = block.container
    while index > 0:
        container = containers[index]
        label = f" {container.label}"
        if container.tag in ("nav", "footer") or any(
            name in label for name in (" nav", " menu", " footer", " site-footer", " breadcrumb")
        ):
            return True
        index = container.within
    return False


def _bare(found: HtmlBlocks, labels: NDArray[np.bool_]) -> tuple[HtmlBlocks, NDArray[np.bool_]]:
    """The policy without its page, which is what Markdown files look like.

    A third have no menu line on top, a third one of links, a third one of plain words; in half
    of them the sections are items of one list.
    """
    menu = " ".join(
        block.text
        for block, main in zip(found.blocks, labels, strict=True)
        if not main and len(block.text) < 40
    )[:200]
    variant = crc32(menu.encode())
    linked = variant % 3 - 1.0
    blocks = [HtmlBlock(BlockKind.PARAGRAPH, menu, 0, 0, linked)] if menu and linked >= 0 else []
    menus = len(blocks)
    containers = [Container("body", "", -1, False)]
    section = 0
    if variant % 2:
        containers.append(Container("ul", "", 0, False))
    for block, main in zip(found.blocks, labels, strict=True):
        if main:
            if variant % 2 and (section == 0 or block.kind is BlockKind.HEADING):
                section = len(containers)
                containers.append(Container("li", "", 1, False))
            where = section
            if block.kind is BlockKind.ITEM:
                where = len(containers) + 1
                containers.append(Container("ul", "", section, False))
                containers.append(Container("li", "", where - 1, False))
            blocks.append(replace(block, container=where))
    is_main = np.arange(len(blocks)) >= menus
    return HtmlBlocks(blocks, containers, []), is_main


def matched(page: list[str], truth: list[str]) -> bytearray:
    """For each word of a page 1 if it is matched, in order, with a word of the truth.

    Runs of words that occur once in both are anchors; between them shorter runs are sought,
    and in small gaps the longest common blocks.
    """
    hits = bytearray(len(page))
    gaps = [(0, len(page), 0, len(truth), 6)]
    while gaps:
        start, end, low, high, run = gaps.pop()
        # Words beside an anchor belong to it; at the page's own ends stand menus and footers.
        while start < end and 0 < low < high and page[start] == truth[low]:
            hits[start] = 1
            start, low = start + 1, low + 1
        while start < end and low < high < len(truth) and page[end - 1] == truth[high - 1]:
            end, high = end - 1, high - 1
            hits[end] = 1
        if start == end or low == high:
            continue
        if run == 0:
            if (end - start) * (high - low) < _SMALLEST_GAP:
                pairs = SequenceMatcher(None, page[start:end], truth[low:high], autojunk=False)
                for first, _, size in pairs.get_matching_blocks():
                    hits[start + first : start + first + size] = b"\1" * size
            continue
        shorter = {6: 3, 3: 1, 1: 0}[run]
        for place, at in _anchors(page, truth, (start, end), (low, high), run):
            if place < start or at < low:
                continue
            gaps.append((start, place, low, at, shorter))
            start, low = place, at
            while start < end and low < high and page[start] == truth[low]:
                hits[start] = 1
                start, low = start + 1, low + 1
        gaps.append((start, end, low, high, shorter))
    return hits


def _anchors(
    page: list[str], truth: list[str], within: tuple[int, int], against: tuple[int, int], run: int
) -> list[tuple[int, int]]:
    """The longest ordered chain of runs of words that occur once on either side."""
    here, there = _once(page, *within, run), _once(truth, *against, run)
    pairs = sorted((place, there[words]) for words, place in here.items() if words in there)
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, at) in enumerate(pairs):
        length = bisect_left(ends, at)
        ends[length : length + 1] = [at]
        last[length : length + 1] = [number]
        before.append(last[length - 1] if length else -1)
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _once(words: list[str], start: int, end: int, run: int) -> dict[tuple[str, ...], int]:
    """The place of each run of words that occurs only once."""
    places: dict[tuple[str, ...], int] = {}
    for place in range(start, end - run + 1):
        key = tuple(words[place : place + run])
        places[key] = -1 if key in places else place
    return {key: place for key, place in places.items() if place >= 0}


def trained(pages: list[Example]) -> Trees:
    """Boosted trees over the blocks; every site counts by the root of its number of pages."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    numbers = np.vstack([page.numbers for page in pages])
    labels = np.concatenate([page.labels for page in pages])
    of_site = Counter(page.site for page in pages)
    of_site[""] = 2  # Taken for one page of an unknown site, and its bare variant.
    weights = np.concatenate([page.weights / of_site[page.site] ** 0.5 for page in pages])
    weights *= np.where(labels, _POLICY_WEIGHT, 1) * len(weights) / weights.sum()
    edges = [
        np.unique(np.quantile(column, np.linspace(0, 1, _BINS + 1)[1:-1])) for column in numbers.T
    ]
    binned = np.stack(
        [np.searchsorted(edge, column) for edge, column in zip(edges, numbers.T, strict=True)],
        axis=1,
    ).astype(np.float32)
    model = HistGradientBoostingClassifier(
        max_iter=_TREES,
        learning_rate=_RATE,
        max_leaf_nodes=_LEAVES,
        min_samples_leaf=30,
        l2_regularization=5,
        max_features=0.3,
        early_stopping=False,
        random_state=0,
    )
    model.fit(binned, labels, sample_weight=weights)
    return _exported(model, edges)


def _exported(model: Any, edges: list[NDArray[np.float32]]) -> Trees:
    """The model's trees with thresholds in the features' own units."""
    feature: list[int] = []
    threshold: list[float] = []
    children: list[tuple[int, int]] = []
    value: list[float] = []
    roots: list[int] = []
    depth = 0
    for (predictor,) in model._predictors:
        root = len(feature)
        roots.append(root)
        depth = max(depth, int(predictor.nodes["depth"].max()))
        for number, node in enumerate(predictor.nodes):
            own = root + number
            if node["is_leaf"]:
                feature.append(0)
                threshold.append(0.0)
                children.append((own, own))
            else:
                column = int(node["feature_idx"])
                feature.append(column)
                threshold.append(float(edges[column][int(node["num_threshold"])]))
                children.append((root + int(node["left"]), root + int(node["right"])))
            value.append(float(node["value"]))
    return Trees(
        np.array(feature),
        np.array(threshold, dtype=np.float32),
        np.array(children).ravel(),
        np.array(value, dtype=np.float32),
        np.array(roots),
        depth,
        float(np.ravel(model._baseline_prediction)[0]),
    )


def fold_of(site: str) -> int:
    """The fold that holds a site; the same in every run."""
    return crc32(site.encode()) % FOLDS


def cross_validated(pages: list[Example]) -> list[Trees]:
    """For each fold the trees trained on the sites of all others.

    A page without an address cannot be kept apart from others of its site, and is left out.
    """
    return [
        trained([page for page in pages if page.site and fold_of(page.site) != fold])
        for fold in range(FOLDS)
    ]


def save_trees(trees: Trees, path: Path) -> None:
    """Writes trees as read_trees reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        feature=trees.feature.astype(np.uint8 if len(FEATURES) < 256 else np.uint16),
        threshold=trees.threshold,
        children=trees.children.astype(np.uint16),
        value=trees.value,
        roots=trees.roots.astype(np.uint16),
        depth=np.int64(trees.depth),
        base=np.float64(trees.base),
    )


def main() -> None:
    """Trains on all the pages given and writes trees.npz."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    save_trees(trained(list(examples(arguments.data))), arguments.out / "trees.npz")


if __name__ == "__main__":
    main()
