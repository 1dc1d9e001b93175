import pytest

from privascope.traits.industries import INDUSTRIES
from privascope.traits.sector import SECTORS, Sector, find_sector, shipped_model

HOSPITAL = (
    "Notice of Privacy Practices. Our hospital and its clinics use your protected health "
    "information for treatment. Physicians, nurses and surgeons see the records of their "
    "patients; the pharmacy keeps prescriptions. Ask the medical records office for a copy."
)
SHOP = (
    "Shopping cart. Checkout. Free shipping on all orders. New arrivals, gift cards, clothing, "
    "handbags and jewelry. When you place an order in our store we ask for a shipping address."
)
COLLEGE = (
    "Admissions, academics, faculty, alumni, campus life. The university keeps records of its "
    "students under FERPA: enrollment, tuition, financial aid, degree programs and courses."
)


def test_a_listed_industry_decides() -> None:
    found = find_sector(HOSPITAL, "hill-hospital.example", "Privacy", "Law Practice")
    assert found == Sector("Government, Defense and Legal", "listed", 1.0)


def test_an_unknown_industry_is_passed_over() -> None:
    found = find_sector(HOSPITAL, "hill-hospital.example", "Privacy", "alchemy")
    assert (found.name, found.source) == ("Medical", "inferred")


@pytest.mark.parametrize(
    ("text", "domain", "sector"),
    [
        (HOSPITAL, "hill-hospital.example", "Medical"),
        (SHOP, "bagsandgifts.example", "Consumer and Supply Chain"),
        (COLLEGE, "hilltown.edu", "Education"),
    ],
)
def test_plain_words_tell_the_sector(text: str, domain: str, sector: str) -> None:
    found = find_sector(text, domain, "")
    assert (found.name, found.source) == (sector, "inferred")
    assert shipped_model().threshold <= found.confidence <= 1.0


def test_a_title_counts_as_text() -> None:
    plain = "We keep what you send us for a year."
    college = SECTORS.index("Education")
    model = shipped_model()
    with_title = model.probabilities(plain, "", "University admissions, faculty and alumni")
    assert with_title[college] > model.probabilities(plain, "", "")[college]


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("", ""),
        ("We use cookies. We may change this policy.", "xq7.example"),
        ("\0\u202e🎈", "..."),
        ("x" * 1_000_000, "a" * 1_000_000),
    ],
)
def test_unsure_is_unknown(text: str, domain: str) -> None:
    found = find_sector(text, domain, "")
    assert (found.name, found.source) == ("Unknown", "unknown")
    assert 0.0 <= found.confidence < shipped_model().threshold


def test_there_are_ten_sectors_and_unknown() -> None:
    assert (*INDUSTRIES, "Unknown") == SECTORS
    assert len(SECTORS) == 11
