"""Things that everyday language and policies call by different words."""

from collections.abc import Iterable
from functools import lru_cache

from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of

# Words that mean the same to someone who asks. Pairs are of neighbouring words. A word with a
# question mark means it in a question alone: policies use it for too much else.
_CONCEPTS: tuple[str, ...] = (
    "sell sells sold selling sale sales rent rents trade? monetize monetary consideration broker "
    "brokers resell earn? profit? money?",
    "share shares sharing shared disclose disclosed discloses disclosing disclosure disclosures "
    "pass passes passed recipients recipient transfer hand? provide?",
    "delete deletes deleted deletion erase erases erased erasure remove removed removal wipe wiped "
    "destroy destroyed forgotten gone? vanish vanishes purge purged takedown take-down rid?",
    "keep keeps kept retain retains retained retention store stores stored storage hold held "
    "period overwritten",
    "location locations gps geolocation whereabouts position? coordinates track? tracks? nearby",
    "encrypt encrypted encrypts encryption tls ssl https cipher hashed scrambled",
    "security secure secured safe safety protect protects protected protection safeguards",
    "hack hacked hackers hacker breach breaches breached incident incidents leak leaked stolen "
    "compromised exposed",
    "police cops officers law-enforcement enforcement authorities authority warrant subpoena court "
    "courts judge legal-process government officials lawyer? lawyers? lawsuit?",
    "kid kids child children childs minor minors teen teens teenager son daughter parent parents "
    "guardian coppa underage age pupil pupils under-13 thirteen young? younger under-16 "
    "under-18 parental mum? mom? dad? mother? father? family? adults years-of-age "
    "old?",
    "photo photos picture pictures pics image images photograph photographs selfie camera cameras "
    "film gallery your-files files-you files-that user-content your-content content-you",
    "video videos footage cctv camera cameras surveillance your-files files-you files-that "
    "user-content your-content content-you",
    "message messages chat chats text texts communications conversation conversations mail",
    "call calls telephone? phone? phone-call telephone-call calling voicemail",
    "record records recorded recording recordings logs log-files log-file log-data",
    "voice audio microphone listen listening sound speech speak",
    "ai artificial-intelligence chatgpt generative machine-learning machine? model models "
    "algorithm algorithms automated automation computer? software? robot?",
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
    "consent permission agree agreement allow opt-in ask? asks? asking? permitted?",
    "copy access export download portability obtain? receive? portable",
    "correct correction rectify rectification update amend fix wrong mistake inaccurate errors",
    "contacts contact-list contact-lists address-book address-books phonebook phone-book friends",
    "card cards credit-card credit? debit payment payments bank billing financial pay",
    "health medical medicine doctor doctors illness hospital patient diagnosis hipaa medication "
    "prescription prescriptions allergy? allergies? blood? therapy disease? wellbeing",
    "religion religious beliefs political politics race ethnic ethnicity sexual orientation "
    "special-categories",
    "face facial biometric biometrics fingerprint fingerprints faceprint palm iris",
    "dna genetic genome genes genotype",
    "country countries abroad overseas international transferred outside located server servers "
    "hosted hosting cross-border china? russia? india? america? europe? leave?",
    "europe european eu eea gdpr",
    "united-states america usa u-s american",
    "united-kingdom uk britain british",
    "california californian ccpa cpra",
    "facebook instagram google twitter social linkedin tiktok social-media",
    "insurance insurer insurers",
    "employer employers boss employment",
    "employees employee staff personnel workers? worker?",
    "bought buyer buys merger acquisition acquired bankrupt bankruptcy sold takeover purchaser "
    "successor",
    "change changes changed update updates updated revise revised revision amendments modify",
    "tell told inform informed notify notified notification notice warn warned announce",
    "complain complaint complaints regulator supervisory ombudsman commissioner",
    "dpo officer data-protection-officer",
    "old age aged year? years?",
    "account accounts profile profiles",
    "see sees seen look? looks? view views? viewed visible accessible? access? read reads reading",
    "notes documents files posts entries uploads your-content user-content write? writes? wrote? "
    "post? posted? content-you",
    "agree agrees disagree disagrees accept? consent?",
    "password passwords login log-in sign-in credentials",
    "ip ip-address",
    "third-party third-parties third parties partners partner affiliates companies vendors "
    "processors",
    "anonymous anonymised anonymized de-identified pseudonym pseudonymous aggregated aggregate",
    "do-not-track dnt do-not-track-signals",
    "quit? leave? cancel cancels cancelled canceled cancellation close closed closure terminate "
    "terminated termination deactivate deactivated deactivation",
    "sign? signup? join? register registers registered registration sign-up create-an-account",
    "buy? buying? order orders ordered purchase purchases purchased shopping transaction "
    "transactions",
    "answer? answers? reply replies respond responds response",
    "ask? asks? asking? request requests requested",
    "reach? contact contacting write-to email-us mail-us",
    "browse browsing surf? surfing? visited websites-you sites-you pages-you pages-viewed "
    "internet-activity online-activity",
    "long? soon? fast? quick? quickly? day days hour hours week weeks month months period periods "
    "year? years? immediately indefinitely as-long-as until",
    "scan scans? scanned? scanning analyse? analyze? inspect moderate moderation moderators? "
    "screen? screening",
    "illegal unlawful criminal crime crimes offence abuse fraud?",
    "hurt? harm suicide kill? danger dangerous emergency emergencies life-is life-may life-at "
    "vital-interests imminent safety-of",
    "university? universities? academic research researchers researcher science? scientific study? "
    "studies?",
    "school schools teacher teachers student students education educational",
    "press? journalist? journalists? newspaper? newspapers? public-records media?",
    "relatives relative family family-members spouse wife? husband? cousin? sister? brother? "
    "household living-people",
    "dead? die? dies? died? death deceased alive? living-person living-people",
    "gender sex male? female?",
    "worth? value values? estimate?",
    "heavy? weigh? weight",
    "ride? rides? trip trips journey journeys travel? route routes",
    "crash? crashes? accident accidents collision",
    "job jobs applicant applicants candidate candidates recruitment hire? hiring? cv? apply?",
    "passport passports licence license identity-document id-card identification identity? id?",
    "phone-number phone-numbers telephone-number telephone-numbers mobile-number mobile-numbers",
    "email-address email-addresses e-mail-address e-mail-addresses your-email your-e-mail",
    "home-address postal-address mailing-address street-address shipping-address",
    "ssn social-security national-insurance",
    "credit-score credit-report credit-reports credit-history credit-reporting credit-check",
)

