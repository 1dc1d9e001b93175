"""The questions of a label's first view, and the statements that answer each."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("first_view.toml")


@dataclass(frozen=True, slots=True)
class LinePlan:
    """A question, and for each answer the statements that give it, with their notes.

    Sentences that deny one of `denial` make the answer no. `value` names what is looked for in the
    sentences; without `lead` the notes are the answer.
    """

    slug: str
    question: str
    yes: Mapping[str, str]
    no: Mapping[str, str]
    only_if: Mapping[str, str]
    also: Mapping[str, str]
    denial: tuple[str, ...]
    value: str
    lead: bool
    consent: bool

    @property
    def deciding(self) -> tuple[str, ...]:
        """The statements that decide the answer."""
        return (*self.yes, *self.no, *self.only_if)

    @property
    def slugs(self) -> tuple[str, ...]:
        """All statements of the line."""
        return (*self.deciding, *self.also)


@dataclass(frozen=True, slots=True)
class Consent:
    """Words that make an answer depend on the reader; those of a `denial` only where it is no.

    They are quoted `whole`, or with the rest of their clause. `says` and `not_` are sentences that
    have such words and that have none.
    """

    words: re.Pattern[str]
    denial: bool
    whole: bool
    says: tuple[str, ...]
    not_: tuple[str, ...]


@cache
def line_plans() -> tuple[LinePlan, ...]:
    """All lines, in their fixed order."""
    return tuple(
        LinePlan(
            slug=entry["slug"],
            question=entry["question"],
            yes=entry["yes"],
            no=entry.get("no", {}),
            only_if=entry.get("only_if", {}),
            also=entry.get("also", {}),
            denial=tuple(entry.get("denial", ())),
            value=entry.get("value", ""),
            lead=entry.get("lead", True),
            consent=entry.get("consent", False),
        )
        for entry in _content()["lines"]
    )


@cache
def consents() -> tuple[Consent, ...]:
    """All words that make an answer depend on the reader."""
    return tuple(
        Consent(
            words=re.compile(entry["words"], re.IGNORECASE),
            denial=entry.get("denial", False),
            whole=entry.get("whole", False),
            says=tuple(entry["says"]),
            not_=tuple(entry["not"]),
        )
        for entry in _content()["consent"]
    )


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
