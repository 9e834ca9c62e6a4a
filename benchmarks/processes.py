"""Whole processes: how long a command takes from start to end, and an import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PYTHON = sys.executable
FACEVALUE = str(Path(PYTHON).parent / "facevalue")
# An installed package has its modules compiled; where that is forbidden, each start would do it.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def printed(*command: str) -> str:
    """Runs a command and returns what it prints."""
    done = subprocess.run(
        command, check=True, capture_output=True, encoding="utf-8", env=ENVIRONMENT
    )
    return done.stdout.strip()


def loaded(module: str) -> str:
    """Imports a module in a new interpreter; says whether NumPy came with it."""
    return printed(PYTHON, "-c", f"import sys, {module}; print('numpy' in sys.modules)")
