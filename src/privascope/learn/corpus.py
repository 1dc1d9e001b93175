"""Builds a corpus from unlabelled policies: clean sentences, each once."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

import zstandard

from privascope.collect.workers import end_with_parent
from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_rows
from privascope.errors import DataError, UnreadablePageError
from privascope.learn.bars import progress
from privascope.learn.storing import write_whole
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

# Changes whenever the same documents would give other sentences.
CORPUS_VERSION = "1"
SHORTEST_DOCUMENT = 400
_FEWEST_WORDS, _MOST_WORDS = 4, 150
_CHUNK = 250
_SENTENCES, _REPORT, _PARTS = "sentences.txt.zst", "corpus.json", "parts"
# Fields that may hold a document, with what they hold.
_FIELDS = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html"}
_KEY = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Corpus:
    """The contents of a corpus, and what was left out of it."""

    digest: str
    documents: int
    too_short: int
    not_english: int
    unreadable: int
    repeated_sentences: int
    sentences: int


def build_corpus(
    sources: Sequence[Path], folder: Path, *, workers: int = 1, most: int = 0
) -> Corpus:
    """Write the distinct English sentences of JSON Lines files; goes on where it was stopped.

    Of each file at most the first so many documents are read, if a number is given.
    """
    name = digest(
        CORPUS_VERSION, sorted(file_digest(path) for path in sources), *([most] * (most > 0))
    )
    done = _report(folder)
    if done and done.digest == name:
        return done
    parts = folder / _PARTS / name
    paths: list[Path] = []
    with ExitStack() as stack:
        bar = stack.enter_context(progress())
        task = bar.add_task("reading policies", total=None)
        # One worker is this process itself: nothing to start, nothing left behind by a kill.
        pool = stack.enter_context(_pool(workers)) if workers > 1 else None
        waiting: list[Future[None]] = []
        for number, chunk in enumerate(_chunks(documents(sources, most))):
            paths.append(parts / f"{number:05}.json")
            if not paths[-1].exists():
                if pool is None:
                    _write_part(paths[-1], chunk)
                else:
                    waiting.append(pool.submit(_write_part, paths[-1], chunk))
            if len(waiting) > 2 * workers:
                waiting.pop(0).result()
            bar.advance(task, len(chunk))
        for future in waiting:
            future.result()
    return _merge(name, paths, folder)


def read_corpus(folder: Path) -> Iterator[list[str]]:
    """The kept sentences of each document, in the document's order."""
    path = folder / _SENTENCES
    document: list[str] = []
    try:
        with open_unpacked(path) as lines:
            for line in lines:
                if line == b"\n":
                    yield document
                    document = []
                else:
                    document.append(line.decode().rstrip("\n"))
    except FileNotFoundError as error:
        raise DataError(f"{folder} holds no corpus: it has no {_SENTENCES}") from error
    except (UnicodeDecodeError, *UNPACKING_ERRORS) as error:
        raise DataError(f"{path} is damaged ({error})") from error


def corpus_sentences(folder: Path, most: int = 0) -> list[str]:
    """All sentences of a corpus, or so many drawn at random, always the same."""
    sentences = [sentence for document in read_corpus(folder) for sentence in document]
    return Random(0).sample(sentences, most) if 0 < most < len(sentences) else sentences


def corpus_digest(folder: Path) -> str:
    """The name of exactly these sentences."""
    report = _report(folder)
    if report is None:
        raise DataError(f"{folder} holds no corpus: it has no {_REPORT}")
    return report.digest


def clean_sentences(text: str, media_type: str) -> list[str]:
    """The sentences of an English document; UnreadablePageError if it is no readable document."""
    from privascope.policy.document import lay_out
    from privascope.policy.read import read_page
    from privascope.policy.sentences import find_sentences

    page = read_page(text.encode(errors="replace"), content_type=media_type)
    blocks = [block for block in page.document.blocks if block.main] or page.document.blocks
    text, placed = lay_out(blocks)
    if page.language != "en":
        return []
    sentences = (" ".join(text[s.start : s.end].split()) for s in find_sentences(text, placed))
    return [sentence for sentence in sentences if _is_prose(sentence)]


