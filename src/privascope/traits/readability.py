"""Readability: the reading grade of a policy, and the time that reading it takes."""

from dataclasses import dataclass

from privascope.policy.policy import Policy
from privascope.traits.syllables import count_syllables

# Changes whenever the same policy would give another grade, count or time.
VERSION = "1"

# How fast adults read English prose silently: the mean over 190 studies (Brysbaert 2019).
WORDS_A_MINUTE = 238
# Headings, labels and the entries of lists would make any policy look easy: what does not end
# like a sentence counts as one only when it is about as long as one.
_SHORTEST_SENTENCE = 3
_SHORTEST_WITHOUT_END = 8
_ENDS = (".", "!", "?", ".)", ".”", '."')
# What is longer is a menu whose entries were glued together, or a key.
_LONGEST_WORD = 30
# What is longer is a page without punctuation; it counts as several sentences of this length.
_LONGEST_SENTENCE = 150


@dataclass(frozen=True, slots=True)
class Readability:
    """`grade` is the Flesch-Kincaid school grade; 0 for a policy without sentences."""

    grade: float
    words: int
    minutes: float


def measure_readability(policy: Policy) -> Readability:
    """The grade of a policy's sentences, its number of words and the minutes to read them."""
    total = words = sentences = syllables = 0
    for span in policy.sentences:
        quote = policy.quote(span)
        tokens = [token for token in quote.split() if _is_word(token)]
        total += len(tokens)
        shortest = _SHORTEST_SENTENCE if quote.endswith(_ENDS) else _SHORTEST_WITHOUT_END
        if len(tokens) >= shortest:
            words += len(tokens)
            sentences += -(-len(tokens) // _LONGEST_SENTENCE)
            syllables += sum(map(count_syllables, tokens))
    grade = _grade(words, sentences, syllables) if sentences else 0.0
    return Readability(round(grade, 1), total, round(total / WORDS_A_MINUTE, 1))


def _grade(words: int, sentences: int, syllables: int) -> float:
    return max(0.0, 0.39 * words / sentences + 11.8 * syllables / words - 15.59)


def _is_word(token: str) -> bool:
    """Whether a token is read as a word: no lone punctuation, no address."""
    if len(token) > _LONGEST_WORD:
        return False
    if token.isalpha():
        return True
    if "@" in token or "://" in token or token.startswith("www."):
        return False
    return token[0].isalnum() or any(map(str.isalnum, token))
