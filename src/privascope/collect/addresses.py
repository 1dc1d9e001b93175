"""The address guard: only public web addresses are ever connected to; explains failures."""

import contextlib
import ipaddress
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import httpcore
import httpx

from privascope.collect.politeness import Deadline, OutOfTimeError
from privascope.errors import FetchError, RefusedAddressError

_E = TypeVar("_E", bound=BaseException)

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolver: TypeAlias = Callable[[str, int], list[str]]
SocketOption: TypeAlias = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)

PORTS = frozenset({80, 443, 8080, 8443})
LONGEST_URL = 8192

_V4 = ipaddress.IPv4Network
_V6 = ipaddress.IPv6Network
# Spelled out, because Python's own is_global changed its mind between minor versions.
_CLOSED_V4 = (
    (_V4("0.0.0.0/8"), "an unspecified address"),
    (_V4("10.0.0.0/8"), "a private address"),
    (_V4("100.64.0.0/10"), "a carrier's internal address"),
    (_V4("127.0.0.0/8"), "this machine itself"),
    (_V4("169.254.169.254/32"), "a cloud metadata service"),
    (_V4("169.254.0.0/16"), "a link-local address"),
    (_V4("172.16.0.0/12"), "a private address"),
    (_V4("192.0.0.0/24"), "a reserved address"),
    (_V4("192.0.2.0/24"), "a documentation address"),
    (_V4("192.88.99.0/24"), "a reserved address"),
    (_V4("192.168.0.0/16"), "a private address"),
    (_V4("198.18.0.0/15"), "a benchmarking address"),
    (_V4("198.51.100.0/24"), "a documentation address"),
    (_V4("203.0.113.0/24"), "a documentation address"),
    (_V4("224.0.0.0/4"), "a multicast address"),
    (_V4("240.0.0.0/4"), "a reserved address"),
)
_CLOSED_V6 = (
    (_V6("::/128"), "an unspecified address"),
    (_V6("::1/128"), "this machine itself"),
    (_V6("fd00:ec2::254/128"), "a cloud metadata service"),
    (_V6("fc00::/7"), "a private address"),
    (_V6("fe80::/10"), "a link-local address"),
    (_V6("fec0::/10"), "a site-local address"),
    (_V6("ff00::/8"), "a multicast address"),
    (_V6("2001::/23"), "a reserved address"),
    (_V6("2001:db8::/32"), "a documentation address"),
    (_V6("3fff::/20"), "a documentation address"),
)
_GLOBAL_V6 = _V6("2000::/3")
_NAT64 = _V6("64:ff9b::/96")
_HOW_TO_ALLOW = "If you trust it, add the host to the allowed hosts"


def closed_address(address: IPAddress) -> str:
    """Why an address must not be connected to; "" for a public address."""
    if isinstance(address, ipaddress.IPv4Address):
        return next((what for network, what in _CLOSED_V4 if address in network), "")
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and address in _NAT64:
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inner is not None:
        what = closed_address(inner)
        return f"{what} ({inner}) in IPv6 form" if what else ""
    closed = next((what for network, what in _CLOSED_V6 if address in network), "")
    return closed or ("" if address in _GLOBAL_V6 else "a reserved address")


def checked_url(url: str, allowed_hosts: frozenset[str]) -> httpx.URL:
    """The address, parsed; raises RefusedAddressError where it must not be asked for."""
    if len(url) > LONGEST_URL:
        raise RefusedAddressError(
            f"The address {url[:80]}… is longer than {LONGEST_URL} characters. Shorten it."
        )
    try:
        parsed = httpx.URL(url.strip())
    except (httpx.InvalidURL, ValueError) as error:
        raise RefusedAddressError(f"{url!r} is not a web address ({error}).") from error
    if parsed.scheme not in ("http", "https"):
        raise RefusedAddressError(
            f"{url!r} is not a web address. Only http:// and https:// addresses are fetched."
        )
    if not parsed.host:
        raise RefusedAddressError(f"{url!r} names no host. Write it as https://example.com/…")
    if parsed.userinfo:
        raise RefusedAddressError(
            f"The address at {parsed.host} holds a user name or password. Leave out what stands"
            " before the @."
        )
    host = parsed.raw_host.decode("ascii")
    if host in allowed_hosts:
        return parsed
    if parsed.port is not None and parsed.port not in PORTS:
        raise RefusedAddressError(
            f"{host} is asked on port {parsed.port}, which is no usual web port"
            f" ({', '.join(map(str, sorted(PORTS)))}). {_HOW_TO_ALLOW}: {host}"
        )
    # A name says nothing yet: it is checked once it is resolved.
    with contextlib.suppress(ValueError):
        _refuse_closed(host, ipaddress.ip_address(host))
    return parsed


