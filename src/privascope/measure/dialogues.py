"""How well a conversation is understood: the turns of dialogues on the sample library.

A turn is understood if it is taken for the right kind of turn, about the right policy, and if the
whole question made of it has all the words that it must have. What the policies answer plays no
part: each question gets five sentences, and the choices that its policy offers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal, get_args

from privascope.answer.answer import Choice, Verdict
from privascope.answer.clarify import clarify
from privascope.answer.dialogue.dialogue import Dialogue
from privascope.answer.dialogue.reply import Act, Point, Told
from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.answer.words import words_of
from privascope.compare.desk import LibraryDesk
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.library.practices import practices_of
from privascope.library.store import Library
from privascope.library.targets import find_policy_id
from privascope.measure.answers import sample_library

GOLD = Path(__file__).with_name("dialogues.jsonl")
Part = Literal["tune", "held_out"]
PARTS: tuple[Part, ...] = get_args(Part)
_TODAY = date(2026, 1, 15)
_POINTS = 5


@dataclass(frozen=True, slots=True)
class GoldTurn:
    """A turn and what it means; of each of `asks`, one word beginning must be in the question."""

    say: str
    act: Act
    policy: str
    asks: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GoldDialogue:
    """Turns in order, about a policy if one was open when they began."""

    part: Part
    target: str
    turns: tuple[GoldTurn, ...]


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """A turn with what was understood, and whether that, or the bare turn, is right."""

    gold: GoldTurn
    act: Act
    policies: tuple[str, ...]
    question: str
    right: bool
    bare: bool


class _Listening(LibraryDesk):
    """A library that gives each question five sentences instead of reading for an answer."""

    def asked(self, policy: str, question: str) -> Told:
        """Five sentences, and what the question may mean in this policy."""
        subject = self._subject(policy)
        sentences = map(subject.policy.quote, subject.policy.sentences[:_POINTS])
        asked = understand(question, Spelling(()))
        practices = PolicyPractices(subject.policy)
        choices: tuple[Choice, ...] = ()
        if asked.is_topic and not asked.is_empty:
            practices.tell(practices_of(self._library, subject.source.version_id))
            choices, _ = clarify(asked, Verdict.PARTLY, subject.policy.text, practices)
        return Told(
            opening="The policy says:",
            points=tuple(Point(text=text) for text in sentences),
            options=tuple((choice.text, choice.question) for choice in choices),
        )

    def asked_all(self, question: str) -> Told:
        """Nothing: what is measured is the question."""
        return Told(opening=question)


def measure(data: Path | None = None) -> dict[str, object]:
    """Figures of the dialogues, and of each part."""
    heard = hear_all(read_dialogues(data))
    parts = {
        part: figures([turns for dialogue, turns in heard if dialogue.part == part])
        for part in PARTS
        if any(dialogue.part == part for dialogue, _ in heard)
    }
    return {**figures([turns for _, turns in heard]), "parts": parts}


def read_dialogues(path: Path | None = None) -> list[GoldDialogue]:
    """The dialogues of a file, or the shipped ones; a row of another form raises DataError."""
    path = path or GOLD
    rows = read_rows(path, ("part", "target", "turns"))
    return [_dialogue(row, f"{path}, row {number}") for number, row in enumerate(rows, 1)]


def hear_all(
    dialogues: Sequence[GoldDialogue],
) -> list[tuple[GoldDialogue, list[HeardTurn]]]:
    """Every dialogue held with the sample library."""
    with sample_library() as folder, Library(folder) as library:
        desk = _Listening(library, _never, _TODAY)
        return [(one, _held(one, desk, library)) for one in dialogues]


def figures(dialogues: Sequence[Sequence[HeardTurn]]) -> dict[str, object]:
    """The shares of turns and of whole dialogues understood; `bare` is that of the bare turns.

    `lost` counts turns that would have been right bare and are not.
    """
    turns = [turn for dialogue in dialogues for turn in dialogue]
    return {
        "dialogues": len(dialogues),
        "turns": len(turns),
        "understood": _share(turn.right for turn in turns),
        "bare": _share(turn.bare for turn in turns),
        "lost": sum(turn.bare and not turn.right for turn in turns),
        "whole_dialogues": _share(all(t.right for t in dialogue) for dialogue in dialogues),
    }


def _never(question: str) -> Any:
    raise AssertionError(question)


def _held(gold: GoldDialogue, desk: LibraryDesk, library: Library) -> list[HeardTurn]:
    ids = {
        target: find_policy_id(library, target)
        for target in {gold.target, *(turn.policy for turn in gold.turns)} - {""}
    }
    dialogue = Dialogue.begin(desk, _TODAY, desk.spoken(gold.target) if gold.target else None)
    heard = []
    current = ids.get(gold.target, "")
    for turn in gold.turns:
        wanted = ids.get(turn.policy, "")
        reply = dialogue.say(turn.say)
        right = _is_right(turn, wanted, reply.act, reply.policies, reply.question)
        named = [one.id for mention in desk.mentions(turn.say) for one in mention.policies]
        alone = (named[0] if named else current,)
        bare = _is_right(turn, wanted, Act.ASK, alone, turn.say)
        heard.append(HeardTurn(turn, reply.act, reply.policies, reply.question, right, bare))
        dialogue = Dialogue(desk, reply.state)
        current = wanted or current
    return heard


def _is_right(
    gold: GoldTurn, wanted: str, act: Act, policies: Sequence[str], question: str
) -> bool:
    words = words_of(question)
    return (
        act is gold.act
        and (not wanted or wanted in policies)
        and all(
            any(word.startswith(start) for word in words for start in any_of)
            for any_of in gold.asks
        )
    )


def _dialogue(row: dict[str, Any], place: str) -> GoldDialogue:
    try:
        turns = tuple(
            GoldTurn(
                turn["say"],
                Act(turn["act"]),
                turn["policy"],
                tuple(tuple(group.split("|")) for group in turn["asks"]),
            )
            for turn in row["turns"]
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"{place}: a turn needs say, act, policy and asks ({error})") from error
    if row["part"] not in PARTS:
        raise DataError(f"{place}: the part is {row['part']!r}, not one of {', '.join(PARTS)}")
    return GoldDialogue(row["part"], row["target"], turns)


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0
