"""How well the product answers labelled questions on policies that are pasted as text."""

from pathlib import Path

from privascope.data.asked import read_asked
from privascope.errors import DataError
from privascope.measure.asked_figures import asked_figures
from privascope.measure.asked_policy import judge_policy
from privascope.measure.by_policy import Choice, Follow, choose, in_silence, judge_all


def measure(
    data: Path | None, choice: Choice | None = None, follow: Follow = in_silence
) -> dict[str, object]:
    """All figures on a file of policies with questions."""
    if data is None:
        raise DataError("measure asked needs --data FILE")
    choice = choice or Choice()
    chosen = choose(read_asked(data), choice)
    judged = judge_all(chosen, judge_policy, choice, follow)
    return {**asked_figures([one for own in judged for one in own]), **chosen.about}
