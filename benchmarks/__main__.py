"""`python -m benchmarks [--write] [SUITE]...` prints the figures of some suites, or of all.

With --write it also writes them to docs/figures.json, from which docs/make.py makes the tables of
README.md and docs/about/performance.md.
"""

from __future__ import annotations

import datetime as dt
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import cheats
from benchmarks.report import RECORD
from benchmarks.suites import commands, datasets, equity, grading, helpers, numbers, poker

FIGURES = Path(__file__).parent.parent / "docs" / "figures.json"
SUITES = {
    "numbers": numbers.main,
    "grading": grading.main,
    "cheats": cheats.main,
    "poker": poker.main,
    "equity": equity.main,
    "helpers": helpers.main,
    "datasets": datasets.main,
    "commands": commands.main,
}


def main(names: list[str]) -> int:
    """Run the suites; return 1 if a result was wrong, 2 for an unknown name."""
    is_written = "--write" in names
    names = [name for name in names if name != "--write"]
    if not set(names) <= set(SUITES):
        print(f"choose from {', '.join(SUITES)}, not {' '.join(names)!r}", file=sys.stderr)
        return 2
    print(f"facevalue {version('facevalue')}, Python {platform.python_version()}, {cpu_name()}")
    all_right = [SUITES[name]() for name in names or SUITES]
    if is_written and all(all_right):
        write()
    return 0 if all(all_right) else 1


def write() -> None:
    """Update the figures of the suites that ran."""
    found = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    for kind, rows in RECORD.items():
        by_name = {(row.get("rival"), row["what"]): row for row in found.get(kind, [])}
        by_name |= {(row.get("rival"), row["what"]): row for row in rows}
        found[kind] = list(by_name.values())
    found["machine"] = f"one core ({cpu_name()}, Python {platform.python_version()})"
    found["date"] = dt.datetime.now(dt.UTC).date().isoformat()
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def cpu_name() -> str:
    """The name of the CPU, or its architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


sys.exit(main(sys.argv[1:]))
