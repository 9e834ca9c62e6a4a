"""Runs whole processes, to measure commands and imports from start to end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PYTHON = sys.executable
FACEVALUE = str(Path(PYTHON).parent / "facevalue")
# The modules of an installed package are compiled once, not at each start.
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
    """Imports a module in a new interpreter, and prints whether that imported NumPy."""
    return printed(PYTHON, "-c", f"import sys, {module}; print('numpy' in sys.modules)")
