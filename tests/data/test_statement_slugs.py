"""The slugs of labels are those of the product."""

from privascope.data.statement_slugs import ALL, FIRST, LATER, OPPOSITES
from privascope.traits.practices.statements import by_slug, statements


def test_the_first_slugs_are_the_products() -> None:
    assert (len(FIRST), len(LATER), len(set(ALL))) == (48, 12, 60)
    assert set(FIRST) <= set(by_slug())
    assert set(by_slug()) <= set(ALL)


def test_opposites_are_the_products() -> None:
    opposites = {one.slug: one.opposite for one in statements() if one.opposite}
    assert {slug: opposites[slug] for slug in OPPOSITES} == OPPOSITES
