"""The tracking technology that a policy mentions."""

from privascope.traits.mention import Mention
from privascope.traits.patterns import abbreviated, find_mentions, spelled

# Changes whenever the same text would give other mentions.
VERSION = "1"

TRACKERS: dict[str, str] = {
    "cookies": "Cookies",
    "logs": "Log files",
    "web-beacons": "Web beacons",
    "fingerprinting": "Fingerprinting",
    "flash-cookies": "Flash cookies",
    "advertising-id": "Advertising ID",
    "local-storage": "Local storage",
    "pixels": "Pixels",
    "sdks": "SDKs",
    "session-replay": "Session replay",
}

_FOOD = (
    r"chocolate|\bbak(?:ed?|ing|ery|eries)\b|recipe|dough|oatmeal|gluten|cupcake|brownies"
    r"|girl scout|fortune cookie|gingerbread|cookie (?:cutter|jar|monster|sheet|decorating)"
    r"|milk and cookies|cookies and milk|snack"
)
_LOGGED = r"server|\bip\b|internet protocol|browser|web ?site|visit|automatically|url|traffic|hosting"
_TRACKING = r"cookie|beacon|pixel|\bgifs?\b|\btags?\b|tracking|trackers|advertis|analytics|web bug"
_IN_BROWSER = r"html ?5|browser|cookie|web storage|flash|pixel|beacon|local shared|session storage"

_RULES = (
    spelled("cookies", r"cookies?", unless=_FOOD),
    spelled("logs", r"log[- ]?files?"),
    spelled("logs", r"log (?:data|entr(?:y|ies)|records?)"),
    spelled("logs", r"log information", near=r"server|log file|web log|our logs"),
    spelled("logs", r"(?:web )?server (?:activity |access |traffic )?logs?"),
    spelled("logs", r"access logs?"),
    spelled("logs", r"web[- ]?logs?", near=_LOGGED, unless=r"\bblog|comment|post(?:s|ed|ing)?\b"),
    spelled("logs", r"logs", near=_LOGGED),
    spelled("web-beacons", r"web[- ]?beacons?"),
    spelled("web-beacons", r"beacons?", near=_TRACKING, unless=r"bluetooth|ibeacon|proximity"),
    spelled("web-beacons", r"clear[- ]?gifs?"),
    spelled("web-beacons", r"transparent[- ]gifs?"),
    spelled("web-beacons", r"invisible[- ]gifs?"),
    spelled("web-beacons", r"single[- ]pixel[- ]gifs?"),
    spelled("web-beacons", r"one[- ]pixel[- ]gifs?"),
    spelled("web-beacons", r"pixel[- ]gifs?"),
    spelled("web-beacons", r"web[- ]bugs?"),
    spelled("fingerprinting", r"fingerprint(?:s|ing|ed)?", near=r"browser|device"),
    spelled("flash-cookies", r"flash[- ](?:based )?(?:cookies?|lsos?|local|shared|storage)"),
    spelled("flash-cookies", r"local(?:ly)?[- ](?:stored|shared)[- ]objects?"),
    abbreviated("flash-cookies", r"LSO(?:s|'s|’s)?", near=r"flash|shared object"),
    spelled("advertising-id", r"advertis(?:ing|er) id(?:s|entifiers?|entification)?"),
    spelled("advertising-id", r"identifiers? for advertis(?:ing|ers?)"),
    spelled("advertising-id", r"ad[- ]id(?:s|entifiers?)?", near=r"android|google|mobile|device"),
    abbreviated("advertising-id", r"IDFAs?"),
    abbreviated("advertising-id", r"AAIDs?", near=r"advertis"),
    abbreviated("advertising-id", r"GAIDs?", near=r"advertis"),
    abbreviated("advertising-id", r"MAIDs?", near=r"advertis"),
    spelled("local-storage", r"local storage", near=_IN_BROWSER),
    spelled("local-storage", r"localstorage"),
    spelled("local-storage", r"html ?5 (?:local |web |browser )?(?:storage|cookies?)"),
    spelled("local-storage", r"web storage", near=_IN_BROWSER),
    spelled("local-storage", r"dom storage"),
    spelled("local-storage", r"session ?storage", near=_IN_BROWSER),
    spelled("local-storage", r"browser (?:web |local )?storage"),
    spelled("local-storage", r"indexed ?db"),
    spelled("pixels", r"pixel[- ]tags?"),
    spelled("pixels", r"tracking[- ]pixels?"),
    spelled("pixels", r"pixels?", near=_TRACKING),
    spelled("sdks", r"software develop(?:ment|ers?'?s?) kits?"),
    abbreviated("sdks", r"SDK(?:s|'s|’s)?"),
    spelled("session-replay", r"session[- ](?:replays?|playbacks?)"),
    spelled("session-replay", r"session[- ]record(?:ings?|ers?)", near=r"replay|mouse|hotjar"),
)


def find_trackers(text: str) -> tuple[Mention, ...]:
    """Where a text mentions a technology, by its key in TRACKERS."""
    return find_mentions(text, _RULES)
