"""The policy's text is told apart from the page around it."""

import numpy as np
import pytest

from privascope.learn.main_text import matched
from privascope.policy.block_documents import other_documents
from privascope.policy.block_features import FEATURES, block_features
from privascope.policy.block_trees import Trees, read_trees
from privascope.policy.document import BlockKind
from privascope.policy.html import html_document, parsed_blocks
from privascope.policy.html_blocks import HtmlBlocks
from privascope.policy.main_text import WEIGHTS, main_blocks

MENU = """<nav class="main-menu"><ul><li><a href="/">Home</a></li><li><a href="/p">Products</a></li>
<li><a href="/c">Careers</a></li><li><a href="/l">Log in</a></li></ul></nav>"""
BANNER = """<div id="onetrust-banner-sdk" class="cookie-banner"><p>We use cookies and share data
with partners to personalise content. You may change your consent.</p>
<button>Accept all</button><button>Reject all</button></div>"""
FOOTER = """<footer><ul><li><a href="/about">About us</a></li><li><a href="/jobs">Jobs</a></li>
<li><a href="/privacy">Privacy policy</a></li></ul><p>&copy; 2026 Quillmere Ltd. All rights
reserved.</p></footer>"""
SECTIONS = {
    "What we collect": "We collect the personal information that you give us when you open an "
    "account, such as your name, your email address and the city in which you live.",
    "How we use it": "We use your personal information to run the service, to answer your "
    "questions and to protect our users from fraud and other harm.",
    "Whom we share it with": "We share personal data with the providers who host our service. "
    "They may use it only for the purposes that we set out in a contract.",
    "Your rights": "You may ask us at any time for a copy of your data, and to correct or delete "
    "it. If you are not content with our answer, you may complain to an authority.",
    "Contact": "Write to our data protection officer at Quillmere Ltd, 4 Mill Lane, Harrowby.",
}
POLICY = "<h1>Privacy policy</h1><p>Last updated: 3 March 2026</p>" + "".join(
    f"<h2>{heading}</h2><p>{text}</p>" for heading, text in SECTIONS.items()
)


def main_texts(markup: str) -> list[str]:
    return [block.text for block in html_document(markup).blocks if block.main]


def other_texts(markup: str) -> list[str]:
    return [block.text for block in html_document(markup).blocks if not block.main]


def test_the_whole_policy_is_kept_and_menu_banner_and_footer_are_not() -> None:
    page = f"<body>{MENU}<main>{POLICY}</main>{BANNER}{FOOTER}</body>"
    kept = main_texts(page)
    assert kept[:2] == ["Privacy policy", "Last updated: 3 March 2026"]
    assert [text for text in SECTIONS.values() if text not in kept] == []
    left = other_texts(page)
    assert {"Home", "Products", "Careers", "Log in", "About us", "Jobs"} <= set(left)
    assert any("Accept all" in text for text in left)
    assert any("All rights reserved" in text.replace("\n", " ") for text in left)


def test_a_bare_policy_is_kept_whole() -> None:
    assert other_texts(POLICY) == []


def test_accordion_panels_are_kept() -> None:
    panels = "".join(
        f'<div class="accordion"><button aria-expanded="false">{heading}</button>'
        f'<div class="panel" hidden style="display: none"><p>{text}</p></div></div>'
        for heading, text in SECTIONS.items()
    )
    kept = main_texts(f"{MENU}<main><h1>Privacy policy</h1>{panels}</main>{FOOTER}")
    assert [text for text in SECTIONS.values() if text not in kept] == []


def test_a_policy_all_of_list_items_is_kept() -> None:
    items = "".join(f"<li>{text}</li>" for text in SECTIONS.values())
    kept = main_texts(f"{MENU}<main><h1>Privacy policy</h1><ul>{items}</ul></main>{FOOTER}")
    assert [text for text in SECTIONS.values() if text not in kept] == []


def test_a_page_of_which_nothing_stands_out_is_kept_whole() -> None:
    assert main_texts("<p>Hello</p>") == ["Hello"]


