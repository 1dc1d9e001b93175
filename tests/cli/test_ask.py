"""Asking on the command line: the verdict first, the policy's own words, helpful refusals."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.answer.answer import Choice, Stance, Verdict
from privascope.answer.verdict_wording import verdict_line
from privascope.cli.answers import print_answer
from tests.cli.conftest import Run
from tests.collect.local_site import LocalSite, local_site, page
from tests.collect.test_visit import DRAWN, LOGIN, WALL
from tests.conftest import policy_page
from tests.hand_answer import hand_answer, hand_policy

HOST = "--allow-host=127.0.0.1"


@pytest.fixture(scope="module")
def sample_folder(pristine_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(pristine_sample, tmp_path_factory.mktemp("asked") / "library"))


@pytest.fixture
def sample(run: Run, sample_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands on a library that tests only read."""
    monkeypatch.setenv("PRIVASCOPE_LIBRARY", str(sample_folder))
    return run


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as opened:
        opened.answers["/privacy"] = page(policy_page("Quill").decode())
        yield opened


def printed(capsys: pytest.CaptureFixture[str], verdict: Verdict, *words: str, **more: bool) -> str:
    policy = hand_policy()
    options = {"every": False, "why": False, **more}
    print_answer(hand_answer(policy, verdict, *words), policy, **options)
    return capsys.readouterr().out


@pytest.mark.parametrize("verdict", list(Verdict))
def test_the_verdict_comes_first_and_is_no_yes_or_no_without_a_headline(
    capsys: pytest.CaptureFixture[str], verdict: Verdict
) -> None:
    first = printed(capsys, verdict, "invoices").splitlines()[0]
    assert verdict_line(verdict) in first
    assert not re.search(r"\b(yes|no)\b", first, re.IGNORECASE)


def test_a_headline_comes_first_and_then_the_decisive_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = hand_policy()
    answer = hand_answer(
        policy, Verdict.ANSWERED, "invoices", "hashed", stance=Stance.YES, headline="Yes."
    )
    print_answer(answer, policy, every=False, why=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "● Yes. The policy answers this."
    assert "We keep invoices for seven years" in next(one for one in lines[2:] if one)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    print_answer(answer, policy, every=False, why=False)
    coloured = capsys.readouterr().out
    decisive, other = coloured[coloured.index("We keep") - 9 :].split("hashed")[:2]
    assert "\x1b[1m" in decisive.split("invoices")[0]
    assert "\x1b[1m" not in other.split("\n\n")[0]


@pytest.mark.parametrize(
    ("stance", "told"),
    [(Stance.NO, "seem to mean no"), (Stance.DEPENDS, "to see what it depends on")],
)
def test_a_stance_that_is_less_sure_is_no_headline(
    capsys: pytest.CaptureFixture[str], stance: Stance, told: str
) -> None:
    policy = hand_policy()
    answer = hand_answer(policy, Verdict.ANSWERED, "invoices", stance=stance)
    print_answer(answer, policy, every=False, why=True)
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == "● The policy answers this."
    assert shown.index(told) < shown.index("We keep invoices")
    assert f"stance {stance.value}" in shown


def test_three_quotes_then_more_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("invoices", "hashed", "carriers", "thirteen")
    short = printed(capsys, Verdict.ANSWERED, *words)
    assert "We keep invoices for seven years" in short
    assert "› Quill Privacy Policy › Keep at Quill" in short
    assert "thirteen" not in short
    assert "more: 1 further sentence (--all)" in short
    whole = printed(capsys, Verdict.ANSWERED, *words, every=True)
    places = [whole.index(word) for word in ("carriers", "invoices", "hashed", "thirteen")]
    assert places == sorted(places)
    assert "further" not in whole


def test_a_summary_is_in_the_policys_order_below_its_headings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    policy = hand_policy()
    quotes = hand_answer(policy, Verdict.ANSWERED, "carriers", "invoices", "thirteen").quotes
    for verdict in (Verdict.ANSWERED, Verdict.UNSURE):
        answer = hand_answer(policy, verdict, "hashed", summary=quotes)
        print_answer(answer, policy, every=False, why=False)
        shown = capsys.readouterr().out
        places = [shown.index(word) for word in ("3 sentences", "carriers", "invoices", "thirteen")]
        assert places == sorted(places)
        assert "› Quill Privacy Policy › Keep at Quill\n  We keep invoices" in shown
        assert "hashed" not in shown


def test_a_table_is_a_table_and_a_list_has_its_lead_in_once(sample: Run) -> None:
    table = sample("ask", "larkride", "how long do cookies last?", "--summary", "20").out
    assert re.search(r"^ +Name +Set by +Job +Lasts *$\n^ +─+", table, re.MULTILINE)
    assert table.count("cookies and tags in this table") <= 1
    listed = sample("ask", "jotharbor", "what can I do with my data?", "--summary", "20").out
    assert listed.count("Anyone, wherever they live, can:") == 1
    assert len(re.findall(r"can:\n(?:  • .*\n)+", listed)) == 1


def test_a_summary_has_as_many_sentences_as_were_asked_for(sample: Run) -> None:
    words = ("ask", "jotharbor", "who gets my data?", "--json")
    answer = json.loads(sample(*words, "--summary", "7").out)
    starts = [quote["start"] for quote in answer["summary"]]
    assert len(starts) == 7
    assert starts == sorted(starts)
    assert json.loads(sample(*words).out)["summary"] == []
    for length in ("21", "-1", "many"):
        assert sample(*words, "--summary", length).code != 0


def test_a_low_risk_leaves_more_open(sample: Run) -> None:
    found = {}
    for risk in ("low", "medium", "high"):
        words = ("do you sell my data?", "--risk", risk, "--json")
        answers = json.loads(sample("ask", "jotharbor", "larkride", "loomwave", *words).out)
        found[risk] = [one["verdict"] for one in answers["answers"]].count("unsure")
    assert found["low"] >= found["medium"] >= found["high"]
    assert sample("ask", "jotharbor", "do you sell my data?", "--risk", "none").code != 0
    told = " ".join(sample("ask", "--help").out.split())
    assert (
        "low: the fewest wrong answers, but “could not tell” most often".casefold()
        in told.casefold()
    )


def test_a_silent_policy_shows_what_comes_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    silent = printed(capsys, Verdict.SILENT, "invoices")
    assert silent.startswith("○ The policy does not say.")
    assert silent.index("closest") < silent.index("We keep invoices")
    other = printed(capsys, Verdict.OUT_OF_SCOPE, "invoices")
    assert "We keep invoices" not in other
    assert "Can I delete my data?" in other


def test_why_tells_scores_and_what_was_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, Verdict.ANSWERED, "invoices", why=True)
    assert "understood: Do you keep invoices?" in told
    assert "confidence 0.75" in told
    assert "score 0.50" in told


