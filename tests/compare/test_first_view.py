"""The first view answers a dozen questions, each by statements alone, rarest first."""

from collections.abc import Mapping, Sequence

import pytest

from privascope.compare import label_making
from privascope.compare.contradictions import contradictions
from privascope.compare.evidence import Quoter
from privascope.compare.first_plan import consents, line_plans
from privascope.compare.first_values import values_in
from privascope.compare.first_view import FirstLine, Reply, Usual, by_rarity, first_view
from privascope.compare.made import Made, statements_made
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import by_slug, looked_for
from tests.hand_practices import hand_label, no_vagueness, practices_of, said_policy

# What is found in a policy of which no model read the sentences.
BY_RULES = looked_for(())


def made(policy: Policy, found: Mapping[str, Sequence[str]], **more: object) -> Made:
    """Statements made by hand: for each slug the words that make it."""
    places = {slug: [place(policy, words) for words in said] for slug, said in found.items()}
    return Made(places, **({"known": by_slug().keys()} | more))  # type: ignore[arg-type]


def place(policy: Policy, words: str) -> Practice:
    at = policy.text.index(words)
    number = next(n for n, one in enumerate(policy.segments) if one.start <= at < one.end)
    return Practice("", "", "", 0.9, number, at, at + len(words))


def lines(policy: Policy, statements: Made) -> dict[str, FirstLine]:
    return {one.slug: one for one in first_view(statements, quoter(policy))}


def quoter(policy: Policy) -> Quoter:
    return Quoter(policy, no_vagueness(policy))


def line(slug: str, *sentences: tuple[str, str], **more: object) -> FirstLine:
    """A line of a policy of some sentences, each with the statement that it makes."""
    policy = said_policy(*([words for _, words in sentences] or ["The sky is blue."]))
    found: dict[str, list[str]] = {}
    for name, words in sentences:
        found.setdefault(name, []).append(words)
    return lines(policy, made(policy, found, **more))[slug]


def test_there_are_twelve_lines_of_statements_that_exist() -> None:
    plans = line_plans()
    assert 8 <= len(plans) <= 12
    assert len({plan.slug for plan in plans}) == len(plans)
    for plan in plans:
        assert plan.yes
        assert by_slug().keys() >= set(plan.slugs)
        notes = [*plan.yes.values(), *plan.only_if.values(), *plan.also.values()]
        assert all("{" not in note or plan.value for note in notes)


def test_a_pair_of_opposites_answers_yes_and_no_to_the_same_question() -> None:
    for plan in line_plans():
        for slug in plan.no:
            assert by_slug()[slug].opposite in plan.yes


@pytest.mark.parametrize("number", range(len(consents())))
def test_words_that_leave_it_to_the_reader(number: int) -> None:
    consent = consents()[number]
    assert consent.says
    assert consent.not_
    for sentence in consent.says:
        assert consent.words.search(sentence), sentence
    for sentence in consent.not_:
        assert not any(one.words.search(sentence) for one in consents()), sentence


