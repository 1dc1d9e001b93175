"""The sheet for a human judge: a page that shows results, takes verdicts and exports them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.library.facts import Facts, read_facts, smallest_pagerank
from privascope.library.store import Library
from privascope.measure.judging.page import write_page
from privascope.measure.judging.queries import QUERIES, JudgedQuery
from privascope.measure.judging.runs import Run, pooled
from privascope.policy.policy import Policy
from privascope.search.query import parse_query
from privascope.search.snippets import find_snippets, wanted_words

_PASSAGES = 5
_LONGEST_LINE = 320


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that matched: pieces of text, every second one of which is marked."""

    pieces: tuple[str, ...]
    section: str
    elsewhere: bool


def write_sheet(library: Library, runs: tuple[Run, ...], path: Path) -> int:
    """Writes the page; returns how many results it asks a verdict on."""
    least = smallest_pagerank(library)
    asked = []
    for query in QUERIES:
        results = []
        for version in _shuffled(query, pooled(runs, query.id)):
            facts = read_facts(library, version, least)
            if facts is not None:
                results.append(_result(library, query, facts))
        asked.append({"id": query.id, "text": query.text, "theme": query.theme, "results": results})
    write_page(path, "sheet", {"queries": asked})
    return sum(len(query["results"]) for query in asked)


def _shuffled(query: JudgedQuery, versions: tuple[str, ...]) -> list[str]:
    """The same order every time, which has nothing to do with any ranking."""
    return sorted(
        versions, key=lambda version: hashlib.sha256(f"{query.id} {version}".encode()).digest()
    )


def _result(library: Library, query: JudgedQuery, facts: Facts) -> dict[str, Any]:
    derived = library.derived(facts.version_id)
    passages = _passages(derived.policy, query) or _elsewhere(derived.page_text, query)
    return {
        "version": facts.version_id,
        "title": facts.title or facts.service or facts.url,
        "domain": facts.domain,
        "url": facts.url,
        "date": facts.day.isoformat() if facts.day else "",
        "words": facts.words,
        "passages": [
            {"pieces": one.pieces, "section": one.section, "elsewhere": one.elsewhere}
            for one in passages
        ],
    }


def _passages(policy: Policy, query: JudgedQuery) -> list[Passage]:
    found = []
    for snippet in find_snippets(policy, parse_query(query.text), _PASSAGES):
        marks = [(mark.start, mark.end) for mark in snippet.marks]
        section = snippet.section[-1] if snippet.section else ""
        found.append(Passage(_pieces(snippet.text, marks), section, elsewhere=False))
    return found


def _elsewhere(page_text: str, query: JudgedQuery) -> list[Passage]:
    """Lines of the page around the policy, for a policy that itself does not hold the words."""
    wanted = wanted_words(parse_query(query.text))
    found = []
    for line in page_text.split("\n"):
        marks = [(mark.start, mark.end) for mark in wanted.marks(line, 0, len(line))]
        if marks:
            start = max(0, marks[0][0] - _LONGEST_LINE // 3)
            cut = line[start : start + _LONGEST_LINE]
            inside = [(a - start, b - start) for a, b in marks if b - start <= len(cut)]
            found.append(Passage(_pieces(cut, inside), "", elsewhere=True))
        if len(found) == _PASSAGES:
            break
    return found


def _pieces(text: str, marks: list[tuple[int, int]]) -> tuple[str, ...]:
    pieces = []
    end = 0
    for start, stop in marks:
        pieces += [text[end:start], text[start:stop]]
        end = stop
    return (*pieces, text[end:])
