"""Labels and comparisons on the command line."""

import json
import re
from pathlib import Path

import pytest

from privascope.cli.comparisons import print_comparison
from privascope.cli.first_view import print_first_view
from privascope.cli.labels import print_sections, print_vague
from privascope.compare.comparison import compare_labels
from privascope.compare.first_view import Reply, Usual
from privascope.library.index import catch_up
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from privascope.traits.practices.practice import MADE, SENTENCES_READ
from tests.cli.conftest import Run
from tests.conftest import make_candidate, policy_page
from tests.hand_practices import (
    SENTENCES,
    hand_label,
    practice,
    practices_of,
    said_policy,
)

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def stored(run: Run, library: Path, tiny_practices: Path) -> Run:
    """Runs commands on a library with two policies, read by the tiny model."""
    with LibraryWriter(library) as writer:
        with writer.transaction():
            for name, without in (("Quill", ()), ("Dent", ("keep", "share"))):
                page = policy_page(name, without=without)
                writer.store(make_candidate(page, f"https://{name.lower()}.example/privacy"))
        catch_up(writer)
    return run


def test_a_label_shows_what_is_said_denied_open_and_not_stated(capsys: Captured) -> None:
    print_sections(hand_label(sector="Medical", known=3), evidence=False)
    out = capsys.readouterr().out
    assert "● location  used for ads, marketing · shared with named companies" in out
    assert "✕ health (says it does not)" in out
    assert "◐ unspecified information" in out
    assert "○ not stated: the policy does not mention Do Not Track" in out
    assert "● a stated time: “seven years”" in out
    assert "● companies that it names: “Adlark Inc”  ~ vague wording" in out
    assert "3 Medical policies were analysed: too few for a comparison." in out
    assert "We keep invoices" not in out


