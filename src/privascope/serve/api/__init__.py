"""REST for programs: typed answers, one error shape, a reference page that needs no network."""
