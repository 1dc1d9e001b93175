"""A policy's page: one version's text with its outline, evidence, history and provenance."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from privascope.answer.answer import Source
from privascope.answer.subject import stored_source
from privascope.answer.writer import AnswerWriter, with_written
from privascope.library.addresses import last_check
from privascope.library.duplicates import copies_of
from privascope.library.facets import IN_TEXT, MENTIONED
from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.records import Company, HistoryEntry, StoredPolicy
from privascope.library.store import Library
from privascope.library.vectors import VersionVectors
from privascope.policy.policy import Policy
from privascope.search.facet_counts import value_name
from privascope.search.page import LONGEST_QUERY
from privascope.search.query import parse_query
from privascope.search.snippets import wanted_words
from privascope.serve.web.ask_options import AS_USUAL, AskOptions
from privascope.serve.web.ask_view import (
    AnswerView,
    Suggestion,
    first_questions,
    view_answer,
)
from privascope.serve.web.label_view import LabelView, read_label
from privascope.serve.web.marked import Mark
from privascope.serve.web.problems import PageError
from privascope.serve.web.timeline import Timeline, draw_timeline
from privascope.serve.web.typeset import typeset
from privascope.serve.web.urls import policy_address
from privascope.traits.mention import Mention
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import statements_of
from privascope.traits.traits import Traits

_MOST_JUMPS = 12
_MOST_DUPLICATES = 50


@dataclass(frozen=True, slots=True)
class PolicyAddress:
    """The parameters in the address of a policy's page."""

    version: str = ""
    q: str = ""
    vague: bool = False
    mention: str = ""
    ask: str = ""
    label: str = ""
    options: AskOptions = AS_USUAL
    # Whether the answer writer is asked for a text.
    write: bool = False

    def address(self, policy_id: str, place: str = "", **changes: str | None) -> str:
        """The address of the same view with something changed."""
        state: dict[str, str | None] = {
            "version": self.version,
            "q": self.q,
            "vague": "1" if self.vague else None,
            "mention": self.mention,
            "ask": self.ask,
            "label": self.label,
            **self.options.state,
            "write": "1" if self.write else None,
        }
        state |= changes
        if not state["ask"]:
            state |= dict.fromkeys((*self.options.state, "write"))
        return policy_address(policy_id, place, **state)


@dataclass(frozen=True, slots=True)
class Badge:
    """Something that the policy names: how often, and the way to the first place."""

    name: str
    count: int
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class BadgeGroup:
    """The badges of a facet; None when it is not computed yet."""

    title: str
    badges: tuple[Badge, ...] | None


@dataclass(frozen=True, slots=True)
class Marking:
    """Something that is marked in the text now: the places, and the way to stop."""

    kind: str
    name: str
    count: int
    jumps: tuple[str, ...]
    stop: str


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A section's heading in the outline."""

    title: str
    place: str
    depth: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a version comes from and who judged it."""

    verification: str
    verification_reason: str
    checked_at: datetime | None
    detector: str
    method: str
    content_type: str


@dataclass(frozen=True, slots=True)
class OtherPolicy:
    """A policy with nearly the same text."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All that the template of a policy's page needs."""

    stored: StoredPolicy
    facts: Facts
    policy: Policy
    shown: HistoryEntry
    history: tuple[HistoryEntry, ...]
    timeline: Timeline | None
    company: Company | None
    provenance: Provenance
    original: OtherPolicy | None
    duplicates: tuple[OtherPolicy, ...]
    html: Markup
    outline: tuple[OutlineEntry, ...]
    groups: tuple[BadgeGroup, ...]
    markings: tuple[Marking, ...]
    vague_address: str
    current_address: str
    language: str
    answer: AnswerView | None
    questions: tuple[Suggestion, ...]
    label: LabelView


