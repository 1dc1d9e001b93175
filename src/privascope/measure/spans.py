"""How well the words that answer a question are found, as SQuAD measures it, on PolicyQA."""

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from privascope.data.policyqa import Paragraph, read_paragraphs

# The answer that is found in a paragraph; empty for none.
FindSpan = Callable[[Sequence[str], Sequence[str]], Sequence[str]]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = frozenset(string.punctuation)


def measure(data: Path, model: Path | None = None) -> dict[str, object]:
    """Exact match and F1 of the shipped span model, or of another, on a file in SQuAD's form."""
    from privascope.models.spans import FOLDER, find_spans

    return figures(
        read_paragraphs(data), lambda asked, texts: find_spans(asked, texts, model or FOLDER)
    )


def figures(paragraphs: Sequence[Paragraph], find: FindSpan) -> dict[str, object]:
    """Exact match and F1 over all questions, and over those with an answer."""
    asked = [(paragraph, asked) for paragraph in paragraphs for asked in paragraph.asked]
    found = find([one.question for _, one in asked], [p.text for p, _ in asked])
    exact, overlap, answered = [], [], []
    for (paragraph, one), answer in zip(asked, found, strict=True):
        gold = [paragraph.text[span.start : span.end] for span in one.answers] or [""]
        exact.append(max(float(_normalised(answer) == _normalised(text)) for text in gold))
        overlap.append(max(word_f1(answer, text) for text in gold))
        answered.append(bool(one.answers))
    report: dict[str, object] = {
        "policies": len({paragraph.policy for paragraph in paragraphs}),
        "questions": len(asked),
        "exact_match": sum(exact) / len(asked) if asked else 0.0,
        "f1": sum(overlap) / len(asked) if asked else 0.0,
        "no_answer_given": sum(not answer for answer in found) / len(asked) if asked else 0.0,
    }
    if not all(answered):
        right = [not answer for answer, known in zip(found, answered, strict=True) if not known]
        report["no_answer_recall"] = sum(right) / len(right)
    return report


def word_f1(found: str, gold: str) -> float:
    """F1 of the words two answers share; two empty ones agree."""
    one, other = _normalised(found).split(), _normalised(gold).split()
    if not one or not other:
        return float(one == other)
    shared = (Counter(one) & Counter(other)).total()
    return 2 * shared / (len(one) + len(other))


def _normalised(text: str) -> str:
    """Lower case without punctuation, articles and extra space, as SQuAD compares answers."""
    kept = "".join(letter for letter in text.lower() if letter not in _PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", kept).split())
