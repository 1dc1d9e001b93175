"""Where policies live: SQLite is the truth, the indexes are derived from it."""
