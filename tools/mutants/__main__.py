"""`python -m tools.mutants`: make small changes to the code and see whether the tests notice.

Everything happens in a copy of the checkout. The folder keeps the copy and a record of which tests
run which lines, so the first run in a folder takes a few minutes longer. The C++ part needs
`cmake`, `ninja`, `nanobind` and doctest.

    python -m tools.mutants --seeds 1 2 3 --count 200 --core 20
    python -m tools.mutants --seeds 1 --again   retry the changes that no test noticed
    python -m tools.mutants --at src/facevalue/cards.py:120    make all changes of one line
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
        "--seeds", type=int, nargs="+", default=[1], help="seeds of the random choice (default: 1)"
    )
    parser.add_argument(
        "--count", type=int, default=200, help="changes per seed in Python (default: 200)"
    )
    parser.add_argument("--core", type=int, default=0, help="changes per seed in C++ (default: 0)")
    parser.add_argument(
        "--at", action="append", default=[], metavar="FILE:LINE", help="make all changes of a line"
    )
    parser.add_argument(
        "--again", action="store_true", help="only the changes that no test noticed last time"
    )
    parser.add_argument(
        "--share", type=float, default=0.95, help="share that must be noticed (default: 0.95)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="jobs of the C++ build (default: 1)")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    folder = Path(tempfile.gettempdir()) / f"mutants-{os.getuid()}"
    parser.add_argument("--folder", type=Path, default=folder, help=f"default: {folder}")
    return parser.parse_args()


def main() -> int:
    """Prepare the folder with this Python, and do the rest with the Python in the folder."""
    arguments = _arguments()
    package = next(path.parent.name for path in arguments.root.glob("src/*/__init__.py"))
    lock = sandbox.lock(arguments.folder)
    ready = sandbox.prepare(arguments.root, arguments.folder, package)
    options = {**vars(arguments), "package": package, "root": None, "folder": str(ready.folder)}
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
