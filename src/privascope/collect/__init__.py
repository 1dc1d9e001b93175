"""How pages arrive: sources, crawler, funnel."""
