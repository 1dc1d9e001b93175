"""Laws and agreements in a text."""

import pytest

from privascope.traits.laws import LAWS, find_laws


def names(text: str) -> set[str]:
    return {mention.name for mention in find_laws(text)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Under the GDPR you may object.", "gdpr"),
        ("the General Data Protection Regulation", "gdpr"),
        ("Regulation (EU) 2016/679", "gdpr"),
        ("the UK GDPR", "uk-gdpr"),
        ("the UK’s General Data Protection Regulation", "uk-gdpr"),
        ("the Children’s Online Privacy Protection Act", "coppa"),
        ("We comply with COPPA.", "coppa"),
        ("the EU-U.S. Privacy Shield", "privacy-shield"),
        ("the EU-U.S. Data Privacy Framework", "data-privacy-framework"),
        ("We use Standard Contractual Clauses.", "scc"),
        ("Transfers rest on SCCs of the European Commission.", "scc"),
        ("Our Binding Corporate Rules", "bcr"),
        ("As CalOPPA asks", "caloppa"),
        ("the California Consumer Privacy Act", "ccpa"),
        ("Your rights under the CCPA", "ccpa"),
        ("the California Privacy Rights Act", "cpra"),
        ("a HIPAA notice", "hipaa"),
        ("the Family Educational Rights and Privacy Act", "ferpa"),
        ("the Gramm-Leach-Bliley Act", "glba"),
        ("under the GLB Act", "glba"),
        ("Brazil's LGPD", "lgpd"),
        ("the Personal Information Protection and Electronic Documents Act", "pipeda"),
        ("the Virginia Consumer Data Protection Act", "virginia-vcdpa"),
        ("In Colorado, the CPA gives you rights.", "colorado-cpa"),
        ("the Connecticut Data Privacy Act", "connecticut-ctdpa"),
        ("the Utah Consumer Privacy Act", "utah-ucpa"),
        ("the Texas Data Privacy and Security Act", "texas-tdpsa"),
        ("Oregon's Consumer Privacy Act", "oregon-ocpa"),
        ("Montana residents have rights under the MCDPA.", "montana-mcdpa"),
        ("Minnesota residents have rights under the MCDPA.", "minnesota-mcdpa"),
        ("the Iowa Consumer Data Protection Act", "iowa-icdpa"),
        ("the Indiana Consumer Data Protection Act", "indiana-icdpa"),
        ("the Tennessee Information Protection Act", "tennessee-tipa"),
        ("the Delaware Personal Data Privacy Act", "delaware-dpdpa"),
        ("the New Jersey Data Privacy Act", "new-jersey-njdpa"),
        ("the New Hampshire Privacy Act", "new-hampshire-nhpa"),
        ("the Kentucky Consumer Data Protection Act", "kentucky-kcdpa"),
        ("the Nebraska Data Privacy Act", "nebraska-ndpa"),
        ("the Maryland Online Data Privacy Act", "maryland-modpa"),
        ("Rhode Island Data Transparency and Privacy Protection Act", "rhode-island-ridtppa"),
        ("the Florida Digital Bill of Rights", "florida-fdbr"),
        ("Nevada Revised Statutes Chapter 603A", "nevada-603a"),
        ("the My Health My Data Act", "washington-mhmda"),
    ],
)
def test_mentions(text: str, name: str) -> None:
    assert names(text) == {name}
    assert name in LAWS


@pytest.mark.parametrize(
    "text",
    [
        "The Springfield Cricket Club (SCC) plays on Sundays.",
        "Ask your CPA, a certified public accountant in Colorado.",
        "We pay advertisers on a CPA basis.",
        "Write to gdpr@example.org.",
        "Bank BCR has an office here.",
        "The California Public Records Act (CPRA) applies.",
        "GLB pool products",
        "Coppa and other hams",
        "The MCDPA meets on Monday.",
        "India's DPDPA",
    ],
)
def test_no_mentions(text: str) -> None:
    assert names(text) == set()


def test_the_uk_gdpr_is_not_also_the_gdpr_at_the_same_place() -> None:
    text = "the GDPR and the UK GDPR"
    assert [(m.name, text[m.start : m.end]) for m in find_laws(text)] == [
        ("gdpr", "GDPR"),
        ("uk-gdpr", "UK GDPR"),
    ]


def test_the_full_name_vouches_for_its_abbreviation_far_away() -> None:
    clauses = "standard contractual clauses " + "and so on " * 60 + "as the SCC say"
    assert [m.name for m in find_laws(clauses)] == ["scc", "scc"]
