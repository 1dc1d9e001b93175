import pytest

from privascope.policy.policy import Policy, Span
from privascope.policy.sentences import split_sentences
from privascope.traits.vague_words import CUE_WORDS, tokenise
from privascope.traits.vagueness import Vagueness, measure_vagueness


def policy_of(text: str) -> Policy:
    return Policy(
        title="",
        language="en",
        stated_date=None,
        text=text,
        blocks=(),
        sections=(),
        segments=(),
        sentences=tuple(split_sentences(text)),
    )


def vague_words(text: str) -> list[str]:
    policy = policy_of(text)
    return [policy.quote(word) for word in measure_vagueness(policy).words]


def test_an_open_sentence_is_vague_and_a_plain_one_is_not() -> None:
    text = "We may share certain details with some partners. We keep invoices for six years."
    policy = policy_of(text)
    found = measure_vagueness(policy)
    assert (found.sentences, found.candidates, found.vague) == (2, 1, 1)
    assert found.vague_sentences == (0,)
    assert {"may", "certain", "some"} <= {policy.quote(word) for word in found.words}
    assert found.share == 0.5


def test_a_sentence_without_a_cue_word_is_never_vague() -> None:
    found = measure_vagueness(
        policy_of("We disclose other information periodically to affiliates.")
    )
    assert (found.sentences, found.candidates, found.vague, found.words) == (1, 0, 0, ())


def test_words_that_point_elsewhere_and_defined_terms_are_never_marked() -> None:
    text = (
        "They may share this personal information, personally identifiable information or "
        "personal data with third parties, and you may tell us that it is some third-party site."
    )
    words = {word.lower() for word in vague_words(text)}
    assert "may" in words
    never = {"they", "this", "personal", "identifiable", "data", "third", "parties", "third-party"}
    assert not words & (never | {"you", "us", "that", "it"})


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("This policy applies from May 25, 2018.", 0),
        ("This policy applies from 25 May 2018.", 0),
        ("May we call you?", 1),
        ("We comply with CAN-SPAM.", 0),
        ("We answer From Time To Time.", 1),
        ("We answer from time to.", 0),
        ("Data includes, but is not limited to, names.", 1),
    ],
)
def test_which_sentences_are_candidates(text: str, candidates: int) -> None:
    assert measure_vagueness(policy_of(text)).candidates == candidates


def test_there_are_forty_cue_words() -> None:
    assert len(set(CUE_WORDS)) == 40


def test_words_keep_their_place_in_a_text_of_odd_letters() -> None:
    text = "İstanbul’da ﬁrst 🎈: we may, “generally”, use some of it.\nWir können das."
    policy = policy_of(text)
    for word in measure_vagueness(policy).words:
        assert policy.quote(word).strip() == policy.quote(word) != ""
    assert "may" in vague_words(text)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "•", "1", "may", "\u200b\u200b", "。。。"])
def test_text_without_sentences_has_a_share(text: str) -> None:
    assert 0.0 <= measure_vagueness(policy_of(text)).share <= 1.0


def test_a_policy_without_sentences_is_not_vague() -> None:
    assert Vagueness(0, 0, 0, (), ()).share == 0.0


@pytest.mark.slow
def test_batches_do_not_change_the_result() -> None:
    one = "We may use certain information as needed."
    many = "\n".join([one] * 12_000)
    found = measure_vagueness(policy_of(many))
    words = len(measure_vagueness(policy_of(one)).words)
    assert found.vague == found.candidates == found.sentences == 12_000
    assert found.vague_sentences == tuple(range(12_000))
    assert len(found.words) == 12_000 * words
    assert {many[word.start : word.end] for word in found.words} <= set(one.rstrip(".").split())


def test_an_endless_sentence_is_read_in_part() -> None:
    text = "may " * 500_000
    policy = Policy("", "en", None, text, (), (), (), (Span(0, len(text)),))
    found = measure_vagueness(policy)
    assert found.candidates == 1
    assert all(word.end <= 10_000 for word in found.words)


def test_tokens_are_words_with_their_hyphens_and_apostrophes_or_single_marks() -> None:
    text = "Don’t use third-party e-mail (or it)."
    tokens = tokenise(text, [Span(0, len(text))])
    words = [token for token in tokens.texts if token]
    assert words == ["don't", "use", "third-party", "e-mail", "(", "or", "it", ")", "."]
    assert text[tokens.spans[3].start : tokens.spans[3].end] == "Don’t"
