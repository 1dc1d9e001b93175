"""The options on an answer's page: the risk of a wrong answer, and a summary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from privascope.answer.answer import LONGEST_SUMMARY, Answer, Verdict
from privascope.answer.verdict_thresholds import COSTS, Risk
from privascope.answer.whom_to_ask import checked_country
from privascope.errors import PrivascopeError

_LENGTHS = (5, 10, 20)
_ALLOWED = frozenset(map(str, range(1, LONGEST_SUMMARY + 1)))


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is to be answered, as its address says."""

    risk: Risk = Risk.MEDIUM
    summary: int = 0
    reader_country: str = ""

    @property
    def state(self) -> dict[str, str]:
        """The options as parameters of an address; defaults are left out."""
        return {
            "risk": "" if self.risk is Risk.MEDIUM else self.risk.value,
            "summary": str(self.summary) if self.summary else "",
            "reader_country": self.reader_country,
        }


AS_USUAL = AskOptions()


def read_options(query: Mapping[str, str]) -> AskOptions:
    """The options in an address; invalid ones are the defaults."""
    risk, length = query.get("risk", ""), query.get("summary", "")
    return AskOptions(
        Risk(risk) if risk in tuple(Risk) else Risk.MEDIUM,
        int(length) if length in _ALLOWED else 0,
        _country(query.get("reader_country", "")),
    )


def _country(text: str) -> str:
    try:
        return checked_country(text)
    except PrivascopeError:
        return ""


@dataclass(frozen=True, slots=True)
class OptionLink:
    """One option, its cost, and the address of the answer with it."""

    text: str
    address: str
    chosen: bool
    cost: str = ""


@dataclass(frozen=True, slots=True)
class OptionLinks:
    """The options of an answer's page; `bolder` leads to a verdict where there was none."""

    lengths: tuple[OptionLink, ...]
    risks: tuple[OptionLink, ...]
    bolder: str


def option_links(
    options: AskOptions, answer: Answer, address: Callable[[AskOptions], str]
) -> OptionLinks:
    """The ways to the same question with other options."""
    lengths = sorted({*_LENGTHS, options.summary} - {0})
    unsure = answer.verdict is Verdict.UNSURE and bool(answer.nearest)
    return OptionLinks(
        lengths=(
            OptionLink("none", address(replace(options, summary=0)), not options.summary),
            *(
                OptionLink(
                    str(length),
                    address(replace(options, summary=length)),
                    length == options.summary,
                )
                for length in lengths
            ),
        ),
        risks=tuple(
            OptionLink(risk.value, address(replace(options, risk=risk)), risk is options.risk, cost)
            for risk, cost in COSTS.items()
        ),
        bolder=address(replace(options, risk=Risk.HIGH))
        if unsure and options.risk is not Risk.HIGH
        else "",
    )
