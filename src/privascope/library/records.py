"""The records that a library returns and stores."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from privascope.policy.policy import Policy
from privascope.typed_result import TypedResult


@dataclass(frozen=True, slots=True)
class StoredPolicy(TypedResult):
    """One policy in the library, as a list shows it."""

    id: str
    service: str
    url: str
    domain: str
    title: str
    language: str
    stated_date: date | None
    words: int
    probability: float
    versions: int
    first_seen: datetime
    last_seen: datetime
    current_version: str
    duplicate_of: str | None
    verification: str


@dataclass(frozen=True, slots=True)
class HistoryEntry(TypedResult):
    """A text of a policy and the period in which it was seen, oldest first."""

    version_id: str
    first_seen: datetime
    last_seen: datetime
    seen: int
    title: str
    stated_date: date | None
    words: int
    source: str
    url: str


@dataclass(frozen=True, slots=True)
class Derived:
    """What a named method derived from a page's bytes."""

    method: str
    policy: Policy
    page_text: str


@dataclass(frozen=True, slots=True)
class PackedText:
    """Derived text in the form that it is stored in; workers pack, the writer only writes."""

    method: str
    title: str
    language: str
    stated_date: date | None
    words: int
    text_hash: bytes
    text: bytes
    page_text: bytes
    structure: bytes
    traits: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that passed the funnel, ready to be stored."""

    content_hash: bytes
    packed_content: bytes
    content_type: str
    url: str
    asked_url: str
    service: str
    source: str
    fetched_at: datetime
    etag: str
    last_modified: str
    probability: float
    detector: str
    derived: PackedText
    signature: bytes
    bands: tuple[int, ...]
    signature_method: str


@dataclass(frozen=True, slots=True)
class Company:
    """What is known of the organisation behind a domain."""

    domain: str
    name: str = ""
    industry: str = ""
    founded: int | None = None
    size: str = ""
    country: str = ""
    employees: int | None = None
