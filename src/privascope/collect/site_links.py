"""Links between sites, from the pages that were collected."""

from collections.abc import Iterator

from privascope.errors import PrivascopeError
from privascope.library.store import Library
from privascope.policy.canonical import registered_domain
from privascope.policy.read import read_page


def site_links(library: Library) -> Iterator[tuple[str, str]]:
    """Each link from a stored page's site to another site, once a page."""
    for row in library.rows(
        "SELECT p.domain, p.current_version FROM policy p WHERE p.current_version IS NOT NULL"
    ):
        content, content_type, url = library.content(row["current_version"])
        try:
            links = read_page(content, url, content_type).document.links
        except PrivascopeError:
            continue
        targets = {registered_domain(link.target) for link in links}
        for target in sorted(targets - {row["domain"], ""}):
            yield row["domain"], target
