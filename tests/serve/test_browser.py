"""The pages in a real browser: nothing hostile runs, keys work, nothing overflows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.library.store import Library
from tests.serve.conftest import running

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

if not CHROMIUM.exists():
    pytest.skip(f"needs {CHROMIUM}: apt-get install chromium", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="needs: pip install playwright")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator["sync_api.Browser"]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def tab(browser: "sync_api.Browser", server: str) -> Iterator["sync_api.Page"]:
    context = browser.new_context(base_url=server, viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def changed(sample_library: Path) -> str:
    """The id of a policy with several versions."""
    with Library(sample_library) as library:
        return max(library.policies(), key=lambda policy: policy.versions).id


def addresses(policy_id: str) -> list[str]:
    return [
        "/",
        "/search?q=health+information",
        "/search?q=data&law=gdpr&law=-hipaa&grade=..30&vagueness=0.01..",
        "/search?q=" + "x" * 1500,
        "/search?mode=url&q=privacy",
        "/search?q=zeppelin",
        f"/policy/{policy_id}?vague=1&q=data&mention=tracker:cookies",
        f"/policy/{policy_id}/diff",
        "/nothing",
    ]


def focused(tab: "sync_api.Page") -> str:
    text: str = tab.evaluate("document.activeElement.textContent.trim()")
    return text


@pytest.mark.parametrize("script", [True, False])
def test_hostile_policies_are_only_text(
    browser: "sync_api.Browser", hostile_library: Path, script: bool
) -> None:
    dialogs: list[str] = []
    refused: list[str] = []
    with Library(hostile_library) as library:
        ids = [stored.id for stored in library.policies(duplicates=True)]
    with running(hostile_library) as server:
        context = browser.new_context(base_url=server, java_script_enabled=script)
        tab = context.new_page()
        tab.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        tab.on("console", lambda message: refused.append(message.text))
        visited = ["/", "/search", "/search?q=attack", "/search?mode=url&q=example", "/insights"]
        visited += ["/search?q=%3Cscript%3Ewindow.hit%3D1%3C/script%3E&law=%3Cimg%20src=x%3E"]
        visited += [f"/policy/{one}?q=attack&vague=1" for one in ids]
        visited += [f"/policy/{one}/diff" for one in ids[:-1]]
        for address in visited:
            answer = tab.goto(address)
            assert answer is not None
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            if script:
                assert tab.evaluate("window.hit === undefined"), address
            # Nothing but our own pictures and scripts is even asked for.
            assert tab.locator("main img, main iframe, main script").count() == 0
            hrefs = tab.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
            assert not [href for href in hrefs if href and "javascript:" in href.split("?")[0]]
        context.close()
    assert dialogs == []
    assert [text for text in refused if "Content Security Policy" in text] == []


def test_slash_goes_to_the_search_box(tab: "sync_api.Page") -> None:
    tab.goto("/search?q=cookies")
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.name") == "q"
    tab.keyboard.type("photos")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/search?q=photos*")


def test_j_and_k_go_through_results_and_enter_opens(tab: "sync_api.Page") -> None:
    tab.goto("/search?q=cookies")
    titles = [text.strip() for text in tab.locator(".entry h2").all_text_contents()]
    tab.keyboard.press("j")
    assert focused(tab) == titles[0]
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    tab.keyboard.press("k")
    assert focused(tab) == titles[1]
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/policy/**")
    sync_api.expect(tab.locator(".text mark.found").first).to_be_attached()


def test_letters_in_a_box_stay_letters(tab: "sync_api.Page") -> None:
    tab.goto("/search")
    tab.locator("#q").click()
    tab.keyboard.type("j/k")
    assert tab.locator("#q").input_value() == "j/k"


def test_n_and_p_go_through_the_marks(tab: "sync_api.Page", changed: str) -> None:
    tab.goto(f"/policy/{changed}?q=data")
    tab.keyboard.press("n")
    first = tab.evaluate("location.hash")
    tab.keyboard.press("n")
    assert tab.evaluate("location.hash") != first
    tab.keyboard.press("p")
    assert tab.evaluate("location.hash") == first


def test_a_long_facet_can_be_narrowed(tab: "sync_api.Page") -> None:
    tab.goto("/search")
    facet = tab.locator(".facet", has=tab.locator("#facet-law"))
    facet.locator(".narrow").fill("hipaa")
    rows = facet.locator("li:visible")
    sync_api.expect(rows).to_have_count(1)
    assert "HIPAA" in (rows.first.text_content() or "")


def test_a_histogram_is_drawn_as_columns(tab: "sync_api.Page") -> None:
    tab.goto("/search")
    whole = tab.locator(".histogram").first.bounding_box()
    boxes = [one.bounding_box() for one in tab.locator(".histogram").first.locator(".column").all()]
    assert whole is not None
    assert len(boxes) > 2
    heights = [round(box["height"]) for box in boxes if box]
    assert max(heights) > 0.8 * whole["height"]
    assert len(set(heights)) > 1
    widths = [box["width"] for box in boxes if box]
    assert 0.8 * whole["width"] < sum(widths) <= whole["width"]


def test_the_first_stop_of_tab_skips_to_the_content(tab: "sync_api.Page") -> None:
    tab.goto("/search?q=cookies")
    tab.keyboard.press("Tab")
    assert focused(tab) == "Skip to content"
    box = tab.locator(".skip").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_overflows(
    browser: "sync_api.Browser", server: str, changed: str, width: int
) -> None:
    context = browser.new_context(base_url=server, viewport={"width": width, "height": 740})
    tab = context.new_page()
    for address in [*addresses(changed), "/search?q=data#filters"]:
        tab.goto(address)
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, address
    context.close()


def test_filters_are_a_sheet_on_a_phone_without_script(
    browser: "sync_api.Browser", server: str
) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 360, "height": 740}, java_script_enabled=False
    )
    tab = context.new_page()
    tab.goto("/search?q=data")
    sheet = tab.locator("#filters")
    assert not sheet.is_visible()
    tab.get_by_role("link", name="filters", exact=True).click()
    assert sheet.is_visible()
    tab.get_by_role("link", name="Done", exact=True).click()
    assert not sheet.is_visible()
    context.close()


def test_all_works_without_script(browser: "sync_api.Browser", server: str) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 1280, "height": 900}, java_script_enabled=False
    )
    tab = context.new_page()
    tab.goto("/")
    tab.locator("#q").fill("data")
    tab.get_by_role("button", name="Search").click()
    sync_api.expect(tab.locator(".entry").first).to_be_attached()
    tab.locator(".facet .value").first.click()
    sync_api.expect(tab.locator(".chips li")).to_have_count(1)
    tab.get_by_label("Reading grade to").fill("30")
    tab.locator(".range", has=tab.get_by_label("Reading grade to")).get_by_role("button").click()
    assert "grade=..30" in tab.url
    sync_api.expect(tab.locator(".chips li")).to_have_count(3)
    tab.locator(".menu summary").first.click()
    tab.get_by_role("link", name="newest").click()
    assert "rank=newest" in tab.url
    tab.locator(".entry h2 a").first.click()
    tab.locator(".traits .badge").first.click()
    # The page may not be there yet.
    tab.locator(".text mark:target").wait_for()
    tab.go_back()
    tab.go_back()
    assert "rank=newest" in tab.url
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(
    browser: "sync_api.Browser", server: str, changed: str, scheme: str
) -> None:
    """Every text has at least the contrast of WCAG AA."""
    context = browser.new_context(base_url=server, color_scheme=scheme)
    tab = context.new_page()
    for address in addresses(changed):
        tab.goto(address)
        assert tab.evaluate(_FAINT) == [], address
    context.close()


_FAINT = """() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${walker.currentNode.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


def test_a_policy_prints_as_a_document(tab: "sync_api.Page", changed: str) -> None:
    tab.goto(f"/policy/{changed}?q=data")
    tab.emulate_media(media="print")
    for hidden in (".top form", ".top nav", ".outline", ".markings"):
        assert not tab.locator(hidden).first.is_visible(), hidden
    assert tab.locator(".text").is_visible()
    assert tab.get_by_role("heading", name="Source").is_visible()
