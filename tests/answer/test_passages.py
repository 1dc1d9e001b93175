"""Sentences know what they lean on and whether they state anything."""

from privascope.answer.passages import Passage, Passages, passages_of, passages_of_sentences
from privascope.policy.policy import Policy


def passage(passages: Passages, start: str) -> Passage:
    return next(one for one in passages.all if one.text.startswith(start))


def test_list_items_have_their_head(policy: Policy) -> None:
    passages = passages_of(policy)
    item = passage(passages, "the photos that you add")
    assert passages[item.head].text.startswith("We collect the following")


def test_a_list_ends_with_its_items(policy: Policy) -> None:
    assert passage(passages_of(policy), "With your permission").head == -1


def test_sentences_lean_on_the_one_before(policy: Policy) -> None:
    passages = passages_of(policy)
    leaning = passage(passages, "This includes")
    assert passages[leaning.before].text.startswith("With your permission")


def test_a_bare_no_leans_on_the_question_above() -> None:
    passages = passages_of_sentences(["Do you sell data?", "No.", "Never mind the rest of it."])
    assert [one.before for one in passages.all] == [-1, 0, -1]
    assert [one.states for one in passages.all] == [False, True, True]


def test_a_condition_without_its_thing_leans_on_the_sentence_before() -> None:
    passages = passages_of_sentences(
        [
            "After three years we ask whether you want to keep the account.",
            "If no reply comes, it is closed.",
            "If you move, tell us.",
            "If you do so, we change the address.",
        ]
    )
    assert [one.before for one in passages.all] == [-1, 0, -1, 2]


def test_this_way_and_to_do_so_lean_on_the_sentence_before() -> None:
    passages = passages_of_sentences(
        [
            "Some shops trade in addresses.",
            "We do not pass yours on in this way.",
            "You may ask for a copy.",
            "Write to us to do so.",
        ]
    )
    assert [one.before for one in passages.all] == [-1, 0, -1, 2]


def test_a_heading_in_a_paragraph_weighs_less() -> None:
    passages = passages_of_sentences(["Managing Your Signals.", "We do not respond to them."])
    assert passages[0].weight < passages[1].weight


def test_headings_and_contents_lines_weigh_less(policy: Policy) -> None:
    passages = passages_of(policy)
    lines = [one for one in passages.all if one.text == "Do you sell data?"]
    assert len(lines) == 2
    assert all(one.weight < 1 for one in lines)
    assert passage(passages, "We never sell").weight == 1


def test_every_passage_is_a_quote(policy: Policy) -> None:
    assert all(policy.text[one.start : one.end] == one.text for one in passages_of(policy).all)


def test_bare_sentences_find_their_lists() -> None:
    passages = passages_of_sentences(
        ["We collect:", "your name;", "your address.", "We keep it.", "Nothing more."]
    )
    heads = [one.head for one in passages.all]
    assert heads[:2] == [-1, 0]
    assert heads[3:] == [-1, -1]


def test_no_sentences() -> None:
    assert len(passages_of_sentences([])) == 0
