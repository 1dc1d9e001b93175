import base64
import zlib
from dataclasses import replace
from datetime import date, timedelta

import pytest

from privascope.answer.dialogue.state import (
    LARGEST,
    Offer,
    Option,
    Spoken,
    State,
    StateError,
    Subject,
    Topic,
    state_from,
    state_of,
)

TODAY = date(2026, 1, 15)
STATE = State(
    day=TODAY,
    policies=(Spoken("a", "Äpfel & Co"), Spoken("b", "B")),
    current=1,
    subject=Subject(Topic.QUESTION, ("b",), "Do you sell my “photos”?"),
    offer=Offer.CHOICES,
    options=(Option("who gets it", "Who gets my photos?"),),
)


def test_a_state_comes_back_as_it_was() -> None:
    assert state_from(STATE.code(), TODAY) == STATE
    assert state_of(STATE.to_dict(), TODAY) == STATE


def test_the_largest_state_fits_into_a_session() -> None:
    text = "語" * 300
    full = State(
        day=TODAY,
        policies=tuple(Spoken(f"{n:064}", "語" * 120) for n in range(8)),
        current=7,
        subject=Subject(Topic.QUESTION, ("a" * 64,) * 6, text),
        earlier=(Subject(Topic.QUESTION, ("a" * 64,), text),) * 5,
        options=(Option("語" * 120, text),) * 4,
        pending=text,
        wanted="語" * 120,
        expectations=("語" * 200,) * 10,
    )
    assert state_of(full.to_dict(), TODAY) == full
    assert len(full.code()) < LARGEST


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "another version"),
        ({"day": (TODAY - timedelta(days=31)).isoformat()}, "more than 30 days ago"),
        ({"day": (TODAY + timedelta(days=9)).isoformat()}, "Start a new one"),
        ({"pace": 9}, "cannot be read"),
        ({"current": 5}, "contradicts itself"),
        ({"policies": [{"id": "a", "name": "x" * 500}]}, "cannot be read"),
        ({"subject": {"topic": "jokes"}}, "cannot be read"),
        ({"colour": "red"}, "cannot be read"),
        ({"pending": "x" * 30_000}, "too large"),
    ],
)
def test_a_state_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(StateError, match=message):
        state_of({**STATE.to_dict(), **change}, TODAY)


@pytest.mark.parametrize("value", [None, 7, [], "state", {"version": 1}, {}])
def test_something_else_is_no_state(value: object) -> None:
    with pytest.raises(StateError):
        state_of(value, TODAY)


def test_a_code_that_was_changed_is_refused() -> None:
    code = STATE.code()
    other = "B" if code[20] == "A" else "A"
    with pytest.raises(StateError, match="changed on its way"):
        state_from(f"{code[:20]}{other}{code[21:]}", TODAY)


@pytest.mark.parametrize("code", ["", "?", "ä", "A" * 100, "x" * 30_000])
def test_a_code_that_is_none_is_refused(code: str) -> None:
    with pytest.raises(StateError):
        state_from(code, TODAY)


def test_a_code_that_unpacks_to_far_too_much_is_refused() -> None:
    from privascope.answer.dialogue.state import _check

    packed = zlib.compress(b'{"version": 1, "pending": "' + b"x" * 9_000_000 + b'"}')
    with pytest.raises(StateError):
        state_from(base64.urlsafe_b64encode(_check(packed) + packed).decode(), TODAY)


def test_an_older_day_within_the_month_is_fine() -> None:
    old = replace(STATE, day=TODAY - timedelta(days=29))
    assert state_from(old.code(), TODAY) == old
