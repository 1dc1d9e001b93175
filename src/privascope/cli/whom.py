"""Prints whom to ask where a policy is silent."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privascope.answer.whom import WhomToAsk


def print_whom(whom: "WhomToAsk") -> None:
    """The policy's contact, the laws and regulators of each place, and an e-mail to send."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    def line(text: str, style: str = "") -> None:
        out().print(Text(safe(text), style=style), soft_wrap=True)

    line("Whom to ask instead:", "bold")
    if whom.contact:
        line(f"  The policy takes questions at {whom.contact.email or whom.contact.link}.")
    else:
        line("  No address for questions was found in the policy.")
    for place in whom.places:
        line(f"  {place.name}")
        for article in place.articles:
            line(f"    {article.name}, {article.article}: {article.about}")
        names = " or ".join(f"{one.name} ({one.address})" for one in place.regulators)
        line(f"    complaints: {names}", "dim")
    line("An e-mail that asks it:", "bold")
    line(f"  To: {whom.letter.to or '?'}")
    line(f"  Subject: {whom.letter.subject}")
    for text in whom.letter.body.splitlines():
        line(f"  {text}")
    out().print()
