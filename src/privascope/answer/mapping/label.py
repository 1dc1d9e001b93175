"""The labels of questions: a category, one of its attributes, one of its values."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from privascope.traits.practices.taxonomy import categories


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """A category; with an attribute, and with a value of it, where the question says so much."""

    category: str
    attribute: str = ""
    value: str = ""

    @property
    def of_category(self) -> "Label":
        """The category alone."""
        return Label(self.category)

    @property
    def of_attribute(self) -> "Label":
        """The category and the attribute."""
        return Label(self.category, self.attribute)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A label with the calibrated probability that the question is about it."""

    label: Label
    confidence: float


@cache
def category_names() -> tuple[str, ...]:
    """The ten categories by their published names."""
    return tuple(found.name for found in categories())


@cache
def value_labels() -> tuple[Label, ...]:
    """Every value of every attribute of every category."""
    return tuple(
        Label(category.name, attribute.name, value.name)
        for category in categories()
        for attribute in category.attributes
        for value in attribute.values
    )


@cache
def _by_folded_name() -> dict[tuple[str, str, str], Label]:
    return {_folded(label): label for label in value_labels()}


def known_label(category: str, attribute: str, value: str) -> Label | None:
    """The label of the taxonomy with these names, in whatever case; None for another."""
    return _by_folded_name().get(_folded(Label(category, attribute, value)))


def _folded(label: Label) -> tuple[str, str, str]:
    return (label.category.casefold(), label.attribute.casefold(), label.value.casefold())


def best_first(found: Iterable[Mapped]) -> tuple[Mapped, ...]:
    """The labels by falling confidence."""
    return tuple(sorted(found, key=lambda one: -one.confidence))
