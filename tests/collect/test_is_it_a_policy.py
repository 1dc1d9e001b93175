from datetime import UTC, datetime

import pytest

from privascope.collect.arrival import Arrival
from privascope.collect.examine import Criteria, examine
from privascope.collect.is_it_a_policy import THRESHOLD, judge_page
from privascope.collect.outcome import Outcome
from privascope.collect.visit import visit_text
from privascope.policy.read import read_page

POLICY = (
    "<h1>Privacy policy</h1><p>We collect your name and e-mail address when you register. "
    "We use this personal information to answer you and share it with no third parties. "
    "We use cookies. You may ask us to delete your data. We keep it for two years and protect "
    "it with reasonable security measures.</p>"
)
RECIPE = (
    "<h1>Onion soup</h1><p>Peel six onions and slice them thinly. Melt the butter in a heavy pot, "
    "add the onions and let them brown slowly for forty minutes. Pour in the stock, season with "
    "salt and pepper and simmer for another half hour. Toast the bread, cover it with cheese.</p>"
)


def test_a_policy_is_one_and_a_recipe_is_not():
    policy = judge_page(read_page(POLICY.encode(), "https://a.example/privacy", "text/html"))
    assert policy.probability >= THRESHOLD
    assert policy.outcome is None
    recipe = judge_page(read_page(RECIPE.encode(), "https://a.example/soup", "text/html"))
    assert recipe.outcome is Outcome.NOT_POLICY
    assert "--anyway" in recipe.reason


@pytest.mark.parametrize("html", [POLICY, RECIPE])
def test_the_funnel_gives_the_same_judgement(html: str):
    page = read_page(html.encode(), "https://a.example/x", "text/html")
    arrival = Arrival(
        html.encode(), "text/html", "https://a.example/x", "test", "x", datetime.now(UTC)
    )
    examined = examine(arrival, Criteria())
    verdict = judge_page(page)
    assert (examined.outcome, examined.probability) == (verdict.outcome, verdict.probability)


def test_text_that_somebody_pastes_is_never_turned_away():
    assert visit_text("Peel six onions and slice them thinly.").probability < THRESHOLD
