"""Changes of the C++ code: build the extension and its C++ tests, and run the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from .mutations import Mutation, NotViable
from .runs import PATIENCE, SHORTEST_LIMIT, Test, killer
from .work import changed, varied, within, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .sandbox import Sandbox

# The parts of the package that use a folder of the C++ code; other folders are used everywhere.
_POKER, _PUZZLE = ("poker/", "cards.py"), ("puzzle/",)
AREAS = {
    "core/poker/": _POKER,
    "bind/poker/": _POKER,
    "bind/equity/": _POKER,
    "core/numbers/": _PUZZLE,
    "bind/numbers/": _PUZZLE,
}
# Tests that call the core directly, for files of any folder.
OF_THE_CORE = "tests/promises/arguments/test_core_"
# The recorded seconds of the tests that are tried on a change: of those with a word of the file's
# path in their name, and of all others. Recording is several times slower.
MAX_SECONDS = 100.0
MAX_SECONDS_OF_A_BUILD = 900.0


def sources(sandbox: Sandbox) -> list[Path]:
    """The C++ code without its tests, fuzz targets, soak and WebAssembly."""
    found = [path for part in ("bind", "core") for path in (sandbox.copy / part).rglob("*.?pp")]
    return sorted(path for path in found if not {"tests", "fuzz", "soak", "wasm"} & set(path.parts))


class Build:
    """The compiled code in the folder, without link-time optimization, which would be slow."""

    def __init__(
        self, sandbox: Sandbox, tests: list[Test], jobs: int, report: Callable[[str], None]
    ) -> None:
        self._sandbox = sandbox
        self._folder = sandbox.folder / "build"
        self._jobs = jobs
        self._programs = ["core_tests"]
        report("building the extension and the C++ tests")
        self._configure()
        if not self._build("_core", *self._programs):
            raise RuntimeError("the C++ code does not compile; see build.txt in the folder")
        self._limits = {name: self._limit(name) for name in self._programs}
        self._tests, self._failing = tests, set[str]()
        self._leave_out_failing(report)

    def try_change(self, mutation: Mutation, earlier: str | None = None) -> str | NotViable | None:
        """How a test noticed the change, or None; `earlier` is how one did in an earlier run."""
        with changed(self._sandbox.copy / mutation.path, mutation):
            if not self._build("_core"):
                return NotViable.IT
            tests = self._ordered(mutation.path)
            tests.sort(key=lambda test: not earlier or not earlier.endswith(f": {test.id}"))
            found = self._killer(tests)
            if found:
                return found
            if not self._build(*self._programs):
                return "failed: the C++ tests do not compile"
            return next(filter(None, map(self._run_program, self._programs)), None)

    def _configure(self) -> None:
        options = ["-DFACEVALUE_PYTHON=ON", "-DFACEVALUE_TESTS=ON", "-DCMAKE_BUILD_TYPE=Mutants"]
        options += ["-DFACEVALUE_UNITY=ON", "-DCMAKE_CXX_FLAGS_MUTANTS=-O1"]
        options += [f"-DPython_EXECUTABLE={sys.executable}"]
        if shutil.which("ccache"):
            options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        self._run("cmake", "-G", "Ninja", "-S", self._sandbox.copy, "-B", self._folder, *options)

    def _build(self, *targets: str) -> bool:
        """Build the targets, and install the extension in the copy; False if that fails."""
        if not self._run("ninja", "-C", self._folder, f"-j{self._jobs}", *targets):
            return False
        if "_core" in targets:
            made = next(self._folder.glob("_core*.so"))
            imported = self._sandbox.sources / made.name
            imported.unlink(missing_ok=True)
            shutil.copy(made, imported)
        return True

    def _run(self, *command: str | Path) -> bool:
        environment = {**os.environ, "CCACHE_DIR": str(self._sandbox.folder / "ccache")}
        with (self._sandbox.folder / "build.txt").open("w") as log:
            try:
                done = subprocess.run(
                    command,
                    env=environment,
                    stdout=log,
                    stderr=log,
                    timeout=MAX_SECONDS_OF_A_BUILD,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return False
        return done.returncode == 0

    def _killer(self, tests: list[Test]) -> str | None:
        """Without caches in the home folder, which may contain results of the unchanged code."""
        self._sandbox.renew_home(empty=True)
        return killer(self._sandbox, tests)

    def _ordered(self, path: str) -> list[Test]:
        """The tests of the part of the package that uses this C++ file, the likely ones first."""
        parts = next((parts for start, parts in AREAS.items() if path.startswith(start)), ("",))
        starts = tuple(f"{self._sandbox.package}/{part}" for part in parts)
        _, _, *names = Path(path).parts  # without "core" and "poker" or "numbers"
        words = {word for part in names for word in words_of(part)}
        likely: list[Test] = []
        others: list[Test] = []
        for test in self._tests:
            if test.file.startswith(OF_THE_CORE):
                likely.append(test)
            elif any(name.startswith(starts) for name in test.lines):
                (likely if words & words_of(test.file) else others).append(test)
        chosen = [*within(varied(likely), MAX_SECONDS), *within(varied(others), MAX_SECONDS)]
        return [test for test in chosen if test.id not in self._failing]

    def _leave_out_failing(self, report: Callable[[str], None]) -> None:
        """Leave out the tests that fail with the unoptimized code."""
        names = [path.relative_to(self._sandbox.copy).as_posix() for path in sources(self._sandbox)]
        rest = list({test.id: test for name in names for test in self._ordered(name)}.values())
        while rest and (failed := self._killer(rest)):
            report(f"left out, because it fails without any change: {failed}")
            place = [test.id for test in rest].index(failed.partition(": ")[2])
            self._failing.add(rest[place].id)
            rest = rest[place + 1 :]

    def _limit(self, program: str) -> float:
        since = time.monotonic()
        subprocess.run([self._folder / program], cwd=self._sandbox.copy, check=True, stdout=-3)
        return SHORTEST_LIMIT + PATIENCE * (time.monotonic() - since)

    def _run_program(self, program: str) -> str | None:
        """How a C++ test program failed, or None."""
        try:
            done = subprocess.run(
                [self._folder / program],
                cwd=self._sandbox.copy,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=self._limits[program],
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"silent: {program}"
        return f"failed: {program}" if done.returncode else None
