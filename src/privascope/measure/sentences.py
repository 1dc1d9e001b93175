"""How well sentence boundaries are found, beside other splitters that are installed."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.policy.sentences import split_sentences

GOLD = Path(__file__).with_name("sentence_gold.jsonl")

RIVALS = ("blingfire", "nupunkt", "pysbd")

Splitter = Callable[[str], list[int]]


def measure(data: Path | None = None) -> dict[str, object]:
    """Precision, recall and f1 of sentence ends; the shipped gold when no file is given."""
    rows = list(_gold_rows(data or GOLD))
    report: dict[str, object] = {"rows": len(rows), **_scores(sentence_ends, rows)}
    for half in sorted({half for _, _, half in rows if half}):
        report[half] = _scores(sentence_ends, [row for row in rows if row[2] == half])
    for name, splitter in rivals().items():
        report[name] = _scores(splitter, rows)
    return report


def sentence_ends(text: str) -> list[int]:
    """Where Privascope ends the sentences of a text."""
    return [span.end for span in split_sentences(text)]


def rivals(names: Iterable[str] = RIVALS) -> dict[str, Splitter]:
    """The other splitters that are installed; each is given one line at a time."""
    found: dict[str, Splitter] = {}
    for name in names:
        try:
            found[name] = _by_line(_LOADERS[name]())
        except ImportError:
            continue
    return found


def _gold_rows(path: Path) -> Iterator[tuple[str, set[int], str]]:
    for number, row in enumerate(read_rows(path, ("text", "ends")), 1):
        text, ends = row["text"], row["ends"]
        if not isinstance(text, str) or not isinstance(ends, list):
            raise DataError(f"{path}, row {number}: text must be a string and ends a list")
        if not all(isinstance(end, int) and 0 < end <= len(text) for end in ends):
            raise DataError(f"{path}, row {number}: an end lies outside the text")
        yield text, set(ends), str(row.get("half", ""))


def _scores(
    splitter: Splitter, rows: Iterable[tuple[str, set[int], str]]
) -> dict[str, float | int]:
    right = found = wanted = 0
    for text, ends, _ in rows:
        own = set(splitter(text))
        right += len(own & ends)
        found += len(own)
        wanted += len(ends)
    return {
        "boundaries": wanted,
        "precision": right / found if found else 0.0,
        "recall": right / wanted if wanted else 0.0,
        "f1": 2 * right / (found + wanted) if found + wanted else 0.0,
    }


def _by_line(split: Callable[[str], list[str]]) -> Splitter:
    def ends(text: str) -> list[int]:
        position = 0
        places: list[int] = []
        for line in text.split("\n"):
            for sentence in split(line) if line.strip() else ():
                start = text.find(sentence.strip(), position)
                if start >= 0 and sentence.strip():
                    position = start + len(sentence.strip())
                    places.append(position)
        return places

    return ends


def _blingfire() -> Callable[[str], list[str]]:
    import blingfire

    def split(line: str) -> list[str]:
        return str(blingfire.text_to_sentences(line)).split("\n")

    return split


def _nupunkt() -> Callable[[str], list[str]]:
    import nupunkt

    return lambda line: [str(sentence) for sentence in nupunkt.sent_tokenize(line)]


def _pysbd() -> Callable[[str], list[str]]:
    import pysbd

    segmenter: Any = pysbd.Segmenter(language="en", clean=False)
    return lambda line: list(segmenter.segment(line))


_LOADERS = {"blingfire": _blingfire, "nupunkt": _nupunkt, "pysbd": _pysbd}
