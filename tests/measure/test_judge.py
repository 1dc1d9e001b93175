"""Answers compared blind: the page, its key, and what judges say."""

import json
from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.measure.judging import answers
from privascope.measure.judging.answers import key_of, write_answer_sheet
from privascope.measure.judging.preferences import alpha, qrels, read_judged, report

pytest.importorskip("krippendorff")

KEY = {"key": {"a1": "default", "b1": "bm25", "a2": "default", "b2": "bm25"}}


def row(item, judge, best, relevant=None):
    number = item[-1]
    return {
        "item": item,
        "judge": judge,
        "shown": [f"a{number}", f"b{number}"],
        "best": [f"{letter}{number}" for letter in best],
        "relevant": relevant or {},
    }


@pytest.fixture
def judged(tmp_path):
    (tmp_path / "key.json").write_text(json.dumps(KEY))

    def read(*rows):
        path = tmp_path / "judged.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
        return read_judged([path], tmp_path / "key.json")

    return read


def test_preferences_count_ties_in_parts(judged):
    found = report(judged(row("q1", "ann", "a"), row("q2", "ann", "ab"), row("q1", "bob", "a")))
    assert (found["judges"], found["items"], found["judgements"]) == (2, 2, 3)
    assert found["ties"] == 1
    shares = found["preferences"]
    assert shares["default"]["share"] == pytest.approx(0.75)
    assert shares["bm25"]["share"] == pytest.approx(0.25)
    assert shares["default"]["low"] <= 0.75 <= shares["default"]["high"]
    assert shares["default"]["alone_best"] == 2


def test_a_judge_who_stops_half_way_and_comes_back(judged):
    found = judged(row("q1", "ann", "a"), row("q1", "ann", "b"))
    assert len(found) == 1
    assert found[0].best == ("bm25",)
    whole = report(judged(row("q1", "ann", "a"), row("q2", "ann", "b"), row("q1", "bob", "a")))
    assert whole["judgements"] == 3


def test_agreement_is_krippendorffs():
    same = [(judge, unit, value) for judge in "xy" for unit, value in (("1", "a"), ("2", "b"))]
    assert alpha(same) == pytest.approx(1)
    # By hand: two units, one of them disputed. Observed 1/2, expected 1/2.
    assert alpha([("x", "1", "a"), ("y", "1", "a"), ("x", "2", "a"), ("y", "2", "b")]) == (
        pytest.approx(0)
    )
    assert alpha([("x", "1", "a")]) is None
    assert alpha([("x", "1", "a"), ("y", "2", "b")]) is None


def test_sentences_are_relevant_by_majority(judged):
    found = judged(
        row("q1", "ann", "a", {"p:0-5": True, "p:6-9": False}),
        row("q1", "bob", "a", {"p:0-5": True, "p:6-9": False}),
    )
    assert qrels(found) == ["q1 0 p:0-5 1", "q1 0 p:6-9 0"]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"item": ""}, "item must be a text"),
        ({"best": ["zz"]}, "no code of this key"),
        ({"best": ["a2"]}, "was not shown"),
        ({"best": "a1"}, "lists of codes"),
        ({"relevant": []}, "must name sentences"),
    ],
)
def test_bad_judgements_are_told(judged, bad, message):
    with pytest.raises(DataError, match=message):
        judged({**row("q1", "ann", "a"), **bad})


def test_no_judgement_or_no_key_is_told(judged, tmp_path):
    with pytest.raises(DataError, match="no judgements"):
        judged()
    with pytest.raises(DataError, match="cannot read the key"):
        read_judged([tmp_path / "judged.jsonl"], tmp_path / "none.json")
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(DataError, match="no key of a judging sheet"):
        read_judged([tmp_path / "judged.jsonl"], tmp_path / "other.json")


class FakeAnswer:
    def __init__(self, text):
        quote = type("Quote", (), {"start": 0, "end": len(text), "text": text})()
        self.quotes, self.nearest = (quote,), ()


class FakeLibrary:
    id, title = "p1", "A <b>policy</b>"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def find(self, _):
        return self

    def ask(self, question, method):
        return FakeAnswer(f"Answer of kind {len(method)} </script><script>alert(1)</script>")


def test_the_page_is_blind_and_holds_no_foreign_script(tmp_path, monkeypatch):
    monkeypatch.setattr(answers.api, "open", lambda _: FakeLibrary())
    (tmp_path / "q.jsonl").write_text('{"policy": "p1", "question": "do you sell it?"}\n')
    sheet = tmp_path / "sheet.html"
    made = write_answer_sheet(tmp_path / "q.jsonl", tmp_path, ["default", "bm25-expanded"], sheet)
    assert made["questions"] == 1
    page = sheet.read_text()
    assert "bm25-expanded" not in page
    assert "<script>alert" not in page
    key = json.loads(key_of(sheet).read_text())["key"]
    assert sorted(key.values()) == ["bm25-expanded", "default"]
    assert all(code in page for code in key)


CHROMIUM = Path("/usr/bin/chromium")


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs chromium")
def test_a_judge_stops_half_way_and_goes_on_in_a_browser(tmp_path, monkeypatch):
    playwright = pytest.importorskip("playwright.sync_api")
    monkeypatch.setattr(answers.api, "open", lambda _: FakeLibrary())
    lines = [{"policy": "p1", "question": f"question {number}?"} for number in range(3)]
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    sheet = tmp_path / "sheet.html"
    write_answer_sheet(tmp_path / "q.jsonl", tmp_path, ["default", "bm25"], sheet)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        page = browser.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.goto(sheet.as_uri())
        page.fill("#judge", "ann")
        page.keyboard.press("Enter")
        page.locator("#answers input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("1")
        page.keyboard.press("0")
        assert page.inner_text("#done") == "2 judged."
        # The browser writes to disk when it likes: the page that is loaded next may be too early.
        for _ in range(20):
            page.reload()
            page.fill("#judge", "ann")
            page.keyboard.press("Enter")
            if page.inner_text("#done") == "2 judged.":
                break
            page.wait_for_timeout(500)
        assert page.inner_text("#done") == "2 judged."
        assert page.inner_text("#question") == "question 2?"
        with page.expect_download() as download:
            page.click("#rows")
        download.value.save_as(tmp_path / "judged.jsonl")
        browser.close()
    assert troubles == []
    first, second = read_judged([tmp_path / "judged.jsonl"], key_of(sheet))
    assert (len(first.best), len(second.best)) == (1, 2)
    # Both methods gave the first question's sentence the same place, so it is ticked in both.
    assert any(first.relevant.values())
    assert not any(second.relevant.values())


def test_two_methods_and_some_questions_are_needed(tmp_path):
    (tmp_path / "q.jsonl").write_text('{"policy": "p1", "question": "do you sell it?"}\n')
    with pytest.raises(DataError, match="two methods"):
        write_answer_sheet(tmp_path / "q.jsonl", tmp_path, ["default"], tmp_path / "s.html")
    (tmp_path / "q.jsonl").write_text("")
    with pytest.raises(DataError, match="no questions"):
        write_answer_sheet(tmp_path / "q.jsonl", tmp_path, ["default", "bm25"], tmp_path / "s.html")
