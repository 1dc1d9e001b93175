"""Sentence splitting side by side: quality on the gold set, cost on real or made-up policies.

    python bench/sentences.py [POLICIES.jsonl]

POLICIES is JSON Lines with a field `text` (plain, gzip or zstd); the first 60 rows are split.
Without it the gold set's own paragraphs are joined to policies of about 150 sentences.
"""

import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from privascope.data.rows import read_rows
from privascope.measure.sentences import GOLD, RIVALS, measure, rivals, sentence_ends


def main() -> None:
    """Prints one line a splitter."""
    given = [Path(name) for name in sys.argv[1:]]
    texts = _policies(given[0]) if given else _made_up_policies()
    loaded = {}
    for name in RIVALS:
        start = time.perf_counter()
        for splitter in rivals((name,)).values():
            splitter("One. Two.")
            loaded[name] = (splitter, 1000 * (time.perf_counter() - start))
    report = measure(None)
    print(f"{'splitter':<12}{'precision':>10}{'recall':>10}{'f1':>8}{'load ms':>10}{'ms/150':>9}")
    print(_line("privascope", report, 0.0, _cost(sentence_ends, texts)))
    for name, (splitter, load) in loaded.items():
        print(_line(name, report[name], load, _cost(splitter, texts)))


def _line(name: str, scores: object, load: float, cost: float) -> str:
    assert isinstance(scores, dict)
    quality = "".join(
        f"{scores[key]:>{width}.3f}"
        for key, width in (("precision", 10), ("recall", 10), ("f1", 8))
    )
    return f"{name:<12}{quality}{load:>10.0f}{cost:>9.2f}"


def _cost(splitter: Callable[[str], list[int]], texts: list[str]) -> float:
    """Milliseconds of processor time for 150 sentences."""
    start = time.process_time()
    sentences = sum(len(splitter(text)) for text in texts)
    return 150_000 * (time.process_time() - start) / sentences


def _policies(path: Path) -> list[str]:
    return [row["text"] for row in islice(read_rows(path, ("text",)), 60)]


def _made_up_policies() -> list[str]:
    paragraphs = [row["text"] for row in read_rows(GOLD)]
    return ["\n".join(paragraphs[half::2]) for half in (0, 1)] * 20


if __name__ == "__main__":
    main()
