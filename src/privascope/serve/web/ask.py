"""Questions from the home page: about a policy of the library, an address, or an upload."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from markupsafe import Markup

from privascope.answer.ask_library import is_for_library
from privascope.answer.subject import Subject
from privascope.answer.which import policies_named
from privascope.answer.writer import AnswerWriter, with_written
from privascope.collect.outcome import Outcome
from privascope.collect.sources import looks_like_address
from privascope.collect.visit import NotPolicyError, Visited, keep
from privascope.errors import FetchError, PrivascopeError, RefusedAddressError, TooLargeError
from privascope.library.store import Library
from privascope.library.targets import find_policy_ids
from privascope.open_policy import visited_subject
from privascope.search.page import SearchRequest
from privascope.serve.shelf import Shelf
from privascope.serve.visit_labels import VisitLabels
from privascope.serve.visits import BusyError, Visits
from privascope.serve.web.ask_options import AS_USUAL, AskOptions, read_options
from privascope.serve.web.ask_view import (
    LONGEST_QUESTION,
    AnswerView,
    Suggestion,
    first_questions,
    view_answer,
)
from privascope.serve.web.label_view import LABEL_KINDS, LabelView, visit_label
from privascope.serve.web.problems import PageError
from privascope.serve.web.typeset import typeset
from privascope.serve.web.uploads import Uploads, read_brought
from privascope.serve.web.urls import (
    library_question_address,
    policy_address,
    search_address,
)

_METHODS = ["GET", "HEAD"]
_LONGEST_TARGET = 8192
_LONGEST_UPLOAD_NAME = 100
_MOST_CHOICES = 20
# An upload is shown to nobody else, and no proxy may cache it.
_NOT_KEPT = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class AskAddress:
    """The parameters in the address of an answer's page."""

    policy: str
    question: str
    anyway: bool = False
    # The name of a document that the visitor brought.
    upload: str = ""
    # Whether the label is wanted: "1" for all of it, "vague" for what is vague.
    label: str = ""
    options: AskOptions = AS_USUAL
    # Whether the answer writer is asked for a text.
    write: bool = False

    def address(self, path: str = "/ask", place: str = "", **changes: str) -> str:
        """The same address with some parameters changed."""
        state = {
            "policy": self.policy,
            "upload": self.upload,
            "ask": self.question,
            "anyway": "1" if self.anyway else "",
            "label": self.label,
            **self.options.state,
            "write": "1" if self.write else "",
            **changes,
        }
        query = urlencode({name: value for name, value in state.items() if value})
        return f"{path}?{query}" + (f"#{place}" if place else "")


class AskError(PageError):
    """A question that cannot be answered; its page has the form to ask again."""

    def __init__(
        self, asked: AskAddress, status: int, title: str, text: str, links: Mapping[str, str]
    ) -> None:
        super().__init__(status, title, text, links)
        self.asked = asked


@dataclass(frozen=True, slots=True)
class Visit:
    """The page of a policy that is not stored: its text, label, and answer to what was asked."""

    subject: Subject
    html: Markup
    view: AnswerView | None
    questions: tuple[Suggestion, ...]
    keep_address: str
    label: LabelView


def make_router(
    shelf: Shelf,
    visits: Visits,
    labels: VisitLabels,
    templates: Jinja2Templates,
    writer: AnswerWriter | None = None,
) -> APIRouter:
    """/ask, to which a document may be sent, and /ask/keep, which stores what was fetched."""
    router = APIRouter(include_in_schema=False)
    uploads = Uploads()

    @router.api_route("/ask", methods=_METHODS)
    async def ask_page(request: Request) -> Response:
        asked = _read(request.query_params)
        if asked.upload:
            visit = await shelf.asking.run(_visit, _brought(uploads, asked), asked, labels, writer)
            page = {"visit": visit, "asked": asked}
            return templates.TemplateResponse(request, "ask.html", page, headers=_NOT_KEPT)
        if not asked.policy and not asked.question:
            return RedirectResponse("/", 303)
        address = await run_sync(_in_library, shelf, asked)
        if address is not None:
            return RedirectResponse(address, 303)
        visited = await _bring(visits, asked)
        visit = await shelf.asking.run(_visit, visited, asked, labels, writer)
        return templates.TemplateResponse(request, "ask.html", {"visit": visit, "asked": asked})

    @router.post("/ask")
    async def bring_along(request: Request) -> Response:
        _check_origin(request)
        asked = AskAddress("", "")
        try:
            brought = await read_brought(request)
            asked = AskAddress(
                brought.policy[:_LONGEST_TARGET], brought.question[:LONGEST_QUESTION]
            )
            if not brought.is_upload:
                return RedirectResponse(asked.address(place="answer"), 303)
            upload = await run_sync(uploads.take, brought)
        except BusyError as error:
            raise AskError(asked, 503, "Too many at once", str(error), {}) from error
        except TooLargeError as error:
            raise AskError(asked, 413, "That is too large", _sentence(error), {}) from error
        except PrivascopeError as error:
            title = "That could not be read"
            raise AskError(asked, 422, title, _sentence(error), {}) from error
        address = AskAddress("", asked.question, upload=upload).address(place="answer")
        return RedirectResponse(address, 303)

    @router.post("/ask/keep")
    async def keep_page(request: Request) -> Response:
        _check_origin(request)
        asked = _read(request.query_params)
        if not asked.policy:
            raise PageError(400)
        visited = await _bring(visits, asked)
        policy_id = await run_sync(keep, visited, shelf.folder)
        return RedirectResponse(_policy_address(policy_id, asked), 303)

    return router


