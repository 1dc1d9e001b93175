"""Links between sites, from the collected pages."""

from collections.abc import Iterator

from privascope.errors import PrivascopeError
from privascope.library.sites import current_versions_by_site
from privascope.library.store import Library
from privascope.policy.canonical import registered_domain
from privascope.policy.read import read_page


def site_links(library: Library) -> Iterator[tuple[str, str]]:
    """Each link from a stored page's site to another site, once per page."""
    for domain, version_id in current_versions_by_site(library):
        content, content_type, url = library.content(version_id)
        try:
            links = read_page(content, url, content_type).document.links
        except PrivascopeError:
            continue
        targets = {registered_domain(link.target) for link in links}
        for target in sorted(targets - {domain, ""}):
            yield domain, target
