"""Practices of whole policies: exact offsets, lists, odd input, and the shipped model."""

import itertools
from collections import defaultdict
from pathlib import Path

import pytest

from privascope.errors import NotEnglishError
from privascope.models import practices as model
from privascope.models.onnx import ModelError
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page
from privascope.traits.practices.find import (
    expected_seconds,
    find_practices,
    find_practices_of,
    version,
)
from privascope.traits.practices.packing import as_spelled, meanings
from privascope.traits.practices.practice import SENTENCE_KINDS
from privascope.traits.practices.reading_text import find_leads, parts_to_read, passages_to_read
from tests.conftest import policy_page
from tests.practice_model import FIRST, KEPT, THIRD


def policy_of(body: str, language: str = "en") -> Policy:
    page = f"<html lang={language}><body><main><h1>Privacy Policy</h1>{body}</main></body></html>"
    return derive_policy(read_page(page.encode(), "https://shop.example/privacy", "text/html"))


def empty_policy(language: str = "en") -> Policy:
    return Policy("", language, None, "", (), (), (), ())


def test_every_practice_has_its_words(tiny_practices: Path) -> None:
    page = policy_page("Tallow")
    policy = derive_policy(read_page(page, "https://tallow.example/privacy", "text/html"))
    found = find_practices(policy)
    for practice in found:
        segment = policy.segments[practice.segment]
        assert segment.start <= practice.start < practice.end <= segment.end
        if not practice.attribute:
            assert (practice.start, practice.end) == (segment.start, segment.end)
    said = {
        (practice.category, practice.value): policy.text[practice.start : practice.end]
        for practice in found
        if practice.attribute
    }
    assert said[FIRST, "Contact"] == "name"
    assert said[THIRD, "Unnamed third party"] == "carriers"
    assert said[KEPT, "Stated Period"] == "years"
    assert said[KEPT, "Unspecified"].startswith("Keep at Tallow"), "no words say what is left open"
    assert [practice.segment for practice in found] == sorted(p.segment for p in found)


def test_a_value_needs_its_category(tiny_practices: Path) -> None:
    policy = policy_of("<p>Your location is a place like any other that we do not speak of.</p>")
    assert find_practices(policy) == ()


def test_the_words_are_whole_and_of_one_sentence(tiny_practices: Path) -> None:
    policy = policy_of("<p>What we collect:</p><ul><li>phonebooks</li><li>phone</li></ul>")
    assert [policy.quote(segment) for segment in policy.segments][-1].count("\n") >= 2
    said = [policy.text[p.start : p.end] for p in find_practices(policy) if p.attribute]
    assert said == ["phonebooks"]
    policy = policy_of("<p>We collect what your mobile-phone's-book holds.</p>")
    said = [policy.text[p.start : p.end] for p in find_practices(policy) if p.attribute]
    assert said == ["mobile-phone's-book"]


def test_the_later_parts_of_a_long_list_know_its_first_line(tiny_practices: Path) -> None:
    items = "".join(f"<li>item {n}, {'long ' * 20} with a phone</li>" for n in range(40))
    policy = policy_of(f"<p>For our work we collect:</p><ul>{items}</ul><p>That is all.</p>")
    leads = find_leads(policy)
    assert len(policy.segments) == len(leads) > 3
    assert leads[0] == leads[-1] == ""
    assert set(leads[1:-1]) == {"For our work we collect:"}
    found = [practice for practice in find_practices(policy) if practice.attribute]
    assert {practice.segment for practice in found} == set(range(len(policy.segments) - 1))


