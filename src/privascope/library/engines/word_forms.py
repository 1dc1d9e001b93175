"""The forms of a word: those with the same stem."""

import functools
from collections.abc import Callable


@functools.cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer

    find: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return find


@functools.lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of an English word in small letters, by the Snowball algorithm."""
    return _stemmer()(word)


def prefix_of_forms(stem: str) -> str:
    """What all words with a stem begin with: a stem may end in a letter that they do not have."""
    return stem[:-1] if len(stem) > 3 and stem[-1] in "iey" else stem
