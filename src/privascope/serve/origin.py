"""Who may make the server work: requests under its own names, and not from another website."""

import ipaddress
from collections.abc import Collection
from urllib.parse import parse_qs, quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from privascope.errors import PrivascopeError

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
# Pages that answer, fetch or export; a page that only shows what is stored may be linked to.
_WORKING = ("/ask", "/chat", "/compare", "/which", "/search.", "/api/", "/mcp")
# Pictures that other websites show.
SHOWN_ELSEWHERE = ("/badge.svg", "/label.svg")


class HostNameError(PrivascopeError):
    """A name under which a server cannot be reached."""


def checked_name(name: str) -> str:
    """A host name as browsers write it, without its port."""
    bare = name.strip().lower().removesuffix(".")
    if bare.startswith("[") and bare.endswith("]"):
        bare = bare[1:-1]
    if bare and all(letter.isalnum() or letter in "-._" for letter in bare):
        return bare if bare.isascii() else bare.encode("idna").decode()
    try:
        return str(ipaddress.IPv6Address(bare))
    except ValueError:
        raise HostNameError(
            f"{name!r} is not a host name: write it like policies.example, "
            "without https://, path or port"
        ) from None


class OriginGuard:
    """Refuses requests under a strange name, and work that another website asks for.

    A page elsewhere can point its own name at this machine (DNS rebinding), and can make browsers
    send requests here; the Host header and Sec-Fetch-Site show that.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        """`names` are served besides localhost, 127.0.0.1 and [::1]."""
        self._app = app
        self._names = LOCAL_NAMES | frozenset(map(checked_name, names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers with the reason why not."""
        answer: ASGIApp = self._app
        if scope["type"] == "http":
            answer = self._refusal(Request(scope)) or self._app
        await answer(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or _name_of(hosts[0]) not in self._names:
            return _refuse(
                request,
                421,
                "This server does not answer to that name",
                "Open it under its own name. Whoever runs it can add a name: "
                "privascope serve --name NAME.",
            )
        if _comes_from_elsewhere(request):
            return _refuse(
                request,
                403,
                "That cannot be done from another website",
                "Another website sent your browser here with work to do. "
                "Nothing was done; open the page here if you want it.",
                _address(request),
            )
        return None


def _name_of(host: str) -> str:
    """The name in a Host header; an empty one where it cannot be read."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name = host
    elif not port.isdecimal():
        return ""
    if ":" in name and not name.startswith("["):
        return ""
    try:
        return checked_name(name)
    except (PrivascopeError, UnicodeError):
        return ""


def _comes_from_elsewhere(request: Request) -> bool:
    headers, path = request.headers, request.url.path
    if headers.get("sec-fetch-site") != "cross-site":
        return False
    if path.startswith("/policy/") and path.endswith(SHOWN_ELSEWHERE):
        return False
    is_link = (
        request.method in ("GET", "HEAD")
        and headers.get("sec-fetch-mode", "navigate") == "navigate"
        and headers.get("sec-fetch-dest", "document") == "document"
    )
    if not is_link or path.startswith(_WORKING) or path.endswith("/alternatives"):
        return True
    return "ask" in parse_qs(request.url.query, keep_blank_values=True)


def _address(request: Request) -> str:
    """Where a click leads to what was asked for; empty where a link cannot lead there."""
    path = quote(request.scope["path"])
    if request.method != "GET" or path.startswith(("//", "/api/", "/mcp")):
        return ""
    return f"{path}?{request.url.query}" if request.url.query else path


def _refuse(request: Request, status: int, title: str, text: str, address: str = "") -> Response:
    from privascope.serve.api.errors import error_answer
    from privascope.serve.web.problems import PageError, problem_page

    if request.url.path.startswith(("/api/", "/mcp")):
        kind = {421: "wrong_host", 403: "cross_site"}[status]
        return error_answer(status, f"{title}. {text}", kind)
    links = {"Open the page here": address} if address else {}
    return problem_page(request, PageError(status, title, text, links))
