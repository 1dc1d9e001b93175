"""Practices made by hand on a small policy, for what shows them."""

from collections.abc import Iterable

from privascope.answer.answer import Source
from privascope.compare.label import PolicyLabel
from privascope.compare.label_making import make_label
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy, Span
from privascope.policy.read import read_page
from privascope.traits.practices.practice import Practice
from privascope.traits.vagueness import Vagueness

FIRST = "First Party Collection/Use"
THIRD = "Third Party Sharing/Collection"
KEPT = "Data Retention"
DATA = "Personal Information Type"
URL = "https://quill.example/privacy"

SENTENCES = (
    "We collect your name and your location to show you advertising.",
    "We may share your location with Adlark Inc. and with other advertisers.",
    "We do not collect any health records.",
    "We keep invoices for seven years.",
    "We also process other information.",
)


def said_policy(*sentences: str, name: str = "Quill") -> Policy:
    """A policy of some sentences, each a paragraph under its own heading."""
    body = "".join(
        f"<h2>Part {number}</h2><p>{sentence}</p>"
        for number, sentence in enumerate(sentences or SENTENCES, 1)
    )
    page = (
        f"<!doctype html><html lang=en><title>{name} Privacy Policy</title>"
        f"<main><h1>{name} Privacy Policy</h1>{body}</main>"
    )
    return derive_policy(read_page(page.encode(), URL, "text/html"))


def practice(policy: Policy, words: str, category: str, attribute: str, value: str) -> Practice:
    """A practice that the words say; the whole segment says it where it is left open."""
    at = policy.text.index(words)
    number = next(n for n, one in enumerate(policy.segments) if one.start <= at < one.end)
    place = Span(at, at + len(words))
    if value in ("", "Unspecified"):
        place = policy.segments[number]
    return Practice(category, attribute, value, 0.9, number, place.start, place.end)


def practices_of(policy: Policy) -> tuple[Practice, ...]:
    """What the sentences above say."""
    rows = (
        ("name", FIRST, DATA, "Contact"),
        ("location to", FIRST, DATA, "Location"),
        ("advertising", FIRST, "Purpose", "Advertising"),
        ("location with", THIRD, DATA, "Location"),
        ("Adlark Inc.", THIRD, "Third Party Entity", "Named third party"),
        ("advertisers", THIRD, "Purpose", "Advertising"),
        ("do not collect", FIRST, "Does/Does Not", "Does Not"),
        ("health records", FIRST, DATA, "Health"),
        ("seven years", KEPT, "Retention Period", "Stated Period"),
        ("other information", FIRST, DATA, "Unspecified"),
    )
    found = [practice(policy, *row) for row in rows if row[0] in policy.text]
    wholes = {(one.category, one.segment): one for one in found}
    return tuple(
        sorted(
            (*found, *(_whole(policy, *key) for key in wholes)),
            key=lambda one: (one.segment, one.attribute, one.start),
        )
    )


def _whole(policy: Policy, category: str, number: int) -> Practice:
    segment = policy.segments[number]
    return Practice(category, "", "", 0.8, number, segment.start, segment.end)


def no_vagueness(policy: Policy, vague: Iterable[str] = ()) -> Vagueness:
    """A vagueness by which just the sentences with some words are vague."""
    numbers = tuple(
        number
        for number, sentence in enumerate(policy.sentences)
        if any(words in policy.quote(sentence) for words in vague)
    )
    return Vagueness(len(policy.sentences), len(numbers), len(numbers), (), numbers)


def hand_label(
    policy: Policy | None = None,
    practices: tuple[Practice, ...] | None = None,
    *,
    vague: Iterable[str] = ("may share",),
    organisation: str = "quill.example",
    **more: object,
) -> PolicyLabel:
    """The label of the small policy, or of another."""
    policy = policy or said_policy()
    source = Source("", "", policy.title, organisation, URL, "2024-05-01")
    return make_label(
        policy,
        practices_of(policy) if practices is None else practices,
        no_vagueness(policy, vague),
        source,
        "hand",
        **more,  # type: ignore[arg-type]
    )
