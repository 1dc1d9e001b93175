"""What an answer's section shows: headline, decisive sentence, lists, tables, summary, options."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from privascope.answer.answer import Quote, Stance, Verdict
from privascope.answer.verdict_thresholds import Risk
from privascope.policy.policy import Policy
from privascope.serve.web.ask_options import AskOptions, read_options
from privascope.serve.web.ask_view import view_answer
from privascope.serve.web.templates import make_templates
from tests.answer.test_excerpts import fennel, quotes
from tests.hand_answer import hand_answer, hand_policy

_SOURCE = (
    '{% from "ask_answer.html" import answer_section with context %}{{ answer_section(view) }}'
)


def shown(
    policy: Policy, verdict: Verdict, *words: str, options: AskOptions, **changes: object
) -> LexborHTMLParser:
    answer = hand_answer(policy, verdict, *words, **changes)
    view = view_answer(
        answer,
        policy,
        lambda question, other: f"/ask?{len(question)}&{other.risk}&{other.summary}",
        options,
    )
    return LexborHTMLParser(make_templates().env.from_string(_SOURCE).render(view=view))


def quoted(*beginnings: str, verdict: Verdict = Verdict.ANSWERED) -> LexborHTMLParser:
    policy = fennel()
    found: tuple[Quote, ...] = tuple(quotes(policy, *beginnings))
    return shown(policy, verdict, options=AskOptions(), quotes=found)


def texts(page: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in page.css(selector)]


def test_the_headline_comes_first_and_the_decisive_sentence_is_large() -> None:
    page = shown(
        hand_policy(),
        Verdict.ANSWERED,
        "invoices",
        "hashed",
        options=AskOptions(),
        stance=Stance.YES,
        headline="Yes.",
    )
    assert texts(page, "#verdict") == ["Yes. The policy answers this."]
    assert texts(page, ".headline") == ["Yes."]
    (decisive,) = texts(page, ".decisive")
    assert "We keep invoices for seven years" in decisive
    assert texts(page, ".to-text")[0] == decisive


@pytest.mark.parametrize("verdict", list(Verdict))
def test_without_a_headline_the_verdict_is_no_yes_or_no(verdict: Verdict) -> None:
    page = shown(hand_policy(), verdict, "invoices", options=AskOptions())
    assert texts(page, ".headline") == []
    assert page.css(f".answer.{verdict.name.lower()} svg")
    assert len(texts(page, ".decisive")) == (verdict in (Verdict.ANSWERED, Verdict.PARTLY))
    assert len(texts(page, ".to-text")) == (verdict is not Verdict.OUT_OF_SCOPE)


def test_a_list_has_its_lead_in_once() -> None:
    page = quoted("the tax office", "our cloud host")
    assert texts(page, ".quote p.context") == ["We share your data with:"]
    assert texts(page, ".quote li") == ["the tax office.", "our cloud host in Oslo;"]
    assert texts(page, ".quote li .decisive") == ["the tax office."]
    assert len(texts(page, ".quote .where")) == 1


def test_a_row_is_a_table_below_its_columns() -> None:
    page = quoted("Diary pages")
    assert texts(page, ".quote th") == ["Record", "Kept for"]
    assert texts(page, ".quote td") == ["Diary pages", "until you delete them"]


def test_what_a_sentence_refers_to_comes_before_it() -> None:
    page = quoted("They send it")
    assert texts(page, ".quote .context") == ["Weather stations read the air."]
    assert texts(page, ".quote p")[0] == "Weather stations read the air. They send it to us."


def test_a_summary_is_shown_instead_by_section() -> None:
    policy = fennel()
    summary = tuple(quotes(policy, "Fennel is", "the tax office", "Invoices"))
    page = shown(
        policy,
        Verdict.SILENT,
        options=AskOptions(summary=3),
        summary=summary,
        quotes=(),
        nearest=(),
    )
    assert "3 sentences nearest" in page.css_first(".lead-in").text()
    assert [one.rpartition(" › ")[2] for one in texts(page, ".summed h3")] == [
        "Fennel Privacy Policy",
        "Sharing",
        "Keeping",
    ]
    chosen = texts(page, ".lengths [aria-current]")
    assert chosen == ["3"]
    assert texts(page, ".lengths a") == ["none", "3", "5", "10", "20"]


def test_every_risk_says_what_it_costs() -> None:
    page = shown(hand_policy(), Verdict.UNSURE, "invoices", options=AskOptions(Risk.LOW, 5))
    risks = {node.css_first("a").text(): node for node in page.css(".options li")}
    assert set(risks) == set(Risk)
    assert "could not tell" in risks["low"].text()
    assert risks["low"].css_first("[aria-current]")
    assert risks["high"].css_first("a").attributes["href"] == "/ask?21&high&5"
    assert page.css_first(".try-next a").attributes["href"] == "/ask?21&high&5"
    bold = shown(hand_policy(), Verdict.UNSURE, "invoices", options=AskOptions(Risk.HIGH))
    assert not bold.css(".try-next a")


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ({}, AskOptions()),
        ({"risk": "low", "summary": "10"}, AskOptions(Risk.LOW, 10)),
        ({"risk": "none", "summary": "21"}, AskOptions()),
        ({"risk": "", "summary": "²"}, AskOptions()),
        ({"summary": "0"}, AskOptions()),
    ],
)
def test_options_are_read_from_an_address(query: dict[str, str], options: AskOptions) -> None:
    assert read_options(query) == options
    assert read_options(options.state) == options
