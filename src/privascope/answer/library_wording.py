"""The wording of a library's replies."""

from privascope.answer.library_answer import LibraryAnswer, Reply
from privascope.search.statement_names import find_statement

_TITLES = {
    Reply.YES: "Yes",
    Reply.NO: "No",
    Reply.DEPENDS: "It depends",
    Reply.ANSWERS: "They answer, but read for yourself whether it is yes or no",
    Reply.UNSURE: "Could not tell",
    Reply.SILENT: "They do not say",
}
_COUNTED = {
    Reply.YES: ("says yes", "say yes"),
    Reply.NO: ("says no", "say no"),
    Reply.DEPENDS: ("says it depends", "say it depends"),
    Reply.ANSWERS: ("says something on it", "say something on it"),
    Reply.UNSURE: ("is unclear", "are unclear"),
    Reply.SILENT: ("does not say", "do not say"),
}


def reply_title(reply: Reply) -> str:
    """The heading of a list of policies that reply so."""
    return _TITLES[reply]


def says_so(answer: LibraryAnswer, reply: Reply) -> str:
    """What the policies of a list say, where a statement was looked up; else ""."""
    if answer.statement is None:
        return ""
    statement = find_statement(answer.statement)
    if reply is Reply.NO:
        return find_statement(statement.opposite).plain
    return {Reply.YES: statement.plain, Reply.SILENT: statement.absent}.get(reply, "")


def counted(reply: Reply, number: int) -> str:
    """The verb phrase after a number of policies."""
    return _COUNTED[reply][number != 1]


def summary(answer: LibraryAnswer) -> str:
    """All the counts in one sentence; "" where nothing was read."""
    parts = [
        f"{number:,} {counted(reply, number)}"
        for reply in Reply
        if (number := answer.counts.of(reply))
    ]
    if len(parts) < 2:
        return f"{parts[0]}." if parts else ""
    return f"{', '.join(parts[:-1])} and {parts[-1]}."


def scope(answer: LibraryAnswer) -> str:
    """How many policies were read, out of how many, and which."""
    if not answer.matching:
        return "No policy matches."
    noun = "policy" if answer.matching == 1 else "policies"
    about = f" that mention “{answer.about}”" if answer.about and answer.matching > 1 else ""
    if answer.read == answer.matching:
        read = (
            f"All {answer.read:,} {noun}{about} were read"
            if answer.read > 1
            else "1 policy was read"
        )
    else:
        likeliest = "" if answer.statement else ", the likeliest first"
        were = "was" if answer.read == 1 else "were"
        read = f"{answer.read:,} of {answer.matching:,} {noun}{about} {were} read{likeliest}"
    if answer.statement:
        return f"{read}, for the statement “{find_statement(answer.statement).plain}”."
    return f"{read}."


def put_as(answer: LibraryAnswer) -> str:
    """The question that each policy was asked if it differs from the user's; else ""."""
    if answer.statement or answer.asked == answer.question:
        return ""
    turned = "; its no counts as a yes here" if answer.negated else ""
    return f"Each policy was asked “{answer.asked}”{turned}."
