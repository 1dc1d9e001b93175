"""Each block of a page as numbers: its words, its place, the elements around it."""

import numpy as np
from numpy.typing import NDArray

from privascope.policy.block_words import WORD_FEATURES, word_features
from privascope.policy.html_blocks import Container, HtmlBlocks

Numbers = NDArray[np.float32]

_TAGS = "nav header footer aside main article form dialog section table ul ol li details".split()
# Parts of class names, ids and roles; a label may hold several.
_LABELS = {
    "navigation": "nav menu".split(),
    "breadcrumb": ["breadcrumb"],
    "foot": ["foot", "contentinfo", "colophon"],
    "head": ["header", "masthead", "topbar", "top-bar", "banner"],
    "consent": ["cookie", "consent", "onetrust", "gdpr", "cmp", "cc-window", "ot-sdk"],
    "overlay": ["modal", "popup", "pop-up", "dialog", "overlay", "lightbox", "drawer", "offcanvas"],
    "side": ["side", "aside", "widget", "rail", "complementary"],
    "related": ["related", "recommend", "recent", "promo", "teaser", "card"],
    "share": ["share", "social"],
    "content": ["content", "article", "main", "post", "entry", "body", "text"],
    "rich": ["richtext", "rich-text", "rte", "wysiwyg", "markdown", "prose", "entry-content"],
    "legal": ["privacy", "policy", "legal", "terms", "statement"],
    "contents": ["toc", "table-of", "contents", "index", "anchor", "jump"],
    "search": ["search"],
    "comments": ["comment", "disqus", "feedback", "vote", "rating"],
    "sign_up": ["newsletter", "subscribe", "signup", "sign-up", "login", "cta"],
    "unseen": ["sr-only", "visually-hidden", "screen-reader", "skip", "hidden", "hide"],
    "languages": ["lang", "locale", "country", "region"],
    "panel": ["accordion", "collaps", "panel", "tab", "toggle", "expand"],
    "title": ["title", "hero", "heading"],
    "meta": ["meta", "date", "author", "byline", "updated", "copyright"],
}
_SUBSTRINGS = [
    (part, 1 << bit) for bit, parts in enumerate(_LABELS.values()) for part in parts
]
_SHARES = (0.5, 0.8, 0.95)
_WINDOWS = (1, 3, 10)


def _label_bits(containers: list[Container]) -> list[int]:
    """What each container's own label says, as bits in the order of _LABELS."""
    known: dict[str, int] = {"": 0}
    bits: list[int] = []
    for container in containers:
        label = container.label
        if label not in known:
            own = 0
            for part, bit in _SUBSTRINGS:
                if part in label:
                    own |= bit
            known[label] = own
        bits.append(known[label])
    return bits


def block_features(found: HtmlBlocks) -> Numbers:
    """One row a block, one column for each of FEATURES."""
    blocks, containers = found.blocks, found.containers
    own = np.array([word_features(block) for block in blocks], dtype=np.float32)
    words, linked, stops, cues = own[:, 0], own[:, 1], own[:, 3], own[:, 5]
    prose = words * (1 - linked) * ((words >= 8) & (stops > 0.15))
    where = np.array([block.container for block in blocks])
    around = _surroundings(containers, where, words, linked, prose)
    rank = np.arange(len(blocks), dtype=np.float32)
    seen: dict[str, int] = {}
    for block in blocks:
        seen[block.text] = seen.get(block.text, 0) + 1
    before = np.cumsum(prose) - prose
    total = max(1.0, float(prose.sum()))
    title = _first_title(own)
    heading = own[:, WORD_FEATURES.index("heading")] > 0
    above = np.maximum.accumulate(np.where(heading, rank, -1)).astype(int)
    place = np.stack(
        [
            rank / len(blocks),
            np.log1p(rank),
            np.log1p(rank[::-1]),
            before / total,
            1 - (before + prose) / total,
            np.full(len(blocks), np.log1p(total)),
            np.full(len(blocks), np.log1p(len(blocks))),
            _signed_log(rank - title),
            np.log1p(rank - above),
            np.where(above >= 0, own[above, WORD_FEATURES.index("titled")], -1),
            np.where(above >= 0, own[above, WORD_FEATURES.index("menu")], -1),
            np.array([seen[block.text] for block in blocks], dtype=np.float32),
        ],
        axis=1,
    )
    measured = np.stack([np.log1p(words), linked, stops, np.log1p(cues), np.log1p(prose)], axis=1)
    return np.hstack([own, place, around, windows(measured, _WINDOWS)]).astype(np.float32)


