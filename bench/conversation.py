"""How long a turn of a conversation takes beside asking the same, and a round of an agent's tools.

python bench/conversation.py
On the sample library, with all models loaded and policies prepared. Run it on an idle machine.
"""

import statistics
import time
from datetime import date

import anyio
from mcp import Client

import privascope
from privascope.answer.ask import ask
from privascope.answer.dialogue.dialogue import Dialogue
from privascope.answer.subject import stored_subject
from privascope.api import OpenLibrary
from privascope.compare import desk as desk_module
from privascope.compare.desk import LibraryDesk
from privascope.measure.answers import sample_library
from privascope.measure.dialogues import read_dialogues
from privascope.serve.agents.server import make_server
from privascope.serve.shelf import Shelf

DIALOGUES = 20
TODAY = date(2026, 1, 15)
ROUND: tuple[tuple[str, dict[str, object]], ...] = (
    ("search_policies", {"query": "location"}),
    ("ask_policy", {"policy": "jotharbor", "question": "do you sell my photos?"}),
    ("ask_library", {"question": "which of these sell personal data?"}),
    ("label_policy", {"policy": "jotharbor"}),
    ("compare_policies", {"policies": ["jotharbor", "helixbrook"]}),
    ("policy_history", {"policy": "jotharbor"}),
    ("policy_diff", {"policy": "jotharbor"}),
    ("read_section", {"policy": "jotharbor", "section": "1"}),
)


def main() -> None:
    with sample_library() as folder:
        with privascope.open(folder) as library:
            # Once to have the policies prepared, once to measure.
            talk(library)
            desk_module._ANSWERS.clear()
            turns, asked = talk(library)
        print(f"{len(turns)} turns: p50 {_ms(turns)} ms; the same questions asked: {_ms(asked)} ms")
        for name in ("first", "second"):
            print(f"{name} round of all tools: {anyio.run(tools, Shelf(folder)):.1f} s")


def talk(library: OpenLibrary) -> tuple[list[float], list[float]]:
    """Seconds of turns that ask one policy, and of their whole questions put by themselves."""
    turns, asked = [], []
    desk = LibraryDesk(library.store, lambda one: library.ask_all(one, most=3), TODAY)
    for gold in [one for one in read_dialogues() if one.target][:DIALOGUES]:
        dialogue = Dialogue.begin(desk, TODAY, desk.spoken(gold.target))
        for turn in gold.turns:
            if turn.act != "ask":
                continue
            began = time.perf_counter()
            reply = dialogue.say(turn.say)
            turns.append(time.perf_counter() - began)
            dialogue = Dialogue(desk, reply.state)
            if reply.policies and reply.question:
                subject = stored_subject(library.store, reply.policies[0])
                began = time.perf_counter()
                ask(subject.policy, subject.source, reply.question, place=subject.place)
                asked.append(time.perf_counter() - began)
    return turns, asked


async def tools(shelf: Shelf) -> float:
    """Seconds of one call of every tool."""
    async with Client(make_server(shelf)) as client:
        began = time.perf_counter()
        for name, arguments in ROUND:
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result
        return time.perf_counter() - began


def _ms(seconds: list[float]) -> int:
    return round(statistics.median(seconds) * 1000)


if __name__ == "__main__":
    main()
