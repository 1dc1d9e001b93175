"""What any engine must do, tried on a cluster: the tests of the embedded engine, over again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.library.engines.engine import Engine
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from tests.library import test_engine as contract
from tests.library.test_engine import (  # noqa: F401
    engine,
    test_a_cursor_reaches_everything_once,
    test_a_form_that_stands_in_titles_only,
    test_a_misspelt_word,
    test_a_title_is_searched_with_the_text_but_no_phrase_runs_across,
    test_a_word_finds_its_forms_and_a_phrase_is_exact,
    test_alternatives_are_scored_by_the_published_formula,
    test_an_update_by_another_process_is_seen_with_its_new_words,
    test_an_update_replaces_and_removes,
    test_beside_a_strict_part_a_bag_is_optional_and_exclusions_hold,
    test_counts_asked_for_later_are_those_of_the_search,
    test_equals_are_ordered_by_id,
    test_facets_ignore_their_own_filter_only,
    test_of_a_facet_with_a_marker_only_known_versions_can_be_without_a_value,
    test_only_versions_that_are_shown_are_found,
    test_operators,
    test_orders,
    test_pages_run_from_those_with_all_words_to_the_others,
    test_ranges_and_histograms,
    test_scores_stay_positive_after_updates,
    test_the_whole_page,
    test_without_words_the_weight_decides_also_beside_a_filter,
    test_words_of_a_bag_are_alternatives,
    test_words_that_stand_together_come_before_words_apart,
    test_words_that_unicode_keeps_together,
)


@pytest.fixture(autouse=True)
def on_the_cluster(
    indexes: Callable[..., OpenSearchIndexes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lets the tests make their indexes on the cluster."""
    known: dict[Path, Engine] = {}

    def made_in(folder: Path) -> Engine:
        if folder not in known:
            known[folder] = indexes(contract.FIELDS).fresh()
        return known[folder]

    monkeypatch.setattr(contract, "made_in", made_in)
