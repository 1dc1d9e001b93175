"""What policies can be narrowed by, declared once.

Index fields, options of the command line, REST parameters, lists of values, badges, charts and
exports follow from these declarations. A facet of what policies mention is declared with its trait
(`traits/mention_traits.py`); others, and ranges, are declared here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from privascope.library.language_names import LANGUAGES
from privascope.traits.mention_trait import MentionTrait
from privascope.traits.mention_traits import MENTION_TRAITS

if TYPE_CHECKING:
    from privascope.library.facts import Facts

# The histogram has no bar for a probability of 1 alone.
_MOST_PROBABLE = 0.99999
# Of a facet that may not be computed yet, each version of which it is known has this value too, so
# that a version that was not analysed is never taken for one that does not say something.
KNOWN = "read"


@dataclass(frozen=True, slots=True)
class FacetField:
    """Values that a policy has or has not, such as the laws that it names.

    `name` is the field of an index and the parameter in addresses, REST and Python; `option` the
    option of the command line. `values` reads them from a version's facts and text, and is None
    where they are not computed yet, which `may_be_missing` says can happen. `value_names` names
    them for people; a value without a name is shown as it is. `trait` is what it is made of,
    where that lists places in the text; `verb` is what a policy does to such a value.
    """

    name: str
    title: str
    about: str
    values: "Callable[[Facts, str], Sequence[str] | None]"
    value_names: Callable[[], Mapping[str, str]] = dict
    option: str = ""
    may_be_missing: bool = False
    trait: str = ""
    verb: str = ""
    summary: str = ""
    example: str = ""

    def value_name(self, value: str) -> str:
        """A value in plain words."""
        return self.value_names().get(value, value)


@dataclass(frozen=True, slots=True)
class RangeField:
    """A number of a policy; `width` is that of a bar of its histogram.

    One that is not `counted` has no histogram beside search results: that would cost each search.
    An `optional` one is known only where a list of companies was read.
    """

    name: str
    title: str
    about: str
    value: "Callable[[Facts], float | None]"
    width: float
    example: str
    counted: bool = True
    optional: bool = False


def _sector(facts: "Facts", _text: str) -> Sequence[str] | None:
    return (facts.traits.sector.name,) if facts.traits.sector else None


def _country(facts: "Facts", _text: str) -> Sequence[str] | None:
    return (facts.country.casefold(),) if facts.country else None


def _size(facts: "Facts", _text: str) -> Sequence[str] | None:
    return (facts.size,) if facts.size else None


def _language(facts: "Facts", _text: str) -> Sequence[str] | None:
    return (facts.language,) if facts.language else None


def _statements(facts: "Facts", text: str) -> Sequence[str] | None:
    from privascope.traits.practices.statements import statements_of

    practices = facts.traits.practices
    return None if practices is None else tuple(statements_of(practices, text))


@cache
def _statement_names() -> Mapping[str, str]:
    from privascope.traits.practices.statements import by_slug

    return {slug: statement.plain for slug, statement in by_slug().items()}


def _mentioned(trait: str, facts: "Facts", _text: str) -> Sequence[str] | None:
    mentions = facts.traits.mentions(trait)
    return None if mentions is None else sorted({mention.name for mention in mentions})


def _of_mentions(trait: MentionTrait) -> FacetField:
    return FacetField(
        name=trait.facet,
        title=trait.title,
        about=trait.about,
        values=partial(_mentioned, trait.name),
        value_names=lambda: trait.names,
        may_be_missing=not trait.from_the_start,
        trait=trait.name,
        verb="mentions",
        summary=trait.summary,
    )


FACETS: Mapping[str, FacetField] = {
    facet.name: facet
    for facet in (
        FacetField("sector", "Sector", "Sector of commerce", _sector),
        FacetField(
            "practice",
            "What policies say",
            "What the policy says, such as shares-location-with-advertisers",
            _statements,
            _statement_names,
            may_be_missing=True,
            trait="practices",
            verb="says",
            summary="What policies say they do, among those that were analysed. A full bar would "
            "be all of them.",
            example="shares-location-with-advertisers",
        ),
        *map(_of_mentions, MENTION_TRAITS),
        FacetField(
            "language",
            "Language",
            "Language code, such as en",
            _language,
            lambda: LANGUAGES,
            option="lang",
        ),
        FacetField("country", "Country", "Country of the company, in small letters", _country),
        FacetField(
            "company_size",
            "Size",
            "Size of the company, such as 51-200",
            _size,
            option="size",
        ),
    )
}
RANGES: Mapping[str, RangeField] = {
    found.name: found
    for found in (
        RangeField(
            "grade",
            "Reading grade",
            "Reading grade",
            lambda facts: facts.traits.readability.grade if facts.traits.readability else None,
            width=1.0,
            example="..12",
        ),
        RangeField(
            "vagueness",
            "Vague sentences",
            "Share of vague sentences, 0 to 1",
            lambda facts: facts.traits.vagueness.share if facts.traits.vagueness else None,
            width=0.05,
            example="0.2..0.5",
        ),
        RangeField(
            "date",
            "Year",
            "Year of the policy",
            lambda facts: facts.year,
            width=1.0,
            example="2020..2024",
        ),
        RangeField(
            "words",
            "Length in words",
            "Length in words",
            lambda facts: float(facts.words),
            width=500.0,
            example="500..",
        ),
        RangeField(
            "founded",
            "Year founded",
            "Year in which the company was founded",
            lambda facts: None if facts.founded is None else float(facts.founded),
            width=10.0,
            example="2000..",
            optional=True,
        ),
        RangeField(
            "probability",
            "P(policy)",
            "How likely it is a policy, 0 to 1",
            lambda facts: min(_MOST_PROBABLE, facts.probability),
            width=0.05,
            example="0.9..",
        ),
    )
}
# Facets made of places in the text, in the order of the charts.
IN_TEXT: Mapping[str, FacetField] = {facet.name: facet for facet in FACETS.values() if facet.trait}
MENTIONED: Mapping[str, FacetField] = {trait.facet: FACETS[trait.facet] for trait in MENTION_TRAITS}
HISTOGRAMS: Mapping[str, float] = {
    found.name: found.width for found in RANGES.values() if found.counted
}


def split_known(facet: str, counts: Mapping[str, int]) -> tuple[int | None, dict[str, int]]:
    """Of how many versions a facet is known, None if always of all; and its values' counts."""
    values = {value: count for value, count in counts.items() if value != KNOWN}
    return (counts.get(KNOWN, 0), values) if FACETS[facet].may_be_missing else (None, dict(counts))
