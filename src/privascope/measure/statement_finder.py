"""What the product finds policies and single sentences to say: the way that labels go."""

from privascope.compare.evidence import Quoter
from privascope.data.asked import AskedPolicy
from privascope.data.statement_sentences import Label, StatementSentence
from privascope.errors import NotEnglishError
from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, Document
from privascope.policy.laid_out import laid_out_policy
from privascope.policy.page import Page
from privascope.policy.policy import Policy, Span
from privascope.traits.practices.find import find_practices
from privascope.traits.practices.learned import verdict_at
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import statements_of
from privascope.traits.vagueness import measure_vagueness

_DEEPEST = 6


def statements_shown(policy: AskedPolicy) -> dict[str, tuple[Span, ...]]:
    """The statements that a policy is shown to make, with their quotes, surest first.

    The quotes are places in the policy's own text. A policy in another language makes none.
    """
    read = laid_out_policy(policy.text, policy.service)
    quoter = Quoter(read, measure_vagueness(read))
    shown = {}
    for slug, evidence in _found(read).items():
        shown[slug] = tuple(Span(one.start, one.end) for one in quoter.quotes(evidence).best)
    return shown


def label_of(sentence: StatementSentence) -> Label:
    """Whether a sentence makes a statement, denies it, or neither, as the product has it.

    The sentence is read under its headings and between its neighbours, as in a policy, and only
    what is found in the sentence itself counts.
    """
    policy, place = _placed(sentence)
    return verdict_at(policy, place, sentence.statement)


def _found(policy: Policy) -> dict[str, tuple[Practice, ...]]:
    try:
        return statements_of(find_practices(policy), policy.text)
    except NotEnglishError:
        return {}


def _placed(sentence: StatementSentence) -> tuple[Policy, Span]:
    """A policy of the sentence with what is known to be around it, and the sentence's place."""
    before, text, after = (
        " ".join(part.split()) for part in (sentence.before, sentence.text, sentence.after)
    )
    if before in sentence.headings:
        before = ""
    blocks = [
        Block(BlockKind.HEADING, heading, min(level, _DEEPEST))
        for level, heading in enumerate(sentence.headings, 1)
    ]
    if before.endswith(":"):
        # The neighbour is the line that introduces a list.
        blocks += [Block(BlockKind.PARAGRAPH, before), Block(BlockKind.ITEM, text, 1)]
        skipped = 0
    else:
        blocks.append(Block(BlockKind.PARAGRAPH, " ".join(filter(None, (before, text, after)))))
        skipped = len(before) + 1 if before else 0
    page = Page("", "text/plain", "", "en", Document("", "", (), tuple(blocks)))
    policy = derive_policy(page)
    start = policy.blocks[-1].start + skipped
    return policy, Span(start, start + len(text))