def test_the_first_view_fits_on_a_screen(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said, denied = "We sell your data to data brokers", "We never sell your data to anybody"
    policy = said_policy(*SENTENCES, f"{said}.", f"{denied}.")
    found = (*practices_of(policy), practice(policy, said, "", SENTENCES_READ, ""))
    for words, slug in (
        (said, "sells-data"),
        (denied, "does-not-sell-data"),
        ("We keep invoices for seven years", "states-a-retention-period"),
    ):
        found += (practice(policy, words, "", MADE, slug),)
    usual = {"kept": {Reply.YES: Usual(2, 9)}}
    print_first_view(hand_label(policy, found, sector="Medical", usual=usual), evidence=False)
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 40
    assert re.search(r"● +How long is my data kept\? +7 years +2 of 9", out)
    assert re.search(r"○ +Does it train AI on my data\? +Does not say", out)
    assert re.search(r"○ +Can I delete my data\? +Does not say", out)
    assert re.search(r"≠ +Does it sell my data\? +Says both", out)
    assert f"● “{said}.”" in out
    assert f"✕ “{denied}.”" in out
    assert out.index("How long is my data kept?") < out.index("Does it sell my data?")


def test_the_first_view_quotes_its_sentences(capsys: Captured) -> None:
    policy = said_policy()
    print_first_view(hand_label(policy), evidence=True)
    at = policy.text.index("We keep invoices")
    out = capsys.readouterr().out
    assert f"“We keep invoices for seven years.” [{at}–{at + 33}]" in out


def test_evidence_is_quoted_with_its_offsets(capsys: Captured) -> None:
    policy = said_policy()
    print_sections(hand_label(policy), evidence=True)
    out = capsys.readouterr().out
    at = policy.text.index("We keep invoices")
    assert f"“We keep invoices for seven years.” [{at}–{at + 33}]" in out


def test_what_it_is_vague_about(capsys: Captured) -> None:
    print_vague(hand_label())
    out = capsys.readouterr().out
    assert "“We may share your location" in out
    assert "unspecified information" in out
    assert "seven years" not in out
    policy = said_policy("The sky is blue.")
    print_vague(hand_label(policy, ()))
    assert "Nothing on the label is vague" in capsys.readouterr().out


def test_what_is_unlike_the_sector(capsys: Captured) -> None:
    print_sections(
        hand_label(sector="Medical", counts={"uses-cookies": 6}, known=7), evidence=False
    )
    out = capsys.readouterr().out
    assert "Unlike most of the 7 Medical policies here" in out
    assert "Does not say that it uses cookies; 6 of 7 Medical policies here do." in out


def test_text_cannot_steer_the_terminal(capsys: Captured) -> None:
    policy = said_policy("We collect your name.", name="Evil")
    label = hand_label(
        policy,
        (
            practice(
                policy, "name", "First Party Collection/Use", "Personal Information Type", "Contact"
            ),
        ),
        organisation="\x1b[31mred\x1b[2J",
    )
    print_sections(label, evidence=True)
    print_comparison(compare_labels([label, label]), evidence=True)
    print_comparison(compare_labels([label, label]), evidence=False)
    assert "\x1b" not in capsys.readouterr().out


def test_a_comparison_shows_differences_first(capsys: Captured) -> None:
    other = said_policy(*SENTENCES[1:], name="Dent")
    comparison = compare_labels([hand_label(), hand_label(other, organisation="dent.example")])
    print_comparison(comparison, evidence=False)
    out = capsys.readouterr().out
    differ, _, common = out.partition("Where they agree")
    assert "dent.example" in differ
    assert "contact details" in differ
    assert "a stated time" in common
    print_comparison(comparison, evidence=True)
    assert "“We collect your name and your location" in capsys.readouterr().out


def test_a_stored_policy_has_its_label_and_keeps_its_practices(stored: Run, library: Path) -> None:
    done = stored("label", "quill.example", "--json")
    assert done.code == 0, done.err
    label = json.loads(done.out)
    collected = label["parts"][0]
    assert collected["slug"] == "collected"
    assert collected["topics"][0]["lines"][0]["name"] == "Contact"
    with Library(library) as opened:
        policy = opened.derived(label["source"]["version_id"]).policy
        found = opened.row("SELECT count(*) FROM trait WHERE name = 'practices'")
    assert found
    assert found[0] == 1
    for line in collected["topics"][0]["lines"]:
        for one in line["evidence"]:
            assert policy.text[one["start"] : one["end"]] == one["text"]


def test_two_stored_policies_side_by_side(stored: Run) -> None:
    done = stored("compare", "quill.example", "dent.example", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    rows = {(row["part"], row["name"]): row["cells"] for row in found["differences"]}
    states = [cell["standing"] for cell in rows[("kept", "Stated Period")]]
    assert states[0] == "stated"
    assert states[1] in ("not_stated", "not_sure")
    assert stored("compare", "quill.example", "dent.example").code == 0


def test_a_file_has_a_label_without_a_library(
    run: Run, tmp_path: Path, tiny_practices: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(policy_page("Quill"))
    done = run("label", page)
    assert done.code == 0, done.err
    assert re.search(r"How long is my data kept\? +7 years", done.out)
    assert "● contact details" not in done.out
    whole = run("label", page, "--all").out
    assert "● contact details" in whole
    assert "● a stated time: “seven years”" in whole


def test_a_label_and_its_badge_are_written_as_pictures(
    run: Run, tmp_path: Path, tiny_practices: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(policy_page("Quill"))
    label, badge = tmp_path / "label.svg", tmp_path / "badge.svg"
    done = run("label", page, "--svg", label, "--badge", badge)
    assert done.code == 0, done.err
    assert done.out == ""
    assert "How long is my data kept?" in label.read_text()
    assert "of 12 questions" in badge.read_text()
    refused = run("label", page, "--svg", tmp_path / "nowhere" / "label.svg")
    assert refused.code == 1
    assert "cannot be written" in refused.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("compare", "quill.example"), "2 to 6 policies"),
        (("compare", *["quill.example"] * 7), "2 to 6 policies"),
        (("compare", "quill.example", "nobody"), "nobody"),
        (("label", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_shown_is_told_in_one_line(
    stored: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = stored(*arguments)
    assert done.code == 1
    assert told in done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) == 1


def test_another_language_is_refused(run: Run, tmp_path: Path, tiny_practices: Path) -> None:
    page = tmp_path / "page.html"
    text = "<p>Wir erheben Ihre Daten, wenn Sie ein Konto anlegen, und geben sie nicht weiter.</p>"
    page.write_text(f"<html lang=de><title>Datenschutz</title>{text * 12}</html>")
    done = run("label", page)
    assert done.code == 1
    assert "English" in done.err


def test_what_is_no_policy_or_long_is_told_beside_the_label(
    run: Run, tmp_path: Path, tiny_practices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "cake.html"
    page.write_text("<html lang=en><title>Cake</title><p>Beat the eggs with the sugar.</p>" * 9)
    monkeypatch.setattr("privascope.traits.practices.find.expected_seconds", lambda _: 40.0)
    done = run("label", page, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["parts"]
    assert "does not seem to be a whole privacy policy" in done.err
    assert "takes about 40 seconds" in done.err
    whole = tmp_path / "whole.html"
    whole.write_bytes(policy_page("Quill"))
    assert "whole privacy policy" not in run("label", whole).err
