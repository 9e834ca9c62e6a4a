"""Kill builds of a dataset at random moments, and resume them until one finishes.

`python -m tools.kills --count 100` repeats until a hundred builds were killed before they finished.
After each kill every file of the dataset must be complete, and a build that finishes must leave the
same bytes as an uninterrupted one. Builds run in forks of this process, which has loaded all
modules.
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
    """The files of the dataset by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def start_build(folder: Path) -> int:
    """Start a build in a forked process and return the process ID."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        datasets.build(SPEC, folder, workers=2)
        code = 0
    except Exception:  # noqa: BLE001 - the fork must not return into the code of its parent
        traceback.print_exc()
    os._exit(code)


def finish_build(folder: Path) -> float:
    """Run a build to its end and return the seconds that it took."""
    start = time.monotonic()
    _, status = os.waitpid(start_build(folder), 0)
    assert status == 0, status
    return time.monotonic() - start


def stage(folder: Path) -> str:
    """How far a build got before it was killed."""
    if not (folder / WORK).is_dir():
        return "before the first file" if not folder.exists() else "after the last file"
    if (folder / "manifest.json").exists():
        return "after the manifest"
    return "between shards" if any(folder.glob("*.parquet")) else "in the first shards"


def check(folder: Path, whole: dict[str, bytes]) -> None:
    """Check that every file with a name from the finished dataset has the same contents."""
    for name, content in contents(folder).items() if folder.exists() else ():
        assert whole[name] == content, name


def kill_builds(count: int, root: Path, seed: int = 1) -> Counter[str]:
    """Kill `count` builds; return how many were killed at each stage, and how many finished."""
    delays, stages = random.Random(seed), Counter()
    finish_build(root / "whole")
    whole = contents(root / "whole")
    seconds = finish_build(root / "again")
    assert whole == contents(root / "again")
    folder = root / "killed"
    while stages.total() - stages["ended"] < count:
        child = start_build(folder)
        time.sleep(delays.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        check(folder, whole)
        if os.WIFSIGNALED(status):
            stages[stage(folder)] += 1
            continue
        assert status == 0, status
        assert (whole, False) == (contents(folder), (folder / WORK).exists())
        stages["ended"] += 1
        shutil.rmtree(folder)
    finish_build(folder)
    assert (whole, False) == (contents(folder), (folder / WORK).exists())
    return stages


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.kills", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many builds to kill")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random moments")
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        stages = kill_builds(options.count, Path(folder), options.seed)
    ended = stages.pop("ended", 0)
    print(f"{stages.total()} builds killed, {ended + 1} ended, {time.monotonic() - start:.1f} s")
    for name, times in stages.most_common():
        print(f"  {times:4} {name}")


if __name__ == "__main__":
    sys.exit(main())
