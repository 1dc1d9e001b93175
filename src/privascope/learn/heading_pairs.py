"""Pairs for a selector from unlabelled policies, with headings as questions."""

import random
from collections.abc import Collection, Iterator, Sequence

from privascope.learn.corpus import sentence_key
from privascope.learn.section_pairs import SectionedPolicy
from privascope.learn.selector import Example
from privascope.policy.sentences import split_sentences

_FEWEST_WORDS = 5
_WRONG_A_RIGHT = 2


def heading_examples(
    policies: Sequence[SectionedPolicy], most: int, seed: int, without: Collection[str] = ()
) -> list[Example]:
    """A sentence of each section as the answer to its heading, against others of the policy.

    At most so many pairs, of policies drawn at random; no sentence whose key is in `without`.
    """
    generator = random.Random(seed)
    examples: list[Example] = []
    for policy in generator.sample(policies, len(policies)):
        if len(examples) >= most:
            break
        examples += _policy_examples(policy, generator, without)
    return examples[:most]


def _policy_examples(
    policy: SectionedPolicy, generator: random.Random, without: Collection[str]
) -> Iterator[Example]:
    own = {
        section.question: [
            sentence
            for paragraph in section.paragraphs
            for sentence in _sentences(paragraph)
            if sentence_key(sentence) not in without
        ]
        for section in policy.sections
    }
    for question, right in own.items():
        wrong = [one for other, said in own.items() if other != question for one in said]
        if right and len(wrong) >= _WRONG_A_RIGHT:
            yield Example(question, generator.choice(right), "", 1.0)
            for sentence in generator.sample(wrong, _WRONG_A_RIGHT):
                yield Example(question, sentence, "", 0.0)


def _sentences(paragraph: str) -> Iterator[str]:
    for span in split_sentences(paragraph):
        sentence = paragraph[span.start : span.end]
        if len(sentence.split()) >= _FEWEST_WORDS:
            yield sentence
