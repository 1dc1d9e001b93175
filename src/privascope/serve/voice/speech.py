"""Replies as speech: short, without markup or symbols."""

import re
from html import escape

from privascope.answer.dialogue.reply import Reply
from privascope.answer.dialogue.saying import sentence

# The platform refuses more than 8,000 characters.
LONGEST = 6000
_BREAK = '<break time="400ms"/>'
_WORDS = (
    (re.compile(r"https?://\S+|\bwww\.\S+", re.IGNORECASE), "a web address"),
    (re.compile(r"\b[\w.+-]+@[\w-]+\.[\w.-]+\b"), "an e-mail address"),
    (re.compile(r"\be\.\s?g\.,?", re.IGNORECASE), "for example"),
    (re.compile(r"\bi\.\s?e\.,?", re.IGNORECASE), "that is"),
    (re.compile(r"\betc\.(?=\s*[,;)])", re.IGNORECASE), "and so on"),
    (re.compile(r"\betc\.", re.IGNORECASE), "and so on."),
    (re.compile(r"\bInc\.(?=\s+[a-z,]|,)"), "Incorporated"),
    (re.compile(r"\bLtd\.?(?=[\s,]|$)"), "Limited"),
    (re.compile(r"\bU\.S\.(?:A\.)?"), "United States"),
    (re.compile(r"§\s*"), "section "),
    (re.compile(r"\s*&\s*"), " and "),
    (re.compile(r"(\d)\s*%"), r"\1 percent"),
    (re.compile(r"(?<=\w)/(?=\w)"), " or "),
    (re.compile(r"\s*\|\s*"), ", "),
    (re.compile(r"[•▪◦‣*_#<>{}\[\]\\~^`“”\"„«»]"), " "),
    (re.compile(r"\s*…\s*$"), ", and so on."),
    (re.compile(r"\s*[–—]\s*"), ", "),
)
# Letters that are said one by one.
_SPELLED = re.compile(
    r"\b(?:GDPR|CCPA|CPRA|COPPA|PII|URL|GPS|SDK|FAQ|SSN|TLS|SSL|VPPA|DAA|NAI|IP)\b"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def speakable(text: str) -> str:
    """A text as it is said: abbreviations in full, no signs."""
    said = _CONTROL.sub(" ", text)
    for pattern, instead in _WORDS:
        said = pattern.sub(instead, said)
    said = _SPELLED.sub(lambda found: " ".join(found[0]), said)
    return re.sub(r"\s+([,.;:?!])", r"\1", " ".join(said.split()))


def pieces_of(reply: Reply) -> list[str]:
    """What is said one after the other, with a pause between."""
    told = [reply.opening, *map(sentence, reply.points)] if reply.is_telling else [reply.said]
    asks = reply.asks
    if len(reply.choices) > 1 and reply.choices != ("Yes", "No"):
        listed = "; ".join(f"{number}, {one}" for number, one in enumerate(reply.choices, 1))
        asks = f"Do you mean: {listed}?"
    return [said for said in map(speakable, (*told, asks)) if said]


def plain_speech(reply: Reply) -> str:
    """The reply as a text to be spoken."""
    return _bounded(pieces_of(reply), " ")


def ssml(*pieces: str) -> str:
    """Pieces of speech as SSML; whatever was markup in them is only text."""
    said = [escape(speakable(piece), quote=False) for piece in pieces if piece]
    return f"<speak>{_bounded(said, f' {_BREAK} ')}</speak>"


def _bounded(pieces: list[str], between: str) -> str:
    """As many of the pieces as may be said."""
    kept: list[str] = []
    length = 0
    for piece in pieces:
        length += len(piece) + len(between)
        if length > LONGEST:
            break
        kept.append(piece)
    if not kept and pieces:
        kept = [re.sub(r"&\w*$", "", pieces[0][:LONGEST])]
    return between.join(kept)
