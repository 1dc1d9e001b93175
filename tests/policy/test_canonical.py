import socket
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privascope.policy.canonical import canonical_url, host_of, registered_domain


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/privacy", "https://example.com/privacy"),
        ("HTTP://WWW.Example.COM:80/privacy/", "https://example.com/privacy"),
        ("https://example.com:443/privacy#choices", "https://example.com/privacy"),
        ("https://example.com:8443/privacy", "https://example.com:8443/privacy"),
        ("https://example.com/Privacy", "https://example.com/Privacy"),
        ("https://example.com/legal/index.html", "https://example.com/legal"),
        ("https://example.com/index.php/", "https://example.com"),
        ("https://example.com//a//Index.HTM//default.aspx/", "https://example.com//a"),
        ("https://example.com/index.html/a", "https://example.com/index.html/a"),
        ("https://example.com/an-index.html", "https://example.com/an-index.html"),
        ("https://example.com/?utm_source=a&gclid=b&fbclid=c", "https://example.com"),
        ("https://example.com/p?b=2&utm_medium=x&a=1", "https://example.com/p?a=1&b=2"),
        ("https://example.com/%7Euser/%c3%a9 é", "https://example.com/~user/%C3%A9%20%C3%A9"),
        ("https://example.com/a%2Fb", "https://example.com/a%2Fb"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/p;jsessionid=1A2B", "https://example.com/p"),
        ("https://Bücher.example/", "https://xn--bcher-kva.example"),
        ("https://reader:secret@example.com/", "https://example.com"),
        ("https://example.com./privacy", "https://example.com/privacy"),
        ("https://www.com/", "https://www.com"),
        ("//example.com/privacy", "https://example.com/privacy"),
        ("http://[2001:DB8::1]:8080/x", "https://[2001:db8::1]:8080/x"),
        ("  https://example.com/privacy\n", "https://example.com/privacy"),
    ],
)
def test_pages_have_one_canonical_address(url: str, expected: str) -> None:
    assert canonical_url(url) == expected


@pytest.mark.parametrize("slashes", [100, 100_000])
def test_an_address_with_very_many_slashes_takes_no_time(slashes: int) -> None:
    started = time.process_time()
    address = canonical_url(f"https://example.com{'/' * slashes}x")
    assert address == f"https://example.com{'/' * slashes}x"
    assert canonical_url(f"https://example.com/x{'/index.html/' * slashes}") == (
        "https://example.com/x"
    )
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    "text",
    ["", "policy.html", "mailto:someone@example.com", "http://[broken", "https://example.com:x/"],
)
def test_what_is_no_web_address_stays_as_it_is(text: str) -> None:
    assert canonical_url(text) == text


@settings(deadline=None)
@example("HTTP:// /")
@given(
    st.one_of(
        st.text(max_size=80),
        st.text(max_size=60).map("https://example.com/".__add__),
        st.text(max_size=60).map("http://".__add__),
        st.text(alphabet="/.%aindexhtml?&=;", max_size=60).map("http://a.example/".__add__),
    )
)
def test_any_text_has_a_canonical_form_that_is_stable(text: str) -> None:
    once = canonical_url(text)
    assert canonical_url(once) == once
    assert isinstance(registered_domain(text), str)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.shop.example.co.uk/privacy", "example.co.uk"),
        ("news.example.com", "example.com"),
        ("https://ours.github.io/privacy", "ours.github.io"),
        ("https://github.io/", "github.io"),
        ("co.uk", "co.uk"),
        ("https://deep.site.example/", "site.example"),
        ("localhost:8000", "localhost"),
        ("http://127.0.0.1:8000/privacy", "127.0.0.1"),
        ("http://[::1]/", "::1"),
        ("", ""),
        ("http://", ""),
        ("http://[broken", ""),
    ],
)
def test_registered_domain(url: str, expected: str) -> None:
    assert registered_domain(url) == expected


def test_domains_are_known_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from privascope.policy import canonical

    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    canonical._registered.cache_clear()
    canonical._by_suffix_list.cache_clear()
    monkeypatch.setattr(socket.socket, "connect", no_network)
    assert registered_domain("https://a.b.example.com.au/") == "example.com.au"


def test_the_host_of_an_address() -> None:
    assert host_of("https://WWW.Example.com:8080/x") == "example.com"
    assert host_of("Example.com") == "example.com"
    assert host_of("127.0.0.1:80") == "127.0.0.1"
