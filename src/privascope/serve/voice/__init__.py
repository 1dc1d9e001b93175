"""Conversations by voice, and the page on the phone that shows their passages."""
