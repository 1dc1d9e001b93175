"""The interface of expansions, and all paraphrases that a set of them makes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from privascope.errors import PrivascopeError


@dataclass(frozen=True, slots=True)
class Expanded:
    """Paraphrases of a question, and why there are none where a part is missing."""

    paraphrases: tuple[str, ...]
    note: str = ""


Expansion = Callable[[str], Expanded]


def _rules(question: str) -> Expanded:
    from privascope.answer.expand.rules import one_by_one

    return Expanded(one_by_one(question))


def _rules_at_once(question: str) -> Expanded:
    from privascope.answer.expand.rules import all_at_once

    return Expanded(all_at_once(question))


def _vectors(question: str) -> Expanded:
    from privascope.answer.expand.vectors import substituted

    return substituted(question)


def _translation(question: str) -> Expanded:
    from privascope.answer.expand.translate import translated_back

    return translated_back(question)


EXPANSIONS: Mapping[str, Expansion] = {
    "rules": _rules,
    "rules-at-once": _rules_at_once,
    "vectors": _vectors,
    "translation": _translation,
}
# Fast, always available, and the most useful expansion of the published system.
DEFAULT = ("rules", "rules-at-once")


# The sources of paraphrases by the names that people choose them by.
SOURCES: Mapping[str, tuple[str, ...]] = {
    "rules": ("rules", "rules-at-once"),
    "vectors": ("vectors",),
    "translation": ("translation",),
}
# Those that every installation has.
INSTALLED = ("rules", "vectors")


def sources_called(names: str | Sequence[str]) -> tuple[str, ...]:
    """The sources of a list such as "rules,vectors", each once; an error lists those there are."""
    given = names.split(",") if isinstance(names, str) else names
    found = tuple(dict.fromkeys(name.strip().lower() for name in given if name.strip()))
    unknown = [name for name in found if name not in SOURCES]
    if unknown or not found:
        problem = (
            f"there is no source of paraphrases {unknown[0][:40]!r}" if unknown else "no source"
        )
        raise PrivascopeError(f"{problem}: use {', '.join(SOURCES)}")
    return found


def from_sources(question: str, sources: Sequence[str]) -> Expanded:
    """What the sources make of a question, each paraphrase once, and what was skipped."""
    made = [EXPANSIONS[name](question) for source in sources for name in SOURCES[source]]
    texts = dict.fromkeys(text for one in made for text in one.paraphrases)
    texts.pop(question, None)
    return Expanded(tuple(texts), " ".join(dict.fromkeys(one.note for one in made if one.note)))


def paraphrases(question: str, names: Sequence[str] = DEFAULT) -> tuple[str, ...]:
    """What the named expansions make of a question, each once, without the question itself."""
    found = dict.fromkeys(
        paraphrase for name in names for paraphrase in EXPANSIONS[name](question).paraphrases
    )
    found.pop(question, None)
    return tuple(found)


def notes(question: str, names: Sequence[str] = DEFAULT) -> tuple[str, ...]:
    """What was skipped, and why."""
    return tuple(note for name in names if (note := EXPANSIONS[name](question).note))
