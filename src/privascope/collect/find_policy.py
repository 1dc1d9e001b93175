"""Finds a site's privacy policy: by links that lead there, then at the usual places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from privascope.collect.fetch import Fetched, Fetcher, StatusError
from privascope.collect.robots import DisallowedError
from privascope.errors import FetchError, RefusedAddressError
from privascope.policy.canonical import canonical_url, host_of, registered_domain
from privascope.policy.document import Document, Link, lay_out

USUAL_PLACES = (
    "/privacy",
    "/privacy-policy",
    "/legal/privacy",
    "/privacy.html",
    "/about/privacy",
    "/policies/privacy",
    "/privacypolicy",
    "/data-protection",
)
MOST_LINKS = 5

# The names that policies go by. The words are looked for in link texts in lower case.
_DOCUMENT = re.compile(
    r"privacy (?:and \w+ |& \w+ )?(?:policy|policies|notice|statement|declaration)"
    r"|(?:policy|notice|statement) (?:on|of|about) privacy|data (?:protection|privacy) "
    r"(?:policy|notice|statement|declaration|information)|data policy|privacybeleid"
    r"|privacyverklaring|privacyreglement|datenschutz(?:erklärung|hinweis|bestimmung|richtlinie"
    r"|information)\w*|(?:politique|charte|déclaration) (?:de |relative à la )?(?:confidentialité"
    r"|protection des données|vie privée)|política de privaci?dade?|aviso de privacidade?"
    r"|declaración de privacidad|informativa (?:sulla |sul |sur )?privacy|privacy e cookie"
    r"|polityk[aą] prywatności|integritetspolicy|personuppgiftspolicy|privatlivspolitik"
    r"|persondatapolitik|personvern(?:erklæring|policy)|tietosuoja(?:seloste|käytäntö)"
    r"|zásady ochrany (?:osobních údajů|soukromí)|ochrana osobních údajů|adatvédelmi"
    r"|politica de confidențialitate|πολιτική (?:απορρήτου|προστασίας)|gizlilik (?:politikası"
    r"|bildirimi)|политика конфиденциальности|політика конфіденційності"
    r"|プライバシー(?:ポリシー|通知)|個人情報保護方針|隐私(?:政策|权政策|声明)|隱私(?:權政策|政策|權聲明)|개인정보\s?처리방침"
    r"|kebijakan privasi|chính sách (?:bảo mật|quyền riêng tư)|سياسة الخصوصية|מדיניות (?:ה)?פרטיות"
)
_SUBJECT = re.compile(
    r"privacy|data protection|data privacy|datenschutz|confidentialité|protection des données"
    r"|vie privée|données personnelles|privacidade?|protección de datos|proteção de dados"
    r"|prywatność|integritet|privatliv|personvern|tietosuoja|soukromí|confidențialitate|απόρρητο"
    r"|gizlilik|конфиденциальност|プライバシー|隐私|隱私|개인정보|privasi|الخصوصية|פרטיות"
)
# About privacy, but not the policy: settings, single groups of people, single laws.
_BESIDE = re.compile(
    r"choices?\b|settings?\b|preferences?\b|manage\b|do not sell|opt[ -]?out|rights?\b|request"
    r"|cookies?\b(?!.*privacy)|shield|framework|child|kids|coppa|california|ccpa|nevada|colorado"
    r"|applicant|candidate|recruit|employee|biometric|health data|gdpr|dpf|tips\b|security\b"
    r"|cent(?:er|re)\b|hub\b|portal\b|faq|previous|archive|changes|summary|supplier|vendor|hipaa"
    r"|officer|contact|team|tools?\b|check-?up|features?\b|first\b|report\b|blog|einstellungen"
)
_ADDRESS = re.compile(
    r"datenschutz|confidentialite|privacidad|vie-privee|donnees-personnelles|integritet"
    r"|privatliv|personvern|tietosuoja|prywatnosci|gizlilik"
)
_LAST_PART = re.compile(
    r"(?:our-|the-|site-|website-|global-|legal-)?(?:privacy|data-?protection)"
    r"(?:[-_]?(?:policy|policies|notice|statement))?(?:[-_]en)?(?:\.\w{2,5})?|datenschutz"
    r"(?:erkl(?:ae|ä)rung)?(?:\.\w{2,5})?"
)
_ASIDE_ADDRESS = re.compile(
    r"/(?:blog|news|press|articles?|stories|help|support|jobs|careers|login|log-in|signin|sign-in"
    r"|signup|register|share|sharer|intent|search|tags?|category|\d{4}/\d{2})(?:/|\.|$)"
)
# Organisations whose badges, widgets and advice are on other people's pages.
_GUESTS = frozenset(
    {
        "aboutads.info",
        "addthis.com",
        "allaboutcookies.org",
        "apple.com",
        "bbb.org",
        "cloudflare.com",
        "cookiebot.com",
        "cookielaw.org",
        "dataprivacyframework.gov",
        "disqus.com",
        "europa.eu",
        "evidon.com",
        "facebook.com",
        "ghostery.com",
        "google.com",
        "hcaptcha.com",
        "instagram.com",
        "linkedin.com",
        "meta.com",
        "microsoft.com",
        "networkadvertising.org",
        "onetrust.com",
        "paypal.com",
        "pinterest.com",
        "privacyshield.gov",
        "sharethis.com",
        "stripe.com",
        "tiktok.com",
        "trustarc.com",
        "truste.com",
        "twitter.com",
        "wordpress.org",
        "x.com",
        "youronlinechoices.com",
        "youronlinechoices.eu",
        "youtube.com",
    }
)
_POLICY_WORDS = re.compile(
    r"\b(?:privacy|personal (?:data|information)|cookies?|third part(?:y|ies)|consent|collect\w*"
    r"|gdpr|datenschutz|personenbezogen\w*|données personnelles|datos personales"
    r"|dati personali|dados pessoais|persoonsgegevens)\b"
)
_THIN = 250
_MOST_LINKS_READ = 10_000


@dataclass(frozen=True, slots=True)
class Found:
    """A site's policy as fetched, how it was found, and what was tried."""

    fetched: Fetched
    how: str
    tried: tuple[str, ...]

    @property
    def url(self) -> str:
        return self.fetched.url


