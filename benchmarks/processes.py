"""Run whole processes, to measure commands and imports."""

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


def output_of(*command: str) -> str:
    """Run a command and return its output."""
    done = subprocess.run(
        command, check=True, capture_output=True, encoding="utf-8", env=ENVIRONMENT
    )
    return done.stdout.strip()


def loaded(module: str) -> str:
    """Import a module in a new interpreter; return whether that imported NumPy, as output_of."""
    return output_of(PYTHON, "-c", f"import sys, {module}; print('numpy' in sys.modules)")
