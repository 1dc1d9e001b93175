"""Questions mapped onto the taxonomy of practices."""
