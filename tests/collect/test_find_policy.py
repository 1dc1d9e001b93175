from collections.abc import Iterator

import pytest

from privascope.collect.fetch import Fetcher
from privascope.collect.find_policy import (
    USUAL_PLACES,
    find_policy,
    find_policy_links,
    home_pages,
    looks_like_policy_address,
)
from privascope.errors import FetchError, RefusedAddressError
from privascope.policy.document import Document, Link
from tests.collect.local_site import Answer, LocalSite, QuickClock, local_site, page, redirect

LOCAL = frozenset({"127.0.0.1"})
POLICY = "<h1>Privacy</h1>" + (
    "<p>We collect personal data with your consent, and tell third parties nothing of it.</p>" * 30
)


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with local_site() as running:
        yield running


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as polite:
        yield polite


def best(*links: tuple[str, str], base: str = "https://shop.example/") -> list[str]:
    document = Document("", "", tuple(Link(target, text) for text, target in links), ())
    return [link.target for link in find_policy_links(document, base)]


@pytest.mark.parametrize(
    "text",
    [
        "Privacy Policy",
        "PRIVACY",
        "Privacy Notice",
        "Our privacy statement",
        "Data protection",
        "Datenschutz",
        "Datenschutzerklärung",
        "Politique de confidentialité",
        "Política de privacidad",
        "Informativa sulla privacy",
        "Privacybeleid",
        "プライバシーポリシー",
        "隐私政策",
    ],
)
def test_policies_are_known_by_their_names(text: str) -> None:
    assert best(("About us", "https://shop.example/a"), (text, "https://shop.example/b")) == [
        "https://shop.example/b"
    ]


@pytest.mark.parametrize(
    "address",
    [
        "https://shop.example/privacy",
        "https://shop.example/legal/data-protection",
        "https://privacy.shop.example/",
        "https://shop.example/info?page=privacy",
        "https://shop.example/datenschutz",
    ],
)
def test_policies_are_known_by_their_addresses(address: str) -> None:
    assert best(("here", address), ("there", "https://shop.example/data")) == [address]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Your privacy choices", "https://shop.example/choices"),
        ("Privacy settings", "https://shop.example/privacy-settings"),
        ("Do not sell my personal information", "https://shop.example/privacy/ccpa"),
        ("Children's privacy", "https://shop.example/children"),
        ("California privacy notice", "https://shop.example/california-privacy"),
        ("Why privacy matters to all of us in this day and age", "https://shop.example/blog/1"),
        ("Privacy Policy", "https://policies.google.com/privacy"),
        ("Privacy Policy", "https://parent.example/privacy"),
    ],
)
def test_the_policy_stands_before_its_neighbours(text: str, address: str) -> None:
    own = "https://shop.example/privacy"
    assert best((text, address), ("Privacy", own))[0] == own
    assert best(("Privacy", own), (text, address))[0] == own


def test_a_parents_policy_stands_before_a_widgets() -> None:
    found = best(
        ("Privacy Policy", "https://parent.example/privacy"),
        ("Privacy Policy", "https://policies.google.com/privacy"),
    )
    assert found[0] == "https://parent.example/privacy"


def test_one_page_is_listed_once_by_its_best_link() -> None:
    document = Document(
        "",
        "",
        (
            Link("https://shop.example/privacy?utm_source=menu", "More"),
            Link("https://www.shop.example/privacy/", "Privacy Policy"),
        ),
        (),
    )
    links = find_policy_links(document, "https://shop.example/")
    assert [link.text for link in links] == ["Privacy Policy"]


def test_sharing_and_login_links_are_no_policies() -> None:
    found = best(
        ("Share", "https://social.example/share?u=https://shop.example/privacy"),
        ("Sign in", "https://shop.example/login?next=/privacy"),
    )
    assert found == []


def test_of_very_many_links_the_last_are_read() -> None:
    links = [("Privacy", f"https://shop.example/privacy/{number}") for number in range(10_001)]
    found = best(*links)
    assert len(found) == 10_000
    assert links[0][1] not in found


def test_strange_links_do_no_harm() -> None:
    assert best(("privacy", "https://[broken"), ("", "")) == []
    assert not looks_like_policy_address("https://[broken")


def test_home_pages() -> None:
    assert home_pages("shop.example") == [
        "https://shop.example/",
        "https://www.shop.example/",
        "http://shop.example/",
    ]
    assert home_pages("https://www.shop.example/x") == [
        "https://www.shop.example/",
        "http://www.shop.example/",
    ]
    assert home_pages("127.0.0.1:8000") == ["https://127.0.0.1:8000/", "http://127.0.0.1:8000/"]


