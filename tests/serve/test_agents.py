"""The tools for software agents, called by the package's own client."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from privascope.serve.agents.server import make_server
from privascope.serve.app import create_app
from privascope.serve.shelf import Shelf
from tests.quick_answers import use_quick_answers

pytest.importorskip("mcp")
from mcp import Client, MCPError

CALLS = {
    "search_policies": {"query": "location"},
    "ask_policy": {"policy": "jotharbor", "question": "do you sell my photos?"},
    "policy_history": {"policy": "jotharbor"},
    "read_section": {"policy": "jotharbor"},
}


@pytest.fixture
def shelf(sample_library: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    use_quick_answers(monkeypatch)
    return Shelf(sample_library)


def call(shelf: Shelf, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    async def ask() -> tuple[bool, str]:
        async with Client(make_server(shelf)) as client:
            result = await client.call_tool(name, arguments)
            return bool(result.is_error), result.content[0].text

    return anyio.run(ask)


def test_the_list_of_tools_is_short_and_changes_nothing(shelf: Shelf) -> None:
    async def listed(may_add: bool) -> Any:
        async with Client(make_server(shelf, may_add=may_add)) as client:
            return await client.list_tools()

    tools = anyio.run(listed, False)
    assert len(tools.model_dump_json(by_alias=True, exclude_none=True)) < 6000
    assert {tool.name for tool in tools.tools} == {
        *CALLS, "ask_library", "label_policy", "compare_policies", "policy_diff",
    }  # fmt: skip
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools.tools)
    added = {tool.name for tool in anyio.run(listed, True).tools}
    assert added - {tool.name for tool in tools.tools} == {"add_policy"}


@pytest.mark.parametrize(("name", "arguments"), CALLS.items())
def test_a_tool_answers_briefly(shelf: Shelf, name: str, arguments: dict[str, Any]) -> None:
    failed, text = call(shelf, name, arguments)
    assert not failed
    assert len(text) < 6000
    assert json.loads(text)


def test_quotes_are_at_their_offsets_and_long_answers_have_a_cursor(shelf: Shelf) -> None:
    asked = CALLS["ask_policy"]
    first = json.loads(call(shelf, "ask_policy", asked)[1])
    rest = json.loads(call(shelf, "ask_policy", {**asked, "cursor": first["next_cursor"]})[1])
    assert first["quotes"][0] != rest["quotes"][0]
    section = json.loads(call(shelf, "read_section", {"policy": "jotharbor", "section": "2"})[1])
    assert section["end"] - section["start"] == len(section["text"])


def test_a_policy_is_a_resource(shelf: Shelf) -> None:
    async def read() -> tuple[int, str]:
        async with Client(make_server(shelf)) as client:
            listed = (await client.list_resources()).resources
            contents = (await client.read_resource(listed[0].uri)).contents
            with pytest.raises(MCPError):
                await client.read_resource("privascope://policy/nosuch")
            return len(listed), contents[0].text

    number, text = anyio.run(read)
    assert number == 27
    assert len(text) > 1000


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("ask_policy", {"policy": 5, "question": []}, "string"),
        ("ask_policy", {"policy": "jotharbor"}, "question"),
        ("ask_policy", {"policy": "jotharbor", "question": "x" * 3000}, "2000"),
        ("ask_policy", {"policy": "nosuch", "question": "why?"}, "no policy is called"),
        ("read_section", {"policy": "jotharbor", "section": "77"}, "no section"),
        ("read_section", {"policy": "jotharbor", "section": "1", "cursor": "x"}, "cursor"),
        ("compare_policies", {"policies": ["jotharbor"]}, "at least 2"),
        ("policy_diff", {"policy": "helixbrook"}, "only one version"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_a_wrong_call_gets_a_clear_message(
    shelf: Shelf, name: str, arguments: dict[str, Any], message: str
) -> None:
    failed, text = call(shelf, name, arguments)
    assert failed
    assert message in text


def test_over_http_agents_are_answered_only_where_the_operator_wants_it(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from starlette.testclient import TestClient

    use_quick_answers(monkeypatch)
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    headers = {"Accept": "application/json, text/event-stream"}
    with TestClient(create_app(sample_library), base_url="http://127.0.0.1:8765") as client:
        assert client.post("/mcp", json=asked, headers=headers).status_code == 404
    app = create_app(sample_library, agents=True)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        answer = client.post("/mcp", json=asked, headers=headers)
        assert answer.json()["result"]["serverInfo"]["name"] == "privascope"
        strange = {**headers, "Host": "evil.example"}
        assert client.post("/mcp", json=asked, headers=strange).status_code in (403, 421)
