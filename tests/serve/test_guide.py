"""The guide to the API tells what is true: its examples run."""

import inspect
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from privascope.cli.serve import command

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "api.md").read_text()
ADDRESS = f"http://127.0.0.1:{inspect.signature(command).parameters['port'].default}"


def examples(kind: str) -> list[str]:
    found = re.findall(rf"^```{kind}\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    assert found
    return found


def test_every_address_is_the_one_that_serve_takes() -> None:
    assert set(re.findall(r"http://127\.0\.0\.1:\d+", GUIDE)) == {ADDRESS}


def test_the_search_finds_something(client: httpx.Client) -> None:
    words = shlex.split(examples("")[0].replace("\\\n", " "))
    assert words[:3] == ["curl", "-G", f"{ADDRESS}/api/search"]
    assert set(words[3::2]) == {"-d", "--data-urlencode"}
    pairs = [(name, value) for name, _, value in (word.partition("=") for word in words[4::2])]
    answer = client.get("/api/search", params=pairs)
    assert answer.status_code == 200, answer.text
    assert answer.json()["results"]


def test_the_export_prints_policies(server: str) -> None:
    (program,) = (one for one in examples("python") if "/api/policies?" in one)
    run = subprocess.run(
        [sys.executable, "-c", program.replace(ADDRESS, server)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert len(run.stdout.splitlines()) > 1


def test_the_refusal_is_as_shown(client: httpx.Client) -> None:
    assert client.get("/api/search?sectr=Medical").json() == json.loads(examples("json")[0])


@pytest.mark.parametrize("address", re.findall(r"^\| `(/api/[^`]*)` \|", GUIDE, re.MULTILINE))
def test_every_address_of_the_table_answers(client: httpx.Client, address: str) -> None:
    if "{" in address:
        policy = client.get("/api/policies/tallowbridge.example").json()["policy"]
        address = address.replace("{id}", policy["id"])
        address = address.replace("{version_id}", policy["current_version"])
    answer = client.get(address)
    assert answer.status_code == 200 or answer.headers.get("allow") == "POST"
