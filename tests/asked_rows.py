"""Rows of labelled questions and sentences of our own, on policies of the sample library."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from privascope.collect.sample_source import FOLDER
from privascope.measure.sample_questions import read_questions
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page

JOTHARBOR = ("jotharbor", "2025-10-20.html")
FERNHOLLOW = ("fernhollow-loft", "2021-10-31.txt")


@cache
def sample_policy(slug: str, file: str) -> Policy:
    """A policy of the sample library as it is read from its page."""
    return derive_policy(read_page((FOLDER / slug / file).read_bytes(), file))


def sample_row(slug: str, file: str, **changes: Any) -> dict[str, Any]:
    """A policy of the sample library with the project's own questions on it."""
    about = json.loads((FOLDER / slug / "about.json").read_text(encoding="utf-8"))
    policy = sample_policy(slug, file)
    numbers = {sentence.start: number for number, sentence in enumerate(policy.sentences)}
    questions = [
        question_row(
            question=asked.question,
            style=asked.style,
            verdict=asked.verdict,
            answers=[numbers[piece.start] for piece in asked.evidence],
        )
        for asked in read_questions()
        if asked.policy == about["domain"]
    ]
    row = policy_row(
        policy_id=f"sample/{slug}",
        service=about["name"],
        domain=about["domain"],
        url=about["url"],
        text=policy.text,
        sentences=[[one.start, one.end] for one in policy.sentences],
        questions=questions,
        statements={},
    )
    return row | changes


def policy_row(**changes: Any) -> dict[str, Any]:
    """A small policy with one question."""
    return {
        "policy_id": "own/quill",
        "source": "own",
        "service": "Quill",
        "domain": "quill.example",
        "url": "https://quill.example/privacy",
        "text": "We never sell your data.\n\nWe keep invoices for seven years.",
        "sentences": [[0, 24], [26, 59]],
        "questions": [question_row()],
        "statements": {"does-not-sell-data": [0], "states-a-retention-period": [1]},
        "statements_asked": 48,
    } | changes


def question_row(**changes: Any) -> dict[str, Any]:
    """A question that the small policy answers."""
    return {
        "question": "do you sell my data?",
        "style": "casual",
        "written_before_reading": True,
        "verdict": "answered",
        "stance": None,
        "answers": [0],
        "related": [],
        "traps": [],
        "short": "No, it never does.",
    } | changes


def sentence_row(**changes: Any) -> dict[str, Any]:
    """A sentence that denies a statement."""
    return {
        "statement": "sells-data",
        "source": "own",
        "policy_id": "own/quill",
        "domain": "quill.example",
        "heading": "Privacy > Who else gets it",
        "before": "",
        "sentence": "We do not sell your personal information to anybody.",
        "after": "",
        "label": "denies",
    } | changes


def write_rows(path: Path, *rows: object) -> Path:
    """A file of JSON Lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
