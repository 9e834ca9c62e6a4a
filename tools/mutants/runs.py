"""Runs tests in forks of this process, which has imported pytest and all packages but ours.

A fork that says nothing for longer than its test may take is ended, with all that it has started.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .sandbox import Sandbox

# What the tests import; a fork has them all from the start.
PRELOADED = (
    "_pytest.assertion.rewrite",
    "_pytest.doctest",
    "_pytest.junitxml",
    "_pytest.python",
    "click.testing",
    "concurrent.futures",
    "fpdf",
    "fsspec.implementations.local",
    "gymnasium",
    "hypothesis.strategies",
    "numpy.random",
    "pyarrow.parquet",
    "pypdf",
    "reasoning_gym",
    "rich.console",
    "rich.progress",
    "rich.table",
)
MEMORY = 8 << 30
# To import the tests; and for a test that takes no time, on a machine that has other work too.
COLLECTION_SECONDS, SHORTEST_LIMIT = 120.0, 15.0
# For a slow test.
SLOW_SECONDS = 120.0
# A test may take this many times as long as it took when it was recorded.
PATIENCE = 10
# The checkout's own options say which tests are quick. The packages imported before pytest started
# are those that it would have instrumented.
_OPTIONS = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
if find_spec("xdist"):
    _OPTIONS.append("-n0")
_SET_CHILD_SUBREAPER = 36  # of prctl(2)


class Test(NamedTuple):
    """A test as it was recorded: what it took, and the lines it ran as bits (recording.py)."""

    id: str
    file: str
    seconds: float
    lines: dict[str, int]

    @property
    def limit(self) -> float:
        return SHORTEST_LIMIT + PATIENCE * self.seconds


def preload() -> None:
    """Imports what the tests need; a package that is not installed is left to them."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            import_module(name)
    # What a fork leaves behind when it dies becomes a child of this process, which ends it.
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def killer(sandbox: Sandbox, tests: Sequence[Test]) -> str | None:
    """Runs the tests in this order; returns what the first one that notices says, or None."""
    limits = {test.id: test.limit for test in tests}
    files = list(dict.fromkeys(test.file for test in tests))
    chosen = Chosen(list(limits))
    said = watched(sandbox, lambda tell: run_pytest(["-x", *files], chosen, tell), limits)
    return _noticed(said)


def slow_killer(sandbox: Sandbox, files: Sequence[str]) -> str | None:
    """The same of all slow tests of some files, of which nothing is recorded."""
    arguments = ["-x", "-m", "slow", *files]
    limits = SameLimit(SLOW_SECONDS)
    return _noticed(watched(sandbox, lambda tell: run_pytest(arguments, Teller(), tell), limits))


class SameLimit(dict[str, float]):
    """The same limit for every test."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def get(self, _key: str, _default: float | None = None) -> float:
        return self._seconds


def _noticed(said: list[str]) -> str | None:
    for line in said:
        what, _, test = line.partition(" ")
        if what in ("failed", "silent", "died"):
            return f"{what}: {test}"
    code = said[-1].removeprefix("end ")
    if code == str(int(pytest.ExitCode.USAGE_ERROR)):
        raise RuntimeError("pytest could not be run; see log.txt in the folder")
    passed = (str(int(pytest.ExitCode.OK)), str(int(pytest.ExitCode.NO_TESTS_COLLECTED)))
    return None if code in passed else "failed: while the tests were imported"


class Teller:
    """A plugin that tells which test is run, and which one failed."""

    tell: Callable[[str], None]

    def pytest_runtest_logstart(self, nodeid):
        self.tell(f"start {nodeid}")

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.tell(f"failed {report.nodeid}")


class Chosen(Teller):
    """Runs the chosen tests only, in their order."""

    def __init__(self, ids: list[str]) -> None:
        self._place = {name: place for place, name in enumerate(ids)}

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.nodeid in self._place]
        items.sort(key=lambda item: self._place[item.nodeid])


def run_pytest(arguments: Sequence[str], plugin: Teller, tell: Callable[[str], None]) -> None:
    """Runs in the fork. Hypothesis draws the same examples each time, and looks for no smaller."""
    import hypothesis  # noqa: PLC0415 - the caller may have no tests that need it

    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile(
        "mutants", database=None, deadline=None, derandomize=True, phases=phases
    )
    hypothesis.settings.load_profile("mutants")
    plugin.tell = tell
    options = [*_OPTIONS, f"--basetemp={os.environ['MUTANTS_TEMPORARY']}"]
    tell(f"end {int(pytest.main([*options, *arguments], plugins=[plugin]))}")


def watched(
    sandbox: Sandbox,
    work: Callable[[Callable[[str], None]], None],
    limits: dict[str, float],
) -> list[str]:
    """Calls `work` in a fork and returns the lines that it told.

    The last one is "silent TEST" or "died TEST" if the fork had to be ended or ended itself.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _live(sandbox, work, writer)
    os.close(writer)
    said = _heard(reader, limits)
    os.close(reader)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    _end_orphans()
    return said


def _live(sandbox: Sandbox, work: Callable[[Callable[[str], None]], None], writer: int) -> None:
    """The life of a fork; it never returns."""
    os.setsid()
    log = os.open(sandbox.folder / "log.txt", os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for new, old in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(new, old)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ["MUTANTS_TEMPORARY"] = str(sandbox.folder / "temporary")
    try:
        work(lambda line: os.write(writer, f"{line}\n".encode()))
    except BaseException:  # noqa: BLE001 - nothing of a fork may go on
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _heard(reader: int, limits: dict[str, float]) -> list[str]:
    text, limit, last = b"", COLLECTION_SECONDS, time.monotonic()
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, last + limit - time.monotonic()))
        piece = os.read(reader, 1 << 16) if ready else b""
        text += piece
        lines = text.decode(errors="replace").split("\n")[:-1]
        test = lines[-1].partition(" ")[2] if lines else "while the tests were imported"
        if piece:
            limit, last = limits.get(test, SHORTEST_LIMIT), time.monotonic()
        elif lines and lines[-1].startswith("end "):
            return lines
        else:
            return [*lines, f"{'died' if ready else 'silent'} {test}"]


def _end_orphans() -> None:
    """Ends the processes that have become children of this one, and those that they leave."""
    own = str(os.getpid())
    while orphans := [pid for pid in _processes() if _parent(pid) == own]:
        for pid in orphans:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _parent(pid: int) -> str | None:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
    except OSError:
        return None
