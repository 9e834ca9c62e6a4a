"""Run tests in forks of this process, which has imported pytest and all packages except facevalue.

A fork that reports nothing for longer than the limit of its test is killed, with its children.
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

# Imported by the tests; each fork has them from the start.
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
# Limits for importing the tests, and for a test that takes no time, on a busy machine.
COLLECTION_SECONDS, SHORTEST_LIMIT = 120.0, 15.0
SLOW_SECONDS = 120.0
# A test may take this many times longer than when it was recorded.
PATIENCE = 5
# The options of the checkout select the quick tests. The packages of PRELOADED are imported before
# pytest can instrument them; its warning is ignored.
_OPTIONS = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
if find_spec("xdist"):
    _OPTIONS.append("-n0")
_BROKEN_CONFTEST = "ImportError while loading conftest"
_SET_CHILD_SUBREAPER = 36  # of prctl(2)


class Test(NamedTuple):
    """A recorded test: its seconds, and the lines that it runs as a mask (recording.py)."""

    id: str
    file: str
    seconds: float
    lines: dict[str, int]

    @property
    def limit(self) -> float:
        return SHORTEST_LIMIT + PATIENCE * self.seconds


def preload() -> None:
    """Import the packages that the tests need and that are installed."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            import_module(name)
    # Orphans of a dead fork become children of this process, which kills them.
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def killer(sandbox: Sandbox, tests: Sequence[Test]) -> str | None:
    """Run the tests in this order; return how the first one noticed a change, or None."""
    limits = {test.id: test.limit for test in tests}
    files = list(dict.fromkeys(test.file for test in tests))
    chosen = Chosen(list(limits))
    lines = run_in_fork(sandbox, lambda report: run_pytest(["-x", *files], chosen, report), limits)
    return _find_failure(sandbox, lines)


def slow_killer(sandbox: Sandbox, files: Sequence[str]) -> str | None:
    """The same for all slow tests of some files; slow tests are not recorded."""
    arguments = ["-x", "-m", "slow", *files]
    limits = SameLimit(SLOW_SECONDS)
    lines = run_in_fork(sandbox, lambda report: run_pytest(arguments, Reporter(), report), limits)
    return _find_failure(sandbox, lines)


class SameLimit(dict[str, float]):
    """The same limit for every test."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def get(self, _key: str, _default: float | None = None) -> float:
        return self._seconds


def _find_failure(sandbox: Sandbox, lines: list[str]) -> str | None:
    for line in lines:
        what, _, test = line.partition(" ")
        if what in ("failed", "silent", "died"):
            return f"{what}: {test}"
    code = lines[-1].removeprefix("end ")
    is_refused = code == str(int(pytest.ExitCode.USAGE_ERROR))
    # pytest also reports a usage error if conftest.py cannot import the changed package.
    if is_refused and _BROKEN_CONFTEST not in sandbox.log.read_text(errors="replace"):
        raise RuntimeError("pytest could not be run; see log.txt in the folder")
    passed = (str(int(pytest.ExitCode.OK)), str(int(pytest.ExitCode.NO_TESTS_COLLECTED)))
    return None if code in passed else "failed: while the tests were imported"


class Reporter:
    """A plugin that reports when a test starts and when it fails."""

    report: Callable[[str], None]

    def pytest_runtest_logstart(self, nodeid):
        self.report(f"start {nodeid}")

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.report(f"failed {report.nodeid}")


class Chosen(Reporter):
    """Run only the chosen tests, in order."""

    def __init__(self, ids: list[str]) -> None:
        self._place = {name: place for place, name in enumerate(ids)}

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.nodeid in self._place]
        items.sort(key=lambda item: self._place[item.nodeid])


def run_pytest(arguments: Sequence[str], plugin: Reporter, report: Callable[[str], None]) -> None:
    """Run in the fork. Hypothesis draws the same examples each time and does not shrink them."""
    import hypothesis  # noqa: PLC0415 - the caller may have no tests that need it

    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile(
        "mutants", database=None, deadline=None, derandomize=True, phases=phases
    )
    hypothesis.settings.load_profile("mutants")
    plugin.report = report
    options = [*_OPTIONS, f"--basetemp={os.environ['MUTANTS_TEMPORARY']}"]
    report(f"end {int(pytest.main([*options, *arguments], plugins=[plugin]))}")


def run_in_fork(
    sandbox: Sandbox,
    work: Callable[[Callable[[str], None]], None],
    limits: dict[str, float],
) -> list[str]:
    """Call `work` in a fork and return the lines that it reports.

    The last one is "silent TEST" if the fork exceeded its limit, or "died TEST" if it crashed.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _live(sandbox, work, writer)
    os.close(writer)
    lines = _read_lines(reader, limits)
    os.close(reader)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    _kill_orphans()
    return lines


def _live(sandbox: Sandbox, work: Callable[[Callable[[str], None]], None], writer: int) -> None:
    """The fork; never returns."""
    os.setsid()
    log = os.open(sandbox.log, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for new, old in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(new, old)
    # Not RLIMIT_AS, because Node reserves more addresses for WebAssembly.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.environ["MUTANTS_TEMPORARY"] = str(sandbox.folder / "temporary")
    try:
        work(lambda line: os.write(writer, f"{line}\n".encode()))
    except BaseException:  # noqa: BLE001 - the fork must end here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _read_lines(reader: int, limits: dict[str, float]) -> list[str]:
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


def _kill_orphans() -> None:
    """Kill the processes that were adopted by this one, and then their orphans."""
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
