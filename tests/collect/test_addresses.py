import ipaddress
import socket
import ssl

import httpcore
import pytest

from privascope.collect.addresses import GuardedBackend, checked_url, closed_address
from privascope.collect.fetch import Fetcher, Limits
from privascope.collect.politeness import Deadline
from privascope.errors import FetchError, RefusedAddressError
from tests.collect.local_site import LocalSite, QuickClock, local_site, page, redirect

LOCAL = frozenset({"127.0.0.1"})


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.1.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8",
    ],
)
def test_closed_addresses(address: str) -> None:
    assert closed_address(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "100.63.255.255",
        "172.32.0.1",
        "169.253.0.1",
        "2606:4700::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    ],
)
def test_public_addresses(address: str) -> None:
    assert closed_address(ipaddress.ip_address(address)) == ""


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.com/privacy", "Only http:// and https://"),
        ("file:///etc/passwd", "Only http:// and https://"),
        ("javascript:alert(1)", "Only http:// and https://"),
        ("example.com", "Only http:// and https://"),
        ("https:///privacy", "names no host"),
        ("https://me:secret@example.com/", "before the @"),
        ("https://me@example.com/", "before the @"),
        ("https://example.com:22/", "port 22"),
        ("http://example.com:6379/", "port 6379"),
        ("http://10.0.0.1/", "a private address"),
        ("http://[::1]/", "this machine itself"),
        ("http://169.254.169.254/latest/meta-data", "metadata"),
        ("https://example.com/" + "a" * 9000, "longer than"),
        ("https://exa\x00mple.com/", "not a web address"),
        ("https://example.com:port/", "not a web address"),
    ],
)
def test_addresses_refused_before_any_request(url: str, why: str) -> None:
    with pytest.raises(RefusedAddressError) as refused:
        checked_url(url, frozenset())
    assert why in str(refused.value)


def test_a_password_is_not_repeated_in_the_message() -> None:
    with pytest.raises(RefusedAddressError) as refused:
        checked_url("https://me:secret@example.com/", frozenset())
    assert "secret" not in str(refused.value)


def test_the_message_says_how_to_allow_the_host() -> None:
    with pytest.raises(RefusedAddressError, match=r"allowed hosts: 10\.0\.0\.1"):
        checked_url("http://10.0.0.1/", frozenset())


@pytest.mark.parametrize("port", ["", ":80", ":443", ":8080", ":8443"])
def test_usual_ports_are_allowed(port: str) -> None:
    assert checked_url(f"https://example.com{port}/", frozenset()).host == "example.com"


def test_an_allowed_host_may_be_private_and_on_any_port() -> None:
    assert checked_url("http://127.0.0.1:5000/", LOCAL).port == 5000


def backend(resolver: object, allowed: frozenset[str] = frozenset()) -> GuardedBackend:
    deadline = Deadline(QuickClock())
    deadline.set(5)
    return GuardedBackend(allowed, deadline, resolver)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answers", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:192.168.0.1"], ["fe80::1%eth0"]]
)
def test_a_name_with_a_closed_address_is_refused(answers: list[str]) -> None:
    with pytest.raises(RefusedAddressError, match=r"rebound\.example leads to"):
        backend(lambda host, port: answers).connect_tcp("rebound.example", 80)


def test_numbers_that_mean_this_machine_are_refused() -> None:
    from privascope.collect.addresses import resolve

    for host in ("127.1", "2130706433", "0x7f.1"):
        try:
            resolve(host, 80)
        except OSError:
            continue  # this system's resolver does not know the form at all
        with pytest.raises(RefusedAddressError):
            backend(resolve).connect_tcp(host, 80)


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    asked: list[str] = []
    connected: list[str] = []

    def resolver(host: str, port: int) -> list[str]:
        asked.append(host)
        return next(answers)

    def connect(self: object, host: str, *_: object) -> httpcore.NetworkStream:
        connected.append(host)
        return httpcore.NetworkStream()

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    guarded = backend(resolver)
    guarded.connect_tcp("rebound.example", 80)
    assert (asked, connected) == (["rebound.example"], ["93.184.216.34"])
    with pytest.raises(RefusedAddressError):
        guarded.connect_tcp("rebound.example", 80)
    assert connected == ["93.184.216.34"]


def test_the_next_address_is_tried_if_one_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connected: list[str] = []

    def connect(self: object, host: str, *_: object) -> httpcore.NetworkStream:
        connected.append(host)
        if len(connected) == 1:
            raise httpcore.ConnectError("unreachable")
        return httpcore.NetworkStream()

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    backend(lambda host, port: ["2606:4700::1", "8.8.8.8"]).connect_tcp("two.example", 443)
    assert connected == ["2606:4700::1", "8.8.8.8"]


def test_tls_verifies_the_name_and_not_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str | None] = []

    class Recording(httpcore.NetworkStream):
        def start_tls(
            self,
            ssl_context: ssl.SSLContext,
            server_hostname: str | None = None,
            timeout: float | None = None,
        ) -> httpcore.NetworkStream:
            assert ssl_context.check_hostname
            assert ssl_context.verify_mode is ssl.CERT_REQUIRED
            names.append(server_hostname)
            raise httpcore.ConnectError("far enough")

        def close(self) -> None:
            pass

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", lambda *_: Recording())
    with (
        Fetcher(
            resolver=lambda host, port: ["93.184.216.34"],
            clock=QuickClock(),
            limits=Limits(retries=0),
        ) as fetcher,
        pytest.raises(FetchError),
    ):
        fetcher.fetch("https://policy.example/privacy")
    assert names == ["policy.example"]


def test_unknown_names() -> None:
    def resolver(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    with pytest.raises(FetchError, match=r"no host named gone\.example"):
        backend(resolver).connect_tcp("gone.example", 80)


def test_a_name_server_that_is_down_is_worth_another_try() -> None:
    def resolver(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_AGAIN, "later")

    with pytest.raises(httpcore.ConnectError, match="name server"):
        backend(resolver).connect_tcp("later.example", 80)


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/secret",
        "http://localhost/secret",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "file:///etc/passwd",
        "http://me:secret@example.com/",
        "http://example.com:25/",
    ],
)
def test_a_redirect_is_guarded_like_an_address(target: str) -> None:
    with (
        local_site() as site,
        Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as fetcher,
    ):
        site.answers["/privacy"] = redirect(target)
        with pytest.raises(RefusedAddressError):
            fetcher.fetch(site.url("/privacy"))
        assert site.paths() == ["/privacy"]


def test_the_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    monkeypatch.delenv("no_proxy", raising=False)

    def content(site: LocalSite) -> bytes:
        site.answers["/privacy"] = page("here")
        with Fetcher(allowed_hosts=LOCAL, clock=QuickClock()) as fetcher:
            return fetcher.fetch(site.url("/privacy")).content

    with local_site() as site:
        assert content(site) == b"here"
