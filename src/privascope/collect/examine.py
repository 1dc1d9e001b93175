"""The stages of the funnel that need only the page itself; they run on all cores."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from privascope.collect.arrival import Arrival
from privascope.collect.is_it_a_policy import judge_page
from privascope.collect.outcome import Outcome
from privascope.errors import NeedsBrowserError, UnreadablePageError
from privascope.library.records import Candidate
from privascope.policy.page import Page

_MIN_WORDS = 40


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a page must be to be stored; with `anyway` every readable page is."""

    languages: frozenset[str] = frozenset({"en"})
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Examined:
    """A page after the stages; it has a `candidate` if it passed all of them."""

    key: str
    what: str
    outcome: Outcome | None
    reason: str
    language: str
    probability: float | None
    candidate: Candidate | None
    costs: dict[str, float] = field(default_factory=dict)


def examine(arrival: Arrival, criteria: Criteria) -> Examined:
    """Reads, judges and derives one page; the reason says what to do if it is rejected."""
    costs: dict[str, float] = {}
    language = ""
    probability: float | None = None

    def turned_away(outcome: Outcome, reason: str) -> Examined:
        return Examined(
            arrival.key, _name(arrival), outcome, reason, language, probability, None, costs
        )

    try:
        with _cost(costs, "read"):
            page = _read(arrival)
    except NeedsBrowserError as error:
        return turned_away(Outcome.NEEDS_BROWSER, str(error))
    except UnreadablePageError as error:
        return turned_away(Outcome.UNREADABLE, str(error))
    language = page.language
    if not criteria.anyway and language and language not in criteria.languages:
        return turned_away(Outcome.LANGUAGE, f"the page is in language {language!r}")
    with _cost(costs, "is it a policy"):
        verdict = judge_page(page)
    probability = verdict.probability
    if verdict.outcome is not None and not criteria.anyway:
        return turned_away(verdict.outcome, verdict.reason)
    return _derive(arrival, page, probability, costs)


def _derive(arrival: Arrival, page: Page, probability: float, costs: dict[str, float]) -> Examined:
    from privascope.collect.detector import DETECTOR_VERSION
    from privascope.collect.near_duplicates import SIGNATURE_VERSION, bands, signature
    from privascope.library.deriving import pack_text
    from privascope.library.identity import content_hash
    from privascope.library.packed import pack_bytes
    from privascope.policy.canonical import registered_domain
    from privascope.policy.derive import derive_policy
    from privascope.traits.traits import find_traits

    with _cost(costs, "sections and sentences"):
        policy = derive_policy(page)
    if len(policy.text.split()) < _MIN_WORDS:
        return Examined(
            arrival.key,
            _name(arrival),
            Outcome.NO_TEXT,
            f"fewer than {_MIN_WORDS} words of policy text were found on the page",
            page.language,
            probability,
            None,
            costs,
        )
    with _cost(costs, "signature"):
        marks = signature(policy.text)
    with _cost(costs, "traits"):
        traits = find_traits(policy, registered_domain(page.url), page.whole_text())
    with _cost(costs, "compress"):
        packed_content = pack_bytes(arrival.content)
        derived = pack_text(page, policy, traits)
    candidate = Candidate(
        content_hash=content_hash(arrival.content),
        packed_content=packed_content,
        content_type=arrival.content_type,
        url=arrival.url,
        asked_url=arrival.asked_url,
        service=arrival.service,
        source=arrival.source,
        fetched_at=arrival.fetched_at,
        etag=arrival.etag,
        last_modified=arrival.last_modified,
        probability=probability,
        detector=DETECTOR_VERSION,
        derived=derived,
        signature=marks,
        bands=tuple(bands(marks)),
        signature_method=SIGNATURE_VERSION,
    )
    return Examined(
        arrival.key, _name(arrival), None, "", page.language, probability, candidate, costs
    )


def _read(arrival: Arrival) -> Page:
    from privascope.policy.read import read_page

    return read_page(arrival.content, arrival.url, arrival.content_type)


def _name(arrival: Arrival) -> str:
    return arrival.url or arrival.service or arrival.key


@contextmanager
def _cost(costs: dict[str, float], stage: str) -> Iterator[None]:
    start = time.process_time()
    try:
        yield
    finally:
        costs[stage] = costs.get(stage, 0.0) + time.process_time() - start
