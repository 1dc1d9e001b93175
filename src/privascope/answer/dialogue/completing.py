"""Completes a question that depends on the one before: "and my location?"."""

import re

from privascope.answer.dialogue.phrases import (
    ACTORS,
    ASKING,
    AUXILIARIES,
    JOINING,
    PREPOSITIONS,
    PRONOUNS,
    is_verb,
    phrases_of,
)
from privascope.answer.words import words_of

COMES_TO = "when it comes to"
_LEADING = re.compile(
    r"^(?:(?:and|ok(?:ay)?|hmm*|hm|so|but|well|also|or|then|no|not that|sorry|right|alright|next|"
    r"oh|"
    r"please|i me(?:an|ant)|rather|just|yes|thanks|now|still|the same(?: question)? (?:for|with|"
    r"about)|"
    r"(?:and )?(?:what|how) about|(?:and )?what of|tell me(?: about)?|(?:can|could) you tell me|"
    r"what (?:does|do) (?:it|they|the policy|this policy|you) say (?:about|on)|i(?:'d| would) "
    r"(?:like|want) to know|i want to know|i wonder|does it say|"
    r"(?:does it|do they) (?:say|mention) anything (?:about|on)|it says?)\b[\s,:;.!-]*)+",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"^(?:and|also|or|even|not even|what about|how about|what of|ok|i me(?:an|ant))\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"[\s,]*\b(?:too|as well|also|please|then|exactly|there|again)\s*$", re.I)
_HOW_LONG = re.compile(
    r"(?:and\s+)?(?:for\s+)?how long(?:\s+for)?(?:\s+(?:is|are|do|does|will)\s+(?:it|they|that|"
    r"this|"
    r"those|these|you)(?:\s+(?:be\s+)?(?:kept|stored|held|retained|saved|keep|store|hold|retain|"
    r"last|"
    r"take|go)(?:\s+(?:it|that|them|those|these))?(?:\s+for)?)?)?",
    re.IGNORECASE,
)
_LASTS = re.compile(r"\b(?:take|last|go)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|him|her)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|them|they|those|these|(?:any|all|some) of (?:it|them)|this|that)\b", re.I
)
_DO_THAT = re.compile(r"\bdo (?:that|this|it|so)\b(?!\s+with)", re.IGNORECASE)
_POINTS_TO_NOUN = re.compile(
    r"\b(?:this|that|these|those)\s+(?!(?:is|are|was|be|to|in|by|from|with|"
    r"for|on|at|off|out|up|need\w*|mean\w*|happen\w*|kept|stored?|sold|shared?|deleted?|free|"
    r"public|legal|"
    r"safe|last\w*|take\w*|cost\w*|too|back|go(?:es)?|first|later|while|when|if|and|or|over|"
    r"as)\b)\w+",
    re.I,
)
_STOPPING = re.compile(
    r"\b(stop|prevent|avoid)\s+(?:it|that|this|them)\b|"
    r"\b(refuse|decline|forbid|switch off|turn off|opt out of|object to|say no to|block|disable)\s+"
    r"(?:it|that|this|them)\b|\b(?:turn|switch)\s+(?:it|that|this|them)\s+off\b",
    re.IGNORECASE,
)
_SERVICE = re.compile(
    r"\b(do|does|did|will|can|could|would|may)(n't)?\s+(?:it|they|this app|the app|this policy)\s+"
    r"(?=(?:ever |also |really |actually |then )?(?:share|sell|keep|collect|use|ask|track|record|"
    r"store|"
    r"delete|read|pass|train|tell|look|give|need|get|see|have|charge|know|scan|listen|send|watch|"
    r"follow|process|mention|publish|work|make|take|let|honou?r|respect|film)\b)",
    re.IGNORECASE,
)
_OF_ACTORS = re.compile(r"\b(?:need|get|see|have|receive|know|pay|use|learn)\b", re.IGNORECASE)
_THIRD = re.compile(r"\b(?:do|would|will|can|could|may)\s+they\b", re.IGNORECASE)
# Words that ask, but not about anything on their own.
_THIN = frozenset(
    """
    opt refuse object agree consent withdraw complain decide decides decided deleted delete kept
    keep copy free exception exceptions cost costs legal allowed first later fast quickly quick
    way stop reason way ways ask asked happen happens happened happening sure able find else see
    look details get gets got work works need do say no not yes back through instead contact
    reach reply answer avoid prevent block option options choice choices choose page law certain
    cases case condition conditions forever permanently erased long time days day weeks months
    many reply order required optional necessary who why when where how what which whom
    """.split()
)
_SMALL = frozenset(
    """
    a an and any are be been before being by can can't could did didn't do does doesn't don't
    ever for from had has have how i i'd i'll i'm if in into is isn't it its just let may me
    might must my of off ok on or our out over please really should so some still such than that
    the their them then there they this those these to under up us very want wants was we were
    what when where which while who will with within would you your
    """.split()
)


def complete(turn: str, before: str) -> str:
    """The question that a turn asks after the question before; the turn itself if it needs none."""
    said = " ".join(turn.split()).rstrip(" ?!.")
    adds = bool(_ADDS.match(said))
    bare = _LEADING.sub("", said, count=1).strip(" ,:;-") if said else ""
    if not before:
        return _asked(bare or said)
    before = before.rstrip(" ?!.")
    if not bare:
        return _asked(before)
    if _HOW_LONG.fullmatch(bare):
        return _how_long(bare, before)
    if is_fragment(bare):
        return _with_fragment(bare, before)
    if _is_asking_phrase(bare):
        return _with_asking_phrase(bare, before)
    return _resolved(bare, before, adds)


def about_of(question: str) -> str:
    """What a question is about, in its own words."""
    bare = question.rstrip(" ?!.")
    _, found, topic = bare.rpartition(f" {COMES_TO} ")
    topic = topic if found else phrases_of(bare).about
    clause = words_of(topic)[:1]
    return f"information about {topic}" if clause and clause[0] in ASKING else topic


def gist_of(question: str) -> str:
    """What a question asks, without its beginning: "track me" of "do you track me?"."""
    parts = phrases_of(question.rstrip(" ?!."))
    subject = "" if parts.subject.lower() in PRONOUNS else parts.subject
    told = " ".join(filter(None, (subject, parts.verb, parts.object, parts.rest)))
    return told or question.rstrip(" ?!.")


def is_fragment(text: str) -> bool:
    """Whether a text is part of a sentence, which asks nothing alone."""
    words = words_of(text)
    if not words or words[0] in AUXILIARIES | {"how"} - {"how"}:
        return not words
    if words[0] in ASKING:
        # "What if I am under 18", "how rich I am".
        return bool(
            re.match(r"what if\b|how \w+ (?:i|my|the|it)\b(?! \w+ (?:kept|stored))", text, re.I)
        ) and (
            not re.match(
                r"how (?:long|fast|quickly|soon|often|much|many|do|can|could)\b", text, re.I
            )
        )
    if words[0] in PREPOSITIONS | JOINING | {"even", "not", "only"}:
        return not (len(words) > 1 and words[1] in ASKING)
    if words[0] in PRONOUNS - {"this", "that", "these", "those", "one"}:
        return False
    return not any(word in AUXILIARIES for word in words[1:]) and not _is_order(words)


def _is_order(words: list[str]) -> bool:
    return len(words) > 2 and words[0] in {
        "take", "delete", "remove", "stop", "show", "give", "tell", "explain", "find", "put", "get",
    }  # fmt: skip


def _is_asking_phrase(text: str) -> bool:
    """Whether it is only a phrase to begin a question with: "with whom", "in which countries"."""
    words = words_of(text)
    start = 1 if words[0] in PREPOSITIONS else 0
    if start >= len(words) or words[start] not in ASKING:
        return False
    if start == 0 and words[0] in ("which", "what") and len(words) == 2:
        return True
    rest = words[start + 1 :]
    if start == 0:
        return not rest or rest in (["to"], ["for"], ["from"], ["by"], ["with"], ["fast"], ["soon"])
    return len(rest) <= 3 and not any(word in AUXILIARIES | PRONOUNS for word in rest)


def _how_long(turn: str, before: str) -> str:
    about = about_of(before)
    if _LASTS.search(turn):
        return f"How long does it take {COMES_TO} {about or gist_of(before)}?"
    return f"How long do you keep {about}?" if about else f"How long {COMES_TO} {gist_of(before)}?"


def _with_asking_phrase(turn: str, before: str) -> str:
    """ "With whom" before "do you share my notes"."""
    phrase = turn[:1].upper() + turn[1:]
    if re.match(r"what for|for what", turn, re.IGNORECASE):
        about = about_of(before) or gist_of(before)
        return f"What do you use {about} for, and why?"
    if re.fullmatch(r"where (?:to|from)", turn, re.IGNORECASE):
        phrase = "Where" if turn.lower().endswith("to") else "From where"
    parts = phrases_of(before)
    rest = before[len(parts.asking) :].strip() if parts.asking else before
    if "whom" in words_of(turn) and not about_of(before).startswith("whom"):
        about = about_of(before) or gist_of(before)
        if parts.asking and parts.asking.lower().startswith("who"):
            return f"Who do you share {about} with?"
    if parts.asking and (not rest or rest.split()[0].lower() not in AUXILIARIES):
        # "Who gets my location": nothing is left to put the phrase before.
        return f"{phrase} {COMES_TO} {about_of(before) or gist_of(before)}?"
    return f"{phrase} {_lower(rest)}?"


def _with_fragment(turn: str, before: str) -> str:
    """The question before with a piece of it replaced, or with one more."""
    piece = _TRAILING.sub("", turn).strip(" ,")
    piece = re.sub(r"^(?:even|not even|not|only)\s+", "", piece, flags=re.IGNORECASE)
    piece = re.sub(r"^what if\b", "if", piece, flags=re.IGNORECASE)
    if not piece:
        return _asked(before)
    first = words_of(piece)[0]
    about = about_of(before)
    if is_verb(first) and re.match(r"\w+ (?:it|them|that|this|those|my|your|the)\b", piece):
        return _asked(f"Do you {_without_pronoun(piece, about)[0]}")
    if about and re.search(r" (?:it|them)$", piece) and first not in PREPOSITIONS:
        return _asked(f"What about {_without_pronoun(piece, about)[0]}")
    if first in PREPOSITIONS | JOINING:
        return _asked(_with_tail(before, first, piece))
    if ACTORS.search(piece) and not re.match(r"(?:my|our)\s+\w+\s+\w+", piece, re.IGNORECASE):
        return _with_actor(piece, before, about)
    if COMES_TO in before:
        return _asked(f"{before.rpartition(COMES_TO)[0]}{COMES_TO} {piece}")
    if re.match(r"(?:research|marketing|advertising|profiling)$", piece, re.IGNORECASE):
        return _asked(f"{before} for {piece}")
    if about and about in before:
        start = before.rindex(about)
        return _asked(f"{before[:start]}{piece}{before[start + len(about) :]}")
    return _asked(f"{before} {COMES_TO} {piece}")


def _with_tail(before: str, first: str, piece: str) -> str:
    """A phrase put at the end, in the place of one that begins with the same word."""
    found = re.search(rf"\s{first}\s(?!.*\s{first}\s)", before, re.IGNORECASE)
    if found and first in ("with", "to", "in", "for", "by", "from"):
        rest = words_of(before[found.end() :])
        if len(rest) <= 4 and not any(word in AUXILIARIES | PRONOUNS for word in rest):
            return f"{before[: found.start()]} {piece}"
    return f"{before} {piece}"


def _with_actor(piece: str, before: str, about: str) -> str:
    found = next(
        (one for one in ACTORS.finditer(before) if one[0].lower() not in about.lower()), None
    )
    if found is not None:
        start = found.start()
        lead = re.search(
            r"(?:\b(?:the|my|our|other|any|your|their|to|with|an?)\s+)*$", before[:start], re.I
        )
        # "With" stays before the new name, "my" and "the" go.
        kept = re.match(r"(?:to|with)\s+", lead[0], re.IGNORECASE) if lead else None
        begin = lead.start() + (kept.end() if kept else 0) if lead else start
        return _asked(f"{before[:begin]}{piece}{before[found.end() :]}")
    if about:
        return _asked(f"Do {piece} get or see {about}")
    return _asked(f"{before} {COMES_TO} {piece}")


def _resolved(turn: str, before: str, adds: bool) -> str:
    """A question with what its pronouns mean, and what it is about where it does not say."""
    about = about_of(before) or gist_of(before)
    actor = next((one[0] for one in ACTORS.finditer(before)), "")
    question = turn
    if actor and _THIRD.search(question) and _OF_ACTORS.search(question):
        question = re.sub(
            r"\bthey\b",
            f"the {actor}" if actor[0].islower() else actor,
            question,
            count=1,
            flags=re.I,
        )
        replaced = True
    else:
        question, of_service = _SERVICE.subn(_to_you, question)
        replaced = False
        del of_service
    if _DO_THAT.search(question):
        question = _DO_THAT.sub(f"do that {COMES_TO} {about}", question, count=1)
        return _asked(question)
    if stop := _STOPPING.search(question):
        deed = f"{about}"
        question = f"{question[: stop.start()]}{_stopped(stop[0], deed)}{question[stop.end() :]}"
        return _asked(question)
    question, count = _without_pronoun(question, about)
    replaced = replaced or bool(count)
    own = [word for word in words_of(question) if word not in _SMALL]
    if replaced and count:
        return _asked(question)
    thin = not [word for word in own if word not in _THIN]
    if thin or _PERSON.search(question) or replaced:
        lower = question.lower()
        if about.lower() not in lower:
            question = f"{question} {COMES_TO} {about}"
    elif adds and _is_short(own) and words_of(question)[0] not in AUXILIARIES | ASKING:
        question = f"{question} {COMES_TO} {about}"
    return _asked(question)


def _is_short(own: list[str]) -> bool:
    return len(own) < 2


def _stopped(words: str, about: str) -> str:
    verb = re.sub(r"\s*\b(?:it|that|this|them)\b", "", words, flags=re.IGNORECASE)
    if verb.lower() in ("stop", "prevent"):
        return f"{verb} this {COMES_TO} {about}"
    return f"{verb} {about}"


def _to_you(found: re.Match[str]) -> str:
    auxiliary = "do" if found[1].lower() == "does" else found[1]
    return f"{auxiliary} you "


def _without_pronoun(question: str, about: str) -> tuple[str, int]:
    """The question with its first pronoun replaced by the thing that it means."""
    for found in _PRONOUN.finditer(question):
        if _POINTS_TO_NOUN.match(question, found.start()):
            continue
        before = question[: found.start()].rstrip().lower()
        if re.search(r"\b(?:is|was)$", before) and re.match(
            r"\s+(?:that|true|legal|allowed|possible|ok)\b", question[found.end() :], re.I
        ):
            return f"{question} {COMES_TO} {about}", 1
        return f"{question[: found.start()]}{about}{question[found.end() :]}", 1
    return question, 0


def _lower(question: str) -> str:
    first = question.split(" ", 1)[0]
    return question if first == "I" or first.isupper() else question[:1].lower() + question[1:]


def _asked(question: str) -> str:
    question = question.strip(" ,;:-?!.")
    return f"{question[:1].upper()}{question[1:]}?" if question else ""
