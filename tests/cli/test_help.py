"""The command line's own surface: its help, its start, its page in the guide."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from privascope.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
HEAVY = (
    "numpy",
    "torch",
    "onnxruntime",
    "tantivy",
    "httpx",
    "selectolax",
    "py3langid",
    "pyarrow",
    "pypdfium2",
    "sqlite3",
)


def test_help_names_every_command_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['privascope', '--help']\n"
        "from privascope.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print('loaded:', [name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in COMMANDS:
        assert f"  {name} " in done.stdout
    assert done.stdout.endswith("loaded: []\n")


def test_the_guide_tells_what_help_tells() -> None:
    """The names, not the layout: that is the business of the library that prints the help."""
    made = subprocess.run(
        [sys.executable, str(ROOT / "tools/cli_page.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    written = _options((ROOT / "docs/guide/cli.md").read_text())
    assert _options(made.stdout) == written, "run `make docs`"
    assert list(written)[: len(COMMANDS)] == list(COMMANDS)
    assert "learn selector" in written


def _options(page: str) -> dict[str, set[str]]:
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    return {
        section.splitlines()[0]: set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", section, re.MULTILINE))
        for section in sections
    }


@pytest.mark.parametrize("arguments", [["--version"], ["-h"], ["nonsense"]])
def test_odd_beginnings(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "privascope", *arguments], capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("privascope 0.") or done.returncode == 2
