"""Links open the page at the quoted sentence."""

import pytest

from privascope.answer.links import text_link


def test_a_short_quote_stands_whole_in_the_link() -> None:
    link = text_link("https://a.example/p#top", "We sell, and opt-out & more.")
    assert link == "https://a.example/p#:~:text=We%20sell%2C%20and%20opt%2Dout%20%26%20more."


def test_a_long_quote_is_named_by_its_edges() -> None:
    text = " ".join(f"word{n}" for n in range(60))
    link = text_link("https://a.example/", text)
    assert link.startswith("https://a.example/#:~:text=word0%20word1")
    assert link.endswith("word58%20word59")
    assert "word30" not in link


def test_files_have_no_link() -> None:
    assert text_link("file:///home/me/policy.html", "We sell.") == ""
    assert text_link("", "We sell.") == ""


@pytest.mark.parametrize(
    "url", ["http://[", "https://[::1/p", "http://[not an address]/", "https://\u2100.example/"]
)
def test_an_address_that_is_none_gives_no_link(url: str) -> None:
    assert text_link(url, "We sell.") == ""
