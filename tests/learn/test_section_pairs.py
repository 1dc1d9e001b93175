"""Sections of policies as questions with their answers."""

from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.learn import section_pairs
from privascope.learn.heading_questions import heading_question
from privascope.learn.section_pairs import by_service, read_sections, sections_of
from tests.learn.tiny import sectioned_rows, write_rows


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("Data retention", "How long data retention?"),
        ("3. Third parties", "Who third parties?"),
        ("4.1. How we use your data", "How we use your data?"),
        ("B) International transfers", "Where international transfers?"),
        ("Purposes of processing:", "Why purposes of processing?"),
        ("Changes to this notice", "When changes to this notice?"),
        ("Security", "How security?"),
        ("CCPA", "What CCPA?"),
        ("Children", "What children?"),
        ("Do we sell your data?", "Do we sell your data?"),
        ("Section 7: Cookies", "What cookies?"),
        ("Privacy Policy", None),
        ("Privacy notice of Acme", None),
        ("1. Introduction", None),
        ("Table of contents", None),
        ("", None),
        ("2.", None),
        ("We " + "very " * 20 + "much", None),
    ],
)
def test_a_heading_becomes_a_question(heading: str, question: str | None) -> None:
    assert heading_question(heading) == question


POLICY = """
# Acme privacy policy

We wrote this policy so that you know what happens to your data at our shop.

## 1. What we keep

When you order something we keep your name and your address for the parcel.

We also keep the invoices, because the law on taxes asks for seven years:

- your name and your address as you gave them to us
- the things that you bought and what they cost

### Cookies

Our pages set one cookie that holds your basket until you close the browser.

## 2. Short

Too short.
"""


def test_a_section_has_its_own_paragraphs_without_the_heading() -> None:
    sections = {one.question: one.paragraphs for one in sections_of(POLICY, "text/markdown")}
    assert set(sections) == {"What we keep?", "What cookies?"}
    first, second = sections["What we keep?"]
    assert first.startswith("When you order something")
    assert "the things that you bought" in second
    assert not any("cookie" in text for text in (first, second))
    assert sections["What cookies?"][0].startswith("Our pages set one cookie")


def test_other_languages_and_empty_documents_have_no_sections(tmp_path: Path) -> None:
    german = "Wir erheben Ihren Namen und Ihre Anschrift, wenn Sie ein Konto eröffnen. " * 3
    rows = [
        {"markdown": "".join(f"# Titel {n}\n\n{german}\n\n" for n in range(4))},
        {"markdown": ""},
        {"markdown": None},
        {"markdown": "no headings " * 60},
        *sectioned_rows(2),
    ]
    found = read_sections([write_rows(tmp_path / "rows.jsonl", rows)], tmp_path)
    assert [policy.service for policy in found] == ["service 0", "service 1"]
    assert read_sections([write_rows(tmp_path / "poor.jsonl", rows[:4])], tmp_path) == []


def test_sections_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_rows(tmp_path / "rows.jsonl", sectioned_rows(3))
    found = read_sections([path], tmp_path)
    monkeypatch.setattr(section_pairs, "_read", None)
    assert read_sections([path], tmp_path) == found
    next(tmp_path.glob("sections-*.json")).write_text('[{"service": 1}]')
    with pytest.raises(DataError, match=r"sections-\w+\.json is damaged"):
        read_sections([path], tmp_path)


@pytest.mark.parametrize(
    ("row", "message"),
    [({"words": ""}, "row 2: no field markdown, html, text"), ({"html": 5}, "row 2: the document")],
)
def test_bad_rows_are_named(tmp_path: Path, row: dict[str, object], message: str) -> None:
    path = write_rows(tmp_path / "rows.jsonl", [*sectioned_rows(1), row])
    with pytest.raises(DataError, match=message):
        read_sections([path], tmp_path)


def test_no_service_and_no_paragraph_stands_on_both_sides(tmp_path: Path) -> None:
    rows = sectioned_rows(60)
    copied = rows[0]["markdown"].split("## 2.")[0]
    for row in rows[1:]:
        row["markdown"] += "\n\n" + copied.split("\n\n", 1)[1]
    policies = read_sections([write_rows(tmp_path / "rows.jsonl", rows)], tmp_path)
    learned, tuned, judged = by_service(policies)
    assert len(learned) > 5 * len(judged) > 0
    assert len({policy.service for part in (learned, tuned, judged) for policy in part}) == 60
    texts = [
        {text for policy in part for one in policy.sections for text in one.paragraphs}
        for part in (learned, tuned, judged)
    ]
    assert not texts[0] & texts[1]
    assert not texts[0] & texts[2]
