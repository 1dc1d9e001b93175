"""Answers made by hand, for what shows them."""

from privascope.answer.answer import Answer, Mark, Quote, Source, Verdict
from privascope.policy.derive import derive_policy
from privascope.policy.policy import Policy
from privascope.policy.read import read_page
from tests.conftest import policy_page

URL = "https://quill.example/privacy"


def hand_policy(*extra: str) -> Policy:
    """The policy of a small page."""
    return derive_policy(read_page(policy_page("Quill", *extra), URL, "text/html"))


def hand_answer(policy: Policy, verdict: Verdict, *words: str, **changes: object) -> Answer:
    """An answer that quotes the sentences which hold the words, in that order."""
    quotes = tuple(_quote(policy, word) for word in words)
    has_answer = verdict in (Verdict.ANSWERED, Verdict.PARTLY)
    fields: dict[str, object] = {
        "question": "do you keep invoices?",
        "understood": "Do you keep invoices?",
        "source": Source("", "", policy.title, "quill.example", URL, "2024-05-01"),
        "verdict": verdict,
        "confidence": 0.75,
        "quotes": quotes if has_answer else (),
        "nearest": () if has_answer else quotes,
        "suggestions": ("Can I delete my data?",),
        "notes": (),
        "method": "default",
    }
    return Answer(**{**fields, **changes})  # type: ignore[arg-type]


def _quote(policy: Policy, word: str) -> Quote:
    at = policy.text.index(word)
    sentence = next(one for one in policy.sentences if one.start <= at < one.end)
    return Quote(
        start=sentence.start,
        end=sentence.end,
        text=policy.quote(sentence),
        section=policy.section_path(sentence.start),
        score=0.5,
        marks=(Mark(at, at + len(word)),),
        context=(),
        link=f"{URL}#:~:text=word",
    )
