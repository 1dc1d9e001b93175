"""Pages for people: rendered on the server, their state in the address, usable without script."""
