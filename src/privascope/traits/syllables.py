"""How many syllables an English word has, by rule."""

import re
from functools import lru_cache

_LONGEST_WORD = 40
_PARTS = re.compile(r"[a-z]+")
_VOWELS = re.compile(r"[aeiouy]+")
# Vowels that meet but are spoken apart: medi-a, sci-ence, vari-ous, suppli-er, situ-ation.
_APART = re.compile(
    r"(?<![ctgs])i(?=a|en|ous)|(?<=[ct])i(?=at)|i(?=o(?!n|u)|um|et|er)|[^qg]u(?=a(?!r)|ou)|eo(?!n$|u|r|p)"
    r"|[aeou](?=ing)|y(?=er|al|i)|e(?=at(?:e|ion|or|ive))|e(?=ar?e?a)|(?<=i)re[sd]?$|re(?=ment)"
)
# Written but silent: used, makes, agreement, safely, basically.
_SILENT = re.compile(
    r"(?<=[^aeiouylr])e$|(?<=[aeiouy][lr])e$|(?<=[^aeioutdl])ed$|(?<=[aeiouy]l)ed$"
    r"|(?<=[^aeioulscgxzh])es$|(?<=[aeiouy]l)es$|(?<=ic)al(?=ly$)"
    r"|(?<=[aeiouy][^aeiouy])e(?=(?:ment|ly|ful|less|ness|where|thing|time|work)s?$)"
)
# The commonest words of policies that the rules get wrong.
_BY_COUNT = {
    1: ("billed called cheque filled friend friends isle jacques league prayer skilled tier"),
    2: (
        "ac alfred ap aug ave ba baseball bauer bc beiersdorf belgium beyond boutique business "
        "cafe cancelled carriage catholic cc cd cds ce centres charleston chile chocolat "
        "chocolate chocolates clearance colleagues compelled controlled create creates cv dc "
        "diamond dj elsewhere embed enrolled eu facebook falsely fire firewall fluid friendly "
        "fuel fulfilled gateway gateways giant giants gm gmail grapevine greater greatest "
        "guidelines hatred hereby hire hired homeland homepage hometown horseback hour hours "
        "household hr hundred iceland ids installed interest interests ion ip iq jr judgement "
        "junior lawyer lawyers layout lifelong lifestyle likewise linkedin lion louis marriage "
        "maui maybe md mg mr mrs nike ninety ok opera our ours pc ph pierre pinterest platinum "
        "pm porsche pr premier privilege privileged reuse safeguard safeguards safety "
        "salesforce science senior several sidebar storefront surgeons technique techniques th "
        "thereby therefore thereof thereto threaten threatened threatens timeframe tire "
        "trademark trademarks treated tumblr tv uk ul unique vs warehouse wednesday whereby "
        "wholesale william williams wire witteman yigal"
    ),
    3: (
        "aaa acm acquire acquired acquires adobe advancement adversely ama amc angeles "
        "announcement announcements anyone aol api apo appearance area areas arrangement "
        "arrangements atm australia australian bbc beforehand behavior behaviors beverages blvd "
        "businesses carefully catalogue cavaliers caveat cbs cdc ceo champion cialis clarion "
        "cnn commencement conduit convenience convenient conveyor creating creative crm croatia "
        "csi cycling desire desired desires dialogue diego differently dna dss dvd dvds element "
        "elements empire employee employees endorsement endorsements enforcement enhancement "
        "enhancements enquire entire epa especially everyday everything expires familiar fbi "
        "fcc fda fiesta firearms foregoing gambling genuine gps hawaii hiv idea ideas influence "
        "infringement infringements inspired interested interesting involvement irs israel "
        "issuer italian korea littler llc ltd marius mcdonald mit montgomery moreover museum "
        "nfl nonetheless npr nuclear oasis ourselves parliament payable pdf php pioneer "
        "privileges racism reaction realize recipe recipes recovery reimburse repeated require "
        "required requires rulemaking safeguarding samoa sciences scs seattle shareholders sms "
        "solely spokespersons stakeholders suicide temperature theatre threatening timeliness "
        "tokyo tuition unforeseen uniquely url urls usa usefulness valuable vegetables vip "
        "virginia xml zimbabwe"
    ),
    4: (
        "acknowledgement acquirer acuity aforementioned algorithms behavioral california cctv "
        "coalition complementary contiguous cooperate coordinate deactivate diabetes disabling "
        "enabling enjoyable entirely espn etc european facsimile familiarize feb february html "
        "http inconvenience initiative initiatives inquiries january journalism laboratories "
        "laboratory mechanism mechanisms oecd pennsylvania physically reality recycling "
        "repeatedly requiring retirement salvatore satisfactory scientific technically "
        "terrorism unreasonable veterinary whatsoever"
    ),
    5: (
        "algorithmic ambiguities amphitheatre biosciences continuity cooperation coordination "
        "coordinator deactivated fiduciary louisiana miscellaneous obituaries perpetuity "
        "satisfactorily statistically"
    ),
    6: (
        "beneficiaries beneficiary contemporaneous electronically extraordinary intelligentsia "
        "periodically reorganization simultaneously technologically"
    ),
    7: ("confidentiality"),
}
_EXCEPTIONS = {word: count for count, words in _BY_COUNT.items() for word in words.split()}


@lru_cache(maxsize=2**14)
def count_syllables(word: str) -> int:
    """The syllables of a word; 1 for what has no letters, such as a number."""
    return sum(map(_count, _PARTS.findall(word[:_LONGEST_WORD].lower()))) or 1


def _count(part: str) -> int:
    known = _EXCEPTIONS.get(part)
    if known is not None:
        return known
    spoken = _SILENT.sub("", part)
    return max(1, len(_VOWELS.findall(spoken)) + len(_APART.findall(spoken)))
