"""Labelled questions and unlabelled policies of the sample library, as `learn` reads them.

    python examples/era/sample_data.py FOLDER

Writes labels.jsonl (questions on 18 policies in PrivacyQA's columns), fifty.jsonl (those of the
first five policies) and policies.jsonl (the pages of the other nine, without labels).
"""

import argparse
import json
from pathlib import Path

import privascope
from privascope.collect import sample_source
from privascope.measure.sample_questions import GoldQuestion, read_questions

LABELLED, FIRST = 18, 5


def newest_page(folder: Path) -> tuple[str, Path]:
    """The domain of a sample policy and its newest page."""
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    newest = max(about["versions"], key=lambda version: str(version["date"]))
    return about["domain"], folder / newest["file"]


def rows(page: Path, questions: list[GoldQuestion]) -> list[dict[str, str]]:
    """One row a question and sentence; whole sentences that answer are relevant."""
    sentences = privascope.read(page, anyway=True).sentences
    made = []
    for number, asked in enumerate(questions):
        evidence = {piece.text for piece in asked.evidence}
        made += [
            {
                "DocID": asked.policy,
                "QueryID": f"{asked.policy}_{number}",
                "SentID": f"{asked.policy}_{number}_{place}",
                "Query": asked.question,
                "Segment": sentence,
                "Label": "Relevant" if sentence in evidence else "Irrelevant",
            }
            for place, sentence in enumerate(sentences)
            if sentence.strip()
        ]
    return made


def write(path: Path, lines: list[dict[str, str]]) -> None:
    """A JSON Lines file."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    print(f"{path}: {len(lines):,} rows")


def main() -> None:
    """Writes the three files."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    pages = dict(
        newest_page(path.parent) for path in sorted(sample_source.FOLDER.glob("*/about.json"))
    )
    asked: dict[str, list[GoldQuestion]] = {}
    for one in read_questions():
        asked.setdefault(one.policy, []).append(one)
    labelled = [domain for domain in pages if domain in asked][:LABELLED]
    labels = {domain: rows(pages[domain], asked[domain]) for domain in labelled}
    write(folder / "labels.jsonl", [row for own in labels.values() for row in own])
    write(folder / "fifty.jsonl", [row for domain in labelled[:FIRST] for row in labels[domain]])
    others = [
        {"id": domain, "text": privascope.read(page, anyway=True).text}
        for domain, page in pages.items()
        if domain not in labelled
    ]
    write(folder / "policies.jsonl", others)


if __name__ == "__main__":
    main()
