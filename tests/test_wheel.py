"""The wheel that users install: small enough for PyPI, and complete without extras."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_BYTES = 95_000_000  # PyPI refuses files of 100 MB by default


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_wheel_works_in_a_clean_environment(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("privascope-*.whl")
    assert wheel.stat().st_size < MOST_BYTES

    # pip installs into an environment without a pip of its own: that one is quicker to make.
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / "bin" / "python"
    run(*pip, "--python", python, "install", "--no-compile", wheel)
    with pytest.raises(AssertionError, match="No module named 'torch'"):
        run(python, "-c", "import torch")

    privascope = environment / "bin" / "privascope"
    library = ("--library", tmp_path / "library")
    assert "Usage: privascope" in run(privascope, "--help")
    run(privascope, "sample", *library)
    answer = run(privascope, "ask", "jotharbor", "how long do you keep my notes?", *library)
    assert "in the Trash for 60 days" in answer
