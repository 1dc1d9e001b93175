"""How far a policy answers a question: the reader's verdict on its best sentences."""

from dataclasses import dataclass

import numpy as np

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
from privascope.models.window_tokens import WindowTokenizer

# Sentences that are read together for the verdict, as many as fit a window.
MOST_TOGETHER = 8
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


def judge(question: str, passages: Passages, ranked: Ranked, risk: Risk = Risk.MEDIUM) -> Judged:
    """The verdict on a question by the best sentences of a ranking."""
    reading = read_best(question, passages, ranked)
    fitted = calibration(sentence_reader().folder)
    by_verdict, by_stance = fitted.asked(question_vector(question))
    shares = fitted.verdicts((*features_of(reading, ranked), *by_verdict))
    verdict, confidence, reasons = _verdict(shares, fitted, risk)
    stances = fitted.stances((*stance_features_of(reading), *by_stance))
    stance, certain = _stance(stances, fitted, verdict, risk)
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


def read_best(question: str, passages: Passages, ranked: Ranked) -> Reading:
    """The best sentences, read together in the policy's order."""
    folder = sentence_reader().folder
    tokenizer = WindowTokenizer(load_tokenizer(folder or reader.FOLDER))
    best = ranked.best()[:MOST_TOGETHER]
    while True:
        lines = [line_of(passages, number) for number in sorted(best)]
        window = tokenizer.window(question, lines)
        if len(window.ids) <= LONGEST_TOGETHER or len(best) == 1:
            return reader.read_windows([window], folder)[0]
        best.pop()


def question_vector(question: str) -> list[float]:
    """What a question is about; zeros without the sentence encoder."""
    if not dense_is_there():
        return [0.0] * SIZE
    vector: list[float] = dense_relevance().vector(question).astype(np.float64).tolist()
    return vector


def features_of(reading: Reading, ranked: Ranked) -> tuple[float, ...]:
    """What the verdict goes by beside the question: the reader's logits, and the best sentences.

    The best sentence counts as it was read among the candidates and together with the others.
    """
    own = reading.verdict - reading.verdict.mean()
    best = np.sort(reading.relevance)[::-1]
    together = float(best[0])
    second = float(best[min(1, len(best) - 1)])
    among = float(ranked.parts["reading"].max()) if "reading" in ranked.parts else together
    return (*map(float, own), among, together, second)


def stance_features_of(reading: Reading) -> tuple[float, ...]:
    """What the stance goes by beside the question: the reader's logits."""
    return tuple(map(float, reading.stance - reading.stance.mean()))


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
    shares: Floats, fitted: Calibration, verdict: Verdict, risk: Risk
) -> tuple[Stance | None, bool]:
    """Yes, no or "it depends" where it is sure enough, and whether it may be said first."""
    if verdict not in (Verdict.ANSWERED, Verdict.PARTLY):
        return None, False
    limits = fitted.risk[risk.value]
    best = int(shares.argmax())
    stance, share = _STANCES[best], float(shares[best])
    if stance is None or share < limits.stance:
        return None, False
    return stance, verdict is Verdict.ANSWERED and share >= limits.headline
