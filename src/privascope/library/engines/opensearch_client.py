"""Asks an OpenSearch cluster, again where that may help; says why it does not answer."""

import functools
import json
import random
import time
from collections.abc import Iterable, Mapping
from typing import Any

from privascope.errors import (
    EngineError,
    EngineUnreachableError,
    IndexFullError,
    IndexReadOnlyError,
    MissingExtraError,
)
from privascope.library.engines.opensearch_access import Access, access

_TRIES = 6
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0
# Too many requests, and what a proxy or a node says while another takes over.
_PASSING = {429, 502, 503, 504}
# Kinds of errors of a node that answers with another node gone.
_NODE_LOST = (
    "node_disconnected_exception",
    "node_not_connected_exception",
    "node_closed_exception",
)
_SECONDS = 30.0


class IndexGoneError(EngineError):
    """There is no index of that name."""


class Cluster:
    """The nodes at some addresses; safe to share between threads."""

    def __init__(self, address: str, access: Access) -> None:
        try:
            import opensearchpy
        except ImportError as error:
            raise MissingExtraError("a library on OpenSearch", "opensearch") from error
        self.address = address
        self._errors = opensearchpy.exceptions
        self._access = access
        hosts = [one.strip().rstrip("/") for one in address.split(",") if one.strip()]
        if not hosts or not all(one.startswith(("http://", "https://")) for one in hosts):
            raise EngineError(
                f"{address[:200]!r} is not the address of a cluster: give http://HOST:PORT or "
                "https://HOST:PORT, several with commas between them"
            )
        options: dict[str, Any] = {}
        if access.user:
            options["http_auth"] = (access.user, access.password)
        if access.certificate:
            options |= {"client_cert": access.certificate, "client_key": access.key or None}
        if any(one.startswith("https://") for one in hosts):
            options |= {"verify_certs": True, "ca_certs": access.authority or None}
        try:
            self._client = opensearchpy.OpenSearch(
                hosts, timeout=_SECONDS, max_retries=0, http_compress=False, **options
            )
        except (OSError, self._errors.ImproperlyConfigured) as error:
            raise EngineError(
                f"the certificates for {address} cannot be read ({error}): check {access.files}"
            ) from error

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        lines: str = "",
        seconds: float = _SECONDS,
        **parameters: object,
    ) -> Any:
        """What the cluster answers; `lines` is a body of several JSON objects, one a line."""
        headers = {"content-type": "application/x-ndjson"} if lines else None
        asked = {name: str(value).lower() for name, value in parameters.items()}
        pause = _FIRST_PAUSE
        for tries_left in reversed(range(_TRIES)):
            try:
                return self._client.transport.perform_request(
                    method,
                    path,
                    params={**asked, "request_timeout": seconds},
                    body=lines.encode() if lines else body,
                    headers=headers,
                )
            except self._errors.TransportError as error:
                if not (tries_left and self._may_pass(error)):
                    raise self._explained(error) from error
            # Many that were turned away together must not all come back together.
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(_LONGEST_PAUSE, 2 * pause)
        raise AssertionError

    def ask_many(self, lines: Iterable[Mapping[str, Any]]) -> list[Any]:
        """The answers to several searches, each given by its head and its body.

        They fail as one: with the first that fails, or again together where that may help.
        """
        sent = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines)
        pause = _FIRST_PAUSE
        for tries_left in reversed(range(_TRIES)):
            answers: list[Any] = self.ask("POST", "/_msearch", lines=sent)["responses"]
            failed = next((one for one in answers if "error" in one), None)
            if failed is None:
                return answers
            error = self._errors.TransportError(
                failed["status"], str(failed["error"].get("type")), failed
            )
            if not (tries_left and self._may_pass(error)):
                raise self._explained(error)
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(_LONGEST_PAUSE, 2 * pause)
        raise AssertionError

    def _may_pass(self, error: Any) -> bool:
        if isinstance(error, self._errors.SSLError):
            return False
        if isinstance(error, self._errors.ConnectionError):
            return True
        if _lost_a_node(error):
            return True
        return error.status_code in _PASSING and "cluster_block_exception" not in str(error.error)

    def _explained(self, error: Any) -> EngineError:
        """An error that says what to do."""
        where = f"the OpenSearch cluster at {self.address}"
        told = _reason(error)
        if isinstance(error, self._errors.SSLError):
            return EngineUnreachableError(
                f"the certificate of {self.address} is not trusted ({told[:200]}): name the "
                "certificate of its authority in PRIVASCOPE_OPENSEARCH_CA"
            )
        if isinstance(error, self._errors.ConnectionError):
            return EngineUnreachableError(
                f"{where} does not answer ({told[:200]}): check that it runs and that the "
                "address is right; PRIVASCOPE_OPENSEARCH names another"
            )
        kind, status = str(error.error), error.status_code
        if status == 401:
            return EngineError(
                f"{where} does not accept the user name and password: set "
                "PRIVASCOPE_OPENSEARCH_USER and PRIVASCOPE_OPENSEARCH_PASSWORD"
                + (f" (the user is {self._access.user!r} now)" if self._access.user else "")
            )
        if "cluster_block_exception" in kind:
            return blocked(where, told)
        if kind == "illegal_argument_exception" and "mapper [" in told:
            return EngineError(
                f"the fields of the index on {self.address} do not fit ({told[:200]}): "
                "run `privascope rebuild`"
            )
        if status == 403:
            return EngineError(f"{where} does not allow this to its user: {told[:300]}")
        if kind == "index_not_found_exception":
            return IndexGoneError(f"{where} has no such index: run `privascope rebuild`")
        if status in _PASSING or _lost_a_node(error):
            return EngineUnreachableError(
                f"{where} cannot answer at the moment ({told[:300]}): some of its nodes are down "
                "or overloaded; `privascope doctor` says more"
            )
        return EngineError(f"{where} refused a request: {told[:500]}")


def _lost_a_node(error: Any) -> bool:
    """Whether a node went away while it was asked: another one has a copy of what it holds."""
    return any(kind in str(error.info) for kind in _NODE_LOST)


def blocked(where: str, told: str) -> EngineError:
    """The error for an index that may not be written to."""
    if "disk usage exceeded" in told or "read-only-allow-delete" in told or "FORBIDDEN/12" in told:
        return IndexFullError(
            f"the disks of {where} are full: everything reported as stored is safe; make room, "
            "lift the index's block if it stays, and run the same command again to go on"
        )
    if "no cluster manager" in told or "no master" in told or "state not recovered" in told:
        return EngineUnreachableError(
            f"{where} has no manager at the moment: too few of its nodes are up"
        )
    return IndexReadOnlyError(f"the index on {where} is read-only: {told[:200]}")


def _reason(error: Any) -> str:
    """The innermost reason that the cluster gives."""
    told = error.info
    if not isinstance(told, dict):
        return str(told or error.error)
    cause = told.get("error", told)
    if not isinstance(cause, dict):
        return str(cause)
    roots = cause.get("root_cause") or [cause]
    inner = roots[0] if isinstance(roots[0], dict) else cause
    reason = str(inner.get("reason") or cause.get("reason") or cause.get("type") or cause)
    deeper = cause.get("caused_by")
    more = str(deeper.get("reason", "")) if isinstance(deeper, dict) else ""
    return f"{reason}; {more}" if more and more not in reason else reason


def cluster_at(address: str) -> Cluster:
    """The cluster at an address, with the access that the environment gives."""
    return _cluster_at(address, access())


_cluster_at = functools.lru_cache(maxsize=8)(Cluster)
