"""Only requests under the server's own names are served, and no work for another website."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.serve.app import create_app
from privascope.serve.origin import HostNameError, checked_name

ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
PICTURE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}


@pytest.fixture(scope="module")
def client(sample_library: Path) -> Iterator[TestClient]:
    app = create_app(sample_library, names=["policies.example", "2001:db8::7"])
    with TestClient(app, base_url="http://localhost:8765", follow_redirects=False) as opened:
        yield opened


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8765",
        "localhost.",
        "127.0.0.1:1",
        "[::1]:8765",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "policies.example",
        "[2001:db8::7]:80",
    ],
)
def test_own_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "rebound.example",
        "rebound.example:8765",
        "testserver",
        "localhost.rebound.example",
        "policies.example.rebound.example",
        "localhost@rebound.example",
        "localhost:80:80",
        "localhost:x",
        "127.0.0.2",
        "0.0.0.0",
        "::1",
        "[::2]",
        "[::1",
        "",
        "xn--\u00e9",
    ],
)
@pytest.mark.parametrize("address", ["/", "/api/search?q=data", "/static/none", "/mcp"])
def test_any_other_name_is_refused(client: TestClient, host: str, address: str) -> None:
    answer = client.get(address, headers={"Host": host.encode()})
    assert answer.status_code == 421
    assert "--name" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_two_hosts_are_refused(client: TestClient) -> None:
    headers = [("Host", "localhost"), ("Host", "rebound.example")]
    assert client.get("/", headers=headers).status_code == 421


def test_programs_get_a_refusal_in_the_usual_shape(client: TestClient) -> None:
    error = client.get("/api/stats", headers={"Host": "rebound.example"}).json()["error"]
    assert error["kind"] == "wrong_host"
    error = client.get("/api/stats", headers=ELSEWHERE).json()["error"]
    assert error["kind"] == "cross_site"


@pytest.mark.parametrize(
    "address",
    [
        "/ask?policy=jotharbor&ask=do+you+sell+my+data",
        "/ask-all?ask=who+sells+data",
        "/chat?policy=jotharbor",
        "/compare?policy=jotharbor&policy=helixbrook",
        "/which?which=sells",
        "/search.csv",
        "/api/policies",
        "/policy/jotharbor?ask=do+you+sell+my+data",
        "/policy/jotharbor/alternatives",
    ],
)
def test_another_website_cannot_cause_work(client: TestClient, address: str) -> None:
    assert client.get(address, headers=ELSEWHERE).status_code == 403
    ours = {**ELSEWHERE, "Sec-Fetch-Site": "same-origin"}
    assert client.get(address, headers=ours).status_code != 403
    typed = {**ELSEWHERE, "Sec-Fetch-Site": "none"}
    assert client.get(address, headers=typed).status_code != 403


def test_a_shared_link_opens_after_a_click(client: TestClient) -> None:
    address = "/ask-all?ask=a%22%3E%3Cb&x=1"
    tree = LexborHTMLParser(client.get(address, headers=ELSEWHERE).text)
    links = {node.text(): node.attributes["href"] for node in tree.css("main a")}
    assert links["Open the page here"] == address


def test_the_refusal_leads_to_no_other_website(client: TestClient) -> None:
    answer = client.get("http://localhost//evil.example/?ask=x", headers=ELSEWHERE)
    assert answer.status_code == 403
    assert "evil.example" not in answer.text


def test_other_websites_may_link_to_what_only_shows(client: TestClient) -> None:
    for address in ("/", "/search?q=data", "/insights", "/api"):
        assert client.get(address, headers=ELSEWHERE).status_code == 200, address


def test_other_websites_may_embed_nothing_but_labels(client: TestClient) -> None:
    assert client.get("/search?q=data", headers=PICTURE).status_code == 403
    framed = {**ELSEWHERE, "Sec-Fetch-Dest": "iframe"}
    assert client.get("/search?q=data", headers=framed).status_code == 403
    # What is not there is looked for: the picture itself is not refused.
    assert client.get("/policy/none/badge.svg", headers=PICTURE).status_code == 404


def test_only_pictures_of_labels_are_shown_elsewhere(
    client: TestClient, sample_library: Path
) -> None:
    with Library(sample_library) as library:
        policy = find_policy_id(library, "jotharbor")
    badge = client.get(f"/policy/{policy}/badge.svg", headers=PICTURE)
    assert badge.status_code == 200
    assert badge.headers["cross-origin-resource-policy"] == "cross-origin"
    for address in ("/", "/api/stats", "/none"):
        headers = client.get(address).headers
        assert headers["cross-origin-resource-policy"] == "same-origin", address
        assert headers["cache-control"] == "private, no-cache", address


def test_another_website_cannot_post_to_the_api(client: TestClient) -> None:
    posted = client.post(
        "/api/ask", content="{}", headers={**ELSEWHERE, "Content-Type": "text/plain"}
    )
    assert posted.status_code == 403


@pytest.mark.parametrize(
    "name", ["https://policies.example", "policies.example/x", "a:80", "", "a b", "*"]
)
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(HostNameError, match="is not a host name"):
        checked_name(name)
