"""Things that everyday language and policies call by different words."""

from collections.abc import Iterable
from functools import lru_cache

from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

# Words that mean the same to someone who asks. Pairs are of neighbouring words.
_CONCEPTS: tuple[str, ...] = (
    "sell sells sold selling sale sales rent rents trade monetize monetary consideration broker "
    "brokers resell earn profit",
    "share shares sharing shared disclose disclosed disclosure disclosures provide pass passes "
    "give gives recipients recipient transfer hand",
    "delete deletes deleted deletion erase erases erased erasure remove removed removal wipe wiped "
    "destroy destroyed forgotten",
    "keep keeps kept retain retains retained retention store stores stored storage hold held "
    "period overwritten",
    "location locations gps geolocation whereabouts position coordinates track tracks nearby",
    "encrypt encrypted encrypts encryption tls ssl https cipher hashed scrambled",
    "security secure secured safe safety protect protects protected protection safeguards",
    "hack hacked hackers hacker breach breaches breached incident incidents leak leaked stolen "
    "compromised exposed",
    "police cops officers law-enforcement enforcement authorities authority warrant subpoena court "
    "courts judge legal-process government officials",
    "kid kids child children childs minor minors teen teens teenager son daughter parent parents "
    "guardian coppa underage age pupil pupils under-13 thirteen",
    "photo photos picture pictures pics image images photograph photographs selfie camera cameras "
    "film gallery",
    "video videos footage cctv camera cameras surveillance",
    "message messages chat chats text texts communications conversation conversations mail",
    "call calls telephone phone calling voicemail",
    "record records recorded recording recordings",
    "voice audio microphone listen listening sound speech speak",
    "ai artificial-intelligence chatgpt generative machine-learning machine model models algorithm "
    "algorithms automated automatically automation computer software robot",
    "decide decides decision decisions decided profiling",
    "train trains training trained",
    "cookie cookies tracker trackers pixel pixels beacon beacons tags",
    "track tracks tracking tracked follow follows monitor monitored monitoring watch watching spy "
    "spying",
    "ad ads advert adverts advertise advertising advertiser advertisers advertisement "
    "advertisements marketing banner banners commercial promotional sponsor sponsors",
    "email emails e-mail e-mails newsletter newsletters mailing mailings mails mail spam "
    "unsubscribe promotional",
    "stop opt opt-out unsubscribe decline refuse object withdraw disable switch turn",
    "consent permission agree agreement allow opt-in",
    "copy access export download portability obtain receive",
    "correct correction rectify rectification update amend fix wrong mistake inaccurate errors",
    "contacts contact-list address-book friends",
    "card cards credit-card debit payment payments bank billing financial pay",
    "health medical medicine doctor doctors illness hospital patient diagnosis hipaa",
    "religion religious beliefs political politics race ethnic ethnicity sexual orientation "
    "special-categories",
    "face facial biometric biometrics fingerprint fingerprints faceprint palm iris",
    "dna genetic genome genes genotype",
    "country countries abroad overseas international transferred outside located server servers "
    "hosted hosting cross-border",
    "europe european eu eea gdpr",
    "california californian ccpa cpra",
    "facebook instagram google twitter social linkedin tiktok social-media",
    "insurance insurer insurers",
    "employer employers boss employment",
    "bought buyer buys merger acquisition acquired bankrupt bankruptcy sold takeover purchaser "
    "successor",
    "change changes changed update updates updated revise revised revision amendments modify",
    "tell told inform informed notify notified notification notice warn warned announce",
    "complain complaint complaints regulator supervisory ombudsman commissioner",
    "dpo officer data-protection-officer",
    "old age aged year years",
    "account accounts profile profiles",
    "password passwords login log-in sign-in credentials",
    "ip ip-address",
    "third-party third-parties third parties partners partner affiliates companies vendors "
    "processors",
    "anonymous anonymised anonymized de-identified pseudonym pseudonymous aggregated aggregate",
    "do-not-track dnt do-not-track-signals",
)

# Words that nearly every sentence of a policy is about.
_EVERYWHERE = frozenset(
    "data information info personal details detail user users privacy service services app site "
    "website policy please people person anybody everything stuff really".split()
)


def concepts_of(text: str) -> frozenset[str]:
    """What a text speaks of: the number of a concept, or a stem of no concept."""
    return _concepts(tuple(words_of(text.replace("’", "'"))))


def specific_concepts(question: str) -> tuple[frozenset[str], ...]:
    """For each telling word of a question, all that it may be called; the same thing once."""
    found: dict[frozenset[str], None] = {}
    for word in words_of(question):
        if word not in FUNCTION_WORDS and word not in _EVERYWHERE:
            found[frozenset(_named(word))] = None
    return tuple(found)


def share_covered(wanted: tuple[frozenset[str], ...], there: Iterable[str]) -> float:
    """The share of a question's telling words that a text speaks of."""
    if not wanted:
        return 0.0
    known = frozenset(there)
    return sum(bool(names & known) for names in wanted) / len(wanted)


@lru_cache(maxsize=20_000)
def _concepts(words: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    for place, word in enumerate(words):
        if word not in FUNCTION_WORDS:
            found.update(_named(word))
        for length in (2, 3):
            found.update(_numbers().get("-".join(words[place : place + length]), ()))
    return frozenset(found)


def _named(word: str) -> tuple[str, ...]:
    return (*_numbers().get(word, ()), stem_of(word))


@lru_cache(maxsize=1)
def _numbers() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for number, words in enumerate(_CONCEPTS):
        for word in dict.fromkeys(words.split()):
            found[word] = (*found.get(word, ()), f"#{number}")
    return found
