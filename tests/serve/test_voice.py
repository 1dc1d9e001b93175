"""Conversations by voice: responses, verification with our own chain, and forged requests."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import escape
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient

pytest.importorskip("cryptography")

from privascope.answer.dialogue.reply import Act, Point, Reply
from privascope.answer.dialogue.state import State
from privascope.errors import PrivascopeError
from privascope.serve.voice.companion import LENGTH, Boards, TooManyGuessesError
from privascope.serve.voice.listener import create_voice_app
from privascope.serve.voice.signature import ForgedError, Verifier, checked_address
from privascope.serve.voice.skill import interaction_model, manifest
from privascope.serve.voice.speech import LONGEST, plain_speech, speakable, ssml
from tests.quick_answers import use_quick_answers
from tests.serve.voice_requests import (
    CHAIN,
    NOW,
    SKILL,
    Signer,
    alexa_request,
    body_of,
    make_signer,
)

SIGNER = make_signer()
OTHER = make_signer()
# Ways to forge a request; each gives headers and body.
Forging = Callable[[dict[str, Any]], tuple[dict[str, str], bytes]]


def signed(value: dict[str, Any], signer: Signer = SIGNER, url: str = CHAIN) -> Any:
    body = body_of(value)
    return {"content": body, "headers": signer.headers(body, url)}


def verifier(pem: bytes = SIGNER.pem) -> Verifier:
    return Verifier(lambda _: pem, [SIGNER.root], lambda: NOW)


@pytest.fixture
def client(sample_library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    use_quick_answers(monkeypatch)
    with TestClient(create_voice_app(sample_library, SKILL, verifier())) as opened:
        yield opened


def say(client: TestClient, said: str, attributes: dict[str, Any] | None = None) -> dict[str, Any]:
    request = alexa_request("IntentRequest", said, attributes=attributes or {})
    answer = client.post("/voice/alexa", **signed(request))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    speech = told["response"]["outputSpeech"]["ssml"]
    assert speech.startswith("<speak>")
    assert len(speech) < 8000
    assert re.sub(r'<(/?speak|break time="400ms"/)>', "", speech).count("<") == 0
    return told


def test_a_session_from_launch_to_goodbye(client: TestClient) -> None:
    launched = client.post("/voice/alexa", **signed(alexa_request())).json()
    assert len(launched["response"]["outputSpeech"]["ssml"].split()) < 90
    assert launched["response"]["reprompt"]
    asked = say(client, "jotharbor whether it sells my photos", launched["sessionAttributes"])
    assert len(asked["response"]["outputSpeech"]["ssml"].split()) < 90
    assert "Would you like to hear more?" in asked["response"]["outputSpeech"]["ssml"]
    assert asked["response"]["card"]["content"]
    more = say(client, "AMAZON.YesIntent", asked["sessionAttributes"])
    assert more["sessionAttributes"]["state"]["said"] > 3
    for intent in ("AMAZON.RepeatIntent", "AMAZON.HelpIntent", "AMAZON.FallbackIntent"):
        assert not say(client, intent, more["sessionAttributes"])["response"]["shouldEndSession"]
    over = say(client, "AMAZON.StopIntent", more["sessionAttributes"])
    assert over["response"]["shouldEndSession"]
    assert "reprompt" not in over["response"]
    closed = client.post("/voice/alexa", **signed(alexa_request("SessionEndedRequest")))
    assert closed.json() == {"version": "1.0", "response": {}}


def test_a_state_that_was_tampered_with_starts_anew(client: TestClient) -> None:
    for state in ({"version": 0}, {"version": 1, "day": "x"}, "x", [1]):
        told = say(client, "jotharbor whether it sells my photos", {"state": state})
        assert "start again" in told["response"]["outputSpeech"]["ssml"]


def test_the_screen_gets_a_code_and_the_passages(client: TestClient) -> None:
    asked = say(client, "jotharbor whether it sells my photos")
    sent = say(client, "send it to my screen", asked["sessionAttributes"])
    code = sent["sessionAttributes"]["companion"]
    assert ", ".join(code) in sent["response"]["outputSpeech"]["ssml"]
    page = client.get(f"/companion/{code.lower()}")
    assert page.status_code == 200
    assert "<blockquote>" in page.text
    assert client.get("/companion", params={"code": code}).status_code == 200
    later = say(client, "what about helixbrook", sent["sessionAttributes"])
    assert later["sessionAttributes"]["companion"] == code
    assert client.get(f"/companion/{code}").text.count("<section") == 2


def test_a_guessed_code_shows_nothing_and_guessing_ends_soon(client: TestClient) -> None:
    answers = [client.get(f"/companion/{'BCDFGH'[::-1]}").status_code for _ in range(12)]
    assert answers == [404] * 10 + [429] * 2
    assert client.get("/companion").status_code == 200


def test_codes_and_boards() -> None:
    now = [0.0]
    boards = Boards(lambda: now[0])
    code = boards.open()
    assert len(code) == LENGTH
    assert boards.board(code, "a") is not None
    with pytest.raises(TooManyGuessesError):
        for _ in range(11):
            assert boards.board("XXXXXX", "b") is None
    assert boards.board(code, "a") is not None
    now[0] = 61.0
    assert boards.board("XXXXXX", "b") is None
    now[0] = 10_000.0
    assert boards.board(code, "a") is None


def _altered(value: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    body = body_of(value)
    return SIGNER.headers(body), body.replace(b"en-US", b"en-GB")


def _with(**headers: str) -> Forging:
    def forge(value: dict[str, Any]) -> tuple[dict[str, str], bytes]:
        body = body_of(value)
        return {**SIGNER.headers(body), **headers}, body

    return forge


def _at(url: str) -> Forging:
    return _with(SignatureCertChainUrl=url)


def _told(**changes: Any) -> Forging:
    def forge(value: dict[str, Any]) -> tuple[dict[str, str], bytes]:
        value["request"].update(changes)
        body = body_of(value)
        return SIGNER.headers(body), body

    return forge


def _as(signer: Signer) -> Forging:
    def forge(value: dict[str, Any]) -> tuple[dict[str, str], bytes]:
        body = body_of(value)
        return signer.headers(body), body

    return forge


def _raw(body: bytes) -> Forging:
    return lambda _: (SIGNER.headers(body), body)


def _skill(name: object) -> Forging:
    def forge(value: dict[str, Any]) -> tuple[dict[str, str], bytes]:
        value["session"]["application"]["applicationId"] = name
        body = body_of(value)
        return SIGNER.headers(body), body

    return forge


def _time(**delta: float) -> Forging:
    return _told(timestamp=(NOW + timedelta(**delta)).isoformat())


FORGED: list[Forging] = [
    _altered,
    lambda value: ({}, body_of(value)),
    lambda value: ({"SignatureCertChainUrl": CHAIN}, body_of(value)),
    _with(**{"Signature-256": ""}),
    _with(**{"Signature-256": "no base64!"}),
    _with(**{"Signature-256": "AAAA"}),
    _with(**{"Signature-256": SIGNER.headers(b"another")["Signature-256"]}),
    _as(OTHER),
    _at(""),
    _at("http://s3.amazonaws.com/echo.api/chain.pem"),
    _at("ftp://s3.amazonaws.com/echo.api/chain.pem"),
    _at("https://s3.amazonaws.com/chain.pem"),
    _at("https://s3.amazonaws.com/EcHo.aPi/chain.pem"),
    _at("https://s3.amazonaws.com/echo.api/../chain.pem"),
    _at("https://s3.amazonaws.com/echo.api/%2e%2e/chain.pem"),
    _at("https://s3.amazonaws.com/echo.apis/chain.pem"),
    _at("https://s3.amazonaws.com:563/echo.api/chain.pem"),
    _at("https://s3.amazonaws.com:x/echo.api/chain.pem"),
    _at("https://s3.amazonaws.com.evil.example/echo.api/chain.pem"),
    _at("https://evil.example/echo.api/chain.pem"),
    _at("https://evil.example#s3.amazonaws.com/echo.api/chain.pem"),
    _at("https://s3.amazonaws.com@evil.example/echo.api/chain.pem"),
    _at("https://user@s3.amazonaws.com/echo.api/chain.pem"),
    _at("https://127.0.0.1/echo.api/chain.pem"),
    _at("https://[::1/echo.api/chain.pem"),
    _at("https://s3.amazonaws.com/echo.api/" + "a" * 600),
    _at("file:///echo.api/chain.pem"),
    _time(seconds=-151),
    _time(seconds=151),
    _time(days=-400),
    _told(timestamp=None),
    _told(timestamp="yesterday"),
    _told(timestamp=1_700_000_000),
    _told(requestId=None),
    _told(requestId=""),
    _skill("amzn1.ask.skill.other"),
    _skill(None),
    _skill(["x"]),
    _told(type="OtherRequest"),
    _raw(b"not json"),
    _raw(b"[]"),
    _raw(b"{}"),
    _raw(b"[" * 50_000),
]


@pytest.mark.parametrize("number", range(len(FORGED)))
def test_a_forged_request_is_refused(client: TestClient, number: int) -> None:
    headers, body = FORGED[number](alexa_request())
    answer = client.post("/voice/alexa", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_there_are_forty_and_more_forged_requests() -> None:
    assert len(FORGED) >= 40


@pytest.mark.parametrize(
    "signer",
    [
        make_signer("other.amazon.com"),
        make_signer(begins=NOW - timedelta(days=60), ends=NOW - timedelta(days=1)),
        make_signer(begins=NOW + timedelta(days=1)),
    ],
)
def test_a_certificate_for_another_name_or_time_or_root_is_refused(signer: Signer) -> None:
    body = body_of(alexa_request())
    headers = {name.lower(): value for name, value in signer.headers(body).items()}
    with pytest.raises(ForgedError, match="certificate is not valid"):
        Verifier(lambda _: signer.pem, [signer.root], lambda: NOW).check(headers, body)
    with pytest.raises(ForgedError, match="certificate is not valid"):
        Verifier(lambda _: OTHER.pem, [SIGNER.root], lambda: NOW).check(headers, body)
    with pytest.raises(ForgedError, match="cannot be read"):
        Verifier(lambda _: b"no certificate", [SIGNER.root], lambda: NOW).check(headers, body)


def test_a_request_that_comes_twice_is_refused(client: TestClient) -> None:
    sent = signed(alexa_request())
    assert client.post("/voice/alexa", **sent).status_code == 200
    again = client.post("/voice/alexa", **sent)
    assert again.status_code == 400
    assert "before" in again.json()["error"]["message"]


def test_the_address_of_a_chain_may_name_its_port() -> None:
    assert checked_address("https://s3.amazonaws.com:443/echo.api/../echo.api/c.pem") == (
        "https://s3.amazonaws.com/echo.api/c.pem"
    )


def test_a_request_of_a_megabyte_is_refused(client: TestClient) -> None:
    for path in ("/voice/alexa", "/voice/turn"):
        assert client.post(path, content=b"x" * 1_000_000).status_code == 413


def test_without_a_skill_nothing_answers_alexa(sample_library: Path) -> None:
    with TestClient(create_voice_app(sample_library)) as client:
        assert client.post("/voice/alexa", json={}).status_code == 404
        assert client.get("/search").status_code == 404


def test_turns_for_any_platform(client: TestClient) -> None:
    first = client.post("/voice/turn", json={"text": "ask jotharbor about photos?"}).json()
    assert first["act"] == "ask"
    second = client.post("/voice/turn", json={"text": "more", "state": first["state"]}).json()
    assert second["speech"] != first["speech"]
    assert second["state"]["policies"][0]["name"] == "Jotharbor"
    sent = {"text": "send it to my screen", "state": second["state"]}
    shown = client.post("/voice/turn", json=sent).json()
    assert ", ".join(shown["companion"]) in shown["speech"]
    assert "<blockquote>" in client.get(f"/companion/{shown['companion']}").text
    over = client.post("/voice/turn", json={"text": "bye", "state": second["state"]}).json()
    assert over["ends"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"[]", 422),
        (b'{"text": 7}', 422),
        (b'{"text": "hi", "policy": "nosuch"}', 404),
        (b'{"text": "hi", "state": {"version": 9}}', 409),
        (b'{"text": "hi", "state": [1]}', 409),
    ],
)
def test_a_malformed_turn_is_refused(client: TestClient, body: bytes, status: int) -> None:
    answer = client.post("/voice/turn", content=body)
    assert answer.status_code == status
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cookies, e.g. pixels, etc.", "cookies, for example pixels, and so on."),
        ("Write to dpo@quill.example & see https://quill.example/x.", "Write to an e-mail address"),
        ("the GDPR and your IP address", "the G D P R and your I P address"),
        ("• name | 30 % ", "name, 30 percent"),
        ("a\u202eb\x00c", "a b c"),
    ],
)
def test_what_is_said_has_no_signs(text: str, said: str) -> None:
    assert speakable(text).startswith(said)


def test_markup_of_a_policy_is_only_text() -> None:
    attack = '<audio src="https://evil.example/x.mp3"/> </speak><speak> &amp; <break time="9s"/>'
    point = Point(attack, start=1, end=99)
    reply = Reply(Act.ASK, attack, State(day=NOW.date()), points=(point,), opening="It says:")
    made = ssml(*[plain_speech(reply)])
    assert made.count("<") == 2
    assert len(ssml(*["x" * 5000] * 9)) < 8000
    assert len(ssml(escape("<" * 9000))) < 8000
    assert LONGEST < 8000


def test_the_skill_has_the_documented_form() -> None:
    model = interaction_model("privacy reader", ["Jotharbor", "Tin Kettle & Co."])
    language = model["interactionModel"]["languageModel"]
    names = [intent["name"] for intent in language["intents"]]
    assert {"AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.HelpIntent"} <= set(names)
    assert len(names) == len(set(names))
    types = {one["name"]: one["values"] for one in language["types"]}
    for intent in language["intents"]:
        slots = {slot["name"]: slot["type"] for slot in intent.get("slots", ())}
        for sample in intent["samples"]:
            assert re.fullmatch(r"[a-z'._ {}]+", sample)
            used = re.findall(r"{(\w+)}", sample)
            assert set(used) <= set(slots)
            if "AMAZON.SearchQuery" in slots.values():
                assert len(used) == 1
                assert sample.replace(f"{{{used[0]}}}", "").strip()
        assert all(kind.startswith("AMAZON.") or kind in types for kind in slots.values())
    for values in types.values():
        told = [one["name"]["value"] for one in values]
        assert 50 < len(told) == len(set(told))
        assert all(0 < len(one) <= 140 for one in told)
    made = manifest("privacy reader", "https://voice.example.org/voice/alexa")["manifest"]
    assert made["apis"]["custom"]["endpoint"]["uri"].startswith("https://")
    about = made["publishingInformation"]["locales"]["en-US"]
    assert len(about["summary"]) <= 160
    assert 1 <= len(about["examplePhrases"]) <= 3
    assert json.loads(json.dumps(made)) == made


@pytest.mark.parametrize(
    "name", ["privacy", "Privacy Reader", "alexa reader", "open privacy", "a 1"]
)
def test_a_name_that_the_platform_refuses_is_refused(name: str) -> None:
    with pytest.raises(PrivascopeError, match="two words"):
        interaction_model(name)


@pytest.mark.parametrize("endpoint", ["http://a.example/x", "ftp://a", "", "https://"])
def test_an_endpoint_without_encryption_is_refused(endpoint: str) -> None:
    with pytest.raises(PrivascopeError, match="https"):
        manifest("privacy reader", endpoint)


def test_a_page_hears_of_new_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    from privascope.serve.voice import companion_pages

    monkeypatch.setattr(companion_pages, "_EVENT_SECONDS", 0.01)
    monkeypatch.setattr(companion_pages, "_LONGEST_STREAM", 3)
    boards = Boards()
    code = boards.open()
    reply = Reply(Act.ASK, "It says so.", State(day=NOW.date()), points=(Point("So.", end=3),))

    async def told() -> list[str]:
        board = boards.board(code, "a")
        assert board is not None
        events = companion_pages._told(board)
        first = [await anext(events)]
        boards.show(code, reply)
        return first + [one async for one in events]

    events = anyio.run(told)
    assert [one.startswith("event: passage") for one in events] == [False, True, False]
    with TestClient(companion_pages.create_companion_app(boards)) as client:
        page = client.get(f"/companion/{code}")
        assert "connect-src 'self'" in page.headers["content-security-policy"]
        assert client.get(re.findall(r'href="(/static/[^"]+css)"', page.text)[0]).status_code == 200
        assert client.post("/voice/turn", json={}).status_code == 404
