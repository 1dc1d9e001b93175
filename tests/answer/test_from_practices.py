"""Practices lead to the sentences that state them, and tell what a policy has nothing of."""

import pytest

from privascope.answer.answer import Source, Verdict
from privascope.answer.ask import ask
from privascope.answer.clarify import clarify
from privascope.answer.from_practices import looked_for, practice_scores
from privascope.answer.mapping.map_question import map_question
from privascope.answer.passages import passages_of
from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from tests.answer.conftest import make_policy

FIRST, KEPT = "First Party Collection/Use", "Data Retention"
TEXT = """# Marrowfen

## Data

We note your name. We note your location. Nothing else is noted.

## Keeping

We keep your location for two weeks. We keep your name for a year.
"""


@pytest.fixture(scope="module")
def marrowfen() -> Policy:
    return make_policy(TEXT)


@pytest.fixture(scope="module")
def practices(marrowfen: Policy) -> tuple[Practice, ...]:
    def found(category: str, attribute: str, value: str, words: str) -> Practice:
        start = marrowfen.text.index(words)
        end = start + len(words)
        segment = max(n for n, one in enumerate(marrowfen.segments) if one.start <= start)
        return Practice(category, attribute, value, 0.9, segment, start, end)

    kind = "Personal Information Type"
    return (
        found(FIRST, "", "", "We note your name"),
        found(FIRST, kind, "Contact", "your name."),
        found(FIRST, kind, "Location", "your location."),
        found(KEPT, "", "", "We keep your location"),
        found(KEPT, kind, "Location", "your location for"),
    )


def test_the_sentence_with_the_value_scores_best(
    marrowfen: Policy, practices: tuple[Practice, ...]
) -> None:
    passages = passages_of(marrowfen)
    scores = practice_scores(map_question("do you collect my location?"), practices, passages)
    best = passages[int(scores.argmax())].text
    assert best == "We note your location."
    scores = practice_scores(map_question("how long do you keep it?"), practices, passages)
    assert passages[int(scores.argmax())].text.startswith("We keep")


def test_without_practices_nothing_scores(marrowfen: Policy) -> None:
    passages = passages_of(marrowfen)
    assert not practice_scores(map_question("do you sell my data?"), (), passages).any()


def test_what_was_looked_for_is_named_in_plain_words() -> None:
    assert looked_for(map_question("how long do you keep my data?")).startswith(
        "how long they keep it"
    )
    assert looked_for(map_question("do you respect do not track?")) == "Do Not Track"
    for unclear in ("what about it?", "can my kid use it?"):
        assert looked_for(map_question(unclear)) == ""


def test_a_silent_policy_says_what_was_looked_for(
    marrowfen: Policy, practices: tuple[Practice, ...]
) -> None:
    def notes(question: str, known: tuple[Practice, ...]) -> list[str]:
        own = PolicyPractices(marrowfen)
        own.tell(known)
        asked = understand(question, Spelling(frozenset()))
        return clarify(asked, Verdict.SILENT, marrowfen.text, own)[1]

    for known in (practices, practices[:1]):
        (note,) = notes("how long do you keep my data?", known)
        assert note.startswith("Looked for: how long they keep it")


def test_a_thing_that_is_only_named_gets_choices(
    marrowfen: Policy, source: Source, practices: tuple[Practice, ...]
) -> None:
    answer = ask(make_policy(TEXT + "\n"), source, "location", practices=practices)
    assert [one.question for one in answer.choices] == [
        "What do you collect about my location, and why?",
        "How long do you keep my location?",
    ]
    clear = ask(marrowfen, source, "how long do you keep my location?", practices=practices)
    assert clear.choices == ()
