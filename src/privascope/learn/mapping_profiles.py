"""The profiles of labels: which words, and which clusters of words, their annotated text has."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.bags import CLUSTERS, GENERIC, POLICY, WORDS, term_counts, unit_rows
from privascope.answer.mapping.label import Label, category_names, known_label, value_labels
from privascope.answer.words import FUNCTION_WORDS
from privascope.data.rows import read_rows
from privascope.errors import DataError, MissingExtraError
from privascope.models.vectors import load_vectors, vector_words

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

_TAG = re.compile(r"<[^<>]{0,300}>")
_WORDS_KEPT = 3000
_SEED = 0


def write_profiles(annotated: Path, glove: Path | None, path: Path) -> dict[str, int]:
    """Write profiles.npz from OPP-115's segments; returns how many words have a cluster.

    Without a file of generic vectors (GloVe's text form) their clusters are left empty.
    """
    texts, segments = label_texts(annotated)
    vectors = load_vectors()
    terms = {
        WORDS: _frequent(vectors.words, segments),
        POLICY: _clusters(vectors.table),
        GENERIC: _generic_clusters(vectors.words, glove),
    }
    arrays: dict[str, npt.NDArray[Any]] = {}
    for kind, numbers in terms.items():
        size = _WORDS_KEPT if kind == WORDS else CLUSTERS
        places = {
            word: at for word, at in zip(vectors.words, numbers.tolist(), strict=True) if at < size
        }
        idf = _rarity(segments, places, size)
        rows = [term_counts(texts.get(label, ""), places, size) * idf for label in _labels()]
        arrays |= {
            f"{kind}_terms": numbers.astype(np.uint16),
            f"{kind}_idf": idf.astype(np.float16),
            f"{kind}_profiles": unit_rows(np.array(rows)).astype(np.float16),
        }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
    return {
        f"{kind}_words": int((arrays[f"{kind}_terms"] < len(arrays[f"{kind}_idf"])).sum())
        for kind in terms
    }


def label_texts(annotated: Path) -> tuple[dict[Label, str], list[str]]:
    """For each label the text that annotators marked for it, and all segments' texts.

    A category's text are the segments that have it.
    """
    marked: dict[Label, list[str]] = {}
    segments = []
    for number, row in enumerate(read_rows(annotated, ("text", "practices")), 1):
        text = _TAG.sub(" ", str(row["text"]))
        segments.append(text)
        try:
            for practice in row["practices"] or ():
                own = marked.setdefault(Label(str(practice["category"])), [])
                if not own or own[-1] != text:
                    own.append(text)
                for name, told in practice["attributes"].items():
                    label = known_label(practice["category"], name, str(told["value"]))
                    if label is not None and int(told["startIndexInSegment"]) >= 0:
                        words = _TAG.sub(" ", str(told["selectedText"]))
                        for one in (label, label.of_attribute):
                            marked.setdefault(one, []).append(words)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DataError(f"{annotated}, row {number}: not in OPP-115's form ({error!r})") from (
                error
            )
    return {label: " ".join(words) for label, words in marked.items()}, segments


def _labels() -> list[Label]:
    """All labels in the order of the profiles' rows."""
    attributes = dict.fromkeys(label.of_attribute for label in value_labels())
    return [*(Label(name) for name in category_names()), *attributes, *value_labels()]


def _frequent(words: Sequence[str], segments: Sequence[str]) -> Numbers:
    """For each word its own number if it is among the most frequent, else the last."""
    counts = Counter(word for text in segments for word in vector_words(text))
    known = frozenset(words) - FUNCTION_WORDS
    kept = [word for word, _ in counts.most_common() if word in known][:_WORDS_KEPT]
    places = {word: at for at, word in enumerate(kept)}
    return np.array([places.get(word, _WORDS_KEPT) for word in words])


def _clusters(table: Floats) -> Numbers:
    """The cluster of each row, by k-means over directions."""
    try:
        from sklearn.cluster import MiniBatchKMeans
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    means = MiniBatchKMeans(
        CLUSTERS, random_state=_SEED, batch_size=4096, n_init=3, max_iter=60, reassignment_ratio=0
    )
    found: Numbers = means.fit_predict(table).astype(np.int64)
    return found


def _generic_clusters(words: Sequence[str], glove: Path | None) -> Numbers:
    """The cluster of each word by generic vectors; the number after the last for words without."""
    found = np.full(len(words), CLUSTERS)
    if glove is None:
        return found
    vectors = read_glove(glove, frozenset(words))
    known = [at for at, word in enumerate(words) if word in vectors]
    table = np.array([vectors[words[at]] for at in known])
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    found[known] = _clusters(table)
    return found


def read_glove(path: Path, wanted: frozenset[str]) -> dict[str, Floats]:
    """The vectors of some words from a file in GloVe's text form."""
    found: dict[str, Floats] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                word, _, numbers = line.rstrip("\n").partition(" ")
                if word in wanted:
                    found[word] = np.array(numbers.split(" "), dtype=np.float32)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: not in GloVe's text form ({error})") from error
    if len({len(vector) for vector in found.values()}) != 1:
        raise DataError(f"{path}: no vectors of one length for words of policies")
    return found


def _rarity(segments: Sequence[str], places: Mapping[str, int], size: int) -> Floats:
    counts = np.zeros(size)
    for text in segments:
        counts[list({places[word] for word in vector_words(text) if word in places})] += 1
    found: Floats = np.log((1 + len(segments)) / (1 + counts)).astype(np.float32)
    return found
