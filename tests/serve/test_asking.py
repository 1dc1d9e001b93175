"""However many people ask, searches are answered; who cannot be served is refused at once."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from privascope.serve.asking import AT_ONCE, MOST_WAITING, Asking, QueueFullError
from tests.serve.conftest import running


def test_a_few_run_some_wait_and_the_rest_is_refused() -> None:
    go_on = threading.Event()
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        assert go_on.wait(20)
        return number

    async def crowd() -> None:
        asking = Asking(at_once=2, most_waiting=3)
        inside = [asyncio.create_task(asking.run(work, number)) for number in range(5)]
        while len(begun) < 2:
            await asyncio.sleep(0.01)
        with pytest.raises(QueueFullError):
            await asking.run(work, 5)
        # Whoever leaves while waiting makes room.
        inside[4].cancel()
        await asyncio.sleep(0.01)
        late = asyncio.create_task(asking.run(work, 6))
        await asyncio.sleep(0.05)
        assert len(begun) == 2
        go_on.set()
        assert await asyncio.gather(*inside[:4], late) == [0, 1, 2, 3, 6]
        assert sorted(begun) == [0, 1, 2, 3, 6]

    asyncio.run(crowd())


def test_searches_are_answered_while_the_queue_of_questions_is_full(
    sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    begun: list[str] = []
    entered: list[str] = []

    def slow(*_: Any, **__: Any) -> Any:
        begun.append("")
        assert go_on.wait(60)
        return SimpleNamespace(to_dict=lambda: {"done": True})

    class Counted(Asking):
        async def run(self, *work: Any) -> Any:
            entered.append("")
            return await super().run(*work)

    monkeypatch.setattr("privascope.serve.shelf.Asking", Counted)
    most = AT_ONCE + MOST_WAITING
    body = {"text": "We sell data.", "question": "do you sell data?"}

    with running(sample_library) as address, ThreadPoolExecutor(most) as people:
        # Only now: modules that the server imports as it starts keep the real one.
        monkeypatch.setattr("privascope.answer.ask.ask", slow)
        try:
            asked = [
                people.submit(httpx.post, f"{address}/api/ask", json=body, timeout=90)
                for _ in range(most)
            ]
            deadline = time.monotonic() + 30
            while len(entered) < most and time.monotonic() < deadline:
                time.sleep(0.05)
            refused = httpx.post(f"{address}/api/ask", json=body, timeout=20)
            assert refused.status_code == 503
            assert refused.headers["retry-after"]
            assert refused.json()["error"]["kind"] == "busy"
            assert len(begun) == AT_ONCE
            search = httpx.get(f"{address}/search?q=data", timeout=20)
            assert search.status_code == 200
            found = httpx.get(f"{address}/api/search?q=data", timeout=20).json()["results"]
            policy = f"{address}/policy/{found[0]['policy_id']}"
            assert httpx.get(policy, timeout=20).status_code == 200
            page = httpx.get(policy, params={"ask": "do you sell data?"}, timeout=20)
            assert page.status_code == 503
            assert page.headers["retry-after"]
            assert "Many questions at the moment" in page.text
        finally:
            go_on.set()
        assert [one.result().status_code for one in asked] == [200] * most
