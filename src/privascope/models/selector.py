"""Whether a sentence of a policy answers a question: the shipped cross-encoder."""

from collections.abc import Sequence
from pathlib import Path

from privascope.models.pair_model import Floats, read_pairs
from privascope.models.pair_tokens import leads

__all__ = ["FOLDER", "leads", "score_pairs"]

FOLDER = Path(__file__).parent / "selector"


def score_pairs(
    question: str,
    sentences: Sequence[str],
    before: Sequence[str] | None = None,
    folder: Path | None = None,
) -> Floats:
    """The log-odds that each sentence answers the question.

    `before` holds what each sentence leans on, as `leads` finds it in the whole policy; without
    it a sentence is read alone.
    """
    return read_pairs(folder or FOLDER, [question] * len(sentences), sentences, before)[0]