def test_the_words_that_matter_are_highlighted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    told = printed(capsys, Verdict.ANSWERED, "invoices")
    assert re.search(r"\x1b\[(?:1;)?30;43minvoices\x1b\[0m", told)


def test_quotes_are_the_policys_own_words(sample: Run) -> None:
    done = sample("ask", "jotharbor", "how long do you keep my data?", "--json")
    assert done.code == 0, done.err
    answer = json.loads(done.out)
    text = json.loads(sample("show", "jotharbor", "--json").out)["text"]
    assert answer["source"]["organisation"] == "Jotharbor"
    assert answer["quotes"]
    for quote in answer["quotes"]:
        assert text[quote["start"] : quote["end"]] == quote["text"]
        assert all(quote["start"] <= m["start"] < m["end"] <= quote["end"] for m in quote["marks"])


def test_several_targets_give_one_answer_each(sample: Run) -> None:
    done = sample("ask", "jotharbor", "nowhere", "tallowbridge", "do you sell my data?", "--json")
    assert done.code == 1
    assert "nowhere: no policy is called" in done.err
    names = [answer["source"]["title"] for answer in json.loads(done.out)["answers"]]
    assert ["Jotharbor" in names[0], "Tallowbridge" in names[1]] == [True, True]


def test_a_question_may_name_its_policy(sample: Run) -> None:
    answer = json.loads(sample("ask", "does Jotharbor share my notes?", "--json").out)
    assert answer["source"]["organisation"] == "Jotharbor"
    lost = sample("ask", "does Zzyzx share my notes?")
    assert lost.code == 1
    assert lost.err.startswith("privascope: ")


def test_a_torn_question_is_noticed(sample: Run) -> None:
    done = sample("ask", "jotharbor", "can", "i", "delete", "it")
    assert done.code == 1
    assert "privascope ask jotharbor 'can i delete it'" in done.err
    assert done.out == ""


