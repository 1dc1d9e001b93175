"""Conversations about policies: a turn and a state go in, a reply and the next state come out."""
