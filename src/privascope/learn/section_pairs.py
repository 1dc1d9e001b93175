"""Sections of unlabelled policies as pairs of questions and paragraphs."""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from privascope.data.digests import digest, file_digest
from privascope.data.rows import read_rows
from privascope.errors import DataError, UnreadablePageError
from privascope.learn.corpus import document_of
from privascope.learn.heading_questions import heading_question
from privascope.learn.storing import write_whole

# Changes whenever the same documents would give other sections.
SECTIONS_VERSION = "1"
# With marks of headings before without.
_FIELDS = ("markdown", "html", "text")
_OWNERS = ("service", "domain", "url", "id")
_FEWEST_WORDS = 8
_FEWEST_SECTIONS = 3
_LONGEST_PARAGRAPH = 3000


@dataclass(frozen=True, slots=True)
class AskedSection:
    """A section: the question that its heading asks, and its own paragraphs."""

    question: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionedPolicy:
    """A policy's sections, at least three, and whose policy it is."""

    service: str
    sections: tuple[AskedSection, ...]


def read_sections(sources: Sequence[Path], folder: Path) -> list[SectionedPolicy]:
    """The sections of all English policies with headings in JSON Lines; kept for the next run."""
    name = digest(SECTIONS_VERSION, sorted(file_digest(path) for path in sources))
    path = folder / f"sections-{name}.json"
    if not path.exists():
        lines = json.dumps([asdict(policy) for policy in _read(sources)], ensure_ascii=False)
        write_whole(path, lines.encode())
    try:
        return [_policy(held) for held in json.loads(path.read_bytes())]
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path} is damaged ({error!r}): delete it to read anew") from error


def sections_of(text: str, media_type: str) -> tuple[AskedSection, ...]:
    """The sections of an English document whose headings ask something; none of any other."""
    from privascope.policy.document import lay_out
    from privascope.policy.read import read_page
    from privascope.policy.sections import find_sections
    from privascope.policy.segments import find_segments

    page = read_page(text.encode(errors="replace"), content_type=media_type)
    if page.language != "en":
        return ()
    text, blocks = lay_out(
        [block for block in page.document.blocks if block.main] or page.document.blocks
    )
    sections = find_sections(text, blocks)
    starts = [section.start for section in sections]
    paragraphs: dict[str, list[str]] = {}
    for segment in find_segments(text, blocks):
        number = bisect_right(starts, segment.end - 1) - 1
        if number < 0:
            continue
        section = sections[number]
        own = " ".join(text[max(segment.start, section.heading_end) : segment.end].split())
        question = heading_question(text[section.start : section.heading_end])
        if question and len(own.split()) >= _FEWEST_WORDS:
            paragraphs.setdefault(question, []).append(own[:_LONGEST_PARAGRAPH])
    return tuple(AskedSection(asked, tuple(own)) for asked, own in paragraphs.items())


def by_service(
    policies: Sequence[SectionedPolicy], parts: int = 10
) -> tuple[list[SectionedPolicy], list[SectionedPolicy], list[SectionedPolicy]]:
    """Policies to learn from, one part of the services to tune on, and one to be judged by.

    Of the latter two, paragraphs that stand in what is learned from are left out.
    """
    drawn: tuple[list[SectionedPolicy], ...] = ([], [], [])
    for policy in policies:
        name = blake2b(policy.service.casefold().encode(), digest_size=8).digest()
        place = int.from_bytes(name) % parts
        drawn[place + 1 if place < 2 else 0].append(policy)
    seen = {own for policy in drawn[0] for section in policy.sections for own in section.paragraphs}
    return drawn[0], _without(drawn[1], seen), _without(drawn[2], seen)


def _without(policies: Sequence[SectionedPolicy], seen: set[str]) -> list[SectionedPolicy]:
    kept = []
    for policy in policies:
        sections = [
            AskedSection(one.question, tuple(own for own in one.paragraphs if own not in seen))
            for one in policy.sections
        ]
        sections = [one for one in sections if one.paragraphs]
        if len(sections) >= _FEWEST_SECTIONS:
            kept.append(SectionedPolicy(policy.service, tuple(sections)))
    return kept


def _read(sources: Sequence[Path]) -> list[SectionedPolicy]:
    found: dict[tuple[AskedSection, ...], SectionedPolicy] = {}
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("reading sections", total=None)
        for path in sources:
            for number, row in enumerate(read_rows(path), 1):
                where = f"{path}, row {number}"
                sections = _row_sections(row, where)
                if len(sections) >= _FEWEST_SECTIONS:
                    owner = next((str(row[name]) for name in _OWNERS if row.get(name)), where)
                    # The same policy under two names would stand on both sides of a split.
                    found.setdefault(sections, SectionedPolicy(owner, sections))
                bar.advance(task)
    return list(found.values())


def _row_sections(row: dict[str, Any], where: str) -> tuple[AskedSection, ...]:
    text, kind = document_of(row, where, _FIELDS)
    try:
        return sections_of(text, kind)
    except UnreadablePageError:
        return ()


def _policy(held: dict[str, Any]) -> SectionedPolicy:
    return SectionedPolicy(
        held["service"],
        tuple(AskedSection(own["question"], tuple(own["paragraphs"])) for own in held["sections"]),
    )
