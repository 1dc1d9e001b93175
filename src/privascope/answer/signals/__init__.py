"""Signals: scores of each sentence for a question, one file per signal."""
