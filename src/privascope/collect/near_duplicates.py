"""Signatures by which near-duplicate texts are found among millions."""

import re
from hashlib import blake2b

import numpy as np
from rensa import RMinHash

NEAR = 0.9
_WORDS_IN_SHINGLE = 5
_PERMUTATIONS = 128
_SEED = 1
_BANDS = 9
_ROWS_IN_BAND = 14
# No real policy is longer, and the work has to end.
_MAX_CHARACTERS = 1_000_000
_WORD = re.compile(r"\w+")

# Two signatures can be compared only if every number above, and the hashing, is the same.
SIGNATURE_VERSION = f"minhash-1-rensa-{RMinHash.ALGORITHM_VERSION}"


def signature(text: str) -> bytes:
    """The text's MinHash over runs of five words; letter case and punctuation do not count."""
    sketch = RMinHash(num_perm=_PERMUTATIONS, seed=_SEED)
    sketch.update(_shingles(text[:_MAX_CHARACTERS]))
    return np.array(sketch.digest(), dtype="<u4").tobytes()


def bands(signature: bytes) -> list[int]:
    """Keys to look up in an index: near-duplicates share at least one, strangers hardly ever.

    They are signed, since that is what a database's 64-bit integers are.
    """
    width = _ROWS_IN_BAND * 4
    return [
        int.from_bytes(
            blake2b(
                bytes([band]) + signature[band * width : (band + 1) * width], digest_size=8
            ).digest(),
            "little",
            signed=True,
        )
        for band in range(_BANDS)
    ]


def similarity(a: bytes, b: bytes) -> float:
    """The share of five-word runs that two texts have in common, estimated."""
    ours, theirs = np.frombuffer(a, dtype="<u4"), np.frombuffer(b, dtype="<u4")
    if ours.shape != theirs.shape:
        raise ValueError("signatures of different methods cannot be compared")
    return float(np.mean(ours == theirs)) if ours.size else 0.0


def _shingles(text: str) -> list[str]:
    words = _WORD.findall(text.casefold())
    if len(words) < _WORDS_IN_SHINGLE:
        return [" ".join(words)]
    runs = zip(*(words[i:] for i in range(_WORDS_IN_SHINGLE)), strict=False)
    return [" ".join(run) for run in runs]
