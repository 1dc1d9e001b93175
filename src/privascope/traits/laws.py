"""The laws and agreements that a policy names."""

from privascope.traits.mention import Mention
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
_PRIVACY = r"california|consumer|privacy|personal (?:information|data)|gdpr|cpra"

_EUROPE = (
    spelled("gdpr", r"general data protection regulations?"),
    spelled("gdpr", r"regulation \(?eu\)? ?(?:no\.? ?)?2016/679"),
    spelled("gdpr", r"2016/679"),
    spelled("gdpr", r"gdpr"),
    abbreviated("gdpr", r"RGPD"),
    abbreviated("gdpr", r"DS-?GVO"),
    spelled("uk-gdpr", r"uk(?:'s)?[- ](?:gdpr|general data protection regulation)"),
    spelled("uk-gdpr", r"united kingdom(?:'s)? (?:gdpr|general data protection regulation)"),
    spelled("privacy-shield", r"privacy[- ]?shield"),
    spelled("privacy-shield", r"privacyshield\.gov"),
    spelled("data-privacy-framework", r"data privacy framework", near=r"\beu\b|\bu\.?s\b|swiss"),
    spelled("data-privacy-framework", r"dataprivacyframework\.gov"),
    abbreviated("data-privacy-framework", r"DPF", near=r"privacy framework|swiss|\beu\b"),
    spelled("scc", r"standard contract(?:ual)?(?: data protection)? clauses?"),
    spelled("scc", r"standard data protection clauses?"),
    spelled("scc", r"model contract(?:ual)? clauses?"),
    spelled("scc", r"model clauses"),
    abbreviated("scc", r"SCC(?:s|'s|’s)?", near=_TRANSFERS),
    spelled("bcr", r"binding corporate rules?"),
    abbreviated("bcr", r"BCR(?:s|'s|’s)?", near=r"binding|corporate rules|transfer"),
)
_AMERICAS = (
    spelled("coppa", r"child(?:ren)?'?s?'? online privacy (?:and )?protection"),
    abbreviated("coppa", r"COPPA(?! ITALIA)"),
    spelled("caloppa", r"california(?:'s)? online privacy protection"),
    spelled("caloppa", r"cal ?-?oppa"),
    spelled("caloppa", r"22575"),
    spelled("ccpa", r"california(?:'s)? consumer privacy act"),
    abbreviated("ccpa", r"CCPA", near=_PRIVACY, unless=r"credit protection|colorado consumer"),
    spelled("cpra", r"california(?:'s)? (?:consumer )?privacy rights act"),
    abbreviated("cpra", r"CPRA", near=_PRIVACY, unless=r"public records"),
    spelled("hipaa", r"health insurance portability"),
    spelled("hipaa", r"hipaa"),
    abbreviated("hipaa", r"HIPPA"),
    spelled("ferpa", r"family education(?:al)? rights (?:and|&) privacy"),
    abbreviated("ferpa", r"FERPA"),
    spelled("glba", r"gramm[- ]leach"),
    spelled("glba", r"graham[- ]leach"),
    abbreviated("glba", r"GLBA"),
    abbreviated("glba", r"GLB Act"),
    spelled("lgpd", r"lei geral de prote[cç][aã]o de dados"),
    spelled("lgpd", r"brazil(?:ian|'s)? (?:general )?(?:personal )?data protection (?:law|act)"),
    abbreviated("lgpd", r"LGPD"),
    spelled("pipeda", r"personal information protection (?:and|&) electronic documents? act"),
    spelled("pipeda", r"pipeda"),
)
_STATES = (
    spelled("virginia-vcdpa", r"virginia(?:'s)? consumer data protection act"),
    abbreviated("virginia-vcdpa", r"VCDPA"),
    abbreviated("virginia-vcdpa", r"CDPA", near=r"virginia", alone=True),
)


def find_laws(text: str) -> tuple[Mention, ...]:
    """Where a text names a law or agreement, by its key in LAWS."""
    return find_mentions(text, _EUROPE + _AMERICAS + _STATES)
