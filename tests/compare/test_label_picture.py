"""The label as a picture: well-formed, on one page, whatever the policy's words are."""

import re
from xml.etree import ElementTree

from privascope.compare.first_view import Reply
from privascope.compare.label_picture import HEIGHT, WIDTH
from tests.hand_practices import THIRD, hand_label, practice, said_policy

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg.partition("?>")[2]).iter(f"{SVG}text"))


def test_a_picture_has_every_line_with_title_source_and_date() -> None:
    label = hand_label()
    svg = label.picture()
    root = ElementTree.fromstring(svg.partition("?>")[2])
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT))
    words = [one.text or "" for one in texts(svg)]
    for line in label.first_view:
        assert line.question in words
    assert "Quill Privacy Policy" in words
    assert "quill.example · dated 1 May 2024" in words
    assert label.source.url in words
    assert any("We keep invoices for seven years." in one for one in words)


def test_nothing_is_drawn_below_the_foot_or_outside_the_page() -> None:
    long = " ".join(["We share your data with advertisers and everybody else"] * 20) + "."
    policy = said_policy(long, name="Quill " * 60)
    label = hand_label(policy, (practice(policy, "advertisers", THIRD, "Purpose", "Advertising"),))
    places = [float(one.get("y", "0")) for one in texts(label.picture())]
    assert max(places) < HEIGHT
    rows = [y for y in places if y < HEIGHT - 58]
    assert rows == sorted(rows)


def test_hostile_words_are_only_text() -> None:
    name = "<script>alert(1)</script>\x07\u202eevil & co"
    label = hand_label(organisation=name)
    for svg in (label.picture(), label.badge(), label.badge("kept")):
        assert "<script" not in svg
        assert "\x07" not in svg
        assert "\u202e" not in svg
        ElementTree.fromstring(svg.partition("?>")[2])


def test_a_badge_counts_the_answers_or_gives_one() -> None:
    label = hand_label()
    answered = sum(
        one.reply not in (Reply.NOT_STATED, Reply.NOT_COMPUTED) for one in label.first_view
    )
    assert f"answers {answered} of {len(label.first_view)} questions" in label.badge()
    words = [one.text for one in texts(label.badge("kept"))]
    assert words == ["How long is my data kept?", "7 years"]
    assert re.search(r'height="20"', label.badge())
    assert "questions" in label.badge("no-such-line")
