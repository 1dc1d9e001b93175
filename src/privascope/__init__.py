"""Reads privacy policies so that people do not have to."""

__version__ = "0.1.0"
