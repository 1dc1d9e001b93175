"""An app by its address in a store: the listing names the policy of whoever made the app."""

from urllib.parse import urlsplit

from privascope.policy.canonical import registered_domain
from privascope.policy.document import Document

# Each store's host and the beginning of its listings' paths.
STORES = {
    "play.google.com": "/store/apps/details",
    "apps.apple.com": "/",
    "f-droid.org": "/",
    "addons.mozilla.org": "/",
    "chromewebstore.google.com": "/detail",
}
_OWN = frozenset({"google.com", "apple.com", "f-droid.org", "mozilla.org", "youtube.com"})


def is_store_listing(address: str) -> bool:
    """Whether an address is that of an app in a store."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    beginning = STORES.get(parts.hostname or "")
    return beginning is not None and parts.path.startswith(beginning)


def policy_of_listing(document: Document) -> str:
    """The address of the app's policy that a listing links to; "" if it links to none.

    The store's own policy is linked there too, and is not the one that is looked for.
    """
    for link in document.links:
        words = " ".join(link.text.lower().split())
        named = "privacy" in words and ("policy" in words or "notice" in words)
        if named and registered_domain(link.target) not in _OWN:
            return link.target
    return ""
