"""Figures by data set and protocol; each module has one `measure` that returns a JSON object."""
