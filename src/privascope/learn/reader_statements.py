"""What the reader learns from statements: questions about them, and sentences turned around.

A careful reader listed which statements each policy makes, and where. So it is known how the policy
answers "do you sell my data?", also where nobody asked; and where it makes no such statement, that
it is silent. A sentence whose negation is added or taken away answers the same question the other
way, with nearly the same words.
"""

import random
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from privascope.answer.passages import passages_of
from privascope.answer.signals.reading import line_of
from privascope.data.asked import AskedPolicy
from privascope.data.statement_slugs import OPPOSITES
from privascope.learn.reader_examples import (
    NO_LABEL,
    TURNED,
    Example,
    flipped_example,
    sentence_numbers,
)
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.window_tokens import LONGEST_WINDOW, Line, WindowTokenizer
from privascope.policy.laid_out import laid_out_policy

_KINDS = ("yes", "yes", "no", "open")
# How often a policy with the statement is asked; otherwise one that denies it, or says nothing.
_MADE = 0.4
_FLIPPED = 0.3
_FEWEST_SILENT = 2


@dataclass(frozen=True, slots=True)
class StatementQuestions:
    """Questions about a statement, by the answer that a policy with it gives."""

    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The questions of a kind."""
        return {"yes": self.yes, "no": self.no, "open": self.open}[kind]


@dataclass(frozen=True, slots=True)
class StatedPolicy:
    """The sentences of a policy, and which of them make which statement."""

    lines: Sequence[Line]
    statements: Mapping[str, tuple[int, ...]]
    asked: tuple[str, ...]


@cache
def statement_questions() -> dict[str, StatementQuestions]:
    """The questions about each statement."""
    text = (files(__package__) / "statement_questions.toml").read_text("utf-8")
    return {
        slug: StatementQuestions(**{kind: tuple(own) for kind, own in kinds.items()})
        for slug, kinds in tomllib.loads(text).items()
    }


def stated_policies(policies: Iterable[AskedPolicy]) -> list[StatedPolicy]:
    """The policies with sentences as the product splits them."""
    found = []
    for policy in policies:
        passages = passages_of(laid_out_policy(policy.text))
        places = sentence_numbers(policy, passages)
        lines = [line_of(passages, number) for number in range(len(passages))]
        own = {
            slug: tuple(dict.fromkeys(n for number in numbers for n in places[number]))
            for slug, numbers in policy.statements.items()
        }
        found.append(StatedPolicy(lines, own, policy.statements_asked))
    return found


def statement_examples(
    policies: Sequence[StatedPolicy], tokenizer: WindowTokenizer, seed: str, count: int
) -> list[Example]:
    """So many questions about statements, to policies that make, deny or lack them."""
    generator = random.Random(seed)
    made = (_statement_example(policies, tokenizer, generator) for _ in range(count))
    return [example for example in made if example]


def _statement_example(
    policies: Sequence[StatedPolicy], tokenizer: WindowTokenizer, generator: random.Random
) -> Example | None:
    every = statement_questions()
    slug = generator.choice(list(every))
    own = every[slug]
    kind = generator.choice([kind for kind in _KINDS if own.of_kind(kind)])
    question = generator.choice(own.of_kind(kind))
    opposite = OPPOSITES.get(slug, "")
    chance = generator.random()
    if chance < _MADE:
        making, without, stance = slug, {opposite}, kind
    elif opposite and chance < _MADE + 0.3:
        making, without, stance = opposite, {slug}, TURNED.get(kind, kind)
    else:
        making, without, stance = "", {slug, opposite, *own.near}, ""
    fitting = [
        policy
        for policy in policies
        if slug in policy.asked
        and (not making or making in policy.statements)
        and not without & policy.statements.keys()
    ]
    if not fitting:
        return None
    policy = generator.choice(fitting)
    right = policy.statements.get(making, ())
    stance = "none" if stance == "open" else stance
    if stance in TURNED and generator.random() < _FLIPPED:
        lines = [policy.lines[number] for number in right]
        flipped = flipped_example(question, lines, stance, tokenizer, generator)
        if flipped:
            return flipped
    return _window(question, policy, right, stance, tokenizer, generator)


def _window(
    question: str,
    policy: StatedPolicy,
    right: Sequence[int],
    stance: str,
    tokenizer: WindowTokenizer,
    generator: random.Random,
) -> Example | None:
    """The question with sentences that make the statement, if any, among others of the policy."""
    others = [
        numbers[0] for numbers in policy.statements.values() if numbers and numbers[0] not in right
    ]
    generator.shuffle(others)
    most = generator.choice((1, 2, 3, 5, 7))
    if right:
        chosen = [*right[: generator.choice((1, 1, 2, 3))], *others[: most - 1]]
    else:
        chosen = others[: max(_FEWEST_SILENT, most)]
    chosen = sorted(dict.fromkeys(chosen))
    window = tokenizer.window(question, [policy.lines[number] for number in chosen])
    if not chosen or len(window.ids) > LONGEST_WINDOW:
        return None
    grades = tuple(float(number in right) for number in chosen)
    verdict = VERDICTS.index("answered" if right else "silent")
    return Example(window, grades, verdict, STANCES.index(stance) if stance else NO_LABEL)
