"""The tracking technology that a policy mentions."""

from privascope.traits.mention import Mention
from privascope.traits.mention_trait import MentionTrait
from privascope.traits.patterns import abbreviated, find_mentions, spelled

# Changes whenever the same text would give other mentions.
VERSION = "2"

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
    r"|girl scout|fortune cookie|gingerbread|cookies? (?:cutter|jar|monster|sheet|decorating)"
    r"|cookie bite|milk and cookies|cookies and milk|\bcakes\b"
)
_SET = (
    r"browser|we use|uses? cookie|cookies? (?:polic|setting|notice|consent)|session|your computer"
)
_LOGGED = (
    r"server|\bip\b|internet protocol|browser|cookie|beacon|hosting|web ?site (?:visit|traffic)"
)
_ON_THE_WEB = r"cookie|pixel|\bgifs?\b|\btags?\b|track|advertis|analytics|\bweb bugs?\b|scripts?\b"
_PIXELS = (
    r"cookie|beacon|\bgifs?\b|\btags?\b|tracking|trackers|advertis|analytics|\bsdks?\b|marketing"
    r"|(?:re)?targeting|conversion|audience|facebook"
)
_NOT_PIXELS = (
    r"(?:[2-9]|\d\d) ?(?:mega)?pixels|pixels (?:wide|high|tall|by|per)"
    r"|pixel (?:density|resolution|ratio|xl|\d)"
    r"|pixels?[™®]|megapixel|google pixel (?!tag)|pixel union|iphone|samsung"
)
_BIOMETRIC = (
    r"biometric|finger ?print (?:scan|read|sens|recogn|login|id\b|data|image)|face ?(?:id|print)"
    r"|facial|retina|\biris\b|touch ?id|criminal|police|background check|voice ?print"
    r"|law enforcement|drug|screening|\bdna\b|immigration|\bssh\b|\b[pg]pg\b|\bpgp\b|certificate"
)
_OF_MACHINES = r"browser|device|cookie|canvas|machine|tracking tech|digital|pixel|beacon|scripts"
_NOT_ON_THE_WEB = r"bluetooth|ibeacon|proximity|beacon (?:street|st\b|road|rd\b|ave|hill|way|drive)"
_COLLECTING = (
    r"cookie|pixel|collect|personal (?:data|info)|embedded (?:in|with)|tracking"
    r"|trackers|analytics|advertis|device"
    r"|third[- ]party (?:mobile )?(?:sdk|software dev|librar|api)|sdk (?:partner|provider)|share"
)
_IN_BROWSER = r"html ?5|browser|cookie|flash|pixel|beacon|local shared|indexed ?db"
_BUILDING = r"toolchain|compiler|\bide\b|license agreement|end user licen"
_HOSTED = r"hosting|storage (?:space|content|plan|purpose|service)|\biaas\b|gigabyte|\d ?gb\b"
_ON_DISK = (
    r"(?:cookies?|data|website) (?:on|in|to) (?:the|your) (?:\S+ )?local storage (?:of|on)"
    r"|access to (?:the |your )?local storage|sd card|permissions?\b|storage (?:unit|facilit|drive)"
    r"|cookies? (?:is|are) (?!cookies)[^.;]{0,90} (?:on|in|to|into) (?:\S+ ){0,2}local storage"
)
_IN_CODE = r"storage\(\)|storage\.\w+\(|\bwindow\.|\bfunction ?\("
# Flash's local storage objects are flash cookies; HTML5's are meant where both are named.
_OF_FLASH = r"(?s)\A(?!.*html ?5).*flash"
_OF_DEVICES = r"android|google|mobile|device|\bidfa|apple|\bios\b"
_REPLAYED = r"replay|mouse|hotjar|fullstory|heat ?map|click|scroll|keystroke|analytics|cursor"
_NOT_LOGGED = r"(?! (?:in|on|out|off|into|onto|you|back)\b)"

