"""`python -m tools.mutants`: do the tests notice small changes of the code?

Everything happens in a copy of the checkout. The folder keeps the copy, and which tests run which
lines; the first run in a folder takes some minutes longer than the next ones. The C++ part needs
`cmake`, `ninja`, `nanobind` and doctest.

    python -m tools.mutants --seeds 1 2 3 --count 200 --core 20
    python -m tools.mutants --seeds 1 --again   those that no test noticed the last time
    python -m tools.mutants --at src/facevalue/cards.py:120    all changes of a line
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import sandbox


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--seeds", type=int, nargs="+", default=[1], help="which changes are drawn (default: 1)"
    )
    parser.add_argument("--count", type=int, default=200, help="of the Python code (default: 200)")
    parser.add_argument("--core", type=int, default=0, help="of the C++ code (default: 0)")
    parser.add_argument(
        "--at", action="append", default=[], metavar="FILE:LINE", help="all of a line instead"
    )
    parser.add_argument(
        "--again", action="store_true", help="only those that no test noticed the last time"
    )
    parser.add_argument("--share", type=float, default=0.95, help="to be noticed (default: 0.95)")
    parser.add_argument("--jobs", type=int, default=1, help="of the C++ build (default: 1)")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    folder = Path(tempfile.gettempdir()) / f"mutants-{os.getuid()}"
    parser.add_argument("--folder", type=Path, default=folder, help=f"default: {folder}")
    return parser.parse_args()


def main() -> int:
    """Prepares the folder with this Python, and does the rest with the one of the folder."""
    given = _arguments()
    package = next(path.parent.name for path in given.root.glob("src/*/__init__.py"))
    lock = sandbox.locked(given.folder)
    ready = sandbox.prepared(given.root, given.folder, package)
    options = {**vars(given), "package": package, "root": None, "folder": str(ready.folder)}
    done = subprocess.run(
        [ready.python, "-m", "mutants.work", json.dumps(options)],
        cwd=ready.copy,
        env=ready.environment(),
        pass_fds=[lock],
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