# Words that nearly every sentence of a policy is about.
_EVERYWHERE = frozenset(
    "data information info personal details detail user users privacy service services app site "
    "website websites sites apps policy please people person anybody everything stuff "
    "really find finds need needs another anywhere down show shows i'm talk online".split()
)


# What policies call all that they hold, and what is a kind of it: a sentence on the whole speaks
# of the kind as well, if less plainly.
_WHOLE = (
    "personal-information personal-data your-information your-data user-data user-information "
    "customer-data customer-information identifiable-information personal-details your-content "
    "information-about-you data-about-you"
)
_KINDS = (
    "photos videos messages audio contacts card health religion face dna location ip notes files "
    "posts documents diary history searches address number name birthday recordings phone-number "
    "email-address home-address ssn credit-score"
)
# What is done with data of all kinds alike. To see or to collect is not among them.
_ACTS = (
    "sell share delete keep encrypt secure hacked police ads abroad correct copy insurers bought"
)
# What is said in so many ways that its words may be missing where it is spoken of.
_SAID_ANYHOW = (
    "see copy correct changes tell stop consent agree old keep share record decide account secure "
    "third-party track notes employees quit sign buy answer ask reach browse scan worth relatives "
    "heavy alive illegal"
)
# What a statement on all data is worth for a kind of it, and what a kind is that is never named.
_OF_WHOLE = 0.75
_HALF = 0.5


def concepts_of(text: str) -> frozenset[str]:
    """What a text speaks of: the number of a concept, or a stem of no concept."""
    return _concepts(tuple(words_of(text.replace("’", "'"))))


def specific_concepts(question: str) -> tuple[frozenset[str], ...]:
    """For each telling word of a question, all that it may be called; the same thing once."""
    found: dict[frozenset[str], None] = {}
    for word in telling_words(question):
        found[frozenset(_all_names(word))] = None
    return tuple(found)


def names_of_word(word: str) -> frozenset[str]:
    """What a word of a sentence stands for: its stem and the concepts that it is one word of."""
    return frozenset(_named(word))


