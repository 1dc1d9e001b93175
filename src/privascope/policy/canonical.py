"""Addresses as identities: when two of them mean one page, and whose site they belong to."""

import functools
import ipaddress
import re
from collections.abc import Callable
from urllib.parse import quote, urlsplit

_TRACKING = re.compile(
    r"(?:utm_\w*|ga_\w*|mc_[ce]id|oly_\w+_id|pk_\w+|mtm_\w+|hsa_\w+|_hs(?:enc|mi)|__hs\w+|_gl|_ga"
    r"|gclid|gclsrc|dclid|[gw]braid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh"
    r"|mkt_tok|srsltid|vero_id|wickedid|s_kwcid|epik|phpsessid|jsessionid|sessionid)",
    re.IGNORECASE,
)
_INDEX_PAGE = re.compile(r"index\.(?:html?|php|aspx?|jsp)|default\.(?:html?|aspx?)", re.IGNORECASE)
_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*", re.IGNORECASE)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DEFAULT_PORTS = {None, 80, 443}


def canonical_url(url: str) -> str:
    """The one form of all addresses of a page, for telling pages apart and not for fetching.

    What is no http or https address, such as a file's name, comes back as it is.
    """
    address = url.strip()
    if address.startswith("//"):
        address = "https:" + address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return address
    name = (parts.hostname or "").strip()
    if parts.scheme not in ("http", "https") or not name:
        return address
    host = _plain_host(name)
    if ":" in host:
        host = f"[{host}]"
    if port not in _DEFAULT_PORTS:
        host = f"{host}:{port}"
    path = _path(parts.path)
    query = _query(parts.query)
    return f"https://{host}{path}{'?' if query else ''}{query}"


def registered_domain(url: str) -> str:
    """The domain that someone registered, such as "example.co.uk"; "" if there is no host.

    Takes a bare host as well. An IP address, or a name without a domain, stands for itself.
    """
    host = host_of(url)
    return _registered(host) if host else ""


def host_of(url: str) -> str:
    """The host of an address or a bare host name, in lower case, IDNA, without "www."."""
    address = url.strip()
    if "://" not in address and not address.startswith("//"):
        address = "//" + address
    try:
        host = urlsplit(address).hostname
    except ValueError:
        return ""
    return _plain_host(host) if host else ""


def _plain_host(host: str) -> str:
    host = host.lower().rstrip(".")
    if not host.isascii():
        import idna

        try:
            host = idna.encode(host, uts46=True).decode("ascii")
        except (idna.IDNAError, UnicodeError):
            host = quote(host, safe="", errors="replace").lower()
    bare = host.removeprefix("www.")
    return bare if "." in bare else host


def _path(path: str) -> str:
    kept: list[str] = []
    for segment in _SESSION.sub("", path).split("/")[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(_escaped(segment))
    while kept and (not kept[-1] or _INDEX_PAGE.fullmatch(kept[-1])):
        kept.pop()
    return "".join(f"/{segment}" for segment in kept)


def _query(query: str) -> str:
    fields = (field for field in query.split("&") if field)
    kept = (field for field in fields if not _TRACKING.fullmatch(field.partition("=")[0]))
    return "&".join(sorted(_escaped(field) for field in kept))


def _escaped(text: str) -> str:
    """The text with each escape written the one standard way."""

    def escape(match: re.Match[str]) -> str:
        digits = match[1]
        if digits is None:
            return "%25"
        character = chr(int(digits, 16))
        return character if character in _UNRESERVED else f"%{digits.upper()}"

    return quote(_ESCAPE.sub(escape, text), safe="%:@!$&'()*+,;=/?~-._", errors="replace")


@functools.lru_cache(maxsize=65536)
def _registered(host: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return host
    # A list without the suffix (.example, .internal, .onion) says what the public suffix rules
    # say of unknown ones: the last label is the suffix.
    return _by_suffix_list()(host) or ".".join(host.split(".")[-2:])


@functools.cache
def _by_suffix_list() -> Callable[[str], str]:
    import tldextract

    # The bundled list only: reading an address must not go to the network or write files.
    extract = tldextract.TLDExtract(
        cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True
    )

    def registered(host: str) -> str:
        found = extract(host)
        if found.domain and found.suffix:
            return f"{found.domain}.{found.suffix}"
        return found.suffix

    return registered
