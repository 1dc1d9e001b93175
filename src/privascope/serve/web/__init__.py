"""Pages for people: rendered on the server, state in the address, usable without scripts."""
