"""Whom a question can be put to where the policy does not answer it, as a typed result."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contact:
    """Where a policy takes questions: its sentence, `policy.text[start:end]`, and an address.

    `link` is there only where the sentence has no e-mail address.
    """

    text: str
    start: int
    end: int
    email: str
    link: str


@dataclass(frozen=True, slots=True)
class Article:
    """The article of a law that covers a topic; `source` publishes the law at `address`."""

    law: str
    name: str
    article: str
    about: str
    address: str
    source: str


@dataclass(frozen=True, slots=True)
class Regulator:
    """Who enforces the laws of a place, and its official site."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the world: what its laws say on the topic, and who enforces them."""

    code: str
    name: str
    articles: tuple[Article, ...]
    regulators: tuple[Regulator, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail that asks the question; `address` opens it in a mail program, ready to send."""

    to: str
    subject: str
    body: str
    address: str


@dataclass(frozen=True, slots=True)
class WhomToAsk:
    """Where to go with a question that the policy does not answer.

    `topic` is what the question is about, "" where no law is known to cover it; `places` is empty
    for a country of which no law is known here.
    """

    topic: str
    contact: Contact | None
    places: tuple[Place, ...]
    letter: Letter