def telling_words(question: str) -> tuple[str, ...]:
    """The words of a question that tell what it is about, each once.

    Words that mean something together, such as an address book, are one with a hyphen.
    """
    return tuple(
        dict.fromkeys(
            word
            for word in _joined(words_of(question))
            if word not in FUNCTION_WORDS and word not in _EVERYWHERE and not word.isdigit()
        )
    )


def _joined(words: list[str]) -> list[str]:
    found: list[str] = []
    place = 0
    while place < len(words):
        size = next(
            (n for n in (3, 2) if "-".join(words[place : place + n]) in _phrases()),
            1,
        )
        found.append("-".join(words[place : place + size]))
        place += size
    return found


@lru_cache(maxsize=1)
def _phrases() -> frozenset[str]:
    return frozenset(word for words in _CONCEPTS for word in words.split() if "-" in word)


def other_words(word: str, most: int = 8) -> tuple[str, ...]:
    """What policies may call the same, without other forms of the word."""
    numbers = {*_numbers().get(word, ()), *_numbers().get(f"{word}?", ())}
    own = stem_of(word)
    found: dict[str, str] = {}
    for name in sorted(numbers, key=lambda number: int(number[1:])):
        for other in _CONCEPTS[int(name[1:])].split():
            # One form of each word will do to show what is meant.
            if not other.endswith("?") and stem_of(other) != own:
                found.setdefault(stem_of(other), other.replace("-", " "))
    return tuple(found.values())[:most]


def share_covered(wanted: tuple[frozenset[str], ...], there: Iterable[str]) -> float:
    """The share of a question's telling words that a text speaks of."""
    if not wanted:
        return 0.0
    known = frozenset(there)
    # "We do not sell personal information" speaks of photos too.
    whole = _whole() in known and any(names & _acts() & known for names in wanted)
    return sum(
        1.0 if names & known else _OF_WHOLE if whole and names & _kinds() else 0.0
        for names in wanted
    ) / len(wanted)


def missing(question: str, there: frozenset[str]) -> tuple[float, bool]:
    """How many of the question's things a whole policy never speaks of, and whether all.

    Words of no concept do not count: they may well be said differently. A kind of
    data counts half where something else is asked of it, which all data may be told of.
    """
    named = [(word, specific_concepts(word)) for word in telling_words(question)]
    things = [
        names[0] for word, names in named if _has_names(word) and not names[0] & _said_anyhow()
    ]
    absent = [names for names in things if not names & there]
    present = len(things) - len(absent)
    count = sum(_HALF if present and names & _kinds() else 1.0 for names in absent)
    if present and "or" in words_of(question):
        # Of two things that are asked for one will do.
        count = max(0.0, count - 1)
    return count, bool(absent) and len(absent) == len(named)


def _has_names(word: str) -> bool:
    return word in _numbers() or f"{word}?" in _numbers()


@lru_cache(maxsize=1)
def _kinds() -> frozenset[str]:
    return frozenset(name for word in _KINDS.split() for name in _named(word))


@lru_cache(maxsize=1)
def _said_anyhow() -> frozenset[str]:
    return frozenset(name for word in _SAID_ANYHOW.split() for name in _all_names(word))


@lru_cache(maxsize=1)
def _acts() -> frozenset[str]:
    return frozenset(name for word in _ACTS.split() for name in _named(word))


def _whole() -> str:
    return f"#{len(_CONCEPTS)}"


@lru_cache(maxsize=20_000)
def _concepts(words: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    numbers, begins = _numbers(), _phrase_beginnings()
    for place, word in enumerate(words):
        if word not in FUNCTION_WORDS:
            found.update(_named(word))
        if word in begins:
            for length in (2, 3):
                found.update(numbers.get("-".join(words[place : place + length]), ()))
    return frozenset(found)


@lru_cache(maxsize=1)
def _phrase_beginnings() -> frozenset[str]:
    return frozenset(word.partition("-")[0] for word in _numbers() if "-" in word)


@lru_cache(maxsize=20_000)
def _named(word: str) -> tuple[str, ...]:
    return (*_numbers().get(word, ()), stem_of(word))


def _all_names(word: str) -> tuple[str, ...]:
    """What a word of a question may stand for."""
    return (*_named(word), *_numbers().get(f"{word}?", ()))


@lru_cache(maxsize=1)
def _numbers() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for number, words in enumerate((*_CONCEPTS, _WHOLE)):
        for word in dict.fromkeys(words.split()):
            found[word] = (*found.get(word, ()), f"#{number}")
    return found
