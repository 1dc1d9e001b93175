"""A policy that can be asked and labelled; tells files, addresses and texts apart."""

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privascope.errors import PrivascopeError
from privascope.typed_result import plain_value

if TYPE_CHECKING:
    from privascope.answer.answer import Answer, Source
    from privascope.answer.subject import Subject
    from privascope.answer.writer import AnswerWriter
    from privascope.collect.visit import Visited
    from privascope.compare.label import PolicyLabel
    from privascope.library.records import Company, StoredPolicy
    from privascope.library.store import Library
    from privascope.policy.policy import Policy

_LONGEST_NAME = 1000


class OpenPolicy:
    """A policy with its text, which can be asked and labelled.

    `stored` is what the library knows of it, and `visited` the page of one that was only read;
    `probability` is how likely it is to be a privacy policy at all. Every offset in a result points
    into `text`.

    >>> policy = privascope.open("policies").policy("jotharbor")
    >>> policy.title, len(policy.sentences)
    """

    def __init__(
        self,
        subject: "Subject",
        probability: float,
        *,
        library: "Library | None" = None,
        stored: "StoredPolicy | None" = None,
        company: "Company | None" = None,
        visited: "Visited | None" = None,
    ) -> None:
        self._subject = subject
        self._library = library
        self.probability = probability
        self.stored = stored
        self.company = company
        self.visited = visited

    def __repr__(self) -> str:
        known = " ".join(filter(None, (self.id, self.source.organisation)))
        return f"<OpenPolicy {known or 'not stored'}: {self.title!r}>"

    @property
    def content(self) -> "Policy":
        """The text with its title, date, sections, segments and sentences, all by offsets."""
        return self._subject.policy

    @property
    def source(self) -> "Source":
        """Where the text comes from: title, organisation, address, date."""
        return self._subject.source

    @property
    def id(self) -> str:
        """The policy's id in the library; empty for one that is not stored."""
        return self.source.policy_id

    @property
    def version_id(self) -> str:
        """The id of this version of the text; empty for one that is not stored."""
        return self.source.version_id

    @property
    def title(self) -> str:
        """The title of the policy, or the name of its service."""
        return self.source.title

    @property
    def text(self) -> str:
        """The policy's whole text."""
        return self.content.text

    @property
    def page_text(self) -> str:
        """The text of the whole page, menus and footers included."""
        if self.id and self._library:
            return self._library.derived(self.version_id).page_text
        return self.text

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the text, in order."""
        return tuple(map(self.content.quote, self.content.sentences))

    @property
    def first_seen(self) -> date | None:
        """The day on which this version was first seen; None for a policy that is not stored."""
        if not (self.id and self._library):
            return None
        history = self._library.history(self.id)
        seen = (entry for entry in history if entry.version_id == self.version_id)
        entry = next(seen, None)
        return entry.first_seen.date() if entry else None

    @property
    def is_analysed(self) -> bool:
        """Whether its practices are known already, so that a label is quick."""
        return self._subject.practices is not None

    def ask(
        self,
        question: str,
        *,
        method: str = "default",
        paraphrases: str = "",
        risk: str = "medium",
        summary: int = 0,
        why: bool = False,
        writer: "AnswerWriter | str" = "",
        reader_country: str = "",
    ) -> "Answer":
        """What the policy says to a question; `why` adds how the answer was found.

        With a low `risk` fewer answers are wrong and more verdicts are "could not tell"; with a
        high one it is the other way round. `summary` adds the so many sentences nearest to the
        question, in the policy's order. `paraphrases` are sources of other wordings for the
        methods that use them, query-guided and expansion, such as "rules,vectors".

        `writer` is the address of an OpenAI-compatible endpoint that may put the quotes into one
        short text, `answer.written`; it is left out where it does not pass a check.

        Where the policy is silent, `answer.whom` says whom to ask instead: its own contact, the law
        and the regulator of the `reader_country` ("fr", "gb", "us-ca"), and an e-mail to send.

        >>> policy.ask("how long do you keep my data?").quotes[0].text
        """
        from privascope.answer.ask import ask
        from privascope.answer.verdict_thresholds import risk_called

        if not question.strip():
            raise PrivascopeError("the question is empty: ask in your own words")
        answer = ask(
            self.content,
            self.source,
            question,
            method=method,
            paraphrases=paraphrases,
            risk=risk_called(risk),
            summary=summary,
            place=self._subject.place,
            practices=self._subject.practices,
            with_why=why,
            reader_country=reader_country,
        )
        if not writer:
            return answer
        from privascope.answer.chat_writer import writer_at
        from privascope.answer.writer import with_written

        writing = writer_at(writer) if isinstance(writer, str) else writer
        return with_written(answer, self.content, writing) if writing else answer

    def label(self) -> "PolicyLabel":
        """What the policy says it collects, why, who gets it, how long it is kept, and the rest.

        >>> [line.wording for part in policy.label().parts for line in part.lines]
        """
        from privascope.compare.labelling import stored_label, visiting_label

        if self.id and self._library:
            return stored_label(self._library, self.id, self.version_id)
        return visiting_label(self._subject, self._library)

    def to_dict(self) -> dict[str, Any]:
        """The text with its structure, as `privascope show --json` gives it."""
        content = self.content
        plain: dict[str, Any] = plain_value(
            {
                "policy": self.stored,
                "version": self.version_id or None,
                "method": self._method(),
                "company": self.company,
                "title": content.title,
                "stated_date": content.stated_date,
                "text": content.text,
                "sections": content.sections,
                "segments": content.segments,
                "sentences": content.sentences,
            }
        )
        return plain

    def _method(self) -> str:
        """The method that made the text out of the page."""
        from privascope.library.deriving import METHOD

        if self.id and self._library:
            return self._library.derived(self.version_id).method
        return METHOD


def visited_policy(visited: "Visited", library: "Library | None" = None) -> OpenPolicy:
    """A page that was only read, open for asking and labelling."""
    return OpenPolicy(
        visited_subject(visited), visited.probability, library=library, visited=visited
    )


def visited_subject(visited: "Visited") -> "Subject":
    """A page that is not in the library; its ids are empty."""
    from privascope.answer.answer import Source
    from privascope.answer.subject import Subject
    from privascope.policy.canonical import host_of

    arrival, policy = visited.arrival, visited.policy
    day = policy.stated_date or arrival.fetched_at.date()
    source = Source(
        policy_id="",
        version_id="",
        title=policy.title or arrival.service or arrival.url,
        organisation=host_of(arrival.url) or arrival.service,
        url=arrival.url,
        date=day.isoformat(),
        stated=policy.stated_date is not None,
    )
    return Subject(policy, source)


def file_named(source: str | Path) -> Path | None:
    """The file of that name, if there is one."""
    name = str(source)
    if "\0" in name or len(name) > _LONGEST_NAME:
        return None
    path = Path(name.strip()).expanduser()
    return path if path.is_file() else None


def is_surely_file(name: str, path: Path) -> bool:
    from privascope.collect.file_source import CONTENT_TYPES

    return "/" in name or path.suffix.lower() in CONTENT_TYPES


def is_missing_file(name: str) -> bool:
    from privascope.collect.sources import named_like_a_file

    return not re.search(r"\s", name.strip()) and (name.startswith("/") or named_like_a_file(name))


def is_address(name: str) -> bool:
    from privascope.collect.sources import looks_like_address

    return looks_like_address(name.strip())
