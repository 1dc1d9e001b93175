"""The elements around each block: their names, and how much prose they contain."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from privascope.policy.html_blocks import Container

_TAGS = "nav header footer aside main article form dialog section table ul ol li details".split()
# Parts of class names, ids and roles; a label may hold several.
_LABELS = {
    "navigation": ["nav", "menu"],
    "breadcrumb": ["breadcrumb"],
    "foot": ["foot", "contentinfo", "colophon"],
    "head": ["header", "masthead", "topbar", "top-bar", "banner"],
    "consent": ["cookie", "consent", "gdpr", "ccpa", "privacy-banner", "privacy-center"],
    "manager": [
        *"onetrust ot-pc ot-fltr ot-cat didomi qc-cmp cybotcookiebot usercentrics truste-".split(),
        *"truste_ trustarc osano-cm sp_message cky- borlabs iubenda-cs cmplz- fc-consent".split(),
        *"tarteaucitron cookie-law-info cookieyes cc-window evidon-".split(),
    ],
    "cookie_bar": [
        *"cookie-banner cookie-bar cookie-notice cookie-consent cookie-modal".split(),
        *"cookiebanner cookiebar cookieconsent consent-banner privacy-banner".split(),
    ],
    "overlay": "modal popup pop-up dialog overlay lightbox drawer offcanvas".split(),
    "side": ["side", "aside", "widget", "rail", "complementary"],
    "related": ["related", "recommend", "recent", "promo", "teaser", "card"],
    "share": ["share", "social"],
    "content": ["content", "article", "main", "post", "entry", "body", "text"],
    "rich": "otnotice richtext rich-text rte wysiwyg markdown prose entry-content".split(),
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
_PARTS = [(part, 1 << bit) for bit, parts in enumerate(_LABELS.values()) for part in parts]
_TAG_BITS = {tag: 1 << (len(_LABELS) + bit) for bit, tag in enumerate(_TAGS)}
_ALL_BITS = np.arange(len(_LABELS) + len(_TAGS))
# A core is the smallest element on the way down that still holds this share of the prose.
_CORES = (0.5, 0.8, 0.95)
_MEASURED_CORE = 1
SURROUNDING_FEATURES = (
    *"depth hidden hops_to_core in_core_50 in_core_80 in_core_95".split(),
    *(
        f"{part}_{name}"
        for part in ("branch", "nearest", "upper")
        for name in ("words", "linked", "prose", "prose_share", "blocks")
    ),
    *(f"{reach}_{name}" for reach in ("wide", "narrow") for name in (*_LABELS, *_TAGS)),
)


@lru_cache(maxsize=65_536)
def _name_bits(name: str) -> int:
    """The meaning of a class name, id or role, as bits in the order of _LABELS."""
    bits = 0
    for part, bit in _PARTS:
        if part in name:
            bits |= bit
    return bits


def _own_bits(containers: list[Container]) -> list[int]:
    """The label and the tag of each container."""
    known: dict[str, int] = {"": 0}
    found: list[int] = []
    for container in containers:
        label = container.label
        bits = known.get(label)
        if bits is None:
            bits = 0
            for name in label.split():
                bits |= _name_bits(name)
            known[label] = bits
        found.append(bits | _TAG_BITS.get(container.tag, 0))
    return found


def _totals(
    within: list[int], where: NDArray[np.int64], values: list[NDArray[np.float32]]
) -> NDArray[np.float64]:
    """For each container the sums of the values over all the blocks inside it."""
    count = len(within)
    own = np.stack([np.bincount(where, value, minlength=count) for value in values], axis=1)
    # What a container holds follows it without a gap, up to the last of its descendants.
    last = list(range(count))
    for index in range(count - 1, 0, -1):
        outer = within[index]
        if last[index] > last[outer]:
            last[outer] = last[index]
    sums = np.vstack([np.zeros((1, len(values))), np.cumsum(own, axis=0)])
    return np.asarray(sums[np.array(last) + 1] - sums[:-1])


def _heaviest_path(all_within: list[int], prose: list[float]) -> list[int]:
    """From the outermost container down, always into the child that holds most prose."""
    heaviest: dict[int, int] = {}
    for index in range(1, len(all_within)):
        within = all_within[index]
        if prose[index] > 0 and (within not in heaviest or prose[index] > prose[heaviest[within]]):
            heaviest[within] = index
    path = [0]
    while path[-1] in heaviest:
        path.append(heaviest[path[-1]])
    return path


def _branches(all_within: list[int], path: list[int], core: int) -> tuple[list[int], list[int]]:
    """For each container where its way leaves the path to the core, and its first step off."""
    places = {index: place for place, index in enumerate(path[: core + 1])}
    meets = [0] * len(all_within)
    branch = [0] * len(all_within)
    for index in range(1, len(all_within)):
        if index in places:
            meets[index], branch[index] = places[index], index
        else:
            within = all_within[index]
            meets[index] = meets[within]
            branch[index] = index if branch[within] == path[meets[within]] else branch[within]
    return meets, branch


def surroundings(
    containers: list[Container],
    where: NDArray[np.int64],
    words: NDArray[np.float32],
    linked: NDArray[np.float32],
    prose: NDArray[np.float32],
) -> NDArray[np.float32]:
    """One row a block, one column for each of SURROUNDING_FEATURES.

    Elements that hold half of the page's prose or more (wide) are told from the others
    (narrow): a "menu" in the name of the whole page's frame means nothing.
    """
    count = len(containers)
    all_within = [container.within for container in containers]
    totals = _totals(all_within, where, [words, words * linked, prose, np.ones_like(words)])
    proses: list[float] = totals[:, 2].round(2).tolist()
    all_prose = max(1.0, proses[0])
    own = _own_bits(containers)
    wide, narrow, depth = [0] * count, [0] * count, [0] * count
    for index in range(1, count):
        within = all_within[index]
        wide[index], narrow[index], depth[index] = wide[within], narrow[within], depth[within] + 1
        if proses[index] >= 0.5 * all_prose:
            wide[index] |= own[index]
        else:
            narrow[index] |= own[index]
    path = _heaviest_path(all_within, proses)
    cores = [
        max((place for place, index in enumerate(path) if proses[index] >= share * all_prose))
        if proses[0]
        else 0
        for share in _CORES
    ]
    meets, branch = _branches(all_within, path, cores[_MEASURED_CORE])
    at = np.array(meets)[where]
    columns: list[NDArray[np.generic]] = [
        np.array(depth)[where],
        np.array([container.hidden for container in containers])[where],
        cores[_MEASURED_CORE] - at,
        *(at >= core for core in cores),
    ]
    table = totals.astype(np.float32)
    outer = np.maximum(0, all_within)
    for part in (table[np.array(branch)[where]], table[where], table[outer[where]]):
        some_words = np.maximum(1, part[:, 0])
        columns += [
            np.log1p(part[:, 0]),
            part[:, 1] / some_words,
            part[:, 2] / some_words,
            part[:, 2] / all_prose,
            np.log1p(part[:, 3]),
        ]
    bits = [(np.array(reach)[where][:, None] >> _ALL_BITS) & 1 for reach in (wide, narrow)]
    return np.hstack([np.stack(columns, axis=1), *bits]).astype(np.float32)
