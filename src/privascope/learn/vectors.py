"""Priv2Vec: skip-gram word vectors of the policy corpus."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from privascope.errors import DataError, MissingExtraError, PrivascopeError
from privascope.learn.corpus import corpus_digest, read_corpus
from privascope.learn.joined_words import joined_words, split_words
from privascope.learn.storing import write_whole
from privascope.models.vectors import PolicyVectors, load_vectors, written_words

SIZE = 128
RAREST = 5
# Names and misspellings occur in fewer policies.
FEWEST_DOCUMENTS = 10
EPOCHS = 5
_WINDOW, _NEGATIVES, _SAMPLE = 5, 10, 1e-4
_RATE, _LAST_RATE = 0.025, 0.0001
_VECTORS, _RECIPE, _CHECKPOINT = "vectors.npz", "vectors.json", "checkpoint.gensim"


class _Sentences:
    """The corpus as rows of words, iterable many times."""

    def __init__(self, corpus: Path) -> None:
        self._corpus = corpus
        self._splits = joined_words(
            Counter(
                word
                for document in read_corpus(corpus)
                for sentence in document
                for word in written_words(sentence)
            )
        )

    def __iter__(self) -> Iterator[list[str]]:
        for document in read_corpus(self._corpus):
            for sentence in document:
                yield self._words(sentence)

    def documents(self) -> Counter[str]:
        """In how many documents each word occurs."""
        return Counter(
            word
            for document in read_corpus(self._corpus)
            for word in {word for sentence in document for word in self._words(sentence)}
        )

    def _words(self, sentence: str) -> list[str]:
        return list(split_words(written_words(sentence), self._splits))


def learn_vectors(
    corpus: Path,
    folder: Path,
    *,
    size: int = SIZE,
    words: int = 30_000,
    epochs: int = EPOCHS,
    seed: int = 0,
    workers: int = 1,
    fewest: int = FEWEST_DOCUMENTS,
) -> PolicyVectors:
    """Learn vectors and write the most frequent words' to `folder`; goes on after a stop.

    Words that lost the space between them are split; words of fewer than `fewest` documents are
    left out, though the others learn from them.
    One worker gives the same vectors each time; more are quicker and never quite the same.
    """
    recipe = {
        "corpus": corpus_digest(corpus),
        "size": size,
        "words": words,
        "epochs": epochs,
        "seed": seed,
        "rarest": RAREST,
        "fewest_documents": fewest,
    }
    path = folder / _VECTORS
    if path.exists() and _stored_recipe(folder) == recipe:
        return load_vectors(path)
    sentences = _Sentences(corpus)
    model = _trained(sentences, corpus, folder, recipe, workers)
    documents = sentences.documents()
    frequent = [word for word in model.wv.index_to_key if documents[word] >= fewest][:words]
    if not frequent:
        raise DataError(f"{corpus}: no word occurs in {fewest} documents")
    table = model.wv.vectors[[model.wv.key_to_index[word] for word in frequent]]
    table = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    write_vectors(path, frequent, table)
    write_whole(folder / _RECIPE, json.dumps(recipe, indent=2).encode())
    (folder / _CHECKPOINT).unlink(missing_ok=True)
    load_vectors.cache_clear()
    return load_vectors(path)


def write_vectors(path: Path, words: list[str], table: "np.ndarray[Any, Any]") -> None:
    """Store a table in float16 with its words, without pickled objects."""
    buffer = io.BytesIO()
    text = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    np.savez_compressed(buffer, words=text, table=table.astype(np.float16))
    write_whole(path, buffer.getvalue())


def _trained(
    sentences: _Sentences, corpus: Path, folder: Path, recipe: dict[str, Any], workers: int
) -> Any:
    try:
        from gensim.models import Word2Vec
    except ImportError as error:
        raise MissingExtraError("Learning word vectors", "train") from error
    checkpoint = folder / _CHECKPOINT
    epochs = recipe["epochs"]
    if checkpoint.exists():
        model = _resumed(checkpoint, recipe)
    else:
        model = Word2Vec(
            vector_size=recipe["size"],
            window=_WINDOW,
            min_count=RAREST,
            sg=1,
            negative=_NEGATIVES,
            sample=_SAMPLE,
            seed=recipe["seed"],
            workers=workers,
        )
        model.build_vocab(sentences)
        if not model.wv.index_to_key:
            raise DataError(f"{corpus}: no word occurs {RAREST} times in it")
        model.privascope = {"recipe": recipe, "epoch": 0}
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("learning vectors", total=epochs, completed=model.privascope["epoch"])
        for epoch in range(model.privascope["epoch"], epochs):
            fall = (_RATE - _LAST_RATE) / epochs
            model.train(
                sentences,
                total_examples=model.corpus_count,
                epochs=1,
                start_alpha=_RATE - epoch * fall,
                end_alpha=_RATE - (epoch + 1) * fall,
            )
            model.privascope["epoch"] = epoch + 1
            buffer = io.BytesIO()
            model.save(buffer)
            write_whole(checkpoint, buffer.getvalue())
            bar.advance(task)
    return model


def _resumed(checkpoint: Path, recipe: dict[str, Any]) -> Any:
    from gensim.models import Word2Vec

    try:
        model = Word2Vec.load(str(checkpoint))
        stored = model.privascope["recipe"]
    except Exception as error:
        raise PrivascopeError(
            f"{checkpoint} is damaged ({error}): delete it to begin anew"
        ) from error
    if stored != recipe:
        names = sorted(name for name in recipe if stored.get(name) != recipe[name])
        raise PrivascopeError(
            f"{checkpoint} is of another recipe ({', '.join(names)} differ): "
            "name another folder, or delete that one to begin anew"
        )
    return model


def _stored_recipe(folder: Path) -> object:
    try:
        return json.loads((folder / _RECIPE).read_bytes())
    except (OSError, ValueError):
        return None
