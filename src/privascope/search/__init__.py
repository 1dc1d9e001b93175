"""Finds policies by what they say."""
