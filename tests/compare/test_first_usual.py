"""How usual an answer is: counted over the policies that were read, each in one answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.compare.first_plan import line_plans
from privascope.compare.first_usual import filters_of, usual_answers
from privascope.compare.first_view import Reply
from privascope.compare.labelling import stored_label
from privascope.compare.norms import FEWEST
from privascope.errors import LibraryError
from privascope.library.engines.engine import Engine
from privascope.library.index import catch_up
from privascope.library.practices import enrich_practices
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page

Put = Callable[..., str]
NAMES = ("Quill", "Dent", "Ember", "Fable", "Grove")


@pytest.fixture
def five(writer: LibraryWriter, put: Put, tiny_practices: Path) -> list[str]:
    """The ids of five policies, one of which does not say how long it keeps anything."""
    ids = [
        put(
            policy_page(name, without=("keep",) if name == "Dent" else ()),
            f"https://{name.lower()}.example/privacy",
        )
        for name in NAMES
    ]
    list(enrich_practices(writer))
    catch_up(writer)
    return ids


def test_every_policy_is_counted_under_one_answer(writer: LibraryWriter, five: list[str]) -> None:
    usual = usual_answers(writer)
    assert len(five) == FEWEST
    for answers in usual.values():
        assert sum(one.count for one in answers.values()) == len(five)
        assert {one.known for one in answers.values()} == {len(five)}
    kept = usual["kept"]
    assert (kept[Reply.YES].count, kept[Reply.NOT_STATED].count) == (4, 1)
    assert usual["ai"][Reply.NOT_STATED].count == len(five)


def test_the_rarest_answer_of_a_stored_policy_comes_first(
    writer: LibraryWriter, five: list[str]
) -> None:
    (first, *_) = stored_label(writer, five[1]).first_view
    assert (first.slug, first.words) == ("kept", "Does not say")
    assert first.usual is not None
    assert first.usual.share == 1 / 5
    (first, *_) = stored_label(writer, five[0]).first_view
    assert (first.words, first.usual and first.usual.count) == ("7 years", 4)


def test_too_few_are_not_counted(writer: LibraryWriter, put: Put, tiny_practices: Path) -> None:
    put(policy_page("Quill"), "https://quill.example/privacy")
    list(enrich_practices(writer))
    catch_up(writer)
    assert usual_answers(writer) == {}


def test_a_label_can_do_without_the_index(
    writer: LibraryWriter, five: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Library) -> Engine:
        raise LibraryError("the index cannot be opened")

    monkeypatch.setattr("privascope.compare.first_usual.open_index", broken)
    assert usual_answers(writer) == {}
    assert all(line.usual is None for line in stored_label(writer, five[0]).first_view)


def test_an_answer_that_no_search_finds_has_none() -> None:
    plans = {plan.slug: plan for plan in line_plans()}
    assert filters_of(plans["sells"], Reply.BOTH) is None
    assert filters_of(plans["delete"], Reply.NO) is None
    silent = filters_of(plans["ai"], Reply.NOT_STATED)
    assert silent is not None
    assert silent.unwanted == {"practice": ("trains-ai",)}
    sells = filters_of(plans["sells"], Reply.YES)
    assert sells is not None
    assert sells.wanted == {"practice": ("sells-data",)}
    assert sells.unwanted == {"practice": ("does-not-sell-data",)}
