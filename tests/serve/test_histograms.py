"""Few or many bins, the picture stays readable and its counts add up."""

from privascope.search.page import Bin, Range, SearchRequest
from privascope.serve.web.histograms import bounds_text, draw


def bins(counts: dict[int, int], width: float) -> tuple[Bin, ...]:
    last = max(counts)
    return tuple(Bin(n * width, (n + 1) * width, counts.get(n, 0)) for n in range(last + 1))


def counted(labels: list[str]) -> int:
    return sum(int(label.rsplit(": ", 1)[1].split()[0].replace(",", "")) for label in labels)


def test_a_long_tail_is_one_bar_and_nobody_is_lost() -> None:
    counts = dict.fromkeys(range(10), 100) | {400: 1}
    found = draw(Range("words", "Length", bins(counts, 500.0), None, None), SearchRequest("x"))
    assert len(found.bars) < 34
    assert counted([bar.label for bar in found.bars]) == 1001
    assert found.most == "5,000 and more"
    assert found.bars[-1].address == "/search?q=x&words=5000.."


def test_neighbours_are_joined_where_there_are_too_many() -> None:
    counts = dict.fromkeys(range(100), 1)
    found = draw(Range("words", "Length", bins(counts, 500.0), None, None), SearchRequest())
    assert len(found.bars) <= 33
    assert counted([bar.label for bar in found.bars]) == 100


def test_bars_within_the_bounds_stand_out() -> None:
    found = draw(
        Range("grade", "Grade", bins(dict.fromkeys(range(20), 1), 1.0), 8.0, 10.5), SearchRequest()
    )
    assert [number for number, bar in enumerate(found.bars) if bar.inside] == [8, 9, 10]
    assert (found.low, found.high) == ("8", "10.5")


def test_no_bins_no_bars() -> None:
    found = draw(Range("grade", "Grade", (), None, None), SearchRequest())
    assert (found.bars, found.least, found.most) == ((), "", "")


def test_ranges_in_words() -> None:
    assert bounds_text("grade", None, 12.0) == "Reading grade up to 12"
    assert bounds_text("vagueness", 0.1, None) == "Vague sentences from 10 %"
    assert bounds_text("date", 2022.0, 2022.9999) == "Year 2022"
    assert bounds_text("words", 500.0, 999.0) == "Length 500 to 999 words"
