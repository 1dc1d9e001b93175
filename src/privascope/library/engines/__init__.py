"""Text engines behind one interface, one file each."""
