"""Turns headings of policies into the questions that their sections answer."""

import re

_NUMBER = re.compile(
    r"^\W*(?:(?:section|article|part|chapter)\s+)?"
    r"(?:\d{1,3}(?:\.\d{1,3})*(?:[.):]+(?!\d)|\s)|(?:[a-z]|[ivx]{1,5})[.):])\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MOST_WORDS = 16
_WH = frozenset("what who whom whose which when where why how".split())
# A heading that begins with one of these asks by itself.
_ASKING = frozenset(
    "do does did is are am can could may might will would shall should has have was were".split()
)
# Words of headings that name the document or a place in it, and ask for nothing.
_EMPTY = frozenset(
    "a about an and at by conditions contents for general global here home in introduction last "
    "legal menu more navigation notice of on our overview page policies policy preamble privacy "
    "service services site statement summary table terms the this to updated us version we "
    "welcome website with your you".split()
)
_DOCUMENT = re.compile(r"\bprivacy (?:policy|notice|statement)\b", re.IGNORECASE)
# The subject of a heading determines the question word; the first match counts.
_ASKED_BY = (
    ("how long", r"reten\w+|retain\w*|how long|storage (?:period|duration|time)|period"),
    (
        "who",
        r"shar(?:e|ed|ing)|disclos\w+|third[- ]part(?:y|ies)|recipients?|partners?|affiliates?"
        r"|controller|processors?|sell|sold|sale|officer|responsible",
    ),
    ("where", r"transfers?|transferred|cross[- ]border|international\w*|locat(?:ed|ion of)|where"),
    ("why", r"purposes?|legal (?:bas[ei]s|grounds?)|lawful|reasons?|legitimate"),
    ("when", r"effective|dates?|changes?|updates?|amend\w*|modif\w+|revis\w+"),
    (
        "how",
        r"us(?:e|es|ed|ing|age)|collect(?:ing|ion)|protect\w*|secur\w+|safeguards?|contact\w*"
        r"|opt\w*|unsubscrib\w+|access\w*|correct\w*|delet\w+|control\w*|manag\w+|choices?"
        r"|complain\w*|exercis\w+|process(?:ing|ed)?|track\w*|work|withdraw\w*|communicat\w+",
    ),
)
_RULES = tuple((asked, re.compile(rf"\b(?:{cues})\b", re.IGNORECASE)) for asked, cues in _ASKED_BY)


def heading_question(heading: str) -> str | None:
    """The question that a heading stands for; None where it names nothing that can be asked for.

    A heading that is a question stays as it is; before any other goes the wh-word that fits what
    it is about, "what" if nothing else does.
    """
    bare = _NUMBER.sub("", " ".join(heading.split()), count=1).strip(' \t.:;,-–—*#_|>•?!"“”')
    words = [word.lower() for word in _WORD.findall(bare)]
    if not words or len(words) > _MOST_WORDS:
        return None
    if words[0] in _WH or (words[0] in _ASKING and len(words) > 2):
        return f"{bare}?"
    if _EMPTY.issuperset(words):
        return None
    asked = next((asked for asked, cues in _RULES if cues.search(bare)), "what")
    if asked == "what" and _DOCUMENT.search(bare):
        return None
    return f"{asked.capitalize()} {bare if bare[1:2].isupper() else bare[0].lower() + bare[1:]}?"