def find_policy_links(document: Document, base_url: str) -> list[Link]:
    """The links of a page that may lead to its site's privacy policy, the likeliest first."""
    site = registered_domain(base_url)
    best: dict[str, tuple[float, int, Link]] = {}
    for position, link in enumerate(document.links[-_MOST_LINKS_READ:]):
        likelihood = _likelihood(link, site)
        if likelihood <= 0:
            continue
        page = canonical_url(link.target)
        if page not in best or best[page][0] < likelihood:
            best[page] = (likelihood, position, link)
    # Of two similar links the later one: links at the foot of a page are about the site.
    ranked = sorted(best.values(), key=lambda entry: (-entry[0], -entry[1]))
    return [link for _, _, link in ranked]


def looks_like_policy_address(url: str) -> bool:
    """Whether an address itself mentions privacy, or data and protection."""
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return False
    words = unquote(f"{parts.netloc}{parts.path}?{parts.query}")
    return "privacy" in words or ("data" in words and "protection" in words)


def find_policy(domain: str, fetcher: Fetcher) -> Found:
    """The privacy policy of a site; raises FetchError that says what was tried."""
    search = _Search(fetcher)
    home = search.home(domain)
    found = search.by_links(home) or search.by_usual_places(home, domain)
    if found is not None:
        return found
    raise FetchError(
        f"No privacy policy was found on {domain}. Give its own address. Tried: "
        + "; ".join(search.tried)
    )


def page_document(fetched: Fetched) -> Document:
    """The parsed page, links included even where scripts would draw the text; PDFs have none."""
    from privascope.policy.charset import decode
    from privascope.policy.html import html_document

    media_type = fetched.content_type.partition(";")[0].strip().lower()
    if media_type not in ("", "text/html", "application/xhtml+xml"):
        return Document("", "", (), ())
    return html_document(decode(fetched.content, fetched.content_type)[0], fetched.url)


def home_pages(domain: str) -> list[str]:
    """The addresses at which a site's first page may be, the best first."""
    place = domain.strip().rpartition("://")[2].partition("/")[0]
    host = host_of(place)
    has_www_form = "." in host and ":" not in place and not host.replace(".", "").isdigit()
    names = [place]
    if has_www_form and not place.lower().startswith("www."):
        names.append(f"www.{place}")
    return [f"https://{name}/" for name in names] + [f"http://{place}/"]


