"""Record which tests run which lines, with coverage.py and one context per test.

The lines of processes that a test starts count for that test (startup.py). Later, only the tests of
changed files, and of files with a test that failed, are recorded again; for other tests, the lines
of changed sources are moved.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import pkgutil
import shutil
import subprocess
import time
from contextlib import suppress
from difflib import SequenceMatcher
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

import pytest
from coverage import CoverageData

from .runs import Test
from .startup import CONFIG, FOLDER, PARTS, RUNNING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .sandbox import Sandbox

MAX_SECONDS = 3600.0
SECONDS = FOLDER / "seconds.json"
Move: TypeAlias = tuple[int, int, int]  # the first line of a run before and after, and its length


def record(sandbox: Sandbox, report: Callable[[str], None]) -> list[Test]:
    """Return all quick tests that pass."""
    path = sandbox.folder / "recorded.json"
    files = {
        file.relative_to(sandbox.copy).as_posix(): file.read_text(encoding="utf-8")
        for part in ("src", "tests")
        for file in sorted((sandbox.copy / part).rglob("*.py"))
    }
    recorded = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    failed = set(recorded.get("failed", ()))  # files in which a test failed last time
    if failed or recorded.get("files") != files:
        since = time.monotonic()
        before = recorded.get("files", {})
        changed = [name for name in files if name in failed or files[name] != before.get(name)]
        report(f"recording the tests of {len(changed)} files")
        moves = {
            name.removeprefix("src/"): find_moves(before[name], files[name])
            for name in changed
            if name in before
        }
        kept = [
            (name, seconds, move_lines(lines, moves))
            for name, seconds, lines in recorded.get("tests", [])
            if name.partition("::")[0] in files.keys() - {*changed}
        ]
        tests, failing = _record(sandbox, changed)
        recorded = {"files": files, "tests": kept + tests, "failed": failing}
        path.write_text(json.dumps(recorded), encoding="utf-8")
        report(f"recorded in {time.monotonic() - since:.0f} s")
    return [
        Test(name, name.partition("::")[0], seconds, {key: int(lines[key], 16) for key in lines})
        for name, seconds, lines in recorded["tests"]
    ]


def find_moves(before: str, after: str) -> list[Move]:
    """Return where runs of lines were; a new line was where the line it replaces or follows was."""
    matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    moves: list[Move] = []
    for kind, old, old_end, new, new_end in matcher.get_opcodes():
        if kind == "equal":
            moves.append((old + 1, new + 1, new_end - new))
        else:
            moves += (
                (min(old + place, old_end - 1) + 1, new + place + 1, 1)
                for place in range(new_end - new)
            )
    return moves


def move_lines(lines: dict[str, str], moves: dict[str, list[Move]]) -> dict[str, str]:
    """Return the masks of lines after a change of the sources."""
    moved = dict(lines)
    for source in lines.keys() & moves.keys():
        mask = int(lines[source], 16)
        parts = ((mask >> old & (1 << count) - 1) << new for old, new, count in moves[source])
        moved[source] = hex(sum(parts))
    return moved


def _record(
    sandbox: Sandbox, files: list[str]
) -> tuple[list[tuple[str, float, dict[str, str]]], list[str]]:
    """Record the tests in these files that pass; also return the files in which a test fails."""
    # pytest would import a `__main__.py`, which runs the program.
    tests = [
        name
        for name in files
        if (name.startswith("src/") or "/test_" in name) and not name.endswith("/__main__.py")
    ]
    if not tests:
        return [], []
    SECONDS.unlink(missing_ok=True)
    for folder in (PARTS, RUNNING):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    CONFIG.write_text(
        f"[run]\nsource_pkgs = {sandbox.package}\ndata_file = {PARTS}/all\nparallel = true\n",
        encoding="utf-8",
    )
    options = ["-q", "-p", "no:cacheprovider", "-p", "mutants.recording", "--cov", "--cov-report="]
    options += [f"--cov-config={CONFIG}", "--cov-context=test"]
    with sandbox.log.open("w") as log:
        subprocess.run(
            [sandbox.python, "-m", "pytest", *options, *tests],
            cwd=sandbox.copy,
            env=sandbox.environment() | {"MUTANTS_PACKAGE": sandbox.package},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            timeout=MAX_SECONDS,
            check=False,
        )
    CONFIG.unlink()
    if not SECONDS.exists():
        raise RuntimeError("the tests could not be recorded; see log.txt in the folder")
    run = json.loads(SECONDS.read_text(encoding="utf-8"))
    seconds = run["passed"]
    lines = _lines_of_tests(sandbox)
    shutil.copytree(sandbox.home, sandbox.folder / "kept_home", dirs_exist_ok=True)
    if not (seconds or run["failed"]):
        raise RuntimeError("no test was run; see log.txt in the folder")
    passed = [(name, seconds[name], lines.get(name, {})) for name in sorted(seconds)]
    return passed, sorted({name.partition("::")[0] for name in run["failed"]})


def _lines_of_tests(sandbox: Sandbox) -> dict[str, dict[str, str]]:
    """For each test and file, a mask whose bit n is set if the test runs line n."""
    masks: dict[str, dict[str, int]] = {}
    for path in PARTS.iterdir():
        data = CoverageData(basename=str(path))
        with suppress(Exception):  # a killed process may leave an incomplete file
            data.read()
        for file in data.measured_files():
            source = file.removeprefix(f"{sandbox.copy}/src/")
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    test = context.rpartition("|")[0]
                    files = masks.setdefault(test, {})
                    files[source] = files.get(source, 0) | 1 << line
    return {
        name: {source: hex(mask) for source, mask in files.items()} for name, files in masks.items()
    }


# The rest is a plugin of pytest for the recorded run.

_CACHES: list[functools._lru_cache_wrapper] = []
_FUNCTIONS = [""]
_SECONDS: dict[str, float] = {}
_FAILED: set[str] = set()
_SKIPPED: set[str] = set()


def pytest_collection_finish():
    """Import everything first: lines that run at import must not count for the first test."""
    package = os.environ["MUTANTS_PACKAGE"]
    import_all(package)
    _CACHES[:] = [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper)  # noqa: SLF001 - it has no public name
        and (each.__module__ or "").startswith(package)
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Name the test, and clear caches before each new test function.

    Clearing them before each example would take too long.
    """
    (RUNNING / str(os.getpid())).write_text(item.nodeid, encoding="utf-8")
    function = item.nodeid.partition("[")[0]
    if function != _FUNCTIONS[0]:
        _FUNCTIONS[0] = function
        for cache in _CACHES:
            cache.cache_clear()


def pytest_runtest_logreport(report):
    _SECONDS[report.nodeid] = _SECONDS.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        _FAILED.add(report.nodeid)
    elif not report.passed:
        _SKIPPED.add(report.nodeid)


def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        others = _FAILED | _SKIPPED
        passed = {name: round(_SECONDS[name], 4) for name in _SECONDS if name not in others}
        run = {"passed": passed, "failed": sorted(_FAILED)}
        SECONDS.write_text(json.dumps(run), encoding="utf-8")


def import_all(package: str) -> None:
    """Import all modules of a package, except modules whose imports are not installed."""
    with suppress(ImportError):
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):
                    import_module(module.name)