def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a host, as the system's resolver gives them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class DeadlineStream(httpcore.NetworkStream):
    """A connection whose every read and write is held to the deadline."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        step = self._deadline.left(timeout)
        inner = self._inner.start_tls(ssl_context, server_hostname, step)
        return DeadlineStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to the very addresses that it has checked, and keeps to the deadline.

    A name is resolved once per connection. TLS verifies the certificate against the host's
    name all the same: the HTTP layer passes that name on to `start_tls`.
    """

    def __init__(
        self, allowed_hosts: frozenset[str], deadline: Deadline, resolver: Resolver = resolve
    ) -> None:
        self._allowed_hosts = allowed_hosts
        self._deadline = deadline
        self._resolver = resolver
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = self._addresses(host, port, self._deadline.left(timeout))
        failure: Exception = httpcore.ConnectError("no address")
        for address in addresses:
            try:
                stream = self._inner.connect_tcp(
                    str(address),
                    port,
                    self._deadline.left(timeout),
                    local_address,
                    socket_options or (),
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return DeadlineStream(stream, self._deadline)
        raise failure

    def _addresses(self, host: str, port: int, timeout: float) -> list[IPAddress]:
        addresses = [
            ipaddress.ip_address(address.partition("%")[0])
            for address in self._resolved(host, port, timeout)
        ]
        if host not in self._allowed_hosts:
            # One closed address among public ones is the mark of a rebinding attack, so it
            # is not skipped: the whole name is refused.
            for address in addresses:
                _refuse_closed(host, address)
        return addresses

    def _resolved(self, host: str, port: int, timeout: float) -> list[str]:
        # The system's resolver takes no timeout, so it runs on a thread that may be left behind.
        answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answers.put(self._resolver(host, port))
            except (OSError, UnicodeError) as error:
                answers.put(error)

        threading.Thread(target=ask, daemon=True, name=f"resolve {host}").start()
        try:
            answer = answers.get(timeout=timeout)
        except queue.Empty:
            raise httpcore.ConnectTimeout(f"looking up {host} took too long") from None
        if isinstance(answer, socket.gaierror) and answer.errno == socket.EAI_AGAIN:
            raise httpcore.ConnectError(f"the name server did not answer for {host}") from answer
        if isinstance(answer, Exception) or not answer:
            raise FetchError(
                f"There is no host named {host}. Check the spelling; if it is right, the site is"
                " gone or this machine is not on the internet."
            )
        return answer


def _refuse_closed(host: str, address: IPAddress) -> None:
    what = closed_address(address)
    if what:
        where = f"{host} is" if host == str(address) else f"{host} leads to {address},"
        raise RefusedAddressError(f"{where} {what}, so it is not fetched. {_HOW_TO_ALLOW}: {host}")


def is_worth_retrying(error: Exception) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, (OutOfTimeError, ValueError, httpcore.LocalProtocolError)):
        return False
    return _tls_failure(error) is None


def explained(error: Exception, url: httpx.URL, seconds: float) -> FetchError:
    """The error as the user should read it."""
    host = url.host
    tls = _tls_failure(error)
    if tls is not None:
        return FetchError(
            f"No secure connection to {host}: {_tls_reason(tls)}. The site's certificate or"
            " encryption is at fault; open it in a browser to see more, and do not trust it."
        )
    if isinstance(error, OutOfTimeError):
        return FetchError(
            f"{url} took longer than {seconds:g} seconds, so it was given up. Try again later."
        )
    if isinstance(error, httpcore.TimeoutException):
        return FetchError(f"{host} does not answer. Try again later.")
    if isinstance(error, httpcore.ConnectError):
        if _origin(error, ConnectionRefusedError):
            return FetchError(
                f"{host} refuses the connection. Check the address (http or https, the port),"
                " or try again later."
            )
        return FetchError(
            f"{host} cannot be reached ({error}). Check the connection to the internet, or try"
            " again later."
        )
    if isinstance(error, (httpcore.NetworkError, httpcore.ProtocolError)):
        return FetchError(f"{host} broke off its answer ({error}). Try again later.")
    return FetchError(f"{url} cannot be asked for ({error}). Check the address.")


def _tls_failure(error: BaseException) -> ssl.SSLError | None:
    return _origin(error, ssl.SSLError)


def _origin(error: BaseException, kind: type[_E]) -> _E | None:
    """The error of that kind that led to this one."""
    # The connection pool raises its errors "from None", which hides the cause but keeps it
    # as the context.
    found: BaseException | None = error
    for _ in range(10):
        if found is None or isinstance(found, kind):
            return found
        found = found.__cause__ or found.__context__
    return None


def _tls_reason(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message.rstrip(".") or "its certificate does not hold"
    return (error.reason or str(error)).replace("_", " ").lower()
