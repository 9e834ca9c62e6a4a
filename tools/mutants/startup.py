"""Imported whenever a Python of the mutants starts.

The golden sessions run commands without HOME. Python would then use the home folder of the user,
and mutants would write into its caches; so HOME is set. While tests are recorded, the lines that a
process runs count for the test that started it.
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