def _first_title(own: Numbers) -> int:
    """Where the document seems to begin: its first heading that names such a document."""
    columns = [WORD_FEATURES.index(name) for name in ("heading", "titled", "document")]
    named = (own[:, columns] > 0).all(axis=1) & (own[:, 0] <= 12)
    return int(np.argmax(named)) if named.any() else 0


def _signed_log(values: Numbers) -> Numbers:
    return (np.sign(values) * np.log1p(np.abs(values))).astype(np.float32)


def windows(measured: Numbers, widths: tuple[int, ...]) -> Numbers:
    """The means of the columns over the blocks before, and over those after, each block."""
    count = len(measured)
    sums = np.vstack([np.zeros((1, measured.shape[1])), np.cumsum(measured, axis=0)])
    rank = np.arange(count)
    parts = []
    for width in widths:
        first = np.maximum(0, rank - width)
        last = np.minimum(count, rank + 1 + width)
        parts.append((sums[rank] - sums[first]) / width)
        parts.append((sums[last] - sums[rank + 1]) / width)
    return np.hstack(parts)


def _surroundings(
    containers: list[Container], where: NDArray[np.int64], words: Numbers, linked: Numbers,
    prose: Numbers,
) -> Numbers:
    """What the elements around each block say, those with most of the prose told apart."""
    count = len(containers)
    sums = np.zeros((count, 4))
    for column, values in enumerate((words, words * linked, prose, np.ones_like(words))):
        sums[:, column] = np.bincount(where, values, minlength=count)
    totals = sums.tolist()
    for index in range(count - 1, 0, -1):
        outer = totals[containers[index].within]
        inner = totals[index]
        for column in range(4):
            outer[column] += inner[column]
    all_prose = max(1.0, totals[0][2])
    labels = _label_bits(containers)
    tag_bit = {tag: 1 << (len(_LABELS) + bit) for bit, tag in enumerate(_TAGS)}
    wide_bits = [0] * count
    narrow_bits = [0] * count
    depth = [0] * count
    for index in range(1, count):
        container = containers[index]
        within = container.within
        bits = labels[index] | tag_bit.get(container.tag, 0)
        wide = totals[index][2] >= 0.5 * all_prose
        wide_bits[index] = wide_bits[within] | (bits if wide else 0)
        narrow_bits[index] = narrow_bits[within] | (0 if wide else bits)
        depth[index] = depth[within] + 1
    heavy = heaviest_path(containers, [row[2] for row in totals])
    place_on_path = {index: place for place, index in enumerate(heavy)}
    cores = []
    for share in _SHARES:
        enough = [place for place, index in enumerate(heavy) if totals[index][2] >= share * all_prose]
        cores.append(max(enough, default=0))
    meets = [0] * count
    branch = [0] * count
    core = cores[1]
    for index in range(1, count):
        within = containers[index].within
        place = place_on_path.get(index)
        if place is not None and place <= core:
            meets[index], branch[index] = place, index
        else:
            meets[index] = meets[within]
            branch[index] = index if branch[within] == heavy[meets[within]] else branch[within]
    table = np.array(totals, dtype=np.float32)
    at = np.array(meets)[where]
    branches = table[np.array(branch)[where]]
    nearest = table[where]
    upper = table[np.array([max(0, container.within) for container in containers])[where]]
    bits_shown = np.arange(len(_LABELS) + len(_TAGS))
    wide_shown = (np.array(wide_bits)[where][:, None] >> bits_shown) & 1
    narrow_shown = (np.array(narrow_bits)[where][:, None] >> bits_shown) & 1
    columns = [
        np.array(depth)[where],
        np.array([container.hidden for container in containers])[where],
        core - at,
        at >= cores[0],
        at >= cores[1],
        at >= cores[2],
    ]
    for part in (branches, nearest, upper):
        columns += [
            np.log1p(part[:, 0]),
            part[:, 1] / np.maximum(1, part[:, 0]),
            part[:, 2] / np.maximum(1, part[:, 0]),
            part[:, 2] / all_prose,
            np.log1p(part[:, 3]),
        ]
    return np.hstack([np.stack(columns, axis=1), wide_shown, narrow_shown])


def heaviest_path(containers: list[Container], weights: list[float]) -> list[int]:
    """From the outermost container down, always into the child that weighs most."""
    heaviest: dict[int, int] = {}
    for index in range(1, len(containers)):
        within = containers[index].within
        if weights[index] > 0 and (
            within not in heaviest or weights[index] > weights[heaviest[within]]
        ):
            heaviest[within] = index
    path = [0]
    while path[-1] in heaviest:
        path.append(heaviest[path[-1]])
    return path
