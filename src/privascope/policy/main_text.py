"""Which blocks of a page are the policy, and which are menus, banners, footers."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.policy.block_documents import other_documents
from privascope.policy.block_features import FEATURES, block_features
from privascope.policy.block_trees import Trees, read_trees
from privascope.policy.boilerplate import Line, boilerplate_places
from privascope.policy.contents_lists import contents_places
from privascope.policy.html_blocks import HtmlBlock, HtmlBlocks

# Changes whenever the same page would give another text.
EXTRACTOR_VERSION = "2"

WEIGHTS = Path(__file__).parent.parent / "models" / "main_text" / "trees.npz"
_SURE = 0.5
# A lost clause is a worse fault than a kept banner, so doubtful prose beside the policy stays.
_DOUBTFUL = 0.3
# In an element that calls itself menu or footer only what is surely policy is kept.
_SURE_IN_CHROME = 0.9
# Without a page around it, as in Markdown, a document is all policy but for a line or two.
_SURE_IF_BARE = 0.15
_LEAST_PROSE_WORDS = 12
_LEAST_STOP_WORDS = 0.2
_MOSTLY_UNLINKED = 0.3
_ALL_LINKS = 0.9
_TITLE_REACH = 3
_LONGEST_TITLE = 10
_COLUMN = {name: column for column, name in enumerate(FEATURES)}
# Pages of more blocks are read in slices of this many, which bounds memory.
_SLICE = 20_000


@cache
def _shipped_trees() -> Trees:
    return read_trees(WEIGHTS)


def main_blocks(found: HtmlBlocks, trees: Trees | None = None) -> list[bool]:
    """Whether each block belongs to the policy; all do where none stands out."""
    if not found.blocks:
        return []
    trees = trees or _shipped_trees()
    numbers = block_features(found)
    likely = np.concatenate(
        [
            trees.probabilities(numbers[start : start + _SLICE])
            for start in range(0, len(numbers), _SLICE)
        ]
    )
    in_chrome = numbers[:, _COLUMN["narrow_nav"]] + numbers[:, _COLUMN["narrow_footer"]] > 0
    likely[in_chrome & (likely < _SURE_IN_CHROME)] = 0
    # The dialogs of consent managers speak of data as policies do, but name themselves.
    likely[numbers[:, _COLUMN["narrow_manager"]] > 0] = 0
    prose = _is_prose(numbers)
    bare = not any(container.label for container in found.containers)
    chosen = likely > _SURE
    if bare:
        ends, linked = (numbers[:, _COLUMN[name]] for name in ("ends_sentence", "linked"))
        sentence = (ends > 0) & (linked < _MOSTLY_UNLINKED)
        chosen = (likely > _SURE_IF_BARE) | prose | sentence
    main: list[bool] = chosen.tolist()
    if not any(main):
        return [True] * len(main)
    _add_doubtful(np.flatnonzero(prose & (likely > _DOUBTFUL)).tolist(), main)
    _add_title(numbers, main)
    for stretch in other_documents(found.blocks, main):
        main[stretch.start : stretch.stop] = [False] * len(stretch)
    return _without_boilerplate(found.blocks, main)


def _without_boilerplate(blocks: list[HtmlBlock], main: list[bool]) -> list[bool]:
    """What is kept, less contents lists and boilerplate; all of it if nothing else is kept."""
    contents = contents_places(blocks)
    kept = [place for place, keep in enumerate(main) if keep and place not in contents]
    lines = [
        Line(block.text, block.linked + block.pressed >= _ALL_LINKS)
        for block in (blocks[place] for place in kept)
    ]
    boilerplate = boilerplate_places(lines)
    chosen = {place for number, place in enumerate(kept) if number not in boilerplate}
    return [place in chosen for place in range(len(main))] if chosen else main


def _is_prose(numbers: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which blocks are running text rather than names and links."""
    words, linked, stops = (numbers[:, _COLUMN[name]] for name in ("words", "linked", "stops"))
    return (words >= _LEAST_PROSE_WORDS) & (linked < _MOSTLY_UNLINKED) & (stops > _LEAST_STOP_WORDS)


def _add_doubtful(doubtful: list[int], main: list[bool]) -> None:
    """Takes in the prose of which the trees are unsure, where it adjoins the policy."""
    last = len(main) - 1
    for place in reversed(doubtful):
        main[place] = main[place] or (place < last and main[place + 1])
    for place in doubtful:
        main[place] = main[place] or (place > 0 and main[place - 1])


def _add_title(numbers: NDArray[np.float32], main: list[bool]) -> None:
    """Takes in the heading that names the policy, where it stands just before the text."""
    first = main.index(True)
    for place in range(max(0, first - _TITLE_REACH), first):
        heading, titled, words, linked = (
            numbers[place, _COLUMN[name]] for name in ("heading", "titled", "words", "linked")
        )
        if heading and titled and words <= _LONGEST_TITLE and linked < 0.5:
            main[place:first] = [True] * (first - place)
            return
