"""Charts are honest SVG: from zero, labelled, safe against what is written in them."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest

from privascope.serve.web.charts import (
    WIDTH,
    Bar,
    Cell,
    Strip,
    bar_chart,
    column_chart,
    grid_chart,
    strip_chart,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(chart: str) -> ElementTree.Element:
    """The chart as a tree, as a browser would place it in SVG's namespace."""
    return ElementTree.fromstring(
        str(chart).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    )


def lengths(chart: str, kind: str, side: str = "width") -> list[float]:
    return [
        float(rect.attrib[side])
        for rect in drawn(chart).iter(f"{SVG}rect")
        if kind in rect.attrib["class"].split()
    ]


def words(chart: str) -> list[str]:
    return [text.text or "" for text in drawn(chart).iter(f"{SVG}text")]


def some_bars(*values: float) -> list[Bar]:
    return [
        Bar(f"Sector {n}", value, f"{value:g}", f"/search?n={n}") for n, value in enumerate(values)
    ]


def test_bars_are_as_long_as_their_values() -> None:
    found = lengths(bar_chart("k", "T", "D", some_bars(40, 20, 10, 0)), "c-bar")
    assert found[0] == pytest.approx(2 * found[1]) == pytest.approx(4 * found[2])
    assert found[3] == 0


def test_a_tiny_value_stays_visible() -> None:
    assert lengths(bar_chart("k", "T", "D", some_bars(100_000, 1)), "c-bar")[1] == 1


def test_a_part_is_drawn_on_the_same_scale() -> None:
    chart = bar_chart("k", "T", "D", [Bar("One thing", 0.4, "x", part=0.1)])
    assert lengths(chart, "c-bar")[0] == pytest.approx(4 * lengths(chart, "c-bar-part")[0])


def test_columns_stand_on_one_line_and_fit() -> None:
    chart = column_chart("k", "T", "D", some_bars(1, 4, 2))
    heights = lengths(chart, "c-bar", "height")
    tops = lengths(chart, "c-bar", "y")
    assert heights[1] == pytest.approx(4 * heights[0]) == pytest.approx(2 * heights[2])
    assert len({round(top + height, 3) for top, height in zip(tops, heights, strict=True)}) == 1
    assert (
        max(
            x + width
            for x, width in zip(lengths(chart, "c-bar", "x"), lengths(chart, "c-bar"), strict=True)
        )
        <= WIDTH
    )
    assert "4" in words(chart)


def test_every_mark_leads_where_it_should() -> None:
    links = [
        a.attrib["href"] for a in drawn(bar_chart("k", "T", "D", some_bars(3, 2))).iter(f"{SVG}a")
    ]
    assert links == ["/search?n=0", "/search?n=1"]
    unlinked = bar_chart("k", "T", "D", [Bar("Only", 1, "1")])
    assert list(drawn(unlinked).iter(f"{SVG}a")) == []


def test_a_chart_tells_what_it_is_without_being_seen() -> None:
    chart = drawn(bar_chart("sectors", "Policies by sector", "A bar for each.", some_bars(1)))
    assert chart.attrib["aria-labelledby"] == "sectors-title"
    told = {one.attrib["id"]: one.text for one in chart if "id" in one.attrib}
    assert told == {"sectors-title": "Policies by sector", "sectors-desc": "A bar for each."}
    assert [one.text for one in chart.iter(f"{SVG}title")][1] == "Sector 0: 1"


def test_a_strip_lies_between_its_quartiles() -> None:
    chart = strip_chart("k", "T", "D", [Strip("A sector", 5, 10, 20, "10")], lambda x: f"{x:g}")
    (dot,) = drawn(chart).iter(f"{SVG}circle")
    (line,) = [one for one in drawn(chart).iter(f"{SVG}line") if one.attrib["class"] == "c-range"]
    low, middle, high = (
        float(value) for value in (line.attrib["x1"], dot.attrib["cx"], line.attrib["x2"])
    )
    assert (low, middle) == (pytest.approx(high / 4, abs=0.1), pytest.approx(high / 2, abs=0.1))
    assert words(chart)[:2] == ["0", "20"]


@pytest.mark.parametrize(
    ("share", "written", "shade"),
    [(None, "–", 0), (0, "0 %", 0), (0.001, "< 1 %", 1), (0.5, "50 %", 3), (1, "100 %", 5)],
)
def test_cells_say_their_share(share: float | None, written: str, shade: int) -> None:
    chart = grid_chart("k", "T", "D", [("Row", [Cell(share, "/search")])], ["Column"])
    assert written in words(chart)
    assert lengths(chart, f"c-shade-{shade}")


def test_long_names_are_broken_not_cut_off() -> None:
    name = "Finance, Marketing and Human Resources (5)"
    chart = grid_chart("k", "T", "D", [(name, [Cell(0.1)])], ["EU-US Data Privacy Framework"])
    assert " ".join(words(chart)).startswith("EU-US Data Privacy Framework")
    assert name in " ".join(words(chart))


@pytest.mark.parametrize(
    "chart",
    [
        bar_chart("k", "<T>", "<D>", [Bar("<script>x</script>", 1, "&", '/s?"><b>')]),
        column_chart("k", "<T>", "<D>", [Bar("<b>", 1, "&", '/s?"><b>')]),
        grid_chart("k", "<T>", "<D>", [("<b>", [Cell(0.5, '/s?"><b>', "<i>")])], ["<u>"]),
        strip_chart("k", "<T>", "<D>", [Strip("<b>", 1, 2, 3, "&", '/s?"')], str),
    ],
)
def test_markup_in_names_stays_text(chart: str) -> None:
    names = {one.tag.removeprefix(SVG) for one in drawn(chart).iter()}
    assert names <= {"svg", "title", "desc", "g", "a", "rect", "line", "circle", "text"}
    assert "style=" not in chart


@pytest.mark.parametrize("bars", [[], some_bars(0), some_bars(0, 0)])
def test_nothing_to_draw_is_still_a_chart(bars: Sequence[Bar]) -> None:
    for chart in (bar_chart("k", "T", "D", bars), column_chart("k", "T", "D", bars)):
        assert float(drawn(chart).attrib["height"]) > 0
        assert all(length == 0 for length in lengths(chart, "c-bar", "height")) or bars
