"""The taxonomy holds together."""

from privascope.traits.practices.taxonomy import categories, category, segment_labels


def test_ten_categories_and_twelve_labels() -> None:
    assert len(categories()) == 10
    assert len(set(segment_labels())) == 12
    assert "Introductory/Generic" in segment_labels()
    assert "Other" not in segment_labels()


def test_names_are_unique_and_plain_names_do_not_repeat_the_published_ones() -> None:
    for found in categories():
        assert found.mandatory
        names = [attribute.name for attribute in found.attributes]
        assert len(set(names)) == len(names)
        for attribute in found.attributes:
            values = [value.name for value in attribute.values]
            assert len(set(values)) == len(values)
            plain = [value.plain for value in attribute.values]
            assert len(set(plain)) == len(plain), attribute.name


def test_everything_is_explained_in_one_line() -> None:
    for found in categories():
        for part in (found, *found.attributes, *(v for a in found.attributes for v in a.values)):
            assert part.plain
            assert part.explanation.endswith(".")
            assert len(part.explanation) < 90


def test_the_scope_of_a_choice_differs_between_categories() -> None:
    def scopes(name: str) -> set[str]:
        return {
            value.name
            for attribute in category(name).attributes
            if attribute.name == "Choice Scope"
            for value in attribute.values
        }

    assert "Both" in scopes("First Party Collection/Use")
    assert "First party use" in scopes("User Choice/Control")
