"""How often statements about a site are right, compared with what annotators marked."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from privascope.data.practices import without_tags
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.policy.policy import Policy, Span
from privascope.policy.sentences import split_sentences
from privascope.traits.practices.find import find_practices_of
from privascope.traits.practices.packing import as_spelled
from privascope.traits.practices.statements import Statement, statements, statements_of

_POLARITY = "Does/Does Not"
_NEGATED = "Does Not"
_GAP = "\n\n"


def statement_figures(attributes: Path, folder: Path) -> dict[str, object]:
    """Precision and recall, by site, of each statement that annotated values can tell.

    A site makes a statement if one annotated practice of any segment has all that it asks for.
    Only segments whose labels are given are read.
    """
    sites = _read_sites(attributes)
    derivable = [statement for statement in statements() if statement.conditions]
    true: dict[str, set[str]] = {statement.slug: set() for statement in derivable}
    said: dict[str, set[str]] = {statement.slug: set() for statement in derivable}
    for site, rows in sites.items():
        for statement in derivable:
            if any(_makes(statement, practice) for _, practices in rows for practice in practices):
                true[statement.slug].add(site)
        for slug in _told([text for text, _ in rows], folder):
            if slug in said:
                said[slug].add(site)
    return {
        "sites": len(sites),
        "statements": {slug: _figures(true[slug], said[slug]) for slug in true},
    }


def _read_sites(path: Path) -> dict[str, list[tuple[str, list[dict[str, Any]]]]]:
    """The labelled segments of each site: text and practices."""
    sites: dict[str, list[tuple[str, list[dict[str, Any]]]]] = {}
    for number, row in enumerate(read_rows(path, ("site", "text", "practices")), 1):
        if row["practices"] is None:
            continue
        try:
            practices = [
                {"category": str(one["category"]), "values": dict(_values(one))}
                for one in row["practices"]
            ]
        except (AttributeError, KeyError, TypeError) as error:
            raise DataError(f"{path}, row {number}: practices not as in OPP-115") from error
        sites.setdefault(str(row["site"]), []).append(
            (without_tags(str(row["text"]))[0], practices)
        )
    return sites


def _values(practice: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, found in practice["attributes"].items():
        _, attribute, value = as_spelled((str(practice["category"]), name, str(found["value"])))
        yield attribute, value


def _makes(statement: Statement, practice: Mapping[str, Any]) -> bool:
    """Whether one annotated practice says all of a statement."""
    values: Mapping[str, str] = practice["values"]
    negated = values.get(_POLARITY) == _NEGATED
    return (
        practice["category"] == statement.category
        and statement.negated in (None, negated)
        and all(values.get(each.attribute) in each.values for each in statement.conditions)
    )


def _told(texts: Sequence[str], folder: Path) -> Mapping[str, object]:
    """What is told of a site whose segments have these texts."""
    policy = _policy(texts)
    [found] = find_practices_of([policy], folder)
    return statements_of(found, policy.text)


def _policy(texts: Sequence[str]) -> Policy:
    """A policy of these segments."""
    segments: list[Span] = []
    sentences: list[Span] = []
    at = 0
    for text in texts:
        segments.append(Span(at, at + len(text)))
        sentences += (Span(at + one.start, at + one.end) for one in split_sentences(text))
        at += len(text) + len(_GAP)
    return Policy("", "en", None, _GAP.join(texts), (), (), tuple(segments), tuple(sentences))


def _figures(true: set[str], said: set[str]) -> dict[str, float | int]:
    right = len(true & said)
    return {
        "precision": right / len(said) if said else 0.0,
        "recall": right / len(true) if true else 0.0,
        "said": len(said),
        "true": len(true),
        "right": right,
    }
