"""The laws and agreements that a policy names."""

from privascope.traits.mention import Mention
from privascope.traits.mention_trait import MentionTrait
from privascope.traits.patterns import abbreviated, find_mentions, spelled

# Changes whenever the same text would give other mentions.
VERSION = "1"

LAWS: dict[str, str] = {
    "gdpr": "GDPR (European Union)",
    "uk-gdpr": "UK GDPR",
    "coppa": "COPPA (children, United States)",
    "privacy-shield": "Privacy Shield",
    "data-privacy-framework": "EU-US Data Privacy Framework",
    "scc": "Standard Contractual Clauses",
    "bcr": "Binding Corporate Rules",
    "caloppa": "CalOPPA (California)",
    "ccpa": "CCPA (California)",
    "cpra": "CPRA (California)",
    "hipaa": "HIPAA (health, United States)",
    "ferpa": "FERPA (education, United States)",
    "glba": "GLBA (finance, United States)",
    "lgpd": "LGPD (Brazil)",
    "pipeda": "PIPEDA (Canada)",
    "virginia-vcdpa": "Virginia Consumer Data Protection Act",
    "colorado-cpa": "Colorado Privacy Act",
    "connecticut-ctdpa": "Connecticut Data Privacy Act",
    "utah-ucpa": "Utah Consumer Privacy Act",
    "texas-tdpsa": "Texas Data Privacy and Security Act",
    "oregon-ocpa": "Oregon Consumer Privacy Act",
    "montana-mcdpa": "Montana Consumer Data Privacy Act",
    "iowa-icdpa": "Iowa Consumer Data Protection Act",
    "indiana-icdpa": "Indiana Consumer Data Protection Act",
    "tennessee-tipa": "Tennessee Information Protection Act",
    "delaware-dpdpa": "Delaware Personal Data Privacy Act",
    "new-jersey-njdpa": "New Jersey Data Privacy Act",
    "new-hampshire-nhpa": "New Hampshire Privacy Act",
    "kentucky-kcdpa": "Kentucky Consumer Data Protection Act",
    "nebraska-ndpa": "Nebraska Data Privacy Act",
    "maryland-modpa": "Maryland Online Data Privacy Act",
    "minnesota-mcdpa": "Minnesota Consumer Data Privacy Act",
    "rhode-island-ridtppa": "Rhode Island Data Transparency and Privacy Protection Act",
    "florida-fdbr": "Florida Digital Bill of Rights",
    "nevada-603a": "Nevada's online privacy law (NRS 603A)",
    "washington-mhmda": "My Health My Data Act (Washington)",
}

_TRANSFERS = r"contractual|model clause|transfer|european commission|\beea\b|adequa"
_PRIVACY = r"california|consumer|privacy|personal (?:info|data)|gdpr|rights?\b|request|complian"

_NO_LAW = r"accountan|certified public|per (?:action|acquisition)"