def sentence_key(sentence: str) -> str:
    """What two sentences have in common that differ in case and punctuation alone."""
    return _KEY.sub(" ", sentence.casefold()).strip()


def _is_prose(sentence: str) -> bool:
    words = sentence.split()
    letters = sum(map(str.isalpha, sentence))
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and letters > 0.6 * len(sentence)


def documents(sources: Sequence[Path], most: int = 0) -> Iterator[tuple[str, str]]:
    """Each document's text and media type; of each file at most the first so many."""
    for path in sources:
        for number, row in enumerate(islice(read_rows(path), most or None), 1):
            yield document_of(row, f"{path}, row {number}")


def document_of(
    row: Mapping[str, Any], where: str, fields: Iterable[str] = tuple(_FIELDS)
) -> tuple[str, str]:
    """A row's document and its media type, from the first of the fields that it has."""
    name = next((name for name in fields if name in row), None)
    if name is None:
        raise DataError(f"{where}: no field {', '.join(fields)}")
    if not isinstance(row[name], str | None):
        raise DataError(f"{where}: the document is no text")
    return row[name] or "", _FIELDS[name]


def _chunks(documents: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    waiting = iter(documents)
    while chunk := list(islice(waiting, _CHUNK)):
        yield chunk


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"), end_with_parent, (os.getpid(),))


def _write_part(path: Path, chunk: list[tuple[str, str]]) -> None:
    part: dict[str, Any] = {"documents": [], "too_short": 0, "not_english": 0, "unreadable": 0}
    for text, kind in chunk:
        if len(text.strip()) < SHORTEST_DOCUMENT:
            part["too_short"] += 1
            continue
        try:
            sentences = clean_sentences(text, kind)
        except UnreadablePageError:
            part["unreadable"] += 1
            continue
        if sentences:
            part["documents"].append(sentences)
        else:
            part["not_english"] += 1
    write_whole(path, json.dumps(part, ensure_ascii=False).encode())


def _merge(name: str, paths: Sequence[Path], folder: Path) -> Corpus:
    """Removes duplicates, and reports what remained."""
    seen: set[int] = set()
    counts = dict.fromkeys(("documents", "too_short", "not_english", "unreadable", "repeated"), 0)
    lines: list[str] = []
    for path in paths:
        part = json.loads(path.read_bytes())
        for kind in ("too_short", "not_english", "unreadable"):
            counts[kind] += part[kind]
        for document in part["documents"]:
            counts["documents"] += 1
            kept = []
            for sentence in document:
                key = hash(sentence_key(sentence))
                if key in seen:
                    counts["repeated"] += 1
                else:
                    seen.add(key)
                    kept.append(sentence)
            if kept:
                lines += [*kept, ""]
    sentences = sum(1 for line in lines if line)
    if not sentences:
        raise DataError("the corpus holds no English sentence")
    packed = zstandard.ZstdCompressor(10).compress("".join(f"{x}\n" for x in lines).encode())
    write_whole(folder / _SENTENCES, packed)
    corpus = Corpus(
        name,
        counts["documents"],
        counts["too_short"],
        counts["not_english"],
        counts["unreadable"],
        counts["repeated"],
        sentences,
    )
    write_whole(folder / _REPORT, json.dumps(asdict(corpus), indent=2).encode())
    # Along with what a run on other sources left there.
    rmtree(folder / _PARTS)
    return corpus


def _report(folder: Path) -> Corpus | None:
    path = folder / _REPORT
    if not path.exists() or not (folder / _SENTENCES).exists():
        return None
    try:
        return Corpus(**json.loads(path.read_bytes()))
    except (TypeError, ValueError) as error:
        raise DataError(f"{path} is damaged ({error}): delete it to begin anew") from error
