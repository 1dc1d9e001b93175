"""What is told about questions and policies that are not as expected."""

from dataclasses import replace

from privascope.answer.oddities import remark
from privascope.answer.question import understand
from privascope.answer.spelling import Spelling
from privascope.policy.policy import Policy
from tests.answer.conftest import make_policy

DUTCH = (
    "# Privacy\n\nWij verzamelen uw gegevens als u onze website gebruikt of een bericht stuurt. "
    "Dat is nodig om de dienst te leveren. Wij verkopen nooit gegevens aan anderen en bewaren "
    "berichten een jaar.\n"
)


def notes(policy: Policy) -> list[str]:
    return remark(policy, understand("do you sell my data?", Spelling(())))


def test_another_language_is_told() -> None:
    assert any("English" in note for note in notes(replace(make_policy(DUTCH), language="nl")))


def test_a_menu_in_another_language_is_not(policy: Policy) -> None:
    assert not notes(replace(policy, language="es"))