def test_of_several_headings_only_the_last_is_read(tiny_practices: Path) -> None:
    policy = policy_of("<h2>What we share</h2><h3>Name</h3><p>We collect your name.</p>")
    [segment], [part] = policy.segments, parts_to_read(policy)
    assert policy.quote(segment).startswith("Privacy Policy\n\nWhat we share")
    assert policy.quote(part) == "Name\n\nWe collect your name."
    # The heading above is read as what introduces it.
    [passage] = passages_to_read(policy)
    assert (passage.text, passage.lead) == (policy.quote(part), "What we share")
    assert [passage.text[start:end] for start, end in passage.places] == [
        "Name",
        "We collect your name.",
    ]
    found = find_practices(policy)
    assert {one.value for one in found if one.attribute} == {"Contact"}
    assert (found[0].start, found[0].end) == (segment.start, segment.end)
    [value] = [one for one in found if one.attribute]
    assert policy.text[value.start : value.end] in ("Name", "name")
    bare = policy_of("<p>We collect nothing here, and we say so.</p>")
    assert parts_to_read(bare)[-1].end == bare.segments[-1].end
    assert parts_to_read(empty_policy()) == []


def test_short_paragraphs_after_a_colon_are_its_list(tiny_practices: Path) -> None:
    policy = policy_of(
        "<p>From you we collect:</p><p>your name</p><p>your phone</p>"
        "<p>This is something else altogether, and it ends there.</p><p>your phone</p>"
    )
    assert find_leads(policy)[-4:] == ["From you we collect:", "From you we collect:", "", ""]


def test_policies_together_give_what_they_give_alone(tiny_practices: Path) -> None:
    policies = [
        derive_policy(read_page(policy_page(name), f"https://{name}.example", "text/html"))
        for name in ("tallow", "wick")
    ]
    policies.insert(1, empty_policy())
    together = find_practices_of(policies)
    assert together == [find_practices(policy) for policy in policies]
    assert together[0]
    assert together[1] == ()


def test_an_empty_policy_and_one_of_another_language(tiny_practices: Path) -> None:
    assert find_practices(empty_policy()) == ()
    assert find_practices(empty_policy("")) == ()
    with pytest.raises(NotEnglishError, match="'de'"):
        find_practices(empty_policy("de"))


def test_three_thousand_segments(tiny_practices: Path) -> None:
    body = "".join(f"<p>We collect the name of person {n}.</p>" for n in range(3000))
    policy = policy_of(body)
    assert len(policy.segments) == 3000
    found = find_practices(policy)
    assert {practice.segment for practice in found} == set(range(3000))
    assert expected_seconds(policy) > expected_seconds(policy_of("<p>Short.</p>")) > 0


def test_missing_weights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "FOLDER", tmp_path / "nowhere")
    with pytest.raises(ModelError, match="is missing"):
        find_practices(policy_of("<p>We collect your name.</p>"))
    with pytest.raises(ModelError, match="is missing"):
        version()


@pytest.mark.skipif(not model.FOLDER.exists(), reason="the weights are not in this tree")
def test_the_shipped_model() -> None:
    labels = model.load_labels(model.FOLDER)
    known = set(meanings())
    assert {(label, "", "") for label in labels.categories} <= known
    assert {as_spelled(value) for value in labels.values} <= known
    policy = policy_of(
        "<h2>What we collect</h2><p>We collect your name, your e-mail address and the location "
        "of your phone when you open an account, in order to deliver your order.</p>"
        "<h2>Sharing</h2><p>We share your e-mail address with advertising companies, who use it "
        "to show you advertisements.</p>"
        "<h2>Retention</h2><p>We keep your personal information for two years after you close "
        "your account.</p>"
        "<h2>Children</h2><p>Our service is not directed to children under the age of 13.</p>"
        "<h2>Security</h2><p>All data is encrypted when it is sent and when it is stored.</p>"
    )
    found = [one for one in find_practices(policy) if one.attribute not in SENTENCE_KINDS]
    by_segment = defaultdict(set) | {
        number: {p.category for p in group if not p.attribute}
        for number, group in itertools.groupby(found, key=lambda practice: practice.segment)
    }
    assert FIRST in by_segment[0]
    assert THIRD in by_segment[1]
    assert KEPT in by_segment[2]
    assert "International and Specific Audiences" in by_segment[3]
    assert "Data Security" in by_segment[4]
    said = {(p.category, p.value): policy.text[p.start : p.end] for p in found if p.attribute}
    assert "location" in said[FIRST, "Location"].lower()
    assert "e-mail address" in said[THIRD, "Contact"]