def read_policy(
    library: Library, policy_id: str, asked: PolicyAddress, writer: AnswerWriter | None = None
) -> Reading:
    """One version of a policy, with everything that its page shows."""
    with library.snapshot():
        stored = library.policy(policy_id)
        history = tuple(library.history(policy_id))
        shown = _shown(stored, history, asked.version)
        derived = library.derived(shown.version_id)
        facts = read_facts(library, shown.version_id, smallest_pagerank(library))
        company = library.company(stored.domain)
        provenance = _provenance(library, stored, shown.version_id, derived.method)
        original, duplicates = _duplicates(library, stored)
    if facts is None:
        raise PageError(404)
    policy = derived.policy
    source = stored_source(stored, facts.version_id, policy, company)
    marks, markings = _marks(policy, facts.traits, policy_id, asked)
    place = VersionVectors(library.folder, source.version_id)
    practices = facts.traits.practices
    answer = _answer(source, policy, place, practices, asked, writer) if asked.ask else None
    if answer is not None and answer.places:
        marks.extend(answer.marks)
        markings.insert(0, _answer_marking(answer, asked.address(policy_id, ask=None)))
    label = read_label(library, facts, policy, source, asked.label)
    marks.extend(label.marks)
    return Reading(
        stored=stored,
        facts=facts,
        policy=policy,
        shown=shown,
        history=history,
        timeline=draw_timeline(policy_id, history, shown.version_id),
        company=company,
        provenance=provenance,
        original=original,
        duplicates=duplicates,
        html=typeset(policy, marks),
        outline=tuple(_outline(policy)),
        groups=tuple(_groups(facts.traits, policy_id, asked)),
        markings=tuple(markings),
        vague_address=asked.address(policy_id, vague=None if asked.vague else "1"),
        current_address=asked.address(policy_id, version=None),
        language=policy.language if re.fullmatch(r"[a-zA-Z-]{2,12}", policy.language) else "",
        answer=answer,
        questions=first_questions(lambda text: asked.address(policy_id, "answer", ask=text)),
        label=label,
    )


def _answer(
    source: Source,
    policy: Policy,
    place: VersionVectors,
    practices: tuple[Practice, ...] | None,
    asked: PolicyAddress,
    writer: AnswerWriter | None,
) -> AnswerView:
    """The answer of the text that is shown to the question in the address."""
    from privascope.answer.ask import ask

    options = asked.options
    found = ask(
        policy,
        source,
        asked.ask,
        risk=options.risk,
        summary=options.summary,
        place=place,
        practices=practices,
        reader_country=options.reader_country,
    )
    write = ""
    if writer is not None and asked.write:
        found = with_written(found, policy, writer)
    elif writer is not None:
        write = asked.address(source.policy_id, "answer", write="1")

    def again(question: str, options: AskOptions) -> str:
        # Of another question a text is written only if asked for.
        wanted = "1" if asked.write and question == asked.ask else None
        return asked.address(
            source.policy_id, "answer", ask=question, **{**options.state, "write": wanted}
        )

    return view_answer(found, policy, again, options, write)


def _answer_marking(answer: AnswerView, stop: str) -> Marking:
    jumps = answer.places[:_MOST_JUMPS]
    return Marking(answer.mark_kind, answer.mark_name, len(answer.places), jumps, stop)


def _shown(stored: StoredPolicy, history: Sequence[HistoryEntry], version: str) -> HistoryEntry:
    """The requested text; versions with the same text count as one."""
    if not version:
        return next(
            (one for one in reversed(history) if one.version_id == stored.current_version),
            history[-1],
        )
    for entry in reversed(history):
        if entry.version_id == version:
            return entry
    raise PageError(
        404,
        "There is no such version",
        "The library knows this policy, but not the version that the address names.",
        {"Read the current version": policy_address(stored.id)},
    )


def _provenance(library: Library, stored: StoredPolicy, version: str, method: str) -> Provenance:
    detector, content_type = library.detected(version)
    check = last_check(library, stored.id)
    return Provenance(
        verification=stored.verification,
        verification_reason=check.reason,
        checked_at=check.at,
        detector=detector,
        method=method,
        content_type=content_type,
    )


