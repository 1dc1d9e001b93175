"""Labelled data: its readers, its folds, and the metrics that learning and measuring share."""
