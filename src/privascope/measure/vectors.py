"""How well word vectors know which words belong together in privacy policies."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.models.vectors import PolicyVectors, load_vectors
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

JUDGED = Path(__file__).parent / "vector_words.jsonl"
NEAREST = 10
# A table of the whole web has rare words by the million; these are its most frequent.
_MOST_WORDS = 400_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A word of privacy, the near words that a reader found related, and those that he did not."""

    word: str
    related: frozenset[str]
    other: frozenset[str]


def measure(data: Path | None = None) -> dict[str, object]:
    """Related words among the ten nearest, by the policy vectors and by those of a file.

    The file is a table of generic vectors as text, a word and its numbers in a line. It is
    measured as it is, and with no other words than the policy vectors have.
    """
    judged, own = read_judged(), load_vectors()
    report = {"words": len(judged), "policy": figures(judged, own)}
    if data is not None:
        generic = read_table(data)
        report["generic"] = figures(judged, generic)
        report["generic_same_words"] = figures(judged, only(generic, own))
    return report


def read_judged(path: Path = JUDGED) -> list[Judged]:
    """The words with what was read of their neighbours."""
    return [
        Judged(str(row["word"]), frozenset(row["related"]), frozenset(row["other"]))
        for row in read_rows(path, ("word", "related", "other"))
    ]


def figures(judged: Sequence[Judged], table: PolicyVectors) -> dict[str, object]:
    """The share of related words among the ten nearest, and of words with one and with five."""
    found, unread = [], 0
    for one in judged:
        near = [word for word, _ in table.nearest(one.word, NEAREST)]
        found.append(sum(word in one.related for word in near))
        unread += sum(word not in one.related and word not in one.other for word in near)
    counts = np.array(found)
    return {
        "related": float(counts.mean() / NEAREST),
        "words_with_one": int((counts >= 1).sum()),
        "words_with_five": int((counts >= 5).sum()),
        "words_without_vector": sum(one.word not in table for one in judged),
        # Neighbours that nobody has read count as unrelated.
        "unread": unread,
        "by_word": {one.word: count for one, count in zip(judged, found, strict=True)},
    }


def read_table(path: Path) -> PolicyVectors:
    """Vectors of a text file, a word and its numbers in a line, as GloVe and fastText write."""
    words: list[str] = []
    rows: list[np.ndarray] = []
    try:
        with open_unpacked(path) as file:
            for number, line in enumerate(file, 1):
                word, _, numbers = line.rstrip().partition(b" ")
                row = np.array(numbers.split(), dtype=np.float32)
                if number == 1 and len(row) == 1:
                    continue
                if not len(row) or (rows and len(row) != len(rows[0])):
                    raise DataError(f"{path}, line {number}: not a word and its numbers")
                words.append(word.decode("utf-8", "replace"))
                rows.append(row)
                if len(words) == _MOST_WORDS:
                    break
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except (*UNPACKING_ERRORS, ValueError) as error:
        raise DataError(f"{path}: not a table of word vectors ({error})") from error
    if not rows:
        raise DataError(f"{path}: no vectors")
    table = np.stack(rows)
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    return PolicyVectors(words, table)


def only(table: PolicyVectors, other: PolicyVectors) -> PolicyVectors:
    """The table with those words alone that another has too."""
    kept = [number for number, word in enumerate(table.words) if word in other]
    return PolicyVectors([table.words[number] for number in kept], table.table[kept])
