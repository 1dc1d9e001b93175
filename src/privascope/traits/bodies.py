"""The self-regulatory bodies and supervisors that a policy names."""

from privascope.traits.mention import Mention
from privascope.traits.mention_trait import MentionTrait
from privascope.traits.patterns import abbreviated, find_mentions, spelled

# Changes whenever the same text would give other mentions.
VERSION = "1"

BODIES: dict[str, str] = {
    "nai": "Network Advertising Initiative",
    "daa": "Digital Advertising Alliance",
    "edaa": "European Interactive Digital Advertising Alliance",
    "bbbonline": "BBBOnLine (Better Business Bureau)",
    "trustarc": "TrustArc (TRUSTe)",
    "cnil": "CNIL",
    "eprivacy": "ePrivacy seal",
    "verasafe": "VeraSafe",
    "evidon": "Evidon",
}

_ADVERTISING = (
    r"advertis|opt(?:ing)?[ -]?out|aboutads|adchoices|ad choices"
    r"|consumer choice|behaviou?ral"
)
_COMPUTING = r"informatique(?: (?:et|&) (?:des )?libert[eé]s)?"

_RULES = (
    spelled("nai", r"network(?:ing|s)? advertis(?:ing|ers) initiative"),
    spelled("nai", r"national advertising initiative"),
    spelled("nai", r"networkadvertising\.org"),
    abbreviated("nai", r"NAI", near=_ADVERTISING + r"|\be?daa\b"),
    spelled("daa", r"digital advertising alliances?"),
    spelled("daa", r"digital advertisers alliance"),
    spelled("daa", r"aboutads\.info"),
    spelled("daa", r"youradchoices\.(?:com|ca)"),
    abbreviated("daa", r"DAAC?", near=_ADVERTISING + r"|\bnai\b|\bedaa\b"),
    spelled("edaa", r"european (?:interactive )?digital advertising alliance"),
    spelled("edaa", r"european interactive advertising (?:digital )?alliance"),
    spelled("edaa", r"youronlinechoices\.(?:eu|com(?!\.au)|co\.uk)"),
    spelled("edaa", r"your online choices", near=_ADVERTISING, unless=r"australia|\.au\b"),
    spelled("edaa", r"edaa\.eu"),
    abbreviated("edaa", r"EDAA"),
    abbreviated("edaa", r"eDAA"),
    spelled("bbbonline", r"bbb ?online"),
    spelled("bbbonline", r"better business bureau online"),
    spelled("bbbonline", r"bbb eu privacy shield"),
    spelled("bbbonline", r"bbb national programs"),
    spelled("trustarc", r"trustarc"),
    spelled("trustarc", r"truste"),
    spelled("cnil", rf"commission nationale (?:de )?(?:l'|pour l')?{_COMPUTING}"),
    spelled("cnil", r"cnil\.fr"),
    abbreviated("cnil", r"CNIL"),
    spelled("eprivacy", r"eprivacy ?seal"),
    spelled("eprivacy", r"eprivacy gmbh"),
    spelled("eprivacy", r"eprivacy\.eu"),
    spelled("eprivacy", r"eprivacy[- ]cert(?:ified|ificate|ification)"),
    spelled("verasafe", r"verasafe"),
    spelled("evidon", r"evidon"),
    spelled("evidon", r"ghostery enterprise"),
    spelled("evidon", r"better advertising project"),
    spelled("evidon", r"crownpeak", near=r"evidon|ghostery|consent|adchoices|opt[ -]?out"),
)


def find_bodies(text: str) -> tuple[Mention, ...]:
    """Where a text names a body, by its key in BODIES."""
    return find_mentions(text, _RULES)


TRAIT = MentionTrait(
    name="bodies",
    version=VERSION,
    find=find_bodies,
    names=BODIES,
    facet="body",
    title="Self-regulatory bodies",
    about="Self-regulatory body that the policy names",
    summary="The self-regulatory bodies that policies name.",
    from_the_start=True,
)