class _Search:
    """One search for a policy, with the list of what was tried."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._seen: set[str] = set()
        self.tried: list[str] = []

    def home(self, domain: str) -> Fetched | str:
        """The site's first page, or the address it should have if only that fails."""
        failure: FetchError | None = None
        for address in home_pages(domain):
            try:
                return self._fetch(address)
            except (StatusError, DisallowedError):
                return address
            except FetchError as error:
                failure = failure or error
        assert failure is not None
        raise failure

    def by_links(self, home: Fetched | str) -> Found | None:
        """The policy that the first page leads to."""
        if isinstance(home, str):
            return None
        self._seen.add(canonical_url(home.url))
        waiting = find_policy_links(page_document(home), home.url)[:MOST_LINKS]
        fallback: Found | None = None
        for _ in range(MOST_LINKS):
            if not waiting:
                break
            link = waiting.pop(0)
            fetched = self._try(link.target)
            if fetched is None:
                continue
            document = page_document(fetched)
            how = f"linked as {link.text!r}" if link.text else "linked"
            found = Found(fetched, how, tuple(self.tried))
            if not document.blocks or _speaks_of_privacy(document, at_length=True):
                return found
            fallback = fallback or found
            # A page with little text often only links to the policy.
            waiting[:0] = [
                inner
                for inner in find_policy_links(document, fetched.url)[:2]
                if _DOCUMENT.search(_words(inner.text))
            ]
        return fallback

    def by_usual_places(self, home: Fetched | str, domain: str) -> Found | None:
        """The policy at one of the places where sites keep it."""
        start = home if isinstance(home, str) else home.url
        parts = urlsplit(start)
        origin = f"{parts.scheme}://{parts.netloc}"
        for place in USUAL_PLACES:
            fetched = self._try(origin + place)
            if fetched is None or not looks_like_policy_address(fetched.url):
                continue
            document = page_document(fetched)
            # Many sites respond to any address, with the home page or an error page.
            if not document.blocks or _speaks_of_privacy(document):
                how = f"at a usual place of {domain}: {place}"
                return Found(fetched, how, tuple(self.tried))
            self.tried[-1] += " (says nothing on privacy)"
        return None

    def _try(self, address: str) -> Fetched | None:
        page = canonical_url(address)
        if page in self._seen:
            return None
        self._seen.add(page)
        try:
            return self._fetch(address)
        except FetchError:
            return None

    def _fetch(self, address: str) -> Fetched:
        try:
            fetched = self._fetcher.fetch(address)
        except StatusError as error:
            self.tried.append(f"{address} (status {error.status})")
            raise
        except DisallowedError:
            self.tried.append(f"{address} (forbidden by robots.txt)")
            raise
        except RefusedAddressError:
            # The reason holds the address that a name leads to, and a server shows this list.
            self.tried.append(f"{address} (not a public address)")
            raise
        except FetchError as error:
            self.tried.append(f"{address} ({str(error).partition('. ')[0]})")
            raise
        self.tried.append(address)
        return fetched


def _likelihood(link: Link, site: str) -> float:
    """How likely the link leads to the site's policy; 0 or less if it does not."""
    text = _words(link.text)
    try:
        parts = urlsplit(link.target.lower())
    except ValueError:
        return 0.0
    path = unquote(parts.path)
    # By the end of the name, because looking up the registered domain of each link is slow.
    host = (parts.hostname or "").rstrip(".")
    own = bool(site) and f".{host}".endswith(f".{site}")
    score = _text_score(text)
    if looks_like_policy_address(link.target if own else f"//{parts.netloc}{path}"):
        score += 25
    elif _ADDRESS.search(path):
        score += 20
    if score == 0:
        return 0.0
    if _LAST_PART.fullmatch(path.rstrip("/").rpartition("/")[2]):
        score += 15
    if _BESIDE.search(path.replace("-", " ").replace("_", " ")):
        score -= 15
    if _ASIDE_ADDRESS.search(path):
        score -= 30
    if not own:
        score -= 70 if ".".join(host.split(".")[-2:]) in _GUESTS else 30
    return score


def _text_score(text: str) -> float:
    if text.startswith(("http://", "https://", "www.")):
        return 0.0
    wordy = max(0, len(text) - 40) / 2
    if _DOCUMENT.search(text):
        return max(10.0, 100 - (45 if _BESIDE.search(text) else 0) - wordy)
    if _SUBJECT.search(text):
        return max(5.0, 80 - (50 if _BESIDE.search(text) else 0) - wordy)
    return 0.0


def _words(text: str) -> str:
    return " ".join(text.casefold().replace("\u2019", "'").split())[:300]


def _speaks_of_privacy(document: Document, *, at_length: bool = False) -> bool:
    text = lay_out(document.blocks)[0][:200_000].casefold()
    if at_length and len(text.split()) < _THIN:
        return False
    return sum(1 for _ in _first(_POLICY_WORDS.finditer(text), 5)) == 5


def _first(matches: Iterator[re.Match[str]], count: int) -> Iterator[re.Match[str]]:
    for _, match in zip(range(count), matches, strict=False):
        yield match
