import threading

import pytest

from privascope.collect.politeness import Clock, Deadline, OutOfTimeError, Turns
from privascope.errors import FetchError
from tests.collect.local_site import QuickClock


def test_a_host_rests_after_each_turn() -> None:
    clock = QuickClock()
    turns = Turns(clock, delay=2)
    for _ in range(3):
        with turns.turn("a.example"):
            pass
    assert len(clock.slept) == 2
    assert all(1.5 < pause <= 2 for pause in clock.slept)


def test_hosts_do_not_wait_for_each_other() -> None:
    clock = QuickClock()
    turns = Turns(clock, delay=2)
    with turns.turn("a.example"), turns.turn("b.example"):
        pass
    assert clock.slept == []


def test_a_host_may_ask_for_more_rest() -> None:
    clock = QuickClock()
    turns = Turns(clock, delay=2)
    with turns.turn("a.example", delay=9):
        pass
    with turns.turn("a.example"):
        pass
    assert 8.5 < clock.slept[0] <= 9


def test_a_postponed_host_is_left_alone() -> None:
    clock = QuickClock()
    turns = Turns(clock, delay=0)
    turns.postpone("a.example", 30)
    turns.postpone("a.example", 10)
    with turns.turn("a.example"):
        pass
    assert 29.5 < clock.slept[0] <= 30


def test_one_at_a_time() -> None:
    turns = Turns(QuickClock(), delay=0)
    inside = 0
    most = 0
    lock = threading.Lock()

    def visit() -> None:
        nonlocal inside, most
        for _ in range(50):
            with turns.turn("a.example"):
                with lock:
                    inside += 1
                    most = max(most, inside)
                with lock:
                    inside -= 1

    threads = [threading.Thread(target=visit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_idle_hosts_are_forgotten_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turns, "_REMEMBERED", 3)
    turns = Turns(QuickClock(), delay=0)
    turns.postpone("busy.example", 60)
    for number in range(10):
        with turns.turn(f"{number}.example"):
            pass
    assert "busy.example" in turns._hosts
    assert len(turns._hosts) <= 4


def test_a_stopped_clock_wakes_the_sleepers() -> None:
    clock = Clock()
    outcome: list[str] = []

    def sleep() -> None:
        try:
            clock.sleep(60)
        except FetchError as error:
            outcome.append(str(error))

    sleeper = threading.Thread(target=sleep)
    sleeper.start()
    clock.stop()
    sleeper.join(timeout=30)
    assert outcome == ["The crawl was stopped."]


def test_a_deadline() -> None:
    clock = QuickClock()
    deadline = Deadline(clock)
    deadline.set(5)
    assert deadline.left(1) == 1
    assert 4 < deadline.left(None) <= 5
    clock.sleep(6)
    with pytest.raises(OutOfTimeError):
        deadline.left(1)
