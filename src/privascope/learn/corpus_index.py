"""The vectors of a corpus in shards, and the search for the sentences closest to questions."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privascope.data.digests import digest
from privascope.errors import DataError, MissingExtraError
from privascope.learn.bars import progress
from privascope.learn.int8_encoding import sentence_encoding
from privascope.learn.retriever import Retriever
from privascope.learn.storing import write_whole

_SHARD = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """Numbers of the nearest sentences of each question with their products, the best first."""

    sentences: NDArray[np.int64]
    products: NDArray[np.float32]


def index_corpus(retriever: Retriever, sentences: Sequence[str], folder: Path) -> list[Path]:
    """Files of float16 vectors of all sentences; those that are there already are kept."""
    way, encode = sentence_encoding(retriever, folder)
    name = digest(retriever.digest, way, len(sentences), digest(list(sentences)))
    place = folder / f"vectors-{name}"
    paths = [place / f"{at // _SHARD:04}.npy" for at in range(0, len(sentences), _SHARD)]
    with progress() as bar:
        task = bar.add_task("encoding sentences", total=len(sentences))
        for number, path in enumerate(paths):
            own = sentences[number * _SHARD : (number + 1) * _SHARD]
            if not path.exists():
                buffer = io.BytesIO()
                vectors = encode(own).astype(np.float16)
                np.save(buffer, vectors, allow_pickle=False)
                write_whole(path, buffer.getvalue())
            bar.advance(task, len(own))
    return paths


def nearest(
    retriever: Retriever, questions: Sequence[str], shards: Sequence[Path], k: int
) -> Found:
    """The k sentences with the highest products for each question, exact, shard by shard."""
    try:
        import faiss
    except ImportError as error:
        raise MissingExtraError("Searching a corpus", "train") from error
    if not questions or not shards or k < 1:
        raise DataError("nothing to search: no questions, no sentences, or k below 1")
    sought = retriever.encode_questions(questions)
    products = np.zeros((len(questions), 0), dtype=np.float32)
    numbers = np.zeros((len(questions), 0), dtype=np.int64)
    start = 0
    for path in shards:
        vectors = _shard(path)
        close, which = faiss.knn(
            sought, vectors, min(k, len(vectors)), metric=faiss.METRIC_INNER_PRODUCT
        )
        products = np.hstack([products, close])
        numbers = np.hstack([numbers, which.astype(np.int64) + start])
        best = np.argsort(-products, axis=1, kind="stable")[:, :k]
        products = np.take_along_axis(products, best, axis=1)
        numbers = np.take_along_axis(numbers, best, axis=1)
        start += len(vectors)
    return Found(numbers, products)


def _shard(path: Path) -> NDArray[np.float32]:
    try:
        stored: NDArray[np.float16] = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} is damaged ({error}): delete it to encode it anew") from error
    return np.ascontiguousarray(stored, dtype=np.float32)
