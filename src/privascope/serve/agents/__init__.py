"""The library for software agents, over the Model Context Protocol."""
