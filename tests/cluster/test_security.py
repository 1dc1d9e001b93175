"""TLS, passwords and client certificates, from the environment."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from privascope.errors import EngineError, EngineUnreachableError
from privascope.library.engines.engine import Request
from privascope.library.engines.opensearch_client import Cluster, cluster_at
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from privascope.library.engines.query import Word
from tests.library.test_engine import FIELDS, version


@pytest.fixture
def certificates(tool: ModuleType) -> Path:
    """The folder of the certificates that the cluster was made with."""
    return Path(tool.HOME) / "certificates"


def tried(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is sent to the cluster from now on."""
    sent: list[str] = []
    transport = cluster._client.transport
    perform = transport.perform_request

    def count(method: str, path: str, **more: object) -> object:
        sent.append(path)
        return perform(method, path, **more)

    monkeypatch.setattr(transport, "perform_request", count)
    return sent


def test_a_password_over_tls(indexes: Callable[..., OpenSearchIndexes]) -> None:
    engine = indexes(FIELDS).fresh()
    engine.update([version(1, "we sell data")], ())
    assert engine.search(Request(Word("selling"))).total == 1


def test_a_client_certificate(
    address: str, certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("USER", "PASSWORD"):
        monkeypatch.delenv(f"PRIVASCOPE_OPENSEARCH_{name}")
    monkeypatch.setenv("PRIVASCOPE_OPENSEARCH_CERTIFICATE", str(certificates / "client.pem"))
    monkeypatch.setenv("PRIVASCOPE_OPENSEARCH_KEY", str(certificates / "client.key"))
    assert cluster_at(address).ask("GET", "/_cluster/health")["number_of_nodes"]


def test_a_wrong_password_is_tried_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIVASCOPE_OPENSEARCH_PASSWORD", "wrong")
    cluster = cluster_at(address)
    sent = tried(cluster, monkeypatch)
    with pytest.raises(EngineError, match=r"does not accept the user name and password") as caught:
        cluster.ask("GET", "/_cluster/health")
    assert len(sent) == 1
    assert "wrong" not in str(caught.value)


def test_an_untrusted_certificate_is_not_accepted(
    address: str, certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRIVASCOPE_OPENSEARCH_CA", str(certificates / "stranger.pem"))
    cluster = cluster_at(address)
    sent = tried(cluster, monkeypatch)
    with pytest.raises(EngineUnreachableError, match=r"not trusted.*PRIVASCOPE_OPENSEARCH_CA"):
        cluster.ask("GET", "/_cluster/health")
    assert len(sent) == 1


def test_a_certificate_that_is_not_there_is_named(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRIVASCOPE_OPENSEARCH_CA", str(tmp_path / "none.pem"))
    with pytest.raises(EngineError, match=r"PRIVASCOPE_OPENSEARCH_CA \(.*none.pem\)"):
        cluster_at(address)
