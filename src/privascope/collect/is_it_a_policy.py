"""Whether a page is a privacy policy: the judgement that the funnel and visits share."""

from dataclasses import dataclass

from privascope.collect.outcome import Outcome
from privascope.policy.page import Page

# The probability from which a page counts as a privacy policy.
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """How likely a page is a policy; `outcome` says what it is instead, None for a policy."""

    probability: float
    outcome: Outcome | None = None
    reason: str = ""


def judge_page(page: Page) -> PageVerdict:
    """The kind of the page, with a reason that tells the user what to do about it."""
    from privascope.collect.detector import policy_probability
    from privascope.collect.page_kind import PageKind, explain, page_kind

    probability = policy_probability(page.url, page.whole_text(), page.title)
    kind = page_kind(page, probability)
    if kind is not PageKind.DOCUMENT:
        return PageVerdict(probability, Outcome[kind.name], explain(kind))
    if probability < THRESHOLD:
        reason = (
            f"only {probability:.0%} likely to be a privacy policy; --anyway adds it nevertheless"
        )
        return PageVerdict(probability, Outcome.NOT_POLICY, reason)
    return PageVerdict(probability)
