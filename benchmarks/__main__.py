"""`python -m benchmarks [SUITE]...` prints the figures of the suites named, or of all."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import cheats, commands, datasets, equity, grading, numbers, poker

SUITES = {
    "numbers": numbers.main,
    "grading": grading.main,
    "cheats": cheats.main,
    "poker": poker.main,
    "equity": equity.main,
    "datasets": datasets.main,
    "commands": commands.main,
}


def main(names: list[str]) -> int:
    """Runs the suites; returns 1 if an answer was wrong, 2 for an unknown name."""
    if not set(names) <= set(SUITES):
        print(f"choose from {', '.join(SUITES)}, not {' '.join(names)!r}", file=sys.stderr)
        return 2
    print(f"facevalue {version('facevalue')}, Python {platform.python_version()}, {processor()}")
    all_right = [SUITES[name]() for name in names or SUITES]
    return 0 if all(all_right) else 1


def processor() -> str:
    """The name of the processor, or its architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


sys.exit(main(sys.argv[1:]))
