"""A page for a judge: one file with its style, its script and what is to be judged."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from privascope.errors import LibraryError

_HERE = Path(__file__).parent


def write_page(path: Path, name: str, data: dict[str, Any]) -> None:
    """Writes the page of the template, style and script of a name; nothing else may run in it."""
    style, script, template = (
        (_HERE / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("css", "js", "html")
    )
    # In a script element only "<" could end it.
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    values = {
        "style": style,
        "script": script,
        "data": packed,
        "name": hashlib.sha256(packed.encode()).hexdigest()[:12],
        "style_hash": _digest(style),
        "script_hash": _digest(script),
    }
    page = re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise LibraryError(f"the sheet cannot be written to {path}: {error.strerror}") from error


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
