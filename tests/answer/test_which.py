"""A question without a target finds its policy by name or domain."""

from collections.abc import Callable

import pytest

from privascope.answer.which import policies_named, which_policy
from privascope.errors import NotFoundError
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page


@pytest.fixture
def filled(writer: LibraryWriter, put: Callable[..., str]) -> dict[str, str]:
    names = {
        "blue": ("Bluetern", "https://bluetern.example/privacy"),
        "moth": ("Moth Society", "https://moths.example/privacy"),
        "loom": ("Loom Bank", "https://loombank.example/privacy"),
        "shop": ("Loom Shop", "https://loomshop.example/privacy"),
    }
    return {key: put(policy_page(name), url) for key, (name, url) in names.items()}


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("does Bluetern share my notes?", "blue"),
        ("@bluetern do u sell my data", "blue"),
        ("what does bluetern.example know about me", "blue"),
        ("is the Moth Society safe", "moth"),
        ("does loom bank keep my passport", "loom"),
        ("who sees Loom Shop's orders", "shop"),
    ],
)
def test_a_named_policy_is_found(
    writer: LibraryWriter, filled: dict[str, str], question: str, key: str
) -> None:
    assert which_policy(writer, question) == filled[key]


def test_no_name_is_told(writer: LibraryWriter, filled: dict[str, str]) -> None:
    with pytest.raises(NotFoundError, match="does not name a policy"):
        which_policy(writer, "do you sell my data?")


def test_two_that_fit_are_both_named(
    writer: LibraryWriter, put: Callable[..., str], filled: dict[str, str]
) -> None:
    put(policy_page("Bluetern", without=("cookies", "children")), "https://bluetern.test/privacy")
    with pytest.raises(NotFoundError, match="matches 2 policies"):
        which_policy(writer, "does Bluetern sell my data?")
    assert len(policies_named(writer, "does Bluetern sell my data?")) == 2
    assert len(policies_named(writer, "does bluetern.test sell my data?")) == 1
