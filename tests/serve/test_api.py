"""The API: typed answers, one error shape, a description that holds."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from starlette.testclient import TestClient

from privascope.library.engines.engine import Filters
from privascope.library.store import Library
from privascope.search.find import Searcher
from privascope.search.page import SearchRequest
from privascope.serve.api.reference import kind_of
from privascope.serve.app import create_app


@pytest.mark.slow
def test_every_answer_is_as_described(sample_library: Path) -> None:
    described = schemathesis.openapi.from_asgi(
        "/api/openapi.json", create_app(sample_library, names=["testserver"])
    )
    asked = []
    for found in described.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=10,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            case.call_and_validate()

        ask()
        asked.append(operation.path)
    assert len(asked) == 16


def get(client: TestClient, address: str, **parameters: Any) -> Any:
    answer = client.get(address, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def problem(client: TestClient, address: str, method: str = "GET") -> tuple[int, str, str]:
    answer = client.request(method, address)
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"kind", "message"}
    return answer.status_code, body["error"]["kind"], body["error"]["message"]


def test_search_answers_what_the_searcher_finds(client: TestClient, sample_library: Path) -> None:
    found = get(client, "/api/search", q="health information", grade="..14", size=3)
    with Library(sample_library) as library:
        request = SearchRequest(
            "health information", filters=Filters(ranges={"grade": (None, 14.0)}), size=3
        )
        expected = Searcher(library).search(request).to_dict()
    for page in (found, expected):
        del page["milliseconds"]
    assert found == expected
    assert found["results"]
    for result in found["results"]:
        for snippet in result["snippets"]:
            assert snippet["end"] - snippet["start"] == len(snippet["text"])


def test_facets_narrow_and_exclude(client: TestClient) -> None:
    every = get(client, "/api/search", size=100)
    sector = every["results"][0]["sector"]
    inside = get(client, "/api/search", sector=sector, size=100)
    outside = get(client, "/api/search", sector=f"-{sector}", size=100)
    assert {result["sector"] for result in inside["results"]} == {sector}
    assert sector not in {result["sector"] for result in outside["results"]}
    assert inside["total"] + outside["total"] == every["total"]


def test_several_values_of_a_facet_widen(client: TestClient) -> None:
    sectors = [value["value"] for value in get(client, "/api/facets")["facets"][0]["values"]][:2]
    both = client.get("/api/search", params=[("sector", name) for name in sectors]).json()
    assert both["total"] == sum(
        get(client, "/api/search", sector=name)["total"] for name in sectors
    )


def test_addresses_are_searched_in_their_own_mode(client: TestClient) -> None:
    found = get(client, "/api/search", q="tallowbridge", mode="url")
    assert [result["domain"] for result in found["results"]] == ["tallowbridge.example"]


@pytest.mark.parametrize("limit", [1, 4, 1000])
def test_an_export_walks_over_every_match_once(client: TestClient, limit: int) -> None:
    seen: list[str] = []
    after = ""
    while True:
        stretch = get(client, "/api/policies", after=after, limit=limit, tracker="cookies")
        assert len(stretch["policies"]) <= limit
        seen += [policy["policy_id"] for policy in stretch["policies"]]
        assert all("cookies" in policy["trackers"] for policy in stretch["policies"])
        if stretch["next"] is None:
            break
        after = stretch["next"]
    assert len(seen) == len(set(seen)) == get(client, "/api/search", tracker="cookies")["total"]


def test_a_turned_range_means_the_same_in_search_and_export(client: TestClient) -> None:
    found = get(client, "/api/search", words="2000..1000")
    exported = get(client, "/api/policies", words="2000..1000", limit=1000)
    assert len(exported["policies"]) == found["total"] > 0
    assert exported["notes"] == found["notes"] != []


def test_offsets_point_into_the_text(client: TestClient) -> None:
    policy_id = get(client, "/api/search", q="cookies")["results"][0]["policy_id"]
    policy = get(client, f"/api/policies/{policy_id}")
    version_id = policy["policy"]["current_version"]
    version = get(client, f"/api/policies/{policy_id}/versions/{version_id}")
    text = version["content"]["text"]
    sentences = [text[one["start"] : one["end"]] for one in version["content"]["sentences"]]
    assert all(sentence.strip() for sentence in sentences)
    named = [text[one["start"] : one["end"]].lower() for one in policy["traits"]["trackers"]]
    assert any("cookie" in words for words in named)


def test_a_policy_answers_to_its_domain(client: TestClient) -> None:
    versions = get(client, "/api/policies/tallowbridge.example/versions")
    assert len(versions["versions"]) == 3
    days = [entry["first_seen"] for entry in versions["versions"]]
    assert days == sorted(days)


def test_versions_are_compared_by_id_day_or_order(client: TestClient) -> None:
    address = "/api/policies/tallowbridge.example"
    entries = get(client, f"{address}/versions")["versions"]
    first, second, third = (entry["version_id"] for entry in entries)
    last_two = get(client, f"{address}/diff")
    assert (last_two["before"], last_two["after"]) == (second, third)
    assert last_two["changes"]
    says = last_two["says"]
    text = get(client, f"{address}/versions/{third}")["content"]["text"]
    appeared = [one for one in says["statements"] if one["kind"] == "appeared"]
    assert appeared
    for one in appeared:
        quote = one["evidence"]
        assert text[quote["start"] : quote["end"]] == quote["text"]
    assert all(one["before"] != one["after"] for one in says["answers"])
    assert last_two["since"] == entries[2]["first_seen"][:10]
    by_id = get(client, f"{address}/diff", **{"from": first, "to": third})
    by_day = get(client, f"{address}/diff", **{"from": entries[0]["first_seen"][:10]})
    assert by_id == by_day
    before_second = get(client, f"{address}/diff", to=second)
    assert (before_second["before"], before_second["after"]) == (first, second)
    assert problem(client, f"{address}/diff?to={first}")[:2] == (404, "not_found")
    assert problem(client, f"{address}/diff?from=1990-01-01")[:2] == (404, "not_found")


def test_stats_tell_of_the_whole_library(client: TestClient) -> None:
    stats = get(client, "/api/stats")
    assert stats["insights"]["policies"] == get(client, "/api/search")["total"]
    assert stats["funnel"]["arrived"] >= stats["insights"]["policies"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/api/search?size=101", "size"),
        ("/api/search?size=0", "size"),
        ("/api/search?page=0", "page"),
        ("/api/search?page=two", "page"),
        ("/api/search?rank=best", "rank"),
        ("/api/search?mode=guess", "mode"),
        ("/api/search?grade=abc", "grade"),
        ("/api/search?grade=nan..", "grade"),
        ("/api/search?sectr=Medical", "'sectr'"),
        ("/api/policies?after=zz", "after"),
        ("/api/policies?limit=1001", "limit"),
    ],
)
def test_a_bad_parameter_is_named(client: TestClient, address: str, told: str) -> None:
    status, kind, message = problem(client, address)
    assert (status, kind) == (422, "bad_request")
    assert told in message


@pytest.mark.parametrize(
    "query",
    [
        "a" * 10_000,
        "privacy " * 1250,
        "a OR -b " * 1250,
        '"open',
        "don't",
        "🔒 שלום",
        "nosuch:field",
        "\x00",
        "-",
        "OR OR",
        "*",
        "(((" * 99,
        "it's 'quoted' \"both' ways",
        "סודיות -\u202eשלום\u2066 OR \U0001f36a*",
        'title:"open nosuch:"phrase -"-"',
    ],
)
@pytest.mark.parametrize("mode", ["text", "url"])
def test_odd_queries_are_answered(client: TestClient, query: str, mode: str) -> None:
    assert get(client, "/api/search", q=query, mode=mode)["total"] >= 0
    notes = get(client, "/api/policies", q=query, mode=mode, limit=5)["notes"]
    assert bool(notes) == (len(query) > 2000)


def test_a_page_beyond_the_last_is_a_note(client: TestClient) -> None:
    page = get(client, "/api/search", page=10_000_000)
    assert page["results"] == []
    assert page["notes"]


def test_markup_in_a_facet_value_stays_text(client: TestClient) -> None:
    value = "<script>alert(1)</script>"
    answer = client.get("/api/search", params={"sector": value})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["total"] == 0
    assert value in [one["value"] for one in answer.json()["facets"][0]["values"]]


@pytest.mark.parametrize(
    "address",
    [
        "/api/policies/nosuchpolicy",
        "/api/policies/nosuchpolicy/versions",
        "/api/policies/tallowbridge.example/versions/0000000000000000",
        "/api/policies/%00%25_",
        "/api/nothing",
        "/api/search/more",
    ],
)
def test_what_is_not_there_is_not_found(client: TestClient, address: str) -> None:
    assert problem(client, address)[:2] == (404, "not_found")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_reading_is_possible(client: TestClient, method: str) -> None:
    assert problem(client, "/api/search", method)[:2] == (405, "method_not_allowed")
    assert client.request(method, "/api/search").headers["allow"] == "GET"


def test_other_sites_get_no_leave_to_read(client: TestClient) -> None:
    answer = client.get("/api/facets", headers={"Origin": "https://elsewhere.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.slow
def test_an_unreadable_library_is_no_riddle(tmp_path: Path, sample_library: Path) -> None:
    import shutil

    folder = tmp_path / "library"
    shutil.copytree(sample_library.with_name("pristine"), folder)
    with TestClient(
        create_app(folder, names=["testserver"]), raise_server_exceptions=False
    ) as client:
        folder.rename(tmp_path / "moved away")
        status, kind, message = problem(client, "/api/stats")
    assert (status, kind) == (503, "library_unavailable")
    assert str(tmp_path) not in message


def test_the_reference_page_names_every_operation_and_type(client: TestClient) -> None:
    document = get(client, "/api/openapi.json")
    page = client.get("/api").text
    assert set(document["paths"]) >= {"/api/search", "/api/policies/{id}/diff", "/api/stats"}
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}<" in page
    for name in document["components"]["schemas"]:
        assert f'id="type-{name}"' in page
    assert "://" not in page.replace("http://www.w3.org", "")
    assert "<script>" not in page


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ({"$ref": "#/components/schemas/Span"}, "Span"),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}, "date or null"),
        ({"type": "array", "items": {"type": "integer"}}, "list of integer"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "name → number"),
        ({"enum": ["a", "b"], "type": "string"}, "a | b"),
    ],
)
def test_types_are_told_in_words(described: dict[str, Any], words: str) -> None:
    assert kind_of(described) == words
