"""Artificial intelligence in a text: what the sentences beside the patterns do not show."""

from privascope.traits.artificial_intelligence import TRAIT, find_artificial_intelligence


def test_the_longest_name_counts_and_each_place_is_exact() -> None:
    text = (
        "Generative AI, such as ChatGPT, is artificial intelligence; so is Machine\u00a0Learning."
    )
    found = [(one.name, text[one.start : one.end]) for one in find_artificial_intelligence(text)]
    assert found == [
        ("generative-ai", "Generative AI"),
        ("generative-ai", "ChatGPT"),
        ("artificial-intelligence", "artificial intelligence"),
        ("machine-learning", "Machine\u00a0Learning"),
    ]


def test_every_kind_has_sentences() -> None:
    assert TRAIT.says.keys() == TRAIT.names.keys()
    assert TRAIT.silent
