"""How far a policy answers a question: the reader's verdict on its best sentences.

The eight best are read together, which shows what the policy says as a whole, and the three best
once more without the others, which shows most clearly what they say.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from privascope.answer.answer import Stance, Verdict
from privascope.answer.calibration import Calibration, calibration
from privascope.answer.methods import Ranked
from privascope.answer.passages import Passages
from privascope.answer.relevance import dense_is_there, dense_relevance
from privascope.answer.signals.reading import line_of, sentence_reader
from privascope.answer.signals.signal import Floats
from privascope.answer.verdict_thresholds import Risk as Risk
from privascope.models import reader
from privascope.models.onnx import load_tokenizer
from privascope.models.reader import Reading
from privascope.models.sentence_encoder import SIZE
from privascope.models.window_tokens import Window, WindowTokenizer

# Sentences that are read together for the verdict, as many as fit a window, and those of them
# that are read once more without the others.
MOST_TOGETHER = 8
MOST_CLOSE = 3
LONGEST_TOGETHER = 320

_STANCES = (Stance.YES, Stance.NO, Stance.DEPENDS, None)


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a question with its probability, and the sentences that were read for it.

    `relevance` and `spans` are of the sentences in `numbers`, which are in reading order.
    `certain` is whether yes, no or "it depends" may be said first.
    """

    verdict: Verdict
    confidence: float
    stance: Stance | None
    certain: bool
    numbers: tuple[int, ...]
    relevance: tuple[float, ...]
    spans: tuple[tuple[int, int] | None, ...]
    # How it was reached, for those who ask why.
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BestRead:
    """What the reader made of the best sentences together, and of the very best alone."""

    together: Reading
    close: Reading


def judge(question: str, passages: Passages, ranked: Ranked, risk: Risk = Risk.MEDIUM) -> Judged:
    """The verdict on a question by the best sentences of a ranking."""
    read = read_best(question, passages, ranked)
    reading = read.together
    fitted = calibration(sentence_reader().folder)
    by_verdict, by_stance = fitted.asked(question_vector(question))
    shares = fitted.verdicts((*features_of(read, ranked), *by_verdict))
    verdict, confidence, reasons = _verdict(shares, fitted, risk)
    stances = fitted.stances((*stance_features_of(read), *by_stance))
    stance, certain = _stance(stances, shares, fitted, verdict, risk)
    return Judged(
        verdict=verdict,
        confidence=confidence,
        stance=stance,
        certain=certain,
        numbers=reading.numbers,
        relevance=tuple(map(float, reading.relevance)),
        spans=reading.spans,
        reasons=reasons,
    )


def read_best(question: str, passages: Passages, ranked: Ranked) -> BestRead:
    """The best sentences of a ranking as the reader reads them, in the policy's order."""
    folder = sentence_reader().folder
    tokenizer = WindowTokenizer(load_tokenizer(folder or reader.FOLDER))

    def window(best: list[int]) -> Window:
        while True:
            lines = [line_of(passages, number) for number in sorted(best)]
            found = tokenizer.window(question, lines)
            if len(found.ids) <= LONGEST_TOGETHER or len(best) == 1:
                return found
            best.pop()

    best = ranked.best()
    windows = [window(best[:most]) for most in (MOST_TOGETHER, MOST_CLOSE)]
    return BestRead(*reader.read_windows(windows, folder))


def question_vector(question: str) -> list[float]:
    """What a question is about; zeros without the sentence encoder."""
    if not dense_is_there():
        return [0.0] * SIZE
    vector: list[float] = dense_relevance().vector(question).astype(np.float64).tolist()
    return vector


def features_of(read: BestRead, ranked: Ranked) -> tuple[float, ...]:
    """What decides the verdict beside the question: the reader's logits, and the best sentences.

    The best sentence counts as it was read among the candidates, with the seven next best and with
    the two next best.
    """
    together = np.sort(read.together.relevance)[::-1]
    best = float(together[0])
    second = float(together[min(1, len(together) - 1)])
    among = float(ranked.parts["reading"].max()) if "reading" in ranked.parts else best
    close = float(read.close.relevance.max())
    return (
        *_centred(read.together.verdict),
        *_centred(read.close.verdict),
        among,
        best,
        second,
        close,
    )


def stance_features_of(read: BestRead) -> tuple[float, ...]:
    """What decides the stance beside the question: the reader's logits."""
    logits = (read.together.stance, read.close.stance, read.close.verdict)
    return tuple(value for own in logits for value in _centred(own))


def _centred(logits: npt.NDArray[np.float32]) -> tuple[float, ...]:
    return tuple(map(float, logits - logits.mean()))


def _verdict(
    shares: Floats, fitted: Calibration, risk: Risk
) -> tuple[Verdict, float, tuple[str, ...]]:
    answered, partly, silent, out_of_scope = map(float, shares)
    limits = fitted.risk[risk.value]
    answers = answered + partly
    reasons = (
        f"the policy answers with probability {answers:.2f} (wholly {answered:.2f}, in part "
        f"{partly:.2f}); an answer from {limits.answered:.2f} on",
        f"it does not say with probability {silent:.2f}, and the question is not one for a "
        f"privacy policy with {out_of_scope:.2f}",
    )
    if answers >= limits.answered:
        verdict = Verdict.ANSWERED if answered >= partly else Verdict.PARTLY
        sure = answers
    else:
        verdict = Verdict.SILENT if silent >= out_of_scope else Verdict.OUT_OF_SCOPE
        sure = 1 - answers
    if sure < limits.sure:
        return Verdict.UNSURE, sure, reasons
    return verdict, round(sure, 3), reasons


def _stance(
    shares: Floats, verdicts: Floats, fitted: Calibration, verdict: Verdict, risk: Risk
) -> tuple[Stance | None, bool]:
    """Yes, no or "it depends" where it is sure enough, and whether it may be said first.

    What is said first must hold, and the policy must answer at all: both probabilities count.
    """
    if verdict not in (Verdict.ANSWERED, Verdict.PARTLY):
        return None, False
    limits = fitted.risk[risk.value]
    best = int(shares.argmax())
    stance, share = _STANCES[best], float(shares[best])
    if stance is None or share < limits.stance:
        return None, False
    certain = verdict is Verdict.ANSWERED and share * float(verdicts[:2].sum()) >= limits.headline
    return stance, certain