def _duplicates(
    library: Library, stored: StoredPolicy
) -> tuple[OtherPolicy | None, tuple[OtherPolicy, ...]]:
    original = None
    if stored.duplicate_of:
        other = library.policy(stored.duplicate_of)
        original = OtherPolicy(other.title or other.domain, policy_address(other.id))
    return original, tuple(
        OtherPolicy(copy.domain or copy.service, policy_address(copy.policy_id))
        for copy in copies_of(library, stored.id, _MOST_DUPLICATES)
    )


def _outline(policy: Policy) -> Iterator[OutlineEntry]:
    depths: list[int] = []
    for number, section in enumerate(policy.sections):
        depth = depths[section.parent] + 1 if 0 <= section.parent < number else 0
        depths.append(depth)
        title = policy.text[section.start : section.heading_end]
        yield OutlineEntry(title, f"section-{number}", min(depth, 3))


def mentions_of(traits: Traits, facet: str) -> tuple[Mention, ...] | None:
    """Where a policy names the things of a facet."""
    return traits.mentions(MENTIONED[facet].trait) if facet in MENTIONED else None


def said_in(policy: Policy, traits: Traits) -> tuple[Mention, ...] | None:
    """Where a policy says what it says, each place by the statement's slug."""
    if traits.practices is None:
        return None
    return tuple(
        Mention(slug, practice.start, practice.end)
        for slug, evidence in statements_of(traits.practices, policy.text).items()
        for practice in evidence
    )


def _groups(traits: Traits, policy_id: str, asked: PolicyAddress) -> Iterator[BadgeGroup]:
    for facet, declared in MENTIONED.items():
        mentions = mentions_of(traits, facet)
        if mentions is None:
            yield BadgeGroup(declared.title, None)
            continue
        counts: dict[str, int] = {}
        for mention in mentions:
            counts[mention.name] = counts.get(mention.name, 0) + 1
        badges = [
            Badge(
                value_name(facet, name),
                count,
                asked.address(policy_id, "mention-1", mention=f"{facet}:{name}"),
                asked.mention == f"{facet}:{name}",
            )
            for name, count in counts.items()
        ]
        badges.sort(key=lambda badge: (-badge.count, badge.name))
        yield BadgeGroup(declared.title, tuple(badges))


def _marks(
    policy: Policy, traits: Traits, policy_id: str, asked: PolicyAddress
) -> tuple[list[Mark], list[Marking]]:
    """The passages to highlight in the text, and the page's lines about them."""
    marks: list[Mark] = []
    markings: list[Marking] = []

    def put(kind: str, name: str, found: Sequence[Mark], stop: str) -> None:
        marks.extend(found)
        jumps = tuple(mark.id for mark in found[:_MOST_JUMPS])
        markings.append(Marking(kind, name, len(found), jumps, stop))

    if asked.q.strip():
        wanted = wanted_words(parse_query(asked.q[:LONGEST_QUERY]))
        spans = wanted.marks(policy.text, 0, len(policy.text))
        found = [Mark(span.start, span.end, "found", f"found-{span.start}") for span in spans]
        put("found", asked.q, found, asked.address(policy_id, q=None))
    facet, _, slug = asked.mention.partition(":")
    if facet in IN_TEXT and slug:
        found_in = said_in(policy, traits) if facet == "practice" else mentions_of(traits, facet)
        named = [one for one in found_in or () if one.name == slug]
        put(
            "mention",
            value_name(facet, slug),
            list(_numbered(named)),
            asked.address(policy_id, mention=None),
        )
    if asked.vague and traits.vagueness:
        words = traits.vagueness.words
        found = [Mark(word.start, word.end, "vague", f"vague-{word.start}") for word in words]
        put("vague", "vague words", found, asked.address(policy_id, vague=None))
    return marks, markings


def _numbered(mentions: Iterable[Mention]) -> Iterator[Mark]:
    found = list(mentions)
    for number, mention in enumerate(found, 1):
        last = number == len(found)
        yield Mark(
            mention.start, mention.end, "mention", f"mention-{number}", number=number, last=last
        )
