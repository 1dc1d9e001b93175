"""Expansions: ways to put a question in other words, one file each."""
