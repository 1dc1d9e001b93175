"""Near-duplicate signatures against the exact share of common five-word runs, beside rivals.

python bench/near_duplicates.py --data web.jsonl.zst
"""

import argparse
import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

from privascope.collect.near_duplicates import NEAR, bands, signature
from privascope.data.rows import read_rows

_WORD = re.compile(r"\w+")


def runs(text: str) -> list[str]:
    """The text's runs of five words."""
    words = _WORD.findall(text.casefold())
    return [" ".join(words[i : i + 5]) for i in range(max(1, len(words) - 4))]


def exact_pairs(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All pairs that share at least three tenths of their runs, and how much they share."""
    numbers: dict[str, int] = {}
    columns: list[int] = []
    ends = [0]
    for text in texts:
        columns += [numbers.setdefault(run, len(numbers)) for run in set(runs(text))]
        ends.append(len(columns))
    matrix = sparse.csr_matrix((np.ones(len(columns), dtype=np.int32), columns, ends))
    shared = matrix[:, np.bincount(columns) > 1]
    common = sparse.triu(shared @ shared.T, 1).tocoo()
    sizes = np.diff(matrix.indptr)
    share = common.data / (sizes[common.row] + sizes[common.col] - common.data)
    kept = share >= 0.3
    return common.row[kept], common.col[kept], share[kept]


def ours(text: str) -> np.ndarray:
    return np.frombuffer(signature(text), dtype="<u4")


def circulant(text: str) -> np.ndarray:
    from rensa import CMinHash

    sketch = CMinHash(num_perm=128, seed=1)
    sketch.update(runs(text))
    return np.array(sketch.digest())


def by_datasketch(text: str) -> np.ndarray:
    from datasketch import MinHash

    sketch = MinHash(num_perm=128, seed=1)
    sketch.update_batch([run.encode() for run in set(runs(text))])
    return np.asarray(sketch.hashvalues)


RIVALS: dict[str, Callable[[str], np.ndarray]] = {
    "ours (rensa RMinHash)": ours,
    "rensa CMinHash": circulant,
    "datasketch MinHash": by_datasketch,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=3000)
    arguments = parser.parse_args()
    texts = [row["text"] for row in read_rows(arguments.data, required=("text",))]
    texts = random.Random(7).sample(texts, arguments.sample)
    first, second, share = exact_pairs(texts)
    near = share >= NEAR
    print(f"{len(texts)} texts; {len(share)} pairs share 0.3 or more, {int(near.sum())} {NEAR}")
    print(f"{'':24}ms/text   error  precision  recall  precision, recall with 0.03 of grace")
    for name, rival in RIVALS.items():
        start = time.process_time()
        sketches = np.array([rival(text) for text in texts])
        cost = (time.process_time() - start) / len(texts) * 1000
        guess = np.mean(sketches[first] == sketches[second], axis=1)
        error = float(np.sqrt(np.mean((guess - share)[share >= 0.8] ** 2)))
        said = guess >= NEAR
        print(
            f"{name:24}{cost:7.2f}{error:8.4f}{np.mean(share[said] >= NEAR):11.3f}"
            f"{np.mean(said[near]):8.3f}{np.mean(share[said] >= NEAR - 0.03):11.3f}"
            f"{np.mean(said[share >= NEAR + 0.03]):8.3f}",
            flush=True,
        )
    keys = [set(bands(signature(text))) for text in texts]
    met = np.array([bool(keys[a] & keys[b]) for a, b in zip(first, second, strict=True)])
    print(f"bands find {np.mean(met[near]):.3f} of the near pairs; {int(np.sum(met))} pairs meet")


if __name__ == "__main__":
    main()
