"""A policy as data: from the bytes of a page to text with exact offsets."""