@pytest.mark.parametrize(
    ("slug", "sentences", "reply", "words"),
    [
        ("sells", [("sells-data", "We sell your data.")], Reply.YES, "Yes"),
        ("sells", [("does-not-sell-data", "We never sell your data.")], Reply.NO, "No"),
        ("sells", [], Reply.NOT_STATED, "Does not say"),
        (
            "sells",
            [("does-not-sell-data", "We do not sell data without your consent.")],
            Reply.ONLY_IF,
            "Not “without your consent”",
        ),
        (
            "advertisers",
            [("shares-data-with-advertisers", "Advertisers get it unless you opt out in the app.")],
            Reply.ONLY_IF,
            "Yes, “unless you opt out in the app”",
        ),
        (
            "location",
            [("collects-location", "We find you only if you allow us to, by GPS.")],
            Reply.ONLY_IF,
            "Only “if you allow us to”",
        ),
        (
            "location",
            [
                ("collects-location", "We find you if you allow us to."),
                ("collects-location", "We record where your car stands."),
            ],
            Reply.YES,
            "Yes",
        ),
        (
            "kept",
            [
                ("states-a-retention-period", "We keep invoices for seven (7) years."),
                ("states-a-retention-period", "Logs are deleted after 60 days."),
            ],
            Reply.YES,
            "60 days, 7 years",
        ),
        (
            "kept",
            [("states-a-retention-period", "Kept: 1 day, 2 weeks, 3 months or 4 years.")],
            Reply.YES,
            "1 day to 4 years",
        ),
        (
            "kept",
            [("keeps-data-as-long-as-needed", "We keep data as long as needed.")],
            Reply.ONLY_IF,
            "As long as needed, no number given",
        ),
        (
            "kept",
            [
                ("states-a-retention-period", "We keep it as our schedule says."),
                ("keeps-data-for-ever", "Backups are kept for ever."),
            ],
            Reply.YES,
            "Some without an end",
        ),
        (
            "opt-out",
            [
                ("lets-you-opt-out", "You can opt out."),
                ("lets-you-opt-out-of-marketing", "You can unsubscribe."),
                ("lets-you-refuse-cookies", "You can block cookies."),
                ("lets-you-object", "You can object."),
            ],
            Reply.YES,
            "Yes, of marketing, cookies and other uses",
        ),
        (
            "children",
            [("speaks-of-children", "It is not for those under the age of thirteen.")],
            Reply.YES,
            "Yes, under 13",
        ),
        (
            "abroad",
            [("sends-data-abroad", "Data is stored in the USA, outside of the EEA.")],
            Reply.YES,
            "Yes, to the United States and outside Europe",
        ),
        (
            "changes",
            [("posts-changes-here", "We post changes here.")],
            Reply.ONLY_IF,
            "Only if I look: they are posted",
        ),
    ],
)
def test_what_a_line_answers(
    slug: str, sentences: list[tuple[str, str]], reply: Reply, words: str
) -> None:
    found = line(slug, *sentences)
    assert (found.reply, found.words) == (reply, words)
    assert bool(found.evidence) is bool(sentences)
    assert set(found.statements) <= {name for name, _ in sentences}


def test_a_word_alone_is_the_last_to_be_quoted() -> None:
    found = line(
        "delete",
        ("lets-you-delete-your-data", "Deletion."),
        ("lets-you-delete-your-data", "You may ask us to delete your data."),
    )
    assert [one.text for one in found.evidence] == [
        "You may ask us to delete your data.",
        "Deletion.",
    ]


def test_both_sides_of_a_contradiction_are_kept_apart() -> None:
    found = line(
        "sells",
        ("sells-data", "We sell your data to brokers."),
        ("does-not-sell-data", "We never sell your data."),
    )
    assert found.reply is Reply.BOTH
    assert [one.text for one in found.evidence] == ["We sell your data to brokers."]
    assert [one.text for one in found.contrary] == ["We never sell your data."]


def test_one_sentence_taken_for_both_contradicts_nothing() -> None:
    words = "We do not sell data, but we sell lists."
    policy = said_policy(words)
    statements = made(policy, {"sells-data": [words], "does-not-sell-data": [words]})
    found = lines(policy, statements)["sells"]
    assert found.reply is Reply.NOT_SURE
    assert found.evidence[0].text == words
    assert contradictions(statements, quoter(policy)) == ()


def test_every_pair_of_opposites_is_a_contradiction_once() -> None:
    policy = said_policy("We honour your signal.", "We ignore your signal.")
    statements = made(
        policy,
        {
            "ignores-do-not-track": ["We ignore your signal."],
            "honours-do-not-track": ["We honour your signal."],
        },
    )
    (found,) = contradictions(statements, quoter(policy))
    assert found.statement == "honours-do-not-track"
    assert found.evidence[0].text == "We honour your signal."
    assert found.contrary[0].text == "We ignore your signal."