@pytest.mark.parametrize("question", ["", "?", "data", "x" * 10_000, "¿venden mis datos?", "☃"])
def test_odd_questions_get_an_answer_or_a_reason(sample: Run, question: str) -> None:
    done = sample("ask", "jotharbor", "--", question)
    assert "Traceback" not in done.err
    assert done.out if done.code == 0 else done.err.startswith("privascope: ")


def test_an_address_is_fetched_and_not_stored(run: Run, site: LocalSite, library: Path) -> None:
    done = run("ask", site.url("/privacy"), "how long are invoices kept?", HOST, "--json")
    assert done.code == 0, done.err
    source = json.loads(done.out)["source"]
    assert (source["url"], source["policy_id"]) == (site.url("/privacy"), "")
    assert not library.exists()


def test_keep_stores_what_was_fetched(run: Run, site: LocalSite) -> None:
    done = run("ask", site.url("/privacy"), "how long are invoices kept?", HOST, "--keep", "--json")
    assert done.code == 0, done.err
    policy_id = json.loads(done.out)["source"]["policy_id"]
    stored = json.loads(run("list", "--json").out)["policies"]
    assert [policy["id"] for policy in stored] == [policy_id]


def test_a_page_that_is_no_policy_offers_links(run: Run, site: LocalSite) -> None:
    site.answers["/"] = page(
        "<title>Plum cake</title>" + "<p>Stir flour and sugar.</p>" * 40 + "<a href=/p>Privacy</a>"
    )
    done = run("ask", site.url("/"), "do you sell my data?", HOST)
    assert done.code == 1
    assert "does not seem to be a privacy policy" in done.err
    assert site.url("/p") in done.err
    assert run("ask", site.url("/"), "do you sell my data?", HOST, "--anyway").code == 0


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("http://10.0.0.1/privacy", "private address"),
        ("./nowhere.html", "there is no file"),
        ("nowhere.md", "there is no file nowhere.md"),
        ("nobody", "there is no library"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(run: Run, target: str, told: str) -> None:
    done = run("ask", target, "do you sell my data?")
    assert done.code == 1
    assert told in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("html", "told"), [(LOGIN, "login form"), (WALL, "consent wall"), (DRAWN, "drawn by scripts")]
)
def test_what_stands_before_the_policy_is_told(
    run: Run, site: LocalSite, html: str, told: str
) -> None:
    site.answers["/wall"] = page(html)
    done = run("ask", site.url("/wall"), "do you sell my data?", HOST)
    assert done.code == 1
    assert told in done.err


def test_why_shows_what_was_looked_for_and_found(sample: Run) -> None:
    done = sample("ask", "jotharbor", "do you sell my photos?", "--why")
    assert done.code == 0, done.err
    for told in ("looked for: photos (also picture", "paraphrase:", "verdict: ", "read: ", "BM25"):
        assert told in done.out
    answer = json.loads(sample("ask", "jotharbor", "do you sell my photos?", "--json").out)
    assert answer["why"] == []


def test_a_missing_page_is_told(run: Run, site: LocalSite) -> None:
    done = run("ask", site.url("/nowhere"), "do you sell my data?", HOST)
    assert done.code == 1
    assert "There is no such page" in done.err


def test_a_file_is_asked_without_a_library(run: Run, tmp_path: Path, library: Path) -> None:
    (tmp_path / "saved.html").write_bytes(policy_page("Nib"))
    done = run("ask", tmp_path / "saved.html", "how long do you keep invoices?")
    assert done.code == 0, done.err
    assert "Nib" in done.out
    assert not library.exists()


def test_hostile_text_does_not_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    evil = "We sell your photos to \x1b[2Jbrokers\u202e and keep invoices forever."
    (tmp_path / "evil.html").write_bytes(policy_page("Evil\x1b[31m", evil))
    question = "do you sell \x1b]0;owned\x07 photos?"
    shown = ""
    for options in ([], ["--all", "--why"]):
        done = run("ask", tmp_path / "evil.html", question, *options)
        assert done.code == 0, done.err
        shown += done.out + done.err
    assert "\x1b[2J" not in shown
    assert "\x1b]" not in shown
    assert "\u202e" not in shown


def test_an_unclear_question_is_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    policy = hand_policy()
    choices = (Choice("what is collected", "What do you collect?"), Choice("who gets it", "Who?"))
    answer = hand_answer(policy, Verdict.UNSURE, choices=choices)
    print_answer(answer, policy, every=False, why=False)
    shown = capsys.readouterr().out
    assert "Do you mean what is collected, or who gets it?\n  What do you collect?\n  Who?" in shown
