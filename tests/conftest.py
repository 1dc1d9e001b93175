"""What many tests need: pages, candidates and small libraries of our own making."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

# Models of a few tokens are slower on two threads than on one, by far so on a busy machine.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest

from privascope.collect.arrival import Arrival
from privascope.collect.examine import Criteria, examine
from privascope.library.records import Candidate
from privascope.library.writer import LibraryWriter

TOPICS = {
    "collect": "We collect your name, e-mail address and phone number when you open an account.",
    "share": "We share order details with the carriers that deliver your parcels.",
    "keep": "We keep invoices for seven years because tax law asks for it.",
    "rights": "You may ask us to delete your personal information at any time.",
    "cookies": "Our website sets cookies that remember your language and your basket.",
    "security": "Passwords are stored in hashed form and all traffic is encrypted.",
    "children": "Our service is not meant for children under thirteen years of age.",
    "contact": "Write to our data protection officer if you have a question about privacy.",
}


def policy_page(name: str, *extra: str, without: tuple[str, ...] = ()) -> bytes:
    """A small HTML page with a privacy policy of a made-up organisation."""
    body = "".join(
        f"<h2>{topic.title()} at {name}</h2><p>{sentence} At {name} this concerns {topic}.</p>"
        for topic, sentence in TOPICS.items()
        if topic not in without
    )
    more = "".join(f"<p>{sentence}</p>" for sentence in extra)
    return (
        f"<!doctype html><html lang=en><head><title>Privacy Policy | {name}</title></head><body>"
        f"<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>"
        f"<main><h1>{name} Privacy Policy</h1><p>This privacy policy tells what {name} does with "
        f"your personal data.</p>{body}{more}</main>"
        f"<footer><a href=/terms>Terms</a> © {name}</footer></body></html>"
    ).encode()


def make_arrival(content: bytes, url: str, day: str = "2024-05-01", **more: str) -> Arrival:
    """A page on its way in."""
    return Arrival(
        content=content,
        content_type=more.pop("content_type", "text/html"),
        url=url,
        source=more.pop("source", "test"),
        key=more.pop("key", f"{url}#{day}"),
        fetched_at=datetime.fromisoformat(day).replace(tzinfo=UTC),
        **more,
    )


def make_candidate(content: bytes, url: str, day: str = "2024-05-01", **more: str) -> Candidate:
    """A page that passed the funnel."""
    examined = examine(make_arrival(content, url, day, **more), Criteria(anyway=True))
    assert examined.candidate is not None, examined.reason
    return examined.candidate


@pytest.fixture
def writer(tmp_path: Path) -> "LibraryWriter":
    """An empty library, open for writing."""
    with LibraryWriter(tmp_path / "library") as opened:
        yield opened  # type: ignore[misc]


@pytest.fixture
def put(writer: LibraryWriter) -> Callable[..., str]:
    """Stores a page of a name, and returns the policy's id."""

    def store(content: bytes, url: str, day: str = "2024-05-01", **more: str) -> str:
        with writer.transaction():
            return writer.store(make_candidate(content, url, day, **more))[0]

    return store


@pytest.fixture(scope="session")
def pristine_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample library, built once, to copy and not to open.

    Reading the file of a database that this process has open would drop its locks.
    """
    from privascope.cli.sample import command

    folder = tmp_path_factory.mktemp("sample") / "pristine"
    command(folder)
    return folder


@pytest.fixture(scope="session")
def practice_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny practice model that goes by single words."""
    from tests.practice_model import make_model

    return make_model(tmp_path_factory.mktemp("practices"))


@pytest.fixture
def tiny_practices(practice_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny practice model in the place of the shipped one."""
    monkeypatch.setattr("privascope.models.practices.FOLDER", practice_folder)
    return practice_folder
