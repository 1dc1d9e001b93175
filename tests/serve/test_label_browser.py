"""The label and the comparison in a real browser, without script, on a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from privascope.library.index import catch_up
from privascope.library.practices import enrich_practices
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import make_candidate, policy_page
from tests.serve.conftest import running
from tests.serve.test_browser import ARGUMENTS, CHROMIUM, sync_api

LONG_WORD = "Donaudampfschifffahrtsgesellschaft" * 6


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, practice_folder: Path
) -> Iterator[tuple[str, list[str]]]:
    """A server over two policies that the tiny model has read, and their ids."""
    folder = tmp_path_factory.mktemp("label-browser") / "library"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("privascope.models.practices.FOLDER", practice_folder)
        with LibraryWriter(folder) as writer:
            with writer.transaction():
                for name, without in ((f"Quill{LONG_WORD}", ()), ("Dent", ("keep",))):
                    page = policy_page(name, f"We collect your name, {LONG_WORD}.", without=without)
                    address = f"https://{name[:5].lower()}.example/privacy"
                    writer.store(make_candidate(page, address))
            list(enrich_practices(writer))
            catch_up(writer)
        with Library(folder) as library:
            ids = [policy.id for policy in library.policies()]
        with running(folder) as address:
            yield address, ids


@pytest.fixture(scope="module")
def browser() -> Iterator["sync_api.Browser"]:
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_line_opens_its_quote_and_leads_to_the_text(
    browser: "sync_api.Browser", server: tuple[str, list[str]], width: int
) -> None:
    address, ids = server
    context = browser.new_context(
        base_url=address,
        java_script_enabled=False,
        viewport={"width": width, "height": 800},
    )
    tab = context.new_page()
    refused: list[str] = []
    tab.on("console", lambda message: refused.append(message.text))
    for policy_id in ids:
        tab.goto(f"/policy/{policy_id}")
        tab.locator(".rest > summary").first.click()
        claim = tab.locator(".claim", has_text="contact details").first
        quote = claim.locator("blockquote").first
        assert not quote.is_visible()
        claim.locator("summary").click()
        assert quote.is_visible()
        claim.get_by_role("link", name="in the text").first.click()
        place = tab.url.partition("#")[2]
        assert place.startswith("said-")
        target = tab.locator(f"#{place}")
        assert target.bounding_box()["y"] < 800
        tab.goto(f"/policy/{policy_id}")
        tab.locator(".rest > summary").first.click()
        tab.locator(".label-grid td a").first.click()
        assert "#said-" in tab.url
    assert [text for text in refused if "Content Security Policy" in text] == []
    context.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_first_view_has_its_sentence_one_click_away(
    browser: "sync_api.Browser", server: tuple[str, list[str]], width: int
) -> None:
    address, ids = server
    context = browser.new_context(
        base_url=address, java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    tab = context.new_page()
    answers = set()
    for policy_id in ids:
        tab.goto(f"/policy/{policy_id}")
        assert tab.locator(".glance").count() == 12
        assert not tab.locator(".rest .parts").is_visible()
        line = tab.locator(".glance", has_text="How long is my data kept?")
        answers.add(line.locator(".reply").inner_text())
        behind = line.locator(".behind")
        assert not behind.is_visible()
        line.locator("summary").click()
        assert behind.is_visible()
        question = line.locator(".question").bounding_box()
        reply = line.locator(".reply").bounding_box()
        assert question
        assert reply
        beside = reply["x"] > question["x"] + 100 and abs(reply["y"] - question["y"]) < 8
        assert beside is (width > 1000)
        if line.locator("blockquote").count():
            line.get_by_role("link", name="in the text").first.click()
            assert tab.locator(f"#{tab.url.partition('#')[2]}").bounding_box()["y"] < 800
    assert answers == {"7 years", "Does not say"}
    context.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_policy_is_compared_from_its_own_page(
    browser: "sync_api.Browser", server: tuple[str, list[str]], width: int
) -> None:
    address, ids = server
    context = browser.new_context(
        base_url=address,
        java_script_enabled=False,
        viewport={"width": width, "height": 800},
    )
    tab = context.new_page()
    tab.goto(f"/policy/{ids[0]}")
    form = tab.locator(".compare-with")
    form.locator("input[type=text]").fill(ids[1])
    form.get_by_role("button").click()
    assert tab.url.endswith(f"/compare?policy={ids[0]}&policy={ids[1]}")
    glance = tab.locator(".at-a-glance tr", has_text="How long is my data kept?")
    assert "7 years" in glance.inner_text()
    tab.locator(".rest > summary").click()
    row = tab.locator("tr", has_text="a stated time").first
    row.locator("summary").first.click()
    assert row.locator("blockquote").first.is_visible()
    tab.get_by_role("link", name="remove").first.click()
    assert tab.url.endswith(f"/compare?policy={ids[1]}")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_on_a_phone(
    browser: "sync_api.Browser", server: tuple[str, list[str]], scheme: str
) -> None:
    address, ids = server
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 740}, color_scheme=scheme
    )
    tab = context.new_page()
    for path in (
        *(f"/policy/{policy_id}" for policy_id in ids),
        f"/policy/{ids[0]}?label=vague",
        f"/compare?policy={ids[0]}&policy={ids[1]}",
        f"/compare?policy={ids[0]}",
        "/compare",
        f"/compare?policy={LONG_WORD}",
    ):
        tab.goto(path)
        tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, path
    context.close()
