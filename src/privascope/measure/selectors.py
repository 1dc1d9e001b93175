"""The methods that `measure selection` knows by name."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.measure.answer_selectors import answer_selectors

# The relevance of each of a policy's sentences, in reading order, to a question.
Score = Callable[[str, Sequence[str]], Sequence[float] | npt.NDArray[np.floating]]

_WORD = re.compile(r"[^\W_]+")
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class Selector:
    """A way to score sentences, and the score from which on one counts as relevant.

    The thresholds here have the best F1 on PrivacyQA's training half.
    """

    score: Score
    threshold: float


def bm25() -> Selector:
    """BM25 over the stems of the policy's own sentences."""
    return Selector(_bm25_scores, 2.65)


def dense() -> Selector:
    """The cosine of question and sentence by the shipped sentence encoder."""
    from privascope.models.sentence_encoder import encode

    @lru_cache(maxsize=8)
    def encoded(sentences: tuple[str, ...]) -> npt.NDArray[np.float32]:
        return encode(sentences)

    def score(question: str, sentences: Sequence[str]) -> npt.NDArray[np.float32]:
        cosines: npt.NDArray[np.float32] = encoded(tuple(sentences)) @ encode([question])[0]
        return cosines

    return Selector(score, 0.364)


def bilstm() -> Selector:
    """The cosine of question and sentence by the shipped attention BiLSTM."""
    from privascope.models.bilstm import score_texts

    return Selector(score_texts, 0.5)


SELECTORS: dict[str, Callable[[], Selector]] = {
    **answer_selectors(),
    "bm25": bm25,
    "bilstm": bilstm,
    "dense": dense,
}


def methods_to_compare() -> dict[str, Callable[[], Selector]]:
    """The methods whose models are installed, but for what `ablations` has over candidates."""
    from privascope.models.bilstm import FOLDER

    # Bare sentences come without the practices of their policy; spans of all sentences take long,
    # and `measure answerability` and `measure query_guided` have them over the candidates.
    left_out = {"expansion", "practices", "cross-encoder+span", "query-guided"}
    if not (FOLDER / "model.onnx").is_file():
        left_out.add("bilstm")
    return {name: make for name, make in SELECTORS.items() if name not in left_out}


def _bm25_scores(question: str, sentences: Sequence[str]) -> npt.NDArray[np.float64]:
    counts, lengths, rarity = _counted(tuple(sentences))
    scores = np.zeros(len(sentences))
    norm = _K1 * (1 - _B + _B * lengths / max(1.0, float(lengths.mean())))
    for stem in set(_stems(question)):
        if stem in rarity:
            often = np.array([count[stem] for count in counts], dtype=np.float64)
            scores += rarity[stem] * often * (_K1 + 1) / (often + norm)
    return scores


@lru_cache(maxsize=8)
def _counted(
    sentences: tuple[str, ...],
) -> tuple[list[Counter[str]], npt.NDArray[np.float64], dict[str, float]]:
    """Stems of each sentence, their number, and how rare each stem is in the policy."""
    counts = [Counter(_stems(sentence)) for sentence in sentences]
    holding = Counter(stem for count in counts for stem in count)
    rarity = {
        stem: float(np.log(1 + (len(counts) - n + 0.5) / (n + 0.5))) for stem, n in holding.items()
    }
    return counts, np.array([count.total() for count in counts], dtype=np.float64), rarity


def _stems(text: str) -> list[str]:
    stems: list[str] = _stemmer().stemWords(_WORD.findall(text.lower()))
    return stems


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
