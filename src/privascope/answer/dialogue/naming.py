"""Finds the policies that a turn names: by name, site or address, in full or in part."""

import re
from collections.abc import Iterable

from privascope.answer.dialogue.desk import Mention
from privascope.answer.dialogue.phrases import tokens_of
from privascope.answer.dialogue.state import LONGEST_NAME, Spoken
from privascope.answer.which import NamedPolicy

_LONGEST_NAME = 6
_SHORTEST_PART = 3
_SITE = re.compile(
    r"(?:https?://)?(?:www\.)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?:/\S*)?", re.IGNORECASE
)
_NO_NAME = frozenset("the a an my its their of and or one app policy service company site".split())


class Names:
    """The policies of a library with all their names, for quick looking up."""

    def __init__(self, policies: Iterable[NamedPolicy]) -> None:
        self._by_name: dict[str, list[Spoken]] = {}
        self._by_site: dict[str, list[Spoken]] = {}
        self._words: list[tuple[Spoken, frozenset[str]]] = []
        self._shown: dict[str, str] = {}
        for policy in policies:
            spoken = Spoken(policy.policy_id, policy.shown[:LONGEST_NAME])
            self._shown[spoken.id] = spoken.name
            for name in policy.names:
                self._by_name.setdefault(name, []).append(spoken)
            if policy.domain:
                self._by_site.setdefault(policy.domain, []).append(spoken)
            self._words.append((spoken, policy.words))

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """The policies that a text names, in its order; of names within names the longest."""
        found = [
            Mention(site.start(), site.end(), tuple(self._by_site[site[1].lower()]))
            for site in _SITE.finditer(text)
            if site[1].lower() in self._by_site
        ]
        tokens = tokens_of(text)
        at = 0
        while at < len(tokens):
            for length in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
                last = tokens[at + length - 1]
                folded = "".join(_folded(one[0]) for one in tokens[at : at + length])
                policies = self._by_name.get(folded)
                inside = any(one.start <= tokens[at].start() < one.end for one in found)
                if policies and not inside:
                    found.append(Mention(tokens[at].start(), last.end(), tuple(policies)))
                    at += length - 1
                    break
            at += 1
        return tuple(sorted(found, key=lambda mention: mention.start))

    def name_of(self, policy: str) -> str:
        """The name under which a policy is spoken about; "" for one that is not known."""
        return self._shown.get(policy, "")

    def called(self, words: str) -> tuple[Spoken, ...]:
        """The policies whose names have all of the words, or have them as parts of words."""
        wanted = [_folded(token[0]) for token in tokens_of(words)]
        wanted = [word for word in wanted if word not in _NO_NAME]
        if not wanted or any(len(word) < _SHORTEST_PART for word in wanted):
            return ()
        whole = tuple(one for one, words in self._words if all(map(words.__contains__, wanted)))
        return whole or tuple(
            one
            for one, words in self._words
            if all(any(_is_part(word, name) for name in words) for word in wanted)
        )


def _is_part(word: str, name: str) -> bool:
    return word.rstrip("s") in name if len(word) > _SHORTEST_PART else name == word


def _folded(word: str) -> str:
    return re.sub(r"['’]s$", "", word.casefold()).replace("'", "").replace("-", "")
