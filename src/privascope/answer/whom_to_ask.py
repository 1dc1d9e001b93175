"""Whom to ask where a policy is silent: its contact, the law's article, a regulator, a letter."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from privascope.answer.answer import Source
from privascope.answer.whom import Article, Contact, Letter, Place, Regulator, WhomToAsk
from privascope.errors import PrivascopeError
from privascope.policy.policy import Policy

_EMAIL = re.compile(r"[\w.+%-]+(?<![.+%-])@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}", re.I)
_PRIVACY_BOX = re.compile(r"priva|dpo|data.?protect|gdpr|ccpa|datenschutz", re.I)
_OTHER_BOX = re.compile(
    r"job|career|press|sales|abuse|security|copyright|dmca|billing|advert|invest|no.?reply", re.I
)
_FOR_QUESTIONS = re.compile(
    r"question|concern|contact us|inquir|enquir|officer|your rights|request|write to|e-?mail us",
    re.I,
)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']*[^\s<>()\[\]\"'.,;:]")
_EEA = frozenset(
    (
        "at be bg hr cy cz dk ee fi fr de gr hu ie it lv lt lu mt nl pl pt ro sk si es se is li no"
    ).split()
)
_ALSO_CALLED = {"uk": "gb", "ca-us": "us-ca", "california": "us-ca", "usa": "us", "eea": "eu"}
_LAWS_OF_OTHERS = {"uk-gdpr": "gdpr"}
_ONLY_ABOUT = {"coppa": "children", "hipaa": "health"}
_REGULATOR_OF_LAW = {"coppa": "ftc", "hipaa": "ocr"}
_LONGEST_QUESTION = 1000


def whom_to_ask(
    policy: Policy, source: Source, question: str, *, on_privacy: bool = True
) -> WhomToAsk:
    """Whom a question can be put to that the policy does not answer.

    No law is named for one that is not `on_privacy`.
    """
    found = contact_of(policy)
    topics = topics_of(question) if on_privacy else []
    places = tuple(_places(topics))
    return WhomToAsk(
        topic=topics[0] if topics else "",
        contact=found,
        places=places if on_privacy else (),
        letter=_letter(source, question, found, None),
    )


def in_country(whom: WhomToAsk, source: Source, question: str, country: str) -> WhomToAsk:
    """The same for a reader in one country, by its two letters ("us-ca" for California)."""
    code = checked_country(country)
    if not code:
        return whom
    place = next((place for place in whom.places if place.code == _place_code(code)), None)
    if place is None:
        return WhomToAsk(
            whom.topic, whom.contact, (), _letter(source, question, whom.contact, None)
        )
    own = _table()["regulators"].get(code)
    if own is not None and code in _EEA:
        place = Place(code, place.name, place.articles, (Regulator(own[0], own[1]),))
    letter = _letter(source, question, whom.contact, place)
    return replace(whom, places=(place,), letter=letter)


def checked_country(country: str) -> str:
    """The code of a country, in small letters; an error for what is none."""
    code = country.strip().lower().replace("_", "-")
    code = _ALSO_CALLED.get(code, code)
    if code and not re.fullmatch(r"[a-z]{2}|us-ca", code):
        raise PrivascopeError(
            f"{country[:40]!r} is not a country: give its two letters, such as fr, gb or us, or "
            "us-ca for California"
        )
    return code


def topics_of(question: str) -> list[str]:
    """What a question is about, the most particular first."""
    return [name for name, pattern in _patterns() if pattern.search(question)]


def contact_of(policy: Policy) -> Contact | None:
    """The sentence of a policy that says where to send questions on privacy."""
    best: tuple[int, Contact] | None = None
    for span in policy.sentences:
        text = policy.quote(span)
        emails, links = _EMAIL.findall(text), _ADDRESS.findall(text)
        if not (emails or (links and _FOR_QUESTIONS.search(text))):
            continue
        email = max(emails, key=_fits, default="")
        fits = _fits(email) if email else 0
        fits += 2 * bool(_FOR_QUESTIONS.search(text)) + bool(re.search(r"priva", text, re.I))
        if best is None or fits >= best[0]:
            link = "" if email else links[0]
            best = fits, Contact(text, span.start, span.end, email, link)
    return best[1] if best and best[0] >= 0 else None


def _fits(email: str) -> int:
    box = email.partition("@")[0]
    if _PRIVACY_BOX.search(box) or _PRIVACY_BOX.search(email.partition("@")[2].partition(".")[0]):
        return 4
    return -3 if _OTHER_BOX.search(box) else 1


def _places(topics: list[str]) -> Iterator[Place]:
    table = _table()
    for code, place in table["places"].items():
        articles = tuple(_articles(place["laws"], topics))
        named = [_REGULATOR_OF_LAW[law] for law in place["laws"] if law in _REGULATOR_OF_LAW]
        wanted = {_REGULATOR_OF_LAW.get(article.law) for article in articles}
        more = [one for one in named if one in wanted and one not in place["regulators"]]
        regulators = tuple(
            Regulator(*table["regulators"][one]) for one in (*place["regulators"], *more)
        )
        yield Place(code, place["name"], articles, regulators)


def _articles(laws: list[str], topics: list[str]) -> Iterator[Article]:
    """The article of each law that covers the most particular topic it knows."""
    table = _table()
    rows = {topic["name"]: topic for topic in table["topics"]}
    for slug in laws:
        if _ONLY_ABOUT.get(slug, "") not in ("", *topics):
            continue
        key = _LAWS_OF_OTHERS.get(slug, slug)
        # That something is collected at all is the topic of a question with no other.
        telling = topics[:1] + [topic for topic in topics[1:] if topic != "collection"]
        row = next((rows[topic] for topic in telling if key in rows[topic]), None)
        if row is not None:
            law = table["laws"][slug]
            yield Article(
                slug, law["name"], row[key][0], row[key][1], law["address"], law["source"]
            )


def _letter(source: Source, question: str, contact: Contact | None, place: Place | None) -> Letter:
    """An e-mail with the question in it, for the law of one place where that is known."""
    named = source.organisation or source.title or "your service"
    of = f" ({source.url})" if source.url else ""
    date = f", {source.dated}," if source.date else ""
    asked = " ".join(question.split())[:_LONGEST_QUESTION]
    lines = [
        "Hello,",
        "",
        f"I have read the privacy policy of {named}{of}{date} and did not find an answer to this:",
        "",
        f"    {asked}",
        "",
    ]
    article = place.articles[0] if place and place.articles else None
    if article is not None:
        law = _table()["laws"][article.law]
        within = f" Please reply within {law['answer_within']}." if law["answer_within"] else ""
        lines += [f"{article.name}, {article.article}, covers this: {article.about}.{within}", ""]
    lines += ["Could you tell me, and say where your policy covers it?", "", "Thank you,", ""]
    subject = f"Question about the privacy policy of {named}"
    body = "\n".join(lines)
    to = contact.email if contact else ""
    address = f"mailto:{quote(to, safe='@')}?subject={quote(subject)}&body={quote(body)}"
    return Letter(to, subject, body, address)


def _place_code(country: str) -> str:
    return "eu" if country in _EEA else country


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (topic["name"], re.compile(rf"(?:\b|(?<=_))(?:{topic['words']})", re.I))
        for topic in _table()["topics"]
    )


@cache
def _table() -> Mapping[str, Any]:
    text = (files("privascope.answer") / "whom_to_ask.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
