"""Which blocks of a page are the policy, and which are menus, banners, footers."""

from functools import cache
from pathlib import Path

import numpy as np

from privascope.policy.block_documents import other_documents
from privascope.policy.block_features import FEATURES, block_features
from privascope.policy.block_trees import Trees, read_trees
from privascope.policy.html_blocks import HtmlBlocks

# Changes whenever the same page would give another text.
EXTRACTOR_VERSION = "1"

WEIGHTS = Path(__file__).parent.parent / "models" / "main_text" / "trees.npz"
# Below one half, because a lost clause is a worse fault than a kept menu.
THRESHOLD = 0.4
_IN_MANAGER = FEATURES.index("narrow_manager")
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
    main: list[bool] = ((likely > THRESHOLD) & (numbers[:, _IN_MANAGER] == 0)).tolist()
    for stretch in other_documents(found.blocks, main):
        main[stretch.start : stretch.stop] = [False] * len(stretch)
    return main if any(main) else [True] * len(main)
