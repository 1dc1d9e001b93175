"""Traits that list what a policy mentions: the sentences beside their patterns."""

import pytest

from privascope.traits.mention_trait import MentionTrait
from privascope.traits.mention_traits import MENTION_TRAITS
from privascope.traits.traits import METHODS, Traits, pack_traits, unpack_traits

SAYS = [
    (trait, name, text)
    for trait in MENTION_TRAITS
    for name, texts in trait.says.items()
    for text in texts
]
SILENT = [(trait, text) for trait in MENTION_TRAITS for text in trait.silent]


@pytest.mark.parametrize(("trait", "name", "text"), SAYS)
def test_what_must_be_found(trait: MentionTrait, name: str, text: str) -> None:
    assert {mention.name for mention in trait.find(text)} == {name}


@pytest.mark.parametrize(("trait", "text"), SILENT)
def test_what_must_not_be_found(trait: MentionTrait, text: str) -> None:
    assert trait.find(text) == ()


@pytest.mark.parametrize("trait", MENTION_TRAITS, ids=lambda trait: trait.name)
def test_a_trait_is_declared_in_full(trait: MentionTrait) -> None:
    assert METHODS[trait.name] == trait.version
    assert trait.says.keys() <= trait.names.keys()
    assert trait.title
    assert trait.about
    assert trait.summary.endswith(".")


def test_what_is_found_is_kept_and_what_is_not_computed_stays_unknown() -> None:
    ai = next(trait for trait in MENTION_TRAITS if trait.facet == "ai")
    found = ai.find("Our AI uses machine learning.")
    kept = unpack_traits(pack_traits(Traits(**{ai.name: found})))
    assert kept.mentions(ai.name) == found
    assert [mention.name for mention in found] == ["artificial-intelligence", "machine-learning"]
    assert kept.mentions("laws") is None
    assert unpack_traits(pack_traits(Traits(**{ai.name: ()}))).mentions(ai.name) == ()
