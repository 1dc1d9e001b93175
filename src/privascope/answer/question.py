"""A question as asked and as understood."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from privascope.answer.foreign_questions import is_foreign
from privascope.answer.names import NamedThings
from privascope.answer.spelling import Spelling
from privascope.answer.spelling_words import SHORT_FORMS
from privascope.answer.words import FUNCTION_WORDS, content_stems, words_of

# Of a longer text only the sentences that ask something are read.
LONGEST = 400
LONGEST_ORIGINAL = 2000
_MOST_PARTS = 4

_HANDLE = re.compile(r"(?<![\w@.])[@＠]\w{1,50}")
_HASHTAG = re.compile(r"(?<![\w#&])[#＃](\w{2,60})")
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*|[^\w\s]|_|\s+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STARTS = (
    "do does did is are was were am can could will would shall should may might must have has had "
    "what what's when where where's which who who's whom whose why how how's don't doesn't isn't "
    "aren't can't won't"
).split()
_AUXILIARIES = frozenset(_STARTS)
_SPLIT = re.compile(
    r"\?+\s+(?=\S)|[,;]?\s+(?:and|or|also|plus|but)\s+(?:also\s+)?(?=(?:"
    + "|".join(re.escape(word) for word in _STARTS)
    + r")\s+\S)|,\s+(?=(?:"
    + "|".join(re.escape(word) for word in _STARTS)
    + r")\s+(?:i|you|my|the|it|this|they|we|your|long|do|does|is|are|can)\b)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\b(?:it|its|that|this|them|those|these|they|there|then|he|she)\b", re.I)
_ORDER = re.compile(
    r"\b(?:(?:ignore|disregard|forget|override)\b[^.?!\n]{0,40}\b(?:instructions?|rules|prompts?|"
    r"guidelines|policy|above|text)|system prompt|you are now|act as (?:an?|if)\b|jailbreak|"
    r"(?:say|answer|reply|respond|print|output)\b[^.?!\n]{0,20}\b(?:only|exactly|with (?:yes|no)))",
    re.IGNORECASE,
)
_REPEATED = re.compile(r"\b(\w{1,40})(?:\s+\1\b)+", re.IGNORECASE)
_THE_US = re.compile(r"\bthe us\b|\bthe u\.s\.(?:a\.)?|\b(?-i:US)\b", re.IGNORECASE)
_YEARS_OLD = re.compile(
    r"\b(\d|1[0-7])[- ]?(?:years?|yrs?|yo)[- ]?olds?\b(?! (?:child|kid|son|daughter|girl|boy))",
    re.I,
)
# This many function words make a question without a content word: "what do you know about me?".
_FEWEST_BARE = 4
# Words that answer rather than ask.
_EMPTY = frozenset("yes no ok okay yep nope lol haha hm hmm hello hey test".split())
_SENTENCE = re.compile(r"[^.?!\n]+[.?!\n]*|[.?!\n]+")


@dataclass(frozen=True, slots=True)
class Part:
    """One of the questions in a question; `asked_with` is what "it" may refer to."""

    text: str
    asked_with: str = ""

    @property
    def whole(self) -> str:
        """The part with what it points back to."""
        return f"{self.asked_with} {self.text}" if self.asked_with else self.text


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, how it is understood, and its parts."""

    original: str
    # As it is read together with sentences, with its own spelling and names.
    read: str
    understood: str
    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    # Share of the words that are known: low for other languages and for gibberish.
    known: float
    foreign: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to answer."""
        return not self.parts

    @property
    def is_topic(self) -> bool:
        """Whether it only names a thing, as "cookies?" does."""
        words = words_of(self.understood)
        return len(words) < 4 and not (words and words[0] in _AUXILIARIES)


def understand(text: str, spelling: Spelling, names: NamedThings | None = None) -> Question:
    """The question in the form that the models read."""
    notes: list[str] = []
    original = text.strip()[:LONGEST_ORIGINAL]
    clean = _plain(text[: LONGEST_ORIGINAL * 10])
    foreign = is_foreign(clean)
    without = without_orders(clean)
    if without != clean:
        notes.append("Instructions to the system are ignored; only the question was used.")
        clean = without
    clean = _without_tags(clean)
    if len(clean) > LONGEST:
        clean = _shortened(clean)
        notes.append(f"The question is long; only this part was used: “{clean}”")
    read = clean
    if names is not None:
        clean = names.replaced(clean)
    clean, changes = (clean, []) if foreign else _spelled(_plainer(clean), spelling)
    if changes:
        notes.append("Read " + ", ".join(f"“{a}” as “{b}”" for a, b in changes[:6]) + ".")
    clean = re.sub(r"\s+([?!.,;])", r"\1", " ".join(clean.split())).strip(" ,;-–—")
    parts = _parts(clean)
    understood = " ".join(part.text for part in parts)
    words = words_of(clean)
    known = sum(spelling.knows(word) or word.isdigit() for word in words) / max(1, len(words))
    if len(words) < _FEWEST_BARE and not any(map(_tells, words)):
        parts = []
    return Question(original, read, understood, tuple(parts), tuple(notes), known, foreign)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    kept = [
        " " if unicodedata.category(character)[0] in "CZ" else character
        for character in text
        if unicodedata.category(character) not in ("So", "Sk", "Mn", "Cs", "Cf")
    ]
    # A repeated word counts once.
    return _REPEATED.sub(r"\1", " ".join("".join(kept).split()))


def without_orders(text: str) -> str:
    """The text without the sentences that give orders to the system."""
    return "".join(map(_without_order, _SENTENCE.findall(text)))


def _without_order(sentence: str) -> str:
    """The sentence, or what it asks behind an order to the system."""
    found = _ORDER.search(sentence)
    if found is None:
        return sentence
    _, colon, rest = sentence[found.start() :].partition(":")
    return rest if colon and rest.rstrip().endswith("?") and not _ORDER.search(rest) else ""


def _plainer(text: str) -> str:
    """The text with "the us" as the country it is, and "12 year old" as a child."""
    return _YEARS_OLD.sub(r"\1 year old child", _THE_US.sub("the United States", text))


def _tells(word: str) -> bool:
    """Whether a word can be looked for; "how long" and the like ask for something."""
    return word not in FUNCTION_WORDS and word not in _EMPTY and not word.isdigit()


def _without_tags(text: str) -> str:
    text = _ADDRESS.sub(" ", text)
    begins = _HANDLE.match(text)
    text = text[begins.end() :] if begins else text
    text = _HANDLE.sub(" this service ", text)
    bare = _HASHTAG.sub(" ", text)
    if not content_stems(bare):
        # The tag is the whole question, or a word that the sentence needs: "#cookies?".
        bare = _HASHTAG.sub(lambda match: f" {_CAMEL.sub(' ', match[1])} ", text)
    return bare.strip()


def _shortened(text: str) -> str:
    """The sentences that ask, else the beginning; cut at a word."""
    sentences = re.split(r"(?<=[.?!])\s+", text)
    asking = [
        sentence
        for sentence in sentences
        if sentence.endswith("?") and len(sentence) <= LONGEST and content_stems(sentence)
    ]
    kept = ""
    for sentence in dict.fromkeys(asking or sentences):
        if len(kept) + len(sentence) >= LONGEST:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or text[:LONGEST].rsplit(" ", 1)[0]


def _spelled(text: str, spelling: Spelling) -> tuple[str, list[tuple[str, str]]]:
    pieces: list[str] = []
    changes: list[tuple[str, str]] = []
    for number, token in enumerate(_TOKEN.findall(text)):
        lower = token.lower().replace("’", "'")
        if not token[:1].isalnum():
            pieces.append(token)
            continue
        if lower == "dose" and (not number or pieces[-2:-1] == ["and"]):
            meant = "does"
        elif lower in SHORT_FORMS and not (token.isupper() and len(token) > 1):
            meant = SHORT_FORMS[lower]
        else:
            meant = spelling.corrected(token)
            if meant != token:
                changes.append((token, meant))
        pieces.append(token if meant.lower() == lower else meant)
    return "".join(pieces), changes


def _parts(text: str) -> list[Part]:
    """The questions in a text; a statement is joined to the question that it leads to."""
    pieces = [piece.strip(" ,;") for piece in _SPLIT.split(text)]
    pieces = [piece for piece in pieces if words_of(piece)]
    merged: list[str] = []
    for piece in pieces:
        if merged and not (_asks(piece) and _asks(merged[-1]) and _stands_alone(piece)):
            # "asking as a mum" adds nothing to a question that has been asked.
            if _asks(piece) or not _asks(merged[-1]) or len(content_stems(piece)) > 2:
                merged[-1] = f"{merged[-1]}, {piece}"
        else:
            merged.append(piece)
    parts: list[Part] = []
    for piece in merged[:_MOST_PARTS]:
        # With few words of its own, it refers to what the part before named.
        leans = bool(parts) and _POINTS_BACK.search(piece) and len(content_stems(piece)) < 3
        parts.append(Part(_with_mark(piece), parts[0].text if leans else ""))
    return parts


def _asks(piece: str) -> bool:
    words = words_of(piece)
    return piece.rstrip().endswith("?") or words[0] in _AUXILIARIES or words[:1] == ["if"]


def _stands_alone(piece: str) -> bool:
    words = words_of(piece)
    return len(words) >= 3 and any(word not in FUNCTION_WORDS for word in words)


def _with_mark(piece: str) -> str:
    words: Sequence[str] = words_of(piece)
    bare = piece.rstrip(" ?!.")
    if piece.rstrip().endswith("?") or words[0] in _AUXILIARIES:
        return f"{bare}?"
    return bare
