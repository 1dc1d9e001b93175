"""Verifies that a request comes from the voice platform, by its certificate and signature."""

import base64
import binascii
import posixpath
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from privascope.cache import Cache
from privascope.errors import MissingExtraError, PrivascopeError

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

SUBJECT = "echo-api.amazon.com"
TOLERANCE = timedelta(seconds=150)
_HOST = "s3.amazonaws.com"
_FOLDER = "/echo.api/"
_LONGEST_URL = 500
_LONGEST_CHAIN = 64_000
_SECONDS = 4.0
_KEPT_SECONDS = 3600.0


class ForgedError(PrivascopeError):
    """A request that is not proven to come from the platform."""


class Verifier:
    """Checks requests: certificate, signature, time and that none comes twice.

    `fetch` brings the certificate chain of an address; `roots` are the trusted certificates, by
    default those that come with `certifi`.
    """

    def __init__(
        self,
        fetch: Callable[[str], bytes] | None = None,
        roots: "list[Certificate] | None" = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        try:
            import cryptography  # noqa: F401
        except ImportError as error:
            raise MissingExtraError("Answering a voice platform", "voice") from error
        self._fetch = fetch or fetch_chain
        self._roots = roots
        self._clock = clock
        self._chains: Cache[str, bytes] = Cache(8, _KEPT_SECONDS)
        self._seen: Cache[str, bool] = Cache(10_000, 2 * TOLERANCE.total_seconds())
        self._lock = threading.Lock()

    def check(self, headers: Mapping[str, str], body: bytes) -> None:
        """Raises ForgedError unless the body was signed by the platform."""
        address = checked_address(headers.get("signaturecertchainurl", ""))
        signature = headers.get("signature-256", "")
        try:
            raw = base64.b64decode(signature, validate=True)
        except (ValueError, binascii.Error) as error:
            raise ForgedError("the signature is not written in base64") from error
        if not raw:
            raise ForgedError("the request has no Signature-256")
        self._verify(self._leaf(address), raw, body)

    def check_time(self, timestamp: object, request_id: object) -> None:
        """Raises ForgedError for a request that is too old, from the future, or was seen before."""
        if not isinstance(timestamp, str) or not isinstance(request_id, str) or not request_id:
            raise ForgedError("the request has no timestamp or no id")
        try:
            sent = datetime.fromisoformat(timestamp[:40])
        except ValueError as error:
            raise ForgedError("the request's timestamp cannot be read") from error
        sent = sent if sent.tzinfo else sent.replace(tzinfo=UTC)
        if abs(self._clock() - sent) > TOLERANCE:
            raise ForgedError("the request's timestamp is not within 150 seconds of now")
        with self._lock:
            if request_id in self._seen:
                raise ForgedError("the request came before")
            self._seen.put(request_id[:300], True)

    def _leaf(self, address: str) -> "Certificate":
        """The certificate at the address, if it and its chain are valid now."""
        from cryptography import x509
        from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

        pem = self._chains.get(address)
        if pem is None:
            pem = self._fetch(address)
        try:
            chain = x509.load_pem_x509_certificates(pem)
        except ValueError as error:
            raise ForgedError("the certificate chain cannot be read") from error
        builder = PolicyBuilder().store(Store(self._trusted())).time(self._clock())
        try:
            verifier = builder.build_server_verifier(x509.DNSName(SUBJECT))
            verifier.verify(chain[0], chain[1:])
        except (VerificationError, ValueError) as error:
            raise ForgedError(f"the certificate is not valid for {SUBJECT}") from error
        self._chains.put(address, pem)
        return chain[0]

    def _verify(self, leaf: "Certificate", signature: bytes, body: bytes) -> None:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import padding, rsa
        from cryptography.hazmat.primitives.hashes import SHA256

        key = leaf.public_key()
        if not isinstance(key, rsa.RSAPublicKey):
            raise ForgedError("the certificate has no RSA key")
        try:
            key.verify(signature, body, padding.PKCS1v15(), SHA256())
        except InvalidSignature as error:
            raise ForgedError("the signature does not fit the request") from error

    def _trusted(self) -> "list[Certificate]":
        if self._roots is None:
            from pathlib import Path

            import certifi
            from cryptography import x509

            self._roots = x509.load_pem_x509_certificates(Path(certifi.where()).read_bytes())
        return self._roots


def checked_address(address: str) -> str:
    """The address of a certificate chain; ForgedError unless the platform keeps chains there."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ForgedError("the certificate's address cannot be read") from error
    path = posixpath.normpath(unquote(parts.path)) if parts.path else ""
    if (
        len(address) > _LONGEST_URL
        or parts.scheme.lower() != "https"
        or (parts.hostname or "") != _HOST
        or parts.username is not None
        or port not in (None, 443)
        or not path.startswith(_FOLDER)
        or "\\" in path
    ):
        raise ForgedError("the certificate's address is not one of the platform's")
    return f"https://{_HOST}{path}"


def fetch_chain(address: str) -> bytes:
    """The bytes at a checked address; no redirects, bounded in time and size."""
    import httpx

    try:
        with httpx.stream("GET", address, timeout=_SECONDS, follow_redirects=False) as answer:
            if answer.status_code != httpx.codes.OK:
                raise ForgedError("the certificate's address has no certificate")
            content = b""
            for piece in answer.iter_bytes():
                content += piece
                if len(content) > _LONGEST_CHAIN:
                    raise ForgedError("the certificate chain is too large")
            return content
    except httpx.HTTPError as error:
        raise ForgedError("the certificate could not be fetched") from error
