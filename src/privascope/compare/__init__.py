"""What needs more than one policy: pictures of a library, outliers of a sector."""