def terms(words: int) -> str:
    return "The licence ends when you stop playing and the warranty is void. " * (words // 12)


def policy(words: int) -> str:
    return "We collect personal data and share information with partners. " * (words // 9)


@pytest.mark.parametrize("terms_first", [True, False])
def test_terms_of_use_on_the_same_page_are_another_document(terms_first: bool) -> None:
    documents = [
        f"<h2>Terms of Use</h2><h3>Licence</h3><p>{terms(400)}</p>",
        f"<h2>Privacy Policy</h2><p>{policy(400)}</p>",
    ]
    page = "".join(documents if terms_first else reversed(documents))
    found = parsed_blocks(page)[1].blocks
    stretches = other_documents(found, [True] * len(found))
    texts = [found[place].text for stretch in stretches for place in stretch]
    assert texts == ["Terms of Use", "Licence", terms(400).strip()]


@pytest.mark.parametrize(
    "page",
    [
        # A section about the terms, inside the policy.
        f"<h1>Privacy Policy</h1><p>{policy(400)}</p><h2>Terms of Use</h2><p>{terms(400)}</p>",
        # Too short to be a document.
        f"<h2>Privacy Policy</h2><p>{policy(400)}</p><h2>Terms of Use</h2><p>{terms(60)}</p>",
        # No policy beside it.
        f"<h2>Terms of Use</h2><p>{terms(400)}</p>",
        # Changes to a document are not the document.
        f"<h2>Privacy Policy</h2><p>{policy(400)}</p><h2>Changes to our terms of use</h2>"
        f"<p>{terms(400)}</p>",
    ],
)
def test_sections_that_only_speak_of_terms_stay(page: str) -> None:
    found = parsed_blocks(page)[1].blocks
    assert other_documents(found, [True] * len(found)) == []


def test_the_shipped_trees_fit_the_features() -> None:
    trees = read_trees(WEIGHTS)
    assert trees.feature.max() < len(FEATURES)
    assert len(trees.children) == 2 * len(trees.feature)
    assert WEIGHTS.stat().st_size < 100_000


def test_there_is_one_number_for_each_feature_and_none_is_odd() -> None:
    found = parsed_blocks(f"{MENU}<table><tr><td>a<td>b<tr><td>c<td>d</table>{POLICY}{FOOTER}")[1]
    numbers = block_features(found)
    assert numbers.shape == (len(found.blocks), len(FEATURES))
    assert np.isfinite(numbers).all()
    kinds = numbers[:, FEATURES.index("row")]
    assert kinds.sum() == sum(block.kind is BlockKind.ROW for block in found.blocks)


def test_trees_are_walked_from_root_to_leaf() -> None:
    # One tree: above 1 in column 0 leads to the right leaf.
    trees = Trees(
        feature=np.array([0, 0, 0]),
        threshold=np.array([1, 0, 0], dtype=np.float32),
        children=np.array([1, 2, 1, 1, 2, 2]),
        value=np.array([0, -2, 2], dtype=np.float32),
        roots=np.array([0]),
        depth=3,
        base=0.0,
    )
    low, high = trees.probabilities(np.array([[1.0], [1.5]], dtype=np.float32))
    assert low == pytest.approx(1 / (1 + np.exp(2)))
    assert high == pytest.approx(1 / (1 + np.exp(-2)))


def test_no_blocks_give_no_answer() -> None:
    assert main_blocks(HtmlBlocks()) == []


@pytest.mark.parametrize(
    ("page", "truth", "hits"),
    [
        ("menu home we collect data footer", "we collect data", "001110"),
        # The same words in a menu are not the title: order decides.
        ("policy home policy we collect policy", "policy we collect", "001110"),
        ("we collect some data", "we collect data", "1101"),
        ("menu", "we", "0"),
        ("", "we", ""),
    ],
)
def test_words_of_a_page_are_matched_with_the_truth_in_order(
    page: str, truth: str, hits: str
) -> None:
    assert "".join(map(str, matched(page.split(), truth.split()))) == hits
