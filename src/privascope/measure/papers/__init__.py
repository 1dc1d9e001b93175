"""The published systems, each with the rows of its tables."""
