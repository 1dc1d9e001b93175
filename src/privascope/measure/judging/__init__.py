"""Judging search results by hand: queries, runs, the judge's sheet and the judgements."""
