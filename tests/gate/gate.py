"""Quality floors on data that the project ships.

`python -m tests.gate.gate` prints today's figures beside the floors; `--update` writes today's
figures as the new floors, and refuses if one of them has fallen by more than the margin.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FLOORS = Path(__file__).with_name("floors.json")
# Room for noise: other processors, other versions of a parser.
MARGIN = 0.01
SAMPLE_PAGES = ROOT / "src/privascope/collect/sample_library"
SAMPLE_TRUTH = ROOT / "tests/sample_truth"
DETECTION_PAGES = ROOT / "tests/detection_pages"
SENTENCE_GOLD = ROOT / "src/privascope/measure/sentence_gold.jsonl"
SAMPLE_QUESTIONS = ROOT / "src/privascope/measure/sample_questions.jsonl"
DIALOGUES = ROOT / "src/privascope/measure/dialogues.jsonl"


@dataclass(frozen=True)
class Gate:
    """One set of figures, and the data that it is measured on."""

    figures: Callable[[Path], dict[str, float]]
    data: tuple[Path, ...]
    margin: float = MARGIN


def extraction(scratch: Path) -> dict[str, float]:
    """Our extractor on the HTML pages of the sample library."""
    from privascope.measure.extraction import measure

    rows = [
        {
            "url": json.loads((SAMPLE_PAGES / truth.parent.name / "about.json").read_text())["url"],
            "is_policy": True,
            "html": (SAMPLE_PAGES / truth.parent.name / f"{truth.stem}.html").read_text(),
            "clean_markdown": truth.read_text(),
        }
        for truth in sorted(SAMPLE_TRUTH.glob("*/*.md"))
    ]
    return _chosen(
        measure(_rows(rows, scratch / "extraction.jsonl")), ("f1", "precision", "recall")
    )


def detection(scratch: Path) -> dict[str, float]:
    """The policy detector on pages written for it."""
    from privascope.measure.detection import measure

    manifest = json.loads((DETECTION_PAGES / "manifest.json").read_text())
    rows = [
        {
            "url": page["url"],
            "is_policy": page["is_policy"],
            "html": (DETECTION_PAGES / page["file"]).read_text(),
        }
        for page in manifest
    ]
    return _chosen(measure(_rows(rows, scratch / "detection.jsonl")), ("f1", "auc"))


def sentences(scratch: Path) -> dict[str, float]:
    """The sentence splitter on the gold set."""
    from privascope.measure.sentences import measure

    return _chosen(measure(SENTENCE_GOLD), ("f1", "precision", "recall"))


def answers(scratch: Path) -> dict[str, float]:
    """Verdicts and evidence of the default method on the questions to the sample library."""
    from privascope.measure.answers import measure

    return _chosen(measure(), ("verdict_accuracy", "hit_at_1", "hit_at_3", "mrr"))


def dialogues(scratch: Path) -> dict[str, float]:
    """Turns of the held-out dialogues that are understood."""
    from privascope.measure.dialogues import figures, hear_all, read_dialogues

    held_out = [one for one in read_dialogues() if one.part == "held_out"]
    heard = [turns for _, turns in hear_all(held_out)]
    return _chosen(figures(heard), ("understood", "whole_dialogues"))


GATES = {
    "extraction": Gate(extraction, (SAMPLE_PAGES, SAMPLE_TRUTH)),
    "detection": Gate(detection, (DETECTION_PAGES,)),
    "sentences": Gate(sentences, (SENTENCE_GOLD,)),
    "dialogues": Gate(dialogues, (SAMPLE_PAGES, DIALOGUES)),
    # int8 models differ a little between processors, and a few questions lie on the edge.
    "answers": Gate(answers, (SAMPLE_PAGES, SAMPLE_QUESTIONS), margin=0.03),
}


def digest(paths: Iterable[Path]) -> str:
    """A hash over the data, so that floors and data cannot drift apart unseen."""
    total = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()[:16]


def _rows(rows: list[dict[str, Any]], path: Path) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def _chosen(figures: dict[str, object], names: tuple[str, ...]) -> dict[str, float]:
    return {name: round(float(str(figures[name])), 4) for name in names}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true")
    update = parser.parse_args().update
    import tempfile

    floors = json.loads(FLOORS.read_text()) if FLOORS.exists() else {}
    fallen = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, gate in GATES.items():
            figures = gate.figures(Path(scratch))
            for key, value in figures.items():
                floor = floors.get(name, {}).get("floors", {}).get(key, 0.0)
                worse = value < floor - gate.margin
                fallen |= worse
                sys.stdout.write(
                    f"{name:<12} {key:<10} {value:.4f}  floor {floor:.4f}"
                    f"{'  FALLEN' if worse else ''}\n"
                )
            floors[name] = {"data": digest(gate.data), "floors": figures}
    if update and fallen:
        sys.stdout.write("not updated: a figure has fallen\n")
    elif update:
        FLOORS.write_text(json.dumps(floors, indent=2) + "\n")
    return int(fallen)


if __name__ == "__main__":
    sys.exit(main())
