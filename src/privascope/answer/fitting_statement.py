"""Finds the statement that answers a question, if the words fit exactly."""

from privascope.answer.library_question import LibraryQuestion
from privascope.answer.words import FUNCTION_WORDS, stem_of, words_of
from privascope.traits.practices.statements import Statement, by_slug, statements

# Words that do not change what is asked.
_ANY_DATA = (
    "data information info details personal private privacy third party parties people user users "
    "customer customers others"
)
# Elsewhere these say little, but "on other websites" is not "here".
_TELLING = {"other", "site", "website"}
# Words of a statement that a question need not have.
_IMPLIED = frozenset(map(stem_of, "names transit".split()))
_EMPTY = frozenset(map(stem_of, (FUNCTION_WORDS - _TELLING) | {*_ANY_DATA.split()}))
_ASKS = frozenset("do are can will have could would may must should".split())


def fitting_statement(question: LibraryQuestion) -> Statement | None:
    """The statement that a policy makes if, and only if, its answer to the question is yes.

    A statement fits that has every word of the question, and no other in its name: "do you sell
    data?" is not "do you sell my photos?". A negated question needs a statement to the contrary,
    since a policy that does not say something has not denied it.
    """
    words = words_of(question.asked)
    if not words or words[0] not in _ASKS:
        return None
    wanted = _stems(question.asked)
    fitting = [
        statement
        for statement in statements()
        if not statement.negated
        and wanted
        and wanted <= _stems(f"{statement.slug} {statement.plain}")
        and _stems(statement.slug) - _IMPLIED <= wanted
    ]
    if not fitting:
        return None
    best = max(fitting, key=lambda statement: len(_stems(statement.slug) & wanted))
    return by_slug().get(best.opposite) if question.negated else best


def _stems(text: str) -> set[str]:
    return {stem_of(word) for word in words_of(text.replace("-", " "))} - _EMPTY
