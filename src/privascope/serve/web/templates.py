"""The templates, compiled once, and what all of them can use."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from privascope.compare.standing import LEGEND, SYMBOLS, WORDING
from privascope.search.page import SearchRequest
from privascope.serve.web import showing, urls
from privascope.symbols import Symbol

_HERE = Path(__file__).parent
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """Every static file's content and media type by its address, which names its content."""
    files: dict[str, tuple[bytes, str]] = {}
    for path in sorted((_HERE / "static").iterdir()):
        content = path.read_bytes()
        files[_address(path.name, content)] = content, _TYPES[path.suffix]
    return files


def _address(name: str, content: bytes) -> str:
    return f"/static/{hashlib.sha256(content).hexdigest()[:12]}/{name}"


@cache
def _static_addresses() -> dict[str, str]:
    return {address.rsplit("/", 1)[-1]: address for address in static_files()}


def make_templates() -> Jinja2Templates:
    """All templates, escaped by default; text of strangers loses its hidden controls."""
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.globals.update(
        static=lambda name: _static_addresses()[name],
        search_address=urls.search_address,
        policy_address=urls.policy_address,
        alternatives_address=urls.alternatives_address,
        diff_address=urls.diff_address,
        picture_address=urls.picture_address,
        web_link=urls.web_link,
        pairs=urls.search_pairs,
        sector_address=lambda name: urls.search_address(
            urls.with_value(SearchRequest(), "sector", name)
        ),
        practice_address=urls.practice_address,
        symbols=SYMBOLS,
        symbols_both=Symbol.BOTH,
        stance_wording=WORDING,
        legend=LEGEND,
    )
    environment.filters.update(
        count=showing.count,
        percent=showing.percent,
        day=showing.day,
        minutes=showing.minutes,
        plural=showing.plural,
    )
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)
    return Jinja2Templates(env=environment)


def _finalize(value: Any) -> Any:
    return showing.visible(value) if type(value) is str else value
