"""The expected results of the benchmark suite: a digest of each part, and the signature.

`python -m tests.signature --write` runs the suite and writes `vectors/bench.txt` again; a commit
that changes the file says why the answers are others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from facevalue.bench import bench, signature

FILE = Path(__file__).parent / "vectors" / "bench.txt"


def expected() -> tuple[list[str], str]:
    """The lines of the parts, and the signature."""
    *parts, last = FILE.read_text(encoding="ascii").splitlines()
    return parts, last.removeprefix("signature ")


def measured(workers: int) -> tuple[list[str], str]:
    """The same, by running the suite."""
    timings = list(bench(workers=workers))
    return [f"{timing.name}: {timing.digest}" for timing in timings], signature(timings)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.signature --write")
    parts, found = measured(workers=1)
    FILE.write_text("\n".join([*parts, f"signature {found}\n"]), encoding="ascii")
