"""The library over HTTP: pages for people, REST for programs. Adapters without logic."""