_RULES = (
    spelled("cookies", r"cookies?", unless=_FOOD),
    spelled("cookies", r"cookies?", near=_SET),
    spelled("logs", r"log[- ]?files?"),
    spelled("logs", r"log (?:data|entr(?:y|ies)|records?(?! of disclos))"),
    spelled("logs", r"log information", near=r"server|log file|web log|our logs|internet log"),
    spelled("logs", rf"server(?: activity| access| traffic)? logs?{_NOT_LOGGED}"),
    spelled("logs", r"servers? (?:may |also |will )?(?:automatically )?log" + _NOT_LOGGED),
    spelled("logs", r"internet logs?"),
    *(
        spelled("logs", rf"{thing} logs{_NOT_LOGGED}")
        for thing in ("site", "website", "system", "traffic")
    ),
    spelled("logs", r"log (?:your |the |all )?(?:ip|internet protocol) address(?:es)?"),
    spelled("logs", rf"access logs{_NOT_LOGGED}"),
    spelled("logs", r"web[- ]?logs?(?! ?\()", near=_LOGGED, unless=r"\bblog|comment|\bpost"),
    spelled("logs", rf"logs{_NOT_LOGGED}", near=_LOGGED),
    spelled("web-beacons", r"web[- ]?beacons?"),
    spelled("web-beacons", r"beacons?", near=_ON_THE_WEB, unless=_NOT_ON_THE_WEB),
    spelled("web-beacons", r"clear[- ]?gifs?"),
    spelled("web-beacons", r"transparent[- ]gifs?"),
    spelled("web-beacons", r"invisible[- ]gifs?"),
    spelled("web-beacons", r"single[- ]pixel[- ]gifs?"),
    spelled("web-beacons", r"one[- ]pixel[- ]gifs?"),
    spelled("web-beacons", r"pixel[- ]gifs?"),
    spelled("web-beacons", r"web[- ]bugs?"),
    spelled("fingerprinting", r"fingerprinting", near=_OF_MACHINES, unless=_BIOMETRIC),
    *(
        spelled("fingerprinting", rf"{thing}[- ]fingerprint(?:s|ed)?", unless=_BIOMETRIC)
        for thing in ("browser", "device", "canvas", "machine", "computer", "digital device")
    ),
    spelled("flash-cookies", r"flash[- ](?:based )?(?:cookies?|lsos?|local|shared|storage)"),
    spelled("flash-cookies", r"local(?:ly)?[- ](?:stored|shared)[- ]objects?"),
    abbreviated("flash-cookies", r"LSO(?:s|'s|’s)?", near=r"flash|shared object"),
    spelled("advertising-id", r"advertis(?:ing|er) id(?:s|entifiers?|entification)?"),
    spelled("advertising-id", r"identifiers? for advertis(?:ing|ers?)"),
    spelled("advertising-id", r"ad[- ]id(?:s|entifiers?)?", near=_OF_DEVICES),
    abbreviated("advertising-id", r"IDFAs?"),
    abbreviated("advertising-id", r"AAIDs?", near=r"advertis"),
    abbreviated("advertising-id", r"GAIDs?", near=r"advertis"),
    abbreviated("advertising-id", r"MAIDs?", near=r"advertis"),
    spelled(
        "local-storage",
        r"local storage(?! (?:objects?|devices?|medi))",
        near=_IN_BROWSER,
        unless=_ON_DISK,
    ),
    spelled("local-storage", r"local storage objects?", near=_IN_BROWSER, unless=_OF_FLASH),
    spelled("local-storage", r"localstorage", unless=_IN_CODE),
    spelled("local-storage", r"html ?5 (?:local |web |browser )?(?:storage|cookies?)"),
    spelled("local-storage", r"web storage", near=_IN_BROWSER, unless=_HOSTED),
    spelled("local-storage", r"dom storage"),
    spelled("local-storage", r"session ?storage", near=_IN_BROWSER, unless=_IN_CODE),
    spelled("local-storage", r"browser (?:web |local )?storage"),
    spelled("local-storage", r"indexed ?db"),
    spelled("pixels", r"pixel[- ]tags?"),
    spelled("pixels", r"tracking[- ]pixels?"),
    spelled("pixels", r"pixels?", near=_PIXELS, unless=_NOT_PIXELS),
    spelled("sdks", r"software develop(?:ment|ers?'?s?) kits?", near=_COLLECTING, unless=_BUILDING),
    abbreviated("sdks", r"SDK(?:s|'s|’s)?", near=_COLLECTING, unless=_BUILDING, alone=True),
    spelled("session-replay", r"session[- ](?:replays?|playbacks?)"),
    spelled("session-replay", r"session[- ]record(?:ings?|ers?)", near=_REPLAYED),
)


def find_trackers(text: str) -> tuple[Mention, ...]:
    """Where a text mentions a technology, by its key in TRACKERS."""
    return find_mentions(text, _RULES)


TRAIT = MentionTrait(
    name="trackers",
    version=VERSION,
    find=find_trackers,
    names=TRACKERS,
    facet="tracker",
    title="Tracking technology",
    about="Tracking technology that the policy mentions",
    summary="The tracking technology that policies mention.",
    from_the_start=True,
)