_EUROPE = (
    spelled("gdpr", r"general data protection regulations?"),
    spelled("gdpr", r"regulation \(?eu\)? ?(?:no\.? ?)?2016/679"),
    spelled("gdpr", r"2016/679"),
    spelled("gdpr", r"gdpr(?!@)"),
    abbreviated("gdpr", r"RGPD"),
    abbreviated("gdpr", r"DS-?GVO"),
    spelled("uk-gdpr", r"uk(?:'s)?[- ](?:gdpr(?!-\w+@)|general data protection regulation)"),
    spelled(
        "uk-gdpr", r"united kingdom(?:'s)? (?:gdpr(?!-\w+@)|general data protection regulation)"
    ),
    spelled("privacy-shield", r"privacy[- ]?shield"),
    spelled("privacy-shield", r"privacyshield\.gov"),
    spelled("data-privacy-framework", r"data privacy framework", near=r"\beu\b|\bu\.?s\b|swiss"),
    spelled("data-privacy-framework", r"dataprivacyframework\.gov"),
    abbreviated("data-privacy-framework", r"DPF", near=r"privacy framework|swiss|\beu\b"),
    spelled("scc", r"standard contract(?:ual)?(?: data protection)? clauses?"),
    spelled("scc", r"standard data protection clauses?"),
    spelled("scc", r"model contract(?:ual)? clauses?"),
    spelled(
        "scc", r"contract(?:ual)? clauses (?:approved|adopted|issued) by the (?:eu\b|european)"
    ),
    spelled("scc", r"model clauses"),
    abbreviated("scc", r"SCC(?:s|'s|’s)?", near=_TRANSFERS),
    spelled("bcr", r"binding corporate rules?"),
    abbreviated("bcr", r"BCR(?:s|'s|’s)?", near=r"binding|corporate rules|transfer"),
)
_AMERICAS = (
    spelled("coppa", r"child(?:ren)?'?s?'? online privacy (?:and )?protection(?: act| rule)?"),
    spelled("coppa", r"child(?:ren)?'?s?'? online privacy act"),
    abbreviated("coppa", r"COPPA(?! ITALIA)"),
    spelled("caloppa", r"california(?:'s)? online privacy protection(?: act)?"),
    spelled("caloppa", r"cal ?-?oppa"),
    spelled("caloppa", r"22575"),
    spelled("ccpa", r"california(?:'s)? consumer privacy act"),
    spelled(
        "ccpa", r"california(?:'s)? consumer protection act", near=r"ccpa|personal info|privacy"
    ),
    abbreviated("ccpa", r"CCPA", near=_PRIVACY, unless=r"credit protection|colorado consumer"),
    spelled("cpra", r"california(?:'s)? (?:consumer )?privacy rights act"),
    abbreviated("cpra", r"CPRA", near=_PRIVACY, unless=r"public records"),
    spelled("hipaa", r"health insurance portability(?: (?:and|&) accountability(?: act)?)?"),
    spelled("hipaa", r"hipaa"),
    abbreviated("hipaa", r"HIPPA"),
    spelled("ferpa", r"family education(?:al)? rights (?:and|&) privacy(?: act)?"),
    abbreviated("ferpa", r"FERPA"),
    spelled("glba", r"gra(?:m|mm|ham)[- ]leach(?:[- ]+bl\w{1,8}(?: act)?)?"),
    abbreviated("glba", r"GLBA"),
    abbreviated("glba", r"GLB Act"),
    spelled("lgpd", r"lei geral de prote[cç][aã]o de dados"),
    spelled("lgpd", r"brazil(?:ian|'s)? (?:general )?(?:personal )?data protection (?:law|act)"),
    abbreviated("lgpd", r"LGPD"),
    spelled("pipeda", r"personal information protection (?:and|&) electronic documents? act"),
    spelled("pipeda", r"pipeda"),
)
_STATES = (
    spelled("virginia-vcdpa", r"virginia(?:'s)? consumer data (?:protection|privacy) (?:act|law)"),
    abbreviated("virginia-vcdpa", r"VCDPA"),
    abbreviated("virginia-vcdpa", r"CDPA", near=r"virginia", unless=r"connecticut", alone=True),
    spelled("colorado-cpa", r"colorado(?:'s)? (?:consumer )?privacy act"),
    abbreviated("colorado-cpa", r"ColoPA"),
    abbreviated("colorado-cpa", r"CPA", near=r"colorado", unless=_NO_LAW, alone=True),
    spelled(
        "connecticut-ctdpa", r"connecticut(?:'s)? (?:personal |consumer )?data privacy(?: act)?"
    ),
    spelled("connecticut-ctdpa", r"connecticut(?:'s)? act concerning (?:personal )?data privacy"),
    abbreviated("connecticut-ctdpa", r"CTDPA"),
    abbreviated("connecticut-ctdpa", r"CDPA", near=r"connecticut", unless=r"virginia", alone=True),
    spelled("utah-ucpa", r"utah(?:'s)? consumer (?:data )?privacy act"),
    abbreviated("utah-ucpa", r"UCPA", near=r"utah"),
    spelled("texas-tdpsa", r"texas(?:'s?)? data privacy (?:and|&) security act"),
    abbreviated("texas-tdpsa", r"TDPSA"),
    abbreviated("texas-tdpsa", r"TXDPSA"),
    spelled("oregon-ocpa", r"oregon(?:'s)? consumer (?:data )?privacy (?:act|law)"),
    abbreviated("oregon-ocpa", r"OCD?PA", near=r"oregon"),
    spelled("montana-mcdpa", r"montana(?:'s)? consumer data (?:privacy|protection) (?:act|law)"),
    abbreviated("montana-mcdpa", r"MTCDPA"),
    abbreviated("montana-mcdpa", r"MCDPA", near=r"montana", unless=r"minnesota", alone=True),
    spelled("iowa-icdpa", r"iowa(?:'s)? (?:consumer )?data (?:protection|privacy) (?:act|law)"),
    abbreviated("iowa-icdpa", r"IACDPA"),
    abbreviated("iowa-icdpa", r"ICDPA", near=r"iowa", unless=r"indiana", alone=True),
    spelled(
        "indiana-icdpa", r"indiana(?:'s)? (?:consumer )?data (?:protection|privacy) (?:act|law)"
    ),
    abbreviated("indiana-icdpa", r"INCDPA"),
    abbreviated("indiana-icdpa", r"ICDPA", near=r"indiana", unless=r"iowa", alone=True),
    spelled("tennessee-tipa", r"tennessee(?:'s)? information protection act"),
    abbreviated("tennessee-tipa", r"TIPA", near=r"tennessee"),
    spelled("delaware-dpdpa", r"delaware(?:'s)? personal data privacy act"),
    abbreviated("delaware-dpdpa", r"DPDPA", near=r"delaware", alone=True),
    spelled("new-jersey-njdpa", r"new jersey(?:'s)? (?:(?:consumer )?data )?privacy (?:act|law)"),
    spelled("new-jersey-njdpa", r"new jersey(?:'s)? (?:consumer )?data protection (?:act|law)"),
    abbreviated("new-jersey-njdpa", r"NJDP[AL]"),
    spelled(
        "new-hampshire-nhpa", r"new hampshire(?:'s)? (?:consumer )?(?:data )?privacy (?:act|law)"
    ),
    abbreviated("new-hampshire-nhpa", r"NH(?:D?PA|DPL)", near=r"new hampshire", alone=True),
    spelled("kentucky-kcdpa", r"kentucky(?:'s)? consumer data (?:protection|privacy) act"),
    abbreviated("kentucky-kcdpa", r"KCDPA"),
    spelled("nebraska-ndpa", r"nebraska(?:'s)? data privacy act"),
    abbreviated("nebraska-ndpa", r"NEDPA", near=r"nebraska"),
    abbreviated("nebraska-ndpa", r"NDPA", near=r"nebraska", alone=True),
    spelled("maryland-modpa", r"maryland(?:'s)? online (?:consumer )?(?:data )?privacy act"),
    spelled("maryland-modpa", r"maryland(?:'s)? online data protection act"),
    abbreviated("maryland-modpa", r"MODPA"),
    spelled("minnesota-mcdpa", r"minnesota(?:'s)? consumer data (?:privacy|protection) act"),
    abbreviated("minnesota-mcdpa", r"MNCDPA"),
    abbreviated("minnesota-mcdpa", r"MCDPA", near=r"minnesota", unless=r"montana", alone=True),
    spelled(
        "rhode-island-ridtppa",
        r"rhode island(?:'s)? data transparency(?: and privacy protection act)?",
    ),
    spelled("rhode-island-ridtppa", r"rhode island(?:'s)? data privacy act"),
    abbreviated("rhode-island-ridtppa", r"RIDTPPA"),
    spelled("florida-fdbr", r"florida(?:'s)? digital bill of rights"),
    abbreviated("florida-fdbr", r"FDBR"),
    spelled("nevada-603a", r"nevada(?:'s)? (?:online |internet )?privacy (?:act|law)"),
    spelled("nevada-603a", r"nevada revised statutes? (?:chapter |section |sections |§+ ?)?603a"),
    spelled("nevada-603a", r"nrs (?:chapter |section |§+ ?)?603a"),
    spelled("nevada-603a", r"nevada senate bill 220"),
    spelled("washington-mhmda", r"my health,? my data"),
    abbreviated("washington-mhmda", r"MHMDA?"),
)
_RULES = _EUROPE + _AMERICAS + _STATES


def find_laws(text: str) -> tuple[Mention, ...]:
    """Where a text names a law or agreement, by its key in LAWS."""
    return find_mentions(text, _RULES)


TRAIT = MentionTrait(
    name="laws",
    version=VERSION,
    find=find_laws,
    names=LAWS,
    facet="law",
    title="Laws and agreements",
    about="Law or agreement that the policy names",
    summary="The laws and agreements that policies name.",
    from_the_start=True,
)
