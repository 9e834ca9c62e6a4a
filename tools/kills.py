"""Builds of a data set that are killed at random moments, and go on until one ends.

`python -m tools.kills --count 100` kills builds until a hundred were killed with work left. After
each kill every file of the set must be whole, and each build that ends must leave the same bytes as
one that nobody killed. A build runs in a fork of this process, which has loaded all modules.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import pyarrow.parquet  # noqa: F401 - loaded once, for all builds

from facevalue import datasets

SPEC = datasets.Spec("classic", count=12_000, low=1, high=60, shard_rows=1000)
WORK = ".facevalue-build"


def contents(folder: Path) -> dict[str, bytes]:
    """The files of the set, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def begun(folder: Path) -> int:
    """Starts a build in a process of its own, and returns its number."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        datasets.build(SPEC, folder, workers=2)
        code = 0
    except Exception:  # noqa: BLE001 - a fork must not go on with what its parent does
        traceback.print_exc()
    os._exit(code)


def finished(folder: Path) -> float:
    """Lets a build end; the seconds that it took."""
    start = time.monotonic()
    _, status = os.waitpid(begun(folder), 0)
    assert status == 0, status
    return time.monotonic() - start


def stage(folder: Path) -> str:
    """How far a killed build had come."""
    if not (folder / WORK).is_dir():
        return "before the first file" if not folder.exists() else "after the last file"
    if (folder / "manifest.json").exists():
        return "after the manifest"
    return "between shards" if any(folder.glob("*.parquet")) else "in the first shards"


def check(folder: Path, whole: dict[str, bytes]) -> None:
    """Every file that has the name of one of the set must be that file."""
    for name, content in contents(folder).items() if folder.exists() else ():
        assert whole[name] == content, name


def killed_builds(count: int, root: Path, seed: int = 1) -> Counter[str]:
    """Kills builds until so many were killed; at which stages that was, and how many ended."""
    delays, told = random.Random(seed), Counter()
    finished(root / "whole")
    whole = contents(root / "whole")
    seconds = finished(root / "again")
    assert whole == contents(root / "again")
    folder = root / "killed"
    while told.total() - told["ended"] < count:
        child = begun(folder)
        time.sleep(delays.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        check(folder, whole)
        if os.WIFSIGNALED(status):
            told[stage(folder)] += 1
            continue
        assert status == 0, status
        assert (whole, False) == (contents(folder), (folder / WORK).exists())
        told["ended"] += 1
        shutil.rmtree(folder)
    finished(folder)
    assert (whole, False) == (contents(folder), (folder / WORK).exists())
    return told


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.kills", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many builds to kill")
    parser.add_argument("--seed", type=int, default=1, help="decides the moments")
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        told = killed_builds(options.count, Path(folder), options.seed)
    ended = told.pop("ended", 0)
    print(f"{told.total()} builds killed, {ended + 1} ended, {time.monotonic() - start:.1f} s")
    for name, times in told.most_common():
        print(f"  {times:4} {name}")


if __name__ == "__main__":
    sys.exit(main())
