"""Each block of a page as numbers: its words, its place, its neighbours, its surroundings."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from privascope.policy.block_surroundings import SURROUNDING_FEATURES, surroundings
from privascope.policy.block_words import WORD_FEATURES, word_features
from privascope.policy.html_blocks import HtmlBlocks

_WINDOWS = (1, 3, 10)
_WINDOWED = "words linked stops cues prose".split()
_PLACE_FEATURES = (
    "rank from_start from_end prose_before prose_after page_prose page_blocks from_title "
    "under_heading heading_titled heading_menu repeats"
).split()
FEATURES = (
    *WORD_FEATURES,
    *_PLACE_FEATURES,
    *SURROUNDING_FEATURES,
    *(
        f"{side}_{width}_{name}"
        for width in _WINDOWS
        for side in ("before", "after")
        for name in _WINDOWED
    ),
)
_COLUMN = {name: column for column, name in enumerate(WORD_FEATURES)}
_LEAST_PROSE_WORDS = 8
_LEAST_STOP_WORDS = 0.15
_LONGEST_TITLE = 12
_LEAST_CUES = 10


def block_features(found: HtmlBlocks) -> NDArray[np.float32]:
    """One row a block, one column for each of FEATURES."""
    own = word_features(found.blocks)
    words, linked, stops, cues = (
        own[:, _COLUMN[name]] for name in ("words", "linked", "stops", "cue_count")
    )
    is_prose = (words >= _LEAST_PROSE_WORDS) & (stops > _LEAST_STOP_WORDS)
    prose = words * (1 - linked) * is_prose
    # Prose about data finds the policy even among long pop-ups; the cues are English, though.
    about_data = cues * (1 - linked) * is_prose
    weight = about_data if about_data.sum() >= _LEAST_CUES else prose
    where = np.array([block.container for block in found.blocks])
    measured = np.stack([np.log1p(words), linked, stops, np.log1p(cues), np.log1p(prose)], axis=1)
    return np.hstack(
        [
            own,
            _places(found, own, prose),
            surroundings(found.containers, where, words, linked, weight),
            _windows(measured),
        ],
        dtype=np.float32,
    )


def _places(
    found: HtmlBlocks, own: NDArray[np.float32], prose: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The position of each block: in the page, in its prose, under its title and headings."""
    count = len(own)
    rank = np.arange(count, dtype=np.float32)
    before = np.cumsum(prose) - prose
    total = max(1.0, float(prose.sum()))
    from_title = rank - _first_title(own)
    above = np.maximum.accumulate(np.where(own[:, _COLUMN["heading"]] > 0, rank, -1)).astype(int)
    repeats = Counter(block.text for block in found.blocks)
    columns = [
        rank / count,
        np.log1p(rank),
        np.log1p(rank[::-1]),
        before / total,
        1 - (before + prose) / total,
        np.full(count, np.log1p(total)),
        np.full(count, np.log1p(count)),
        np.sign(from_title) * np.log1p(np.abs(from_title)),
        np.log1p(rank - above),
        np.where(above >= 0, own[above, _COLUMN["titled"]], -1),
        np.where(above >= 0, own[above, _COLUMN["menu"]], -1),
        np.array([repeats[block.text] for block in found.blocks]),
    ]
    return np.stack(columns, axis=1)


def _first_title(own: NDArray[np.float32]) -> int:
    """Where the document seems to begin: its first heading that names such a document."""
    columns = [_COLUMN[name] for name in ("heading", "titled", "document")]
    named = (own[:, columns] > 0).all(axis=1) & (own[:, _COLUMN["words"]] <= _LONGEST_TITLE)
    return int(np.argmax(named))


def _windows(measured: NDArray[np.float32]) -> NDArray[np.float64]:
    """The means of the columns over the blocks before, and over those after, each block."""
    count = len(measured)
    sums = np.vstack([np.zeros((1, measured.shape[1])), np.cumsum(measured, axis=0)])
    rank = np.arange(count)
    parts = []
    for width in _WINDOWS:
        first, last = np.maximum(0, rank - width), np.minimum(count, rank + 1 + width)
        parts.append((sums[rank] - sums[first]) / width)
        parts.append((sums[last] - sums[rank + 1]) / width)
    return np.hstack(parts)
