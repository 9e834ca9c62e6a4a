"""Imported whenever the Python of the mutants starts.

The golden sessions run commands without HOME, and Python would then ask the system for the home
folder of the user, into whose cache no mutant may write. While tests are recorded, the lines of a
process that a test starts count for that test.
"""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path

FOLDER = Path(sys.prefix).parent
PARTS = FOLDER / "parts"  # what coverage.py has recorded
CONFIG = FOLDER / "coverage.ini"  # exists while tests are recorded

os.environ.setdefault("HOME", str(FOLDER / "home"))

_TEST = os.environ.get("PYTEST_CURRENT_TEST")
if _TEST and CONFIG.exists():
    from coverage import Coverage

    _coverage = Coverage(config_file=str(CONFIG), context=_TEST, data_suffix=True)
    _coverage.start()

    @atexit.register
    def _save() -> None:
        _coverage.stop()
        _coverage.save()
