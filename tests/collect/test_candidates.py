import pytest

from privascope.collect.candidates import is_candidate


@pytest.mark.parametrize(
    "url",
    [
        "https://www.acme.example/privacy",
        "https://www.acme.example/Legal/PRIVACY-Policy.html",
        "https://privacy.acme.example/",
        "https://www.acme.example/data-protection",
        "https://www.acme.example/protection/of/your-data",
        "https://www.acme.example/%70rivacy",
        "https://www.acme.example/data%2Dprotection",
    ],
)
def test_addresses_that_speak_of_privacy(url: str) -> None:
    assert is_candidate(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://www.acme.example/terms",
        "https://www.acme.example/data",
        "https://www.acme.example/protection",
        "https://www.acme.example/%ff%fe",
    ],
)
def test_other_addresses(url: str) -> None:
    assert not is_candidate(url)
