import pytest

from privascope.traits.industries import INDUSTRIES, sector_of_industry


def test_there_are_148_industries_each_in_one_of_ten_sectors() -> None:
    names = [industry for industries in INDUSTRIES.values() for industry in industries]
    assert len(names) == len(set(names)) == 148
    assert len(INDUSTRIES) == 10
    assert all(sector_of_industry(name) for name in names)


@pytest.mark.parametrize(
    ("industry", "sector"),
    [
        ("Hospital & Health Care", "Medical"),
        ("hospital and health care", "Medical"),
        ("  FOOD & BEVERAGES ", "Travel, Food and Hospitality"),
        ("Glass, Ceramics & Concrete", "Civil, Mechanical and Electrical"),
        ("Transportation/Trucking/Railroad", "Consumer and Supply Chain"),
        ("Transportation / Trucking / Railroad", "Consumer and Supply Chain"),
        ("Non-profit Organization Management", "Non-Profit"),
        ("E-Learning", "Education"),
        ("Law Practice", "Government, Defense and Legal"),
        ("Computer Software", "Information Technology and Electronics"),
        ("Staffing and Recruiting", "Finance, Marketing and Human Resources"),
        ("Broadcast Media", "Sports, Media and Entertainment"),
        ("Medical", "Medical"),
        ("finance, marketing & human resources", "Finance, Marketing and Human Resources"),
    ],
)
def test_names_are_known_in_any_spelling(industry: str, sector: str) -> None:
    assert sector_of_industry(industry) == sector


@pytest.mark.parametrize("industry", ["", "   ", "&", "alchemy", "x" * 100_000, "医療", "and"])
def test_other_names_have_no_sector(industry: str) -> None:
    assert sector_of_industry(industry) == ""
