"""Requests as Alexa sends them, signed with certificates of our own."""

import base64
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SKILL = "amzn1.ask.skill.test"
NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
CHAIN = "https://s3.amazonaws.com/echo.api/chain.pem"


@dataclass(frozen=True)
class Signer:
    """A root, and a key whose certificate it signed."""

    root: x509.Certificate
    key: rsa.RSAPrivateKey
    pem: bytes

    def headers(self, body: bytes, url: str = CHAIN) -> dict[str, str]:
        raw = self.key.sign(body, padding.PKCS1v15(), SHA256())
        return {"Signature-256": base64.b64encode(raw).decode(), "SignatureCertChainUrl": url}


def make_signer(
    name: str = "echo-api.amazon.com",
    begins: datetime = NOW - timedelta(days=30),
    ends: datetime = NOW + timedelta(days=30),
) -> Signer:
    """A chain of a root, a certificate in between, and one for a name."""
    root_key, middle_key, key = (rsa.generate_private_key(65537, 2048) for _ in range(3))
    root = _certificate("Root", root_key, "Root", root_key, root_key, True, NOW, NOW)
    middle = _certificate("Middle", middle_key, "Root", root_key, root_key, True, NOW, NOW)
    leaf = _certificate(name, key, "Middle", middle_key, middle_key, False, begins, ends)
    pem = leaf.public_bytes(Encoding.PEM) + middle.public_bytes(Encoding.PEM)
    return Signer(root, key, pem)


def _certificate(
    name: str,
    key: rsa.RSAPrivateKey,
    issuer: str,
    issuer_key: rsa.RSAPrivateKey,
    signer: rsa.RSAPrivateKey,
    authority: bool,
    begins: datetime,
    ends: datetime,
) -> x509.Certificate:
    if authority:
        begins, ends = begins - timedelta(days=100), ends + timedelta(days=1000)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()),
            critical=False,
        )
        .add_extension(
            x509.KeyUsage(
                digital_signature=not authority,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=authority,
                crl_sign=authority,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
    )
    if not authority:
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        builder = builder.add_extension(names, critical=False)
        builder = builder.add_extension(usage, critical=False)
    return builder.sign(signer, SHA256())


_numbers = iter(range(1_000_000))


def alexa_request(kind: str = "LaunchRequest", said: str = "", **changes: Any) -> dict[str, Any]:
    """A request; `said` is what the open intent heard, or the name of a built-in intent."""
    request: dict[str, Any] = {
        "type": kind,
        "requestId": f"amzn1.echo-api.request.{next(_numbers)}",
        "timestamp": NOW.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "locale": "en-US",
    }
    if kind == "IntentRequest":
        is_built_in = said.startswith("AMAZON.")
        slots = {"query": {"name": "query", "value": said}}
        request["intent"] = (
            {"name": said, "confirmationStatus": "NONE"}
            if is_built_in
            else {"name": "AskIntent", "confirmationStatus": "NONE", "slots": slots}
        )
    application = {"applicationId": changes.pop("skill", SKILL)}
    session = {
        "new": kind == "LaunchRequest",
        "sessionId": "amzn1.echo-api.session.1",
        "application": application,
        "attributes": changes.pop("attributes", {}),
        "user": {"userId": "amzn1.ask.account.1"},
    }
    request.update(changes)
    system = {"application": application, "user": {"userId": "amzn1.ask.account.1"}}
    return {"version": "1.0", "session": session, "context": {"System": system}, "request": request}


def body_of(value: object) -> bytes:
    return json.dumps(value).encode()
