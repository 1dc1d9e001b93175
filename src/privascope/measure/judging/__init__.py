"""Judging search results by hand: what is asked, what is shown to the judge, what comes back."""