def test_what_no_method_looks_for_is_not_silent() -> None:
    found = line("ai", known=BY_RULES)
    assert found.reply is Reply.NOT_COMPUTED
    assert found.not_computed == ("trains-ai",)
    assert line("ai", known={"trains-ai"}).reply is Reply.NOT_STATED
    silent = line("sells", known=BY_RULES)
    assert silent.reply is Reply.NOT_STATED
    assert silent.not_computed == ("sells-data", "sells-under-california-law")


def test_a_denial_of_a_statement_without_an_opposite_is_a_no() -> None:
    policy = said_policy("We never train AI on your notes.", "Free notes may train our models.")
    no = place(policy, "We never train AI on your notes.")
    found = lines(policy, made(policy, {}, denied={"trains-ai": [no]}))["ai"]
    assert (found.reply, found.words) == (Reply.NO, "No")
    assert [one.text for one in found.evidence] == ["We never train AI on your notes."]
    said = {"trains-ai": ["Free notes may train our models."]}
    both = lines(policy, made(policy, said, denied={"trains-ai": [no]}))["ai"]
    assert both.reply is Reply.BOTH
    assert [one.text for one in both.contrary] == ["We never train AI on your notes."]


def test_a_sale_in_the_sense_of_a_law_is_no_plain_yes() -> None:
    found = line(
        "sells",
        ("does-not-sell-data", "We do not sell data for money."),
        ("sells-under-california-law", "This may be a sale under California law."),
    )
    assert found.reply is Reply.ONLY_IF
    assert found.evidence[0].text == "This may be a sale under California law."
    assert found.contrary[0].text == "We do not sell data for money."


def test_what_is_likely_is_not_told_as_silent() -> None:
    found = line("delete", likely=("lets-you-delete-your-data",))
    assert found.reply is Reply.NOT_SURE
    assert found.evidence == ()


def test_the_rarest_answer_comes_first_and_ties_keep_their_order() -> None:
    policy = said_policy()
    found = first_view(made(policy, {}, known=BY_RULES), quoter(policy))
    usual = {
        plan.slug: {Reply.NOT_STATED: Usual(3 if plan.slug == "abroad" else 8, 10)}
        for plan in line_plans()
    }
    ordered = [one.slug for one in by_rarity(found, usual)]
    rest = [plan.slug for plan in line_plans() if plan.slug not in ("abroad", "ai")]
    assert ordered == ["abroad", *rest, "ai"]
    assert [one.slug for one in by_rarity(found, {})] == [
        *(plan.slug for plan in line_plans() if plan.slug != "ai"),
        "ai",
    ]


def test_the_statements_come_from_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = said_policy("We sell it all.")

    def found(policy: Policy, practices: Sequence[Practice]) -> Made:
        return made(policy, {"sells-data": ["sell"]}, likely=("uses-cookies",))

    monkeypatch.setattr(label_making, "statements_made", found)
    label = hand_label(policy, ())
    assert next(one for one in label.first_view if one.slug == "sells").reply is Reply.YES
    assert [one.name for one in label.statements] == ["sells-data"]
    assert [one.wording for one in label.may_also] == ["Uses cookies or similar trackers"]


def test_every_sentence_is_in_the_text() -> None:
    policy = said_policy()
    found = first_view(statements_made(policy, practices_of(policy)), quoter(policy))
    said = [one for line in found for one in (*line.evidence, *line.contrary)]
    assert len(said) > 3
    assert all(one.text == policy.text[one.start : one.end] for one in said)
    assert next(one for one in found if one.slug == "kept").values == ("7 years",)


def test_values_are_sought_in_sentences_that_say_so() -> None:
    policy = said_policy("You must be at least 16 years old.")
    quotes = quoter(policy).quotes([place(policy, "at least 16")]).best
    assert values_in("ages", quotes) == ("under 16",)
    assert values_in("times", quotes) == ()
    assert values_in("places", quotes) == ()