def test_the_link_on_the_first_page_is_followed(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<p>Shop</p><footer><a href="/p/7">Privacy Policy</a></footer>')
    site.answers["/p/7"] = page(POLICY)
    found = find_policy(site.host, fetcher)
    assert found.url == site.url("/p/7")
    assert found.how == "linked as 'Privacy Policy'"
    assert found.fetched.content == POLICY.encode()
    assert found.tried[-2:] == (site.url("/"), site.url("/p/7"))
    assert site.paths() == ["/", "/p/7"]


def test_a_broken_link_gives_way_to_the_next(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page(
        '<a href="/data">Data protection</a> <a href="/gone">Privacy Policy</a>'
    )
    site.answers["/data"] = page(POLICY)
    found = find_policy(site.host, fetcher)
    assert found.url == site.url("/data")
    assert f"{site.url('/gone')} (status 404)" in found.tried


def test_a_door_leads_on_to_the_policy(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/privacy-center">Privacy</a>')
    site.answers["/privacy-center"] = page('<h1>Welcome</h1><a href="/full">Privacy Notice</a>')
    site.answers["/full"] = page(POLICY)
    assert find_policy(site.host, fetcher).url == site.url("/full")


def test_a_page_that_the_site_calls_its_policy_will_do(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<a href="/short">Privacy Policy</a>')
    site.answers["/short"] = page("<p>We keep nothing.</p>")
    assert find_policy(site.host, fetcher).url == site.url("/short")


def test_usual_places_come_next(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page('<div id="app"></div><script src="app.js"></script>')
    site.answers["/legal/privacy"] = page(POLICY)
    found = find_policy(site.host, fetcher)
    assert found.url == site.url("/legal/privacy")
    assert "usual place" in found.how
    assert site.paths() == ["/", "/privacy", "/privacy-policy", "/legal/privacy"]


def test_usual_places_serve_a_site_whose_first_page_fails(
    site: LocalSite, fetcher: Fetcher
) -> None:
    site.answers["/"] = Answer(status=403)
    site.answers["/privacy"] = page(POLICY)
    assert find_policy(site.host, fetcher).url == site.url("/privacy")


def test_an_apology_is_not_taken_for_a_policy(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page("<p>Shop</p>")
    for place in USUAL_PLACES:
        site.answers[place] = page("<h1>Sorry</h1><p>There is nothing here.</p>")
    site.answers["/privacy-policy"] = redirect("/")
    with pytest.raises(FetchError, match="No privacy policy was found") as failure:
        find_policy(site.host, fetcher)
    message = str(failure.value)
    assert f"{site.url('/privacy')} (says nothing on privacy)" in message
    assert "Give its own address" in message
    assert len(site.paths()) <= len(USUAL_PLACES) + 2


def test_the_search_is_bounded(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/"] = page(
        "".join(f'<a href="/gone/{number}">Privacy Policy</a>' for number in range(500))
    )
    with pytest.raises(FetchError):
        find_policy(site.host, fetcher)
    assert len(site.paths()) == 1 + 5 + len(USUAL_PLACES)


def test_a_site_that_forbids_robots(site: LocalSite, fetcher: Fetcher) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /")
    with pytest.raises(FetchError, match=r"\(forbidden by robots\.txt\)"):
        find_policy(site.host, fetcher)
    assert site.paths() == []


def test_a_private_site_is_refused() -> None:
    with Fetcher(clock=QuickClock()) as fetcher, pytest.raises(RefusedAddressError):
        find_policy("10.0.0.1", fetcher)


def test_what_was_tried_reveals_no_internal_address(site: LocalSite) -> None:
    site.answers["/"] = page('<a href="http://wiki.internal.example/privacy">Privacy Policy</a>')

    def resolver(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "127.0.0.1" else ["10.1.2.3"]

    with (
        Fetcher(allowed_hosts=LOCAL, clock=QuickClock(), resolver=resolver) as fetcher,
        pytest.raises(FetchError, match=r"wiki\.internal") as refused,
    ):
        find_policy(site.host, fetcher)
    assert "10.1.2.3" not in str(refused.value)
    assert "wiki.internal.example/privacy (not a public address)" in str(refused.value)


def test_a_site_that_does_not_exist() -> None:
    with (
        Fetcher(clock=QuickClock(), resolver=lambda host, port: []) as fetcher,
        pytest.raises(FetchError, match=r"no host named gone\.example"),
    ):
        find_policy("gone.example", fetcher)
