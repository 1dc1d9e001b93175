"""A summary of what a policy says to a question: its best sentences in the policy's order."""

from privascope.answer.answer import LONGEST_SUMMARY, Quote, Source
from privascope.answer.calibration import calibration
from privascope.answer.methods import Ranked
from privascope.answer.passages import Passages
from privascope.answer.quoting import Scored, quotes_of
from privascope.answer.signals.reading import LEAST_LOGIT, sentence_reader
from privascope.answer.verdict import Judged
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy


def check_length(length: int) -> None:
    """Raises unless a summary may be of this many sentences; 0 is for none."""
    if not 0 <= length <= LONGEST_SUMMARY:
        raise PrivascopeError(f"a summary has 1 to {LONGEST_SUMMARY} sentences, not {length}")


def summary_of(
    policy: Policy,
    source: Source,
    passages: Passages,
    ranked: Ranked,
    judged: Judged,
    length: int,
) -> tuple[Quote, ...]:
    """The best sentences of a ranking whatever the verdict, as they follow each other."""
    fitted = calibration(sentence_reader().folder)
    logits = ranked.parts.get("reading")
    spans = dict(zip(judged.numbers, judged.spans, strict=True))
    scored = [
        Scored(
            number,
            fitted.strength(float(logits[number]) if logits is not None else LEAST_LOGIT),
            spans.get(number),
        )
        for number in ranked.best(passages.stating)
    ]
    quotes = quotes_of(policy, source, passages, scored, length)
    return tuple(sorted(quotes, key=lambda quote: quote.start))
