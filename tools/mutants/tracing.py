"""Records which lines of the package are run: in this process, and in those that it starts.

While a recording is going on (the folder `WANTED` exists), each process of the environment writes
the lines it ran into a file there when it ends (startup.py).
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

FOLDER = Path(sys.prefix).parent
WANTED = FOLDER / "recording"
# Below this folder are the packages of the copy.
SOURCES = f"{FOLDER}/copy/src/"


class Tracer:
    """The lines run since `start`; a piece of code all of whose lines were run costs nothing more.

    Lines are kept as numbers with bit n set for line n, by file below `SOURCES`.
    """

    def __init__(self) -> None:
        # By the id of the code, since a hash of code takes long; `_codes` keeps the ids valid.
        self._left: dict[int, set[int]] = {}
        self._codes: list[object] = []
        self._foreign: set[int] = set()

    def start(self) -> None:
        self._left, self._codes = {}, []
        threading.settrace(self._called)
        sys.settrace(self._called)

    def stop(self) -> dict[str, int]:
        sys.settrace(None)
        threading.settrace(None)
        found: dict[str, int] = {}
        for code in list(self._codes):
            name = code.co_filename.removeprefix(SOURCES)
            for line in _lines(code) - self._left[id(code)]:
                found[name] = found.get(name, 0) | 1 << line
        return found

    def _called(self, frame, *_):
        key = id(frame.f_code)
        left = self._left.get(key)
        if left is None:
            if key in self._foreign:
                return None
            if not frame.f_code.co_filename.startswith(SOURCES):
                self._foreign.add(key)
                _KEPT.append(frame.f_code)
                return None
            left = self._left[key] = _lines(frame.f_code)
            self._codes.append(frame.f_code)
        return self._ran if left else None

    def _ran(self, frame, *_):
        left = self._left.get(id(frame.f_code))
        if left:
            left.discard(frame.f_lineno)
            return self._ran
        frame.f_trace = None
        return None


_KEPT: list[object] = []


def _lines(code) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}


def written(tracer: Tracer) -> None:
    """Leaves the lines of this process for the one that records."""
    lines = {name: hex(mask) for name, mask in tracer.stop().items()}
    if lines and WANTED.is_dir():
        unfinished = WANTED / f"{os.getpid()}.unfinished"
        unfinished.write_text(json.dumps(lines), encoding="utf-8")
        unfinished.rename(unfinished.with_suffix(".json"))


def collected() -> dict[str, int]:
    """The lines of processes that have ended since the last call."""
    found: dict[str, int] = {}
    for path in WANTED.glob("*.json"):
        for name, mask in json.loads(path.read_text(encoding="utf-8")).items():
            found[name] = found.get(name, 0) | int(mask, 16)
        path.unlink()
    return found
