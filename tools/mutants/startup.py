"""Imported whenever a Python of the mutants starts.

The golden sessions run commands without HOME. Python would then use the home folder of the user,
and mutants would write into its caches; so HOME is set. While tests are recorded, the lines that a
process runs count for the test that started it, or started the process that started it.
"""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path

FOLDER = Path(sys.prefix).parent
PARTS = FOLDER / "parts"  # what coverage.py has recorded
CONFIG = FOLDER / "coverage.ini"  # exists while tests are recorded
RUNNING = FOLDER / "running"  # for each process of pytest, a file with the test that it runs

os.environ.setdefault("HOME", str(FOLDER / "home"))


def _find_test() -> str | None:
    """Return the test that one of the parents of this process runs."""
    process = os.getpid()
    while process > 1:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        process = int(status.rpartition(")")[2].split()[1])  # the parent
        running = RUNNING / str(process)
        if running.exists():
            return running.read_text(encoding="utf-8")
    return None


_test = _find_test() if CONFIG.exists() else None
if _test:
    from coverage import Coverage

    _coverage = Coverage(config_file=str(CONFIG), context=f"{_test}|run", data_suffix=True)
    _coverage.start()

    @atexit.register
    def _save() -> None:
        _coverage.stop()
        _coverage.save()
