"""Asking in a real browser: hostile text stays text, quotes lead to their place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.library.store import Library
from tests.conftest import policy_page
from tests.serve.conftest import running
from tests.serve.test_browser import _FAINT, ARGUMENTS, CHROMIUM

if not CHROMIUM.exists():
    pytest.skip(f"needs {CHROMIUM}: apt-get install chromium", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="needs: pip install playwright")

QUESTIONS = ("how long do you keep my data?", "do you sell my zebra?", "how many stars has it?")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator["sync_api.Browser"]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def policy_id(sample_library: Path) -> str:
    with Library(sample_library) as library:
        return next(one.id for one in library.policies() if one.domain == "jotharbor.example")


@pytest.mark.parametrize("script", [True, False])
def test_a_question_from_the_first_page_to_the_text(
    browser: "sync_api.Browser", server: str, script: bool
) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 1280, "height": 900}, java_script_enabled=script
    )
    tab = context.new_page()
    tab.goto("/")
    tab.get_by_label("A policy’s address, a site, or a name in the library").fill("jotharbor")
    tab.get_by_label("Your question").fill(QUESTIONS[0])
    tab.get_by_role("button", name="Ask").click()
    tab.wait_for_url("**/policy/*")
    assert tab.get_by_label("Ask this policy").last.input_value() == QUESTIONS[0]
    quote = tab.locator(".answer .to-text").first
    words = (quote.text_content() or "").strip()
    quote.click()
    lit = tab.locator(".text mark:target")
    lit.wait_for()
    assert words.startswith((lit.text_content() or "?").strip())
    # Back goes to the answer, and a suggestion asks anew.
    tab.go_back()
    tab.locator(".suggested a").first.click()
    tab.locator("#verdict").wait_for()
    tab.get_by_label("Ask this policy").last.fill(QUESTIONS[1])
    tab.keyboard.press("Enter")
    tab.wait_for_url("**ask=do+you+sell+my+zebra*")
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_file_is_asked_from_the_first_page(
    browser: "sync_api.Browser", server: str, script: bool, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.html"
    saved.write_bytes(policy_page("Quill"))
    context = browser.new_context(
        base_url=server, viewport={"width": 360, "height": 740}, java_script_enabled=script
    )
    tab = context.new_page()
    tab.goto("/")
    tab.locator(".bring summary").click()
    tab.get_by_label("A saved page, PDF or text file").set_input_files(saved)
    tab.get_by_label("Your question").fill("how long do you keep invoices?")
    tab.get_by_role("button", name="Ask").click()
    tab.wait_for_url("**/ask?upload=*")
    assert "seven years" in (tab.locator(".answer .to-text").first.text_content() or "")
    sync_api.expect(tab.locator(".text mark.evidence").first).to_be_attached()
    assert not script or tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


def test_a_file_may_be_dropped_on_the_box(browser: "sync_api.Browser", server: str) -> None:
    tab = browser.new_context(base_url=server).new_page()
    tab.goto("/")
    dropped = tab.evaluate_handle(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["We sell nothing."], "note.txt", {type: "text/plain"}));
          return data;
        }"""
    )
    tab.dispatch_event("form[data-drop]", "drop", {"dataTransfer": dropped})
    assert tab.evaluate("document.querySelector('#file').files[0].name") == "note.txt"
    assert tab.locator("#file").is_visible()
    tab.context.close()


def test_more_is_folded_away(browser: "sync_api.Browser", server: str, policy_id: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"/policy/{policy_id}?ask=what+data+do+you+collect+about+me")
    shown = tab.locator(".answer .quote:visible")
    assert 1 <= shown.count() <= 3
    fold = tab.locator(".answer .more summary")
    before = shown.count()
    if fold.count():
        fold.click()
        assert shown.count() > before
    context.close()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_overflows(
    browser: "sync_api.Browser", server: str, policy_id: str, width: int
) -> None:
    context = browser.new_context(base_url=server, viewport={"width": width, "height": 740})
    tab = context.new_page()
    asked = [f"/policy/{policy_id}?ask={question}" for question in (*QUESTIONS, "x" * 2000)]
    for address in [*asked, "/ask?policy=privacy&ask=why", "/ask?policy=http://10.0.0.1/x&ask=why"]:
        tab.goto(address)
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, address[:100]
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(
    browser: "sync_api.Browser", server: str, policy_id: str, scheme: str
) -> None:
    context = browser.new_context(base_url=server, color_scheme=scheme)
    tab = context.new_page()
    for question in QUESTIONS:
        tab.goto(f"/policy/{policy_id}?ask={question}")
        assert tab.evaluate(_FAINT) == [], question
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_hostile_policies_and_questions_are_only_text(
    browser: "sync_api.Browser", hostile_library: Path, script: bool
) -> None:
    dialogs: list[str] = []
    refused: list[str] = []
    question = 'attack number <script>window.hit=1</script>"><img src=x onerror=alert(1)> keep?'
    with Library(hostile_library) as library:
        ids = [stored.id for stored in library.policies(duplicates=True)]
    with running(hostile_library) as server:
        context = browser.new_context(base_url=server, java_script_enabled=script)
        tab = context.new_page()
        tab.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        tab.on("console", lambda message: refused.append(message.text))
        addresses = [f"/policy/{one}?ask={question}" for one in ids]
        addresses.append(f"/ask?policy={question}&ask={question}")
        addresses.append(f"/ask?ask={question}")
        for address in addresses:
            tab.goto(address)
            if script:
                assert tab.evaluate("window.hit === undefined"), address
            assert tab.locator("main img, main iframe, main script").count() == 0
            hrefs = tab.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
            assert not [href for href in hrefs if href and "javascript:" in href.split("?")[0]]
        context.close()
    assert dialogs == []
    assert [text for text in refused if "Content Security Policy" in text] == []
