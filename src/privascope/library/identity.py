"""Ids derived from content, so that a repeated or resumed write is harmless."""

import hashlib

from privascope.policy.canonical import canonical_url


def policy_id(service: str, url: str) -> str:
    """The id of a service's policy, or of an address without a named service."""
    key = f"service:{service.casefold()}" if service else f"url:{canonical_url(url)}"
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def content_hash(content: bytes) -> bytes:
    """The hash under which fetched bytes are kept."""
    return hashlib.sha256(content).digest()[:16]


def version_id(policy: str, content: bytes) -> str:
    """The id of one content of a policy, from the policy's id and the content's hash."""
    return hashlib.sha256(policy.encode() + content).hexdigest()[:16]


def text_hash(text: str) -> bytes:
    """A hash that ignores white space and case, so that they do not count as a change."""
    return hashlib.sha256(" ".join(text.casefold().split()).encode()).digest()[:16]
