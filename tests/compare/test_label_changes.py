"""What a later version says differently: only what its own new sentences say."""

from privascope.compare.label import PolicyLabel
from privascope.compare.label_changes import Turn, label_changes
from privascope.policy.policy import Policy
from privascope.traits.practices.practice import Practice
from tests.hand_practices import DATA, FIRST, KEPT, THIRD, hand_label, practice, said_policy

Row = tuple[str, str, str, str]
LOCATION: Row = ("location", FIRST, DATA, "Location")
DAYS: Row = ("60 days", KEPT, "Retention Period", "Stated Period")
YEARS: Row = ("10 years", KEPT, "Retention Period", "Stated Period")
NAMED: Row = ("Larynx Cloud", THIRD, "Third Party Entity", "Named third party")


def labelled(sentences: list[str], *rows: Row) -> tuple[PolicyLabel, Policy]:
    policy = said_policy(*sentences)
    found: tuple[Practice, ...] = tuple(practice(policy, *row) for row in rows)
    wholes = tuple(practice(policy, row[0], row[1], "", "") for row in rows)
    return hand_label(policy, (*found, *wholes)), policy


def test_a_statement_that_appears_and_one_that_goes() -> None:
    before, old = labelled(["We collect your location.", "The sky is blue."], LOCATION)
    after, new = labelled(["The sky is blue.", "We keep it for 60 days."], DAYS)
    found = label_changes(before, old.text, after, new.text)
    kinds = {one.statement: one.kind for one in found.statements}
    assert kinds == {
        "states-a-retention-period": Turn.APPEARED,
        "collects-location": Turn.WENT,
    }
    appeared = found.statements[0].evidence
    assert new.text[appeared.start : appeared.end] == "We keep it for 60 days."
    went = found.statements[1].evidence
    assert old.text[went.start : went.end] == "We collect your location."


def test_a_sentence_that_is_in_both_texts_changed_nothing() -> None:
    sentences = ["We collect your  location."]
    before, old = labelled(sentences)
    after, new = labelled(sentences, LOCATION)
    found = label_changes(before, old.text, after, new.text)
    assert (found.statements, found.answers, found.names) == ((), (), ())


def test_another_value_is_another_answer() -> None:
    before, old = labelled(["We keep it for 60 days."], DAYS)
    after, new = labelled(["We keep it for 10 years."], YEARS)
    found = label_changes(before, old.text, after, new.text)
    (answer,) = found.answers
    assert (answer.line, answer.before, answer.after) == ("kept", "60 days", "10 years")
    assert found.statements == ()


def test_a_company_that_is_named_first_now() -> None:
    before, old = labelled(["A supplier helps us."])
    after, new = labelled(["A supplier helps us, Larynx Cloud."], NAMED)
    assert label_changes(before, old.text, after, new.text).names == ("Larynx Cloud",)
    assert label_changes(after, new.text, after, new.text).names == ()
