"""Tracking technology in a text."""

import pytest

from privascope.traits.trackers import TRACKERS, find_trackers


def names(text: str) -> set[str]:
    return {mention.name for mention in find_trackers(text)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We set a cookie on your computer.", "cookies"),
        ("Read our COOKIE POLICY.", "cookies"),
        ("We keep log files for a month.", "logs"),
        ("Our web server logs hold your address.", "logs"),
        ("Log DataWhen you visit", "logs"),
        ("We log IP addresses.", "logs"),
        ("Our e-mails hold web beacons.", "web-beacons"),
        ("A clear GIF tells us that you opened it.", "web-beacons"),
        ("We use cookies, beacons and tags.", "web-beacons"),
        ("We do not use browser fingerprinting.", "fingerprinting"),
        ("A device fingerprint is kept.", "fingerprinting"),
        ("Flash cookies are stored elsewhere.", "flash-cookies"),
        ("We use local shared objects.", "flash-cookies"),
        ("You can reset your phone's advertising ID.", "advertising-id"),
        ("We read the IDFA of your phone.", "advertising-id"),
        ("We keep it in HTML5 local storage.", "local-storage"),
        ("Cookies and local storage remember you.", "local-storage"),
        ("Saved to localStorage.", "local-storage"),
        ("Cookies or any other form of local storage follow you.", "local-storage"),
        ("Local storage objects (such as Flash and HTML5) hold settings.", "local-storage"),
        ("A tracking pixel counts visits.", "pixels"),
        ("We use the Facebook pixel.", "pixels"),
        ("Third-party SDKs collect data.", "sdks"),
        ("Our vendor provides session replay.", "session-replay"),
        ("Heatmaps and session recordings show us your clicks.", "session-replay"),
    ],
)
def test_mentions(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "Our bakery sells chocolate cookies.",
        "The site logs you in.",
        "She logs on every day from her browser.",
        "I cut logs for the stove.",
        "Images are 300 pixels wide.",
        "Ask about the Google Pixel 4 and other devices.",
        "Visit us at 12 Beacon Street.",
        "In our shops we use Bluetooth beacons and analytics.",
        "Staff give fingerprints for a background check on each device.",
        "We collect fingerprints and other biometric data.",
        "Rent a local storage unit.",
        "Send us your advertising ideas.",
        "Download the GeoTools SDK here.",
        "The session recording of our choir is on sale.",
    ],
)
def test_no_mentions(text: str) -> None:
    assert names(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Local storage objects, also called Flash cookies, hold your settings.",
        "A cookie is a file that we send to your computer's local storage.",
        "Cookies are kept on your device or in local storage.",
        "We set cookies on local storage devices in your browser's folder.",
        "if (localStorage.getItem('cookie')) { clearSessionStorage(); }",
        "var theme = window.localStorage.theme;",
    ],
)
def test_not_every_storage_is_the_browsers(text: str) -> None:
    assert "local-storage" not in names(text)


def test_a_flash_cookie_is_not_also_a_cookie() -> None:
    assert names("We use Flash cookies.") == {"flash-cookies"}


def test_every_name_found_is_known_and_offsets_are_exact() -> None:
    text = "Cookies, web beacons and pixel tags are used; so are SDKs that collect data."
    quotes = {m.name: text[m.start : m.end] for m in find_trackers(text)}
    assert quotes == {
        "cookies": "Cookies",
        "web-beacons": "web beacons",
        "pixels": "pixel tags",
        "sdks": "SDKs",
    }
    assert quotes.keys() <= TRACKERS.keys()
