"""The possible meanings of an unclear question, and what was looked for in a silent policy."""

from privascope.answer.answer import Choice, Verdict
from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.question import Question
from privascope.answer.words import words_of


def clarify(
    asked: Question, verdict: Verdict, text: str, practices: PolicyPractices
) -> tuple[tuple[Choice, ...], list[str]]:
    """The choices to offer, and notes; both are empty for a clear question that is answered."""
    clear = verdict is Verdict.ANSWERED and not asked.is_topic
    if clear or verdict is Verdict.OUT_OF_SCOPE or len(asked.parts) != 1:
        return (), []
    from privascope.answer.from_practices import looked_for
    from privascope.answer.mapping.choices import SURE, choices_for
    from privascope.answer.mapping.map_question import map_question, mapping_is_there

    if not mapping_is_there():
        return (), []
    mapped = map_question(asked.parts[0].whole)
    notes = []
    if verdict is Verdict.SILENT and (told := looked_for(mapped)):
        notes.append(f"Looked for: {told}.")
    unclear = verdict is not Verdict.ANSWERED and mapped.categories[0].confidence < SURE
    if not (unclear or asked.is_topic):
        return (), notes
    known = practices.at_hand()
    if known is None:
        return (), notes
    # "My" in a question becomes "your" in a choice.
    words = ["your" if word == "my" else word for word in words_of(asked.understood)]
    return choices_for(mapped, known, text, " ".join(words) if asked.is_topic else ""), notes
