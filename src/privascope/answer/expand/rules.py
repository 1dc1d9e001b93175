"""Rules that replace everyday words by the language of policies."""

import re
from functools import lru_cache

# Everyday words, and what policies write for them. Patterns are whole words in any case.
RULES: tuple[tuple[str, str], ...] = (
    (r"my", "the user's"),
    (r"sell(?:ing|s)?", "disclose to third parties for consideration"),
    (r"sold", "disclosed to third parties for consideration"),
    (r"share(?:s|d)?|sharing", "disclose to third parties"),
    (r"give (?:away|out)|hand(?:ing)? over|pass(?:ing)? on", "disclose"),
    (r"phone|cell ?phone|smartphone|tablet|laptop|computer", "device"),
    (r"phones|tablets|laptops|computers", "devices"),
    (r"app|website|site|game", "service"),
    (r"data|info|information|details|stuff", "personal information"),
    (r"ads|adverts|commercials|banners", "targeted advertising"),
    (r"ad companies|advertisers|marketers", "advertising partners"),
    (r"delete|erase|wipe|get rid of|remove", "request the erasure of"),
    (r"deleted|erased|wiped|removed", "erased"),
    (r"keep|store|save|hold on to", "retain"),
    (r"kept|stored|saved", "retained"),
    (r"how long", "the retention period for which"),
    (r"get|take|gather|grab|harvest", "collect"),
    (r"taken|gathered|grabbed|harvested", "collected"),
    (r"see|look at|view|read", "access"),
    (r"watch|follow|spy on|monitor", "track"),
    (r"spying|snooping|stalking", "tracking"),
    (r"where (?:i am|i'm|i go|i live|i was)|whereabouts|gps", "precise location"),
    (r"pictures|pics|photos|selfies|images|snapshots", "photographs and user content"),
    (r"videos|clips|films", "video recordings"),
    (r"messages|chats|texts|dms", "the content of communications"),
    (r"calls", "telephone calls and recordings"),
    (r"friends|address book|contacts", "contact list"),
    (r"kid|child|son|daughter|toddler|teen(?:ager)?", "minor under 13"),
    (r"kids|children|teens|teenagers", "minors under 13"),
    (r"mum|mom|dad|parents?", "parent or legal guardian"),
    (r"police|cops|fbi|officers", "law enforcement authorities"),
    (r"government|state|feds|authorities", "government agencies and public authorities"),
    (r"court|judge", "court order or subpoena"),
    (r"boss|employer", "employer or organisation"),
    (r"hacked|hackers?|stolen|leaked|leaks?", "security breach or unauthorised access"),
    (r"safe|secure|protected", "protected by security measures"),
    (r"scrambled|locked", "encrypted"),
    (r"password|pin|login", "login credentials"),
    (r"credit card|debit card|bank card|card number", "payment card information"),
    (r"bank account|bank", "financial account information"),
    (r"pay(?:ing)?|payment", "payment information"),
    (r"buy|bought|order(?:s|ed)?|shopping", "purchases and transactions"),
    (r"face|facial", "biometric facial geometry"),
    (r"fingerprint|fingerprints", "biometric identifiers"),
    (r"voice|listen(?:ing)?|mic", "audio recordings and microphone"),
    (r"health|sick|illness|medical", "health and medical information"),
    (r"dna|genes", "genetic data"),
    (r"race|ethnicity|religion|politics|gay", "special categories of personal data"),
    (r"e-?mails?|newsletters?|spam", "marketing communications by e-mail"),
    (r"stop|turn off|switch off|refuse|say no to", "opt out of"),
    (r"unsubscribe|leave the list", "opt out of marketing communications"),
    (r"agree|say yes|allow|ok with", "give consent to"),
    (r"take back|change my mind", "withdraw consent"),
    (r"fix|correct|change|update", "rectify"),
    (r"copy|download|export", "access and portability of"),
    (
        r"abroad|overseas|other countries|another country|foreign countries",
        "international transfer",
    ),
    (r"europe|eu", "European Economic Area"),
    (r"america|usa|the states", "United States"),
    (r"tracker|trackers|pixels?", "cookies and similar technologies"),
    (r"browser|browsing|surf(?:ing)?", "browsing activity and log data"),
    (r"clicks?|activity|behaviou?r", "usage data"),
    (
        r"ai|chatgpt|algorithm|robot|machine",
        "automated decision-making and artificial intelligence",
    ),
    (r"train(?:ing)?", "train machine-learning models"),
    (r"profile me|know about me|figure out", "create a profile and draw inferences"),
    (r"bought by|taken over|bankrupt|goes under|sold to", "merger, acquisition or bankruptcy"),
    (r"facebook|instagram|twitter|google", "social networks and third-party services"),
    (r"companies|firms|businesses|partners", "third parties and affiliates"),
    (r"someone else|other people|others|strangers|anyone|anybody", "third parties"),
    (r"staff|workers|employees", "authorised personnel"),
    (r"complain|complaint", "lodge a complaint with a supervisory authority"),
    (r"who do i (?:ask|write to|call)|talk to", "contact the data protection officer"),
    (r"rules|policy change|changes?", "amendments to this policy"),
    (r"tell me|warn|let me know|inform me", "notify the user"),
    (r"years old|how old|age", "minimum age requirement"),
    (r"anonymous|nameless", "de-identified or aggregated"),
    (r"guess|estimate", "infer"),
    (r"close my account|quit|leave", "terminate the account"),
    (r"help|support", "customer service"),
)


def one_by_one(question: str) -> tuple[str, ...]:
    """The question with one rule applied at a time, as often as rules fit."""
    found = dict.fromkeys(pattern.sub(words, question) for pattern, words in _compiled())
    found.pop(question, None)
    return tuple(found)


def all_at_once(question: str) -> tuple[str, ...]:
    """The question with every rule that fits applied to it; none where fewer than two fit."""
    taken: list[tuple[int, int, str]] = []
    for pattern, words in _compiled():
        for match in pattern.finditer(question):
            # Words that one rule took are not changed again by the next.
            if all(match.end() <= start or match.start() >= end for start, end, _ in taken):
                taken.append((match.start(), match.end(), words))
    if len(taken) < 2:
        return ()
    text = question
    for start, end, words in sorted(taken, reverse=True):
        text = text[:start] + words + text[end:]
    return (text,)


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(rf"(?<![\w'’-])(?:{pattern})(?![\w'’-])", re.IGNORECASE), words)
        for pattern, words in RULES
    )
