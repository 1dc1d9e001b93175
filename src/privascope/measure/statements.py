"""How often statements are right: of whole policies, and of single sentences."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from privascope.data.asked import AskedPolicy, read_asked
from privascope.data.statement_sentences import StatementSentence, read_statement_sentences
from privascope.data.statement_slugs import OPPOSITES
from privascope.errors import DataError
from privascope.measure.by_policy import Choice, Follow, choose, in_silence, judge_all
from privascope.measure.overlap import overlap
from privascope.measure.statement_figures import JudgedStatement, statement_figures
from privascope.measure.statement_finder import label_of, statements_shown
from privascope.measure.statement_sentence_figures import JudgedSentence, sentence_figures
from privascope.policy.policy import Span

# A quote is a marked sentence when it has this much of it, or the other way round.
_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class SentencesOfPolicy:
    """All labelled sentences of one policy."""

    id: str
    sentences: tuple[StatementSentence, ...]


def measure(
    data: Path | None,
    sentences: Path | None = None,
    choice: Choice | None = None,
    follow: Follow = in_silence,
) -> dict[str, object]:
    """The figures of policies with statements, or those of single sentences."""
    choice = choice or Choice()
    if (data is None) == (sentences is None):
        raise DataError("measure statements needs --data FILE or --sentences FILE, one of them")
    if data is not None:
        chosen = choose(read_asked(data), choice, by_labels=True)
        judged = judge_all(chosen, judge_statements, choice, follow)
        return {**statement_figures([one for own in judged for one in own]), **chosen.about}
    assert sentences is not None
    grouped = choose(_by_policy(read_statement_sentences(sentences)), choice, by_labels=True)
    labelled = judge_all(grouped, judge_sentences, choice, follow)
    return {**sentence_figures([one for own in labelled for one in own]), **grouped.about}


def judge_statements(policy: AskedPolicy) -> list[JudgedStatement]:
    """Each statement that was looked for in a policy: whether it is made, and whether shown."""
    shown = statements_shown(policy)
    return [
        JudgedStatement(
            policy=policy.id,
            statement=slug,
            made=slug in policy.statements,
            shown=slug in shown,
            denied=OPPOSITES.get(slug, "") in policy.statements,
            marked_quotes=_marked(shown.get(slug, ()), policy.places(policy.statements[slug]))
            if slug in policy.statements
            else (),
        )
        for slug in policy.statements_asked
    ]


def judge_sentences(policy: SentencesOfPolicy) -> list[JudgedSentence]:
    """Each labelled sentence of a policy beside what the product makes of it."""
    return [
        JudgedSentence(policy.id, one.statement, one.label, label_of(one))
        for one in policy.sentences
    ]


def _marked(quotes: tuple[Span, ...], marked: tuple[Span, ...]) -> tuple[bool, ...]:
    """For each quote, whether it is a sentence that a reader marked."""
    return tuple(overlap(quote, marked, _SHARED) for quote in quotes)


def _by_policy(sentences: Iterable[StatementSentence]) -> list[SentencesOfPolicy]:
    found: dict[str, list[StatementSentence]] = {}
    for one in sentences:
        found.setdefault(one.policy_id, []).append(one)
    return [SentencesOfPolicy(policy, tuple(own)) for policy, own in found.items()]
