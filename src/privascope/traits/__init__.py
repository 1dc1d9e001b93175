"""Traits: what is true of a policy, one file per trait."""