def _read(query: Mapping[str, str]) -> AskAddress:
    return AskAddress(
        query.get("policy", "").strip()[:_LONGEST_TARGET],
        query.get("ask", "").strip()[:LONGEST_QUESTION],
        query.get("anyway", "") == "1",
        query.get("upload", "")[:_LONGEST_UPLOAD_NAME],
        label if (label := query.get("label", "")) in LABEL_KINDS else "",
        read_options(query),
        query.get("write", "") == "1",
    )


def _check_origin(request: Request) -> None:
    """Only our own pages may send something or have it stored."""
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site", "same-origin")
    host = request.headers.get("host", "")
    if site != "same-origin" or (origin is not None and urlsplit(origin).netloc != host):
        title = "That cannot be done from another website"
        raise PageError(403, title, "Open the page here and try again.")


def _in_library(shelf: Shelf, asked: AskAddress) -> str | None:
    """The address of the policy that is meant, or of a question to the whole library.

    None for an address that the library lacks.
    """
    library = shelf.library
    if not asked.policy and is_for_library(library, asked.question):
        return library_question_address(SearchRequest(), asked.question)
    is_address = looks_like_address(asked.policy)
    if asked.policy:
        found = find_policy_ids(library, asked.policy)
    else:
        found = [policy_id for policy_id, _ in policies_named(library, asked.question)]
    if len(found) == 1:
        return _policy_address(found[0], asked)
    if is_address:
        return None
    if found:
        raise AskError(
            asked,
            300,
            "Which of these?",
            f"{_named(asked)} matches {len(found)} policies in the library.",
            dict(_choices(library, found, asked)),
        )
    raise AskError(
        asked,
        404,
        "Which policy do you mean?",
        f"{_named(asked)} does not match any policy in the library. If you know its address or "
        "its website, enter that instead: the page is fetched at once.",
        _ways(asked),
    )


def _named(asked: AskAddress) -> str:
    return f"“{asked.policy[:100]}”" if asked.policy else "The question"


def _choices(library: Library, found: list[str], asked: AskAddress) -> Iterator[tuple[str, str]]:
    for stored in map(library.policy, found[:_MOST_CHOICES]):
        name = f"{stored.title or stored.service} ({stored.domain or stored.id})"
        yield name, _policy_address(stored.id, asked)


def _policy_address(policy_id: str, asked: AskAddress) -> str:
    place = "answer" if asked.question else ""
    write = "1" if asked.write else ""
    return policy_address(
        policy_id, place, ask=asked.question, **{**asked.options.state, "write": write}
    )


def _ways(asked: AskAddress) -> dict[str, str]:
    looking = search_address(SearchRequest(asked.policy[:200])) if asked.policy else "/search"
    return {"Search the library for it" if asked.policy else "See all policies": looking}


def _brought(uploads: Uploads, asked: AskAddress) -> Visited:
    visited = uploads.get(asked.upload)
    if visited is None:
        raise AskError(
            asked,
            410,
            "That text is no longer here",
            "Uploaded files and pasted texts are not stored, and are deleted after ten minutes. "
            "Upload the file or paste the text again.",
            {},
        )
    return visited


async def _bring(visits: Visits, asked: AskAddress) -> Visited:
    """The page at the address, or a page that says why there is none and what to try."""
    try:
        return await visits.bring(asked.policy, anyway=asked.anyway)
    except NotPolicyError as error:
        links = {
            f"Ask {link.target}"[:300]: asked.address(policy=link.target, place="answer")
            for link in error.links
        }
        text = str(error)
        if links:
            text += " These links on the page may lead to the policy:"
        if error.outcome is Outcome.NOT_POLICY:
            links["Ask this page anyway"] = asked.address(anyway="1", place="answer")
        raise AskError(asked, 422, "That is not a privacy policy", text, links) from error
    except BusyError as error:
        raise AskError(asked, 503, "Too many at once", str(error), {}) from error
    except RefusedAddressError as error:
        raise AskError(asked, 403, "That page may not be fetched", str(error), {}) from error
    except FetchError as error:
        raise AskError(asked, 502, "That page could not be fetched", str(error), {}) from error
    except PrivascopeError as error:
        title = "That page could not be read"
        raise AskError(asked, 422, title, _sentence(error), {}) from error


def _visit(
    visited: Visited, asked: AskAddress, labels: VisitLabels, writer: AnswerWriter | None
) -> Visit:
    from privascope.answer.ask import ask

    def again(question: str, options: AskOptions = asked.options) -> str:
        # Of another question a text is written only if asked for.
        write = "1" if asked.write and question == asked.question else ""
        return asked.address(ask=question, place="answer", **{**options.state, "write": write})

    subject = visited_subject(visited)
    label = visit_label(labels, visited, asked.label)
    view = None
    if asked.question:
        known = labels.practices(visited)
        answer = ask(
            subject.policy,
            subject.source,
            asked.question,
            risk=asked.options.risk,
            summary=asked.options.summary,
            practices=known,
            reader_country=asked.options.reader_country,
        )
        write = ""
        if writer is not None and asked.write:
            answer = with_written(answer, subject.policy, writer)
        elif writer is not None:
            write = asked.address(place="answer", write="1")
        view = view_answer(answer, subject.policy, again, asked.options, write)
    return Visit(
        subject=subject,
        html=typeset(subject.policy, [*(view.marks if view else ()), *label.marks]),
        view=view,
        questions=first_questions(again),
        keep_address="" if asked.upload else asked.address("/ask/keep"),
        label=label,
    )


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
