"""Figures of answers count what they say they count."""

from privascope.answer.answer import Answer, Quote, Source, Verdict
from privascope.measure.answers import JudgedAnswer, figures
from privascope.measure.sample_questions import Evidence, GoldQuestion


def asked(gold: str, given: Verdict, rank: int | None, *, quoted: bool = True) -> JudgedAnswer:
    evidence = (Evidence(0, 3, "abc"),) if gold in ("answered", "partly") else ()
    question = GoldQuestion("p", "tune", "q?", "plain", gold, evidence, 0 if evidence else None)  # type: ignore[arg-type]
    quotes = (Quote(0, 7, "abc def", (), 0.9, (), (), ""),) if quoted else ()
    answer = Answer(
        "q?", "q?", Source("", "", "", "", "", ""), given, 0.9, quotes, (), (), (), "default"
    )
    return JudgedAnswer(question, answer, rank)


def test_verdicts_and_ranks_are_counted() -> None:
    found = figures(
        [
            asked("answered", Verdict.ANSWERED, 0),
            asked("answered", Verdict.SILENT, 2, quoted=False),
            asked("partly", Verdict.ANSWERED, None),
            asked("silent", Verdict.SILENT, None, quoted=False),
            asked("silent", Verdict.UNSURE, None, quoted=False),
        ]
    )
    assert found["questions"] == 5
    assert found["verdict_accuracy"] == 2 / 5
    assert found["answerable_accuracy"] == 4 / 5
    assert found["unsure"] == 1 / 5
    assert (found["hit_at_1"], found["hit_at_3"]) == (1 / 3, 2 / 3)
    assert found["mrr"] == (1 + 1 / 3) / 3
    assert found["verdicts"] == {
        "answered": {"answered": 1, "silent": 1},
        "partly": {"answered": 1},
        "silent": {"silent": 1, "unsure": 1},
    }


def test_no_questions_give_no_division_by_zero() -> None:
    assert figures([])["mrr"] == 0.0
