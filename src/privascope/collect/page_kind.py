"""Pages found in place of a policy: error pages, consent walls, login forms.

Each rule needs a page of few words that says plainly what it is, so that a real policy which
speaks of errors, consent or logging in is never turned away.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from privascope.policy.page import Page


class PageKind(StrEnum):
    """The kind of a page, whatever its subject."""

    DOCUMENT = "document"
    ERROR = "error"
    CONSENT = "consent"
    LOGIN = "login"


_EXPLANATIONS = {
    PageKind.DOCUMENT: "The page is a document of its own.",
    PageKind.ERROR: (
        "The site answered with an error page; open the address in a browser, and if the policy "
        "is there, save it and add the file."
    ),
    PageKind.CONSENT: (
        "The site answered with a consent wall; open the address in a browser, choose, save the "
        "policy behind it and add the file."
    ),
    PageKind.LOGIN: (
        "The site answered with a login form; look for an address of the policy that needs no "
        "account, or save the page while logged in and add the file."
    ),
}

_MOST_WORDS_OF_NOTHING = 400
_MOST_WORDS_OF_WALL = 300
# With fewer words than this a page needs no telling title to be an error page or a login form.
_BARE = 120
# With fewer than this it contains no policy, whatever its title and address say.
_EMPTY = 60
# A page with this many phrases about data is a policy, whatever its title.
_POLICY_CUES = 4
_SURE_POLICY = 0.98
TITLE_PARTS = re.compile(r"\s+[|–—·•»:-]+\s+|\s*[|»:]\s*")
_CUE = re.compile(
    r"\bwe (?:may |do |will |also |only |never )?(?:not )?"
    r"(?:collect|share|disclose|store|sell|process|retain)\b"
    r"|\bpersonal(?:ly identifiable)? (?:information|data)\b"
    r"|\byour (?:personal )?(?:information|data)\b"
    r"|\bthis (?:privacy )?(?:policy|notice|statement)\b",
    re.IGNORECASE,
)
_NOT_THERE = (
    r"(?:(?:not|never) (?:be )?(?:found|exist|available)|(?:does|did)(?: not|n['’]t) exist"
    r"|(?:could|can)(?:not| not|n['’]t) be found|unavailable|no longer (?:exists|available)"
    r"|is missing|not found)"
)
_ERROR_NAME = re.compile(
    r"(?:http )?(?:error )?(?:code )?(?:40[0134]|410|429|50[0234])(?: error)?"
    r"(?:[ :!.–—-]*\(?(?:not found|page not found|forbidden|unauthori[sz]ed|gone|bad request"
    r"|service (?:temporarily )?unavailable|internal server error|bad gateway|gateway time-?out"
    r"|too many requests|error|file not found)\)?)?[!.\d]*"
    rf"|(?:the |this |that |your |requested )*(?:page|file|url|document|content|resource) "
    rf"(?:you (?:requested|are looking for|were looking for) )?(?:was |is |has been )?{_NOT_THERE}"
    r"|not found|forbidden|access (?:to this page )?(?:is |has been )?denied"
    r"|permission denied|unauthori[sz]ed"
    r"|(?:we )?(?:can(?:not|['’]t)|could(?:n['’]t| not)) find (?:that|this|the) page"
    r"(?: you['’]?(?: a|w|['’]?)re looking for)?"
    r"|(?:this )?site (?:is )?(?:can['’]t be reached|not available|under maintenance)"
    r"|(?:service|site|temporarily|page) (?:temporarily )?unavailable"
    r"|internal server error|bad gateway|gateway time-?out|too many requests|request blocked"
    r"|(?:scheduled |site |we are |we['’]re )?(?:(?:currently )?(?:down for|under) )?"
    r"(?:scheduled )?maintenance(?: mode)?"
    r"|(?:we['’]ll|we will|will) be (?:right )?back (?:soon|shortly)"
    r"|account suspended|this account has been suspended"
    r"|just a moment\.*|attention required"
    r"|checking your browser(?: before accessing .{1,60})?\.*"
    r"|(?:please )?verify (?:that )?you are (?:a )?human"
    r"|verifying you are human\.?.{0,60}"
    r"|(?:are you|you are not) a (?:robot|human)|robot check|human verification"
    r"|(?:bot|captcha|security) (?:check|verification|challenge)"
    r"|(?:sorry,? )?you have been blocked",
    re.IGNORECASE,
)
# Words that mark such a page as a title, but may occur anywhere in a text.
_ERROR_TITLE = re.compile(
    r"error|gone|captcha|please wait|one moment,? please|oops|whoops|uh[- ]oh|sorry", re.IGNORECASE
)
_ACCEPT = re.compile(
    r"(?:yes,? )?(?:i )?(?:accept|agree|allow|consent)"
    r"(?: (?:all|and|&|to|the|use|of|our|cookies?|continue|close|proceed|them|selected))*"
    r"|got it|enable all(?: cookies)?",
    re.IGNORECASE,
)
_REFUSE = re.compile(
    r"(?:reject|decline|refuse|deny|disagree)(?: (?:all|optional|non-essential|cookies?))*"
    r"|(?:i )?do not (?:accept|agree|consent)"
    r"|(?:only )?(?:strictly )?(?:necessary|essential)(?: cookies?)?(?: only)?"
    r"|continue without (?:accepting|agreeing|consent)"
    r"|(?:manage|cookie|more|privacy|customi[sz]e|change|my|set|your|show|see|learn)"
    r"(?: (?:your|my|more|cookies?|privacy|consent|options|settings|preferences|choices|purposes))+"
    r"|(?:save|confirm)(?: (?:my|and|&|your|choices?|preferences|selection|settings|exit|close))+",
    re.IGNORECASE,
)
_CONSENT_TALK = re.compile(
    r"cookie|consent|\bpartners\b|advertis|\bvendors\b|\btrack|preferences|your privacy"
    r"|personali[sz]|legitimate interest|a device|before you continue|your choices?|your data",
    re.IGNORECASE,
)
_LOGIN_NAME = re.compile(
    r"(?:please )?(?:log ?[io]n|sign[ -]?in|member login|customer login|user login)"
    r"(?: (?:to|with|into) .{1,60}| page| required| here| or (?:register|sign ?up|join).{0,30})?"
    r"|(?:you must|you need to|please) (?:be )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in.{0,60}"
    r"|authentication required",
    re.IGNORECASE,
)
_PASSWORD = re.compile(
    r"(?:enter )?(?:your )?pass(?:word|code)|(?:forgot|lost|reset)(?:ten)? (?:your |my )?password",
    re.IGNORECASE,
)


def explain(kind: PageKind) -> str:
    """One sentence for the user: what the page is, and what to do."""
    return _EXPLANATIONS[kind]


def page_kind(page: Page, probability: float | None = None) -> PageKind:
    """What the page is; a document unless it plainly is something else.

    `probability` is that of the page being a policy, where it is known: a page that is almost
    surely one is a document unless its title says otherwise or it is all but empty.
    """
    lines = [line for block in page.document.blocks for line in block.text.split("\n")]
    text = " ".join(lines)
    words = len(text[: 20 * _MOST_WORDS_OF_NOTHING].split())
    if words > _MOST_WORDS_OF_NOTHING or len(_CUE.findall(text)) >= _POLICY_CUES:
        return PageKind.DOCUMENT
    parts = [part.strip() for part in TITLE_PARTS.split(page.title[:300])]
    if _any_is(_ERROR_NAME, parts) or _any_is(_ERROR_TITLE, parts):
        return PageKind.ERROR
    titled_policy = "privacy" in page.title.casefold()
    if not titled_policy and _is_consent_wall(lines, words):
        return PageKind.CONSENT
    asks_password = _any_is(_PASSWORD, lines)
    if asks_password and _any_is(_LOGIN_NAME, parts):
        return PageKind.LOGIN
    promising = titled_policy or (probability or 0.0) >= _SURE_POLICY
    if words > _BARE or (words > _EMPTY and promising):
        return PageKind.DOCUMENT
    if _any_is(_ERROR_NAME, lines):
        return PageKind.ERROR
    if words <= _EMPTY and asks_password and _any_is(_LOGIN_NAME, lines):
        return PageKind.LOGIN
    return PageKind.DOCUMENT


def _any_is(name: re.Pattern[str], lines: Iterable[str]) -> bool:
    """Whether a line says this and nothing else."""
    return any(name.fullmatch(line.strip(" .!?*:…")) for line in lines if len(line) <= 120)


def _is_consent_wall(lines: list[str], words: int) -> bool:
    """Whether there are buttons to accept and to choose, and hardly a word on anything else."""
    if words > _MOST_WORDS_OF_WALL:
        return False
    if not _any_is(_ACCEPT, lines) or not _any_is(_REFUSE, lines):
        return False
    other = sum(
        len(line.split())
        for line in lines
        if not _CONSENT_TALK.search(line) and not _any_is(_ACCEPT, [line])
    )
    return other <= max(25, words // 5)
