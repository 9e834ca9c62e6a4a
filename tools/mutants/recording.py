"""Which tests run which lines: recorded once for each file of tests, and again when it changes.

When a source changes, its lines are only moved to where they stand now: whoever ran a block of
lines runs the block in its place. Remove the folder to record everything anew.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import pkgutil
import shutil
import time
from contextlib import suppress
from difflib import SequenceMatcher
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from . import tracing
from .runs import SameLimit, Teller, Test, run_pytest, watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .sandbox import Sandbox

# Tests run several times slower while their lines are recorded.
MOST_SECONDS = 600.0


def recorded(sandbox: Sandbox, tell: Callable[[str], None]) -> list[Test]:
    """All quick tests that pass."""
    tests: list[Test] = []
    files = list(_files(sandbox))
    for number, name in enumerate(files):
        answer = _answer_of(sandbox, name)
        if not _is_fresh(sandbox, name, answer):
            tell(f"recording {number + 1} of {len(files)}: {name}")
            _record(sandbox, name, answer)
        tests += _read(sandbox, name, answer)
    _keep_home(sandbox)
    return tests


def _files(sandbox: Sandbox) -> Iterator[str]:
    """The files with tests, and the sources with examples."""
    for path in sorted(sandbox.copy.glob("tests/test_*.py")):
        yield path.relative_to(sandbox.copy).as_posix()
    for path in sorted(sandbox.sources.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            yield path.relative_to(sandbox.copy).as_posix()


def _answer_of(sandbox: Sandbox, name: str) -> Path:
    return sandbox.folder / "recorded" / f"{name.replace('/', '.')}.json"


def _is_fresh(sandbox: Sandbox, name: str, answer: Path) -> bool:
    if not answer.exists():
        return False
    known = json.loads(answer.read_text(encoding="utf-8"))
    return known["digest"] == _digest_of_tests(sandbox, name)


def _digest_of_tests(sandbox: Sandbox, name: str) -> str:
    """Of the file, of the files beside it that it names, and of the names of pages if it asks."""
    text = (sandbox.copy / name).read_text(encoding="utf-8")
    beside = [path for path in sorted(sandbox.copy.glob("tests/*.py")) if path.stem in text]
    parts = [_digest(path) for path in (sandbox.copy / name, *beside)]
    if "transcripts" in text or "docs" in text:
        parts += sorted(map(str, sandbox.copy.glob("tests/transcripts/*")))
        parts += sorted(map(str, sandbox.copy.glob("docs/**/*.md")))
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _record(sandbox: Sandbox, name: str, answer: Path) -> None:
    tracing.WANTED.mkdir()
    found = answer.with_suffix(".new")
    found.parent.mkdir(exist_ok=True)
    recorder = Recorder(sandbox.package)

    def work(tell: Callable[[str], None]) -> None:
        run_pytest([name], recorder, tell)
        found.write_text(json.dumps(recorder.rows), encoding="utf-8")

    limits = SameLimit(MOST_SECONDS)
    said = watched(sandbox, work, limits)
    shutil.rmtree(tracing.WANTED)
    if not found.exists():
        raise RuntimeError(f"{name} could not be recorded: {said[-1]}; see log.txt in the folder")
    rows = json.loads(found.read_text(encoding="utf-8"))
    sources = sorted({source for row in rows for source in row[2]})
    known = {
        "digest": _digest_of_tests(sandbox, name),
        "sources": {each: _kept(sandbox, sandbox.copy / "src" / each) for each in sources},
        "tests": rows,
    }
    found.write_text(json.dumps(known), encoding="utf-8")
    found.rename(answer)


def _kept(sandbox: Sandbox, path: Path) -> str:
    """The digest of a source, whose text is kept under that name."""
    digest = _digest(path)
    folder = sandbox.folder / "texts"
    folder.mkdir(exist_ok=True)
    if path.is_file() and not (folder / digest).exists():
        shutil.copy(path, folder / digest)
    return digest


def _read(sandbox: Sandbox, name: str, answer: Path) -> list[Test]:
    known = json.loads(answer.read_text(encoding="utf-8"))
    moves = {
        source: _moves(sandbox, digest, sandbox.copy / "src" / source)
        for source, digest in known["sources"].items()
    }
    return [
        Test(test, name, seconds, {each: _moved(moves[each], lines[each]) for each in lines})
        for test, seconds, lines in known["tests"]
    ]


@functools.cache
def _moves(sandbox: Sandbox, digest: str, path: Path) -> tuple[int, ...]:
    """For each line of the text with this digest, the lines that stand there now, as bits."""
    if digest == _digest(path) or not path.is_file():
        return ()
    old, new = (
        each.read_text(encoding="utf-8").splitlines()
        for each in (sandbox.folder / "texts" / digest, path)
    )
    moves = [0] * (len(old) + 1)
    for kind, start, end, first, last in SequenceMatcher(
        a=old, b=new, autojunk=False
    ).get_opcodes():
        for line in range(start, end):
            now = range(line - start + first, line - start + first + 1)
            now = now if kind == "equal" else range(first, last)
            moves[line + 1] = sum(2 << each for each in now)
    return tuple(moves)


@functools.lru_cache(100_000)
def _moved(moves: tuple[int, ...], mask: str) -> int:
    lines = int(mask, 16)
    if not moves:
        return lines
    found = 0
    for line, now in enumerate(moves):
        found |= now if lines >> line & 1 else 0
    return found


def _keep_home(sandbox: Sandbox) -> None:
    """What the tests left in their home folder, such as a cache: each mutant starts with that."""
    kept = sandbox.folder / "kept_home"
    if not kept.is_dir():
        shutil.copytree(sandbox.home, kept)


class Recorder(Teller):
    """Keeps the time and the lines of each test that passes."""

    def __init__(self, package: str) -> None:
        self.rows: list[tuple[str, float, dict[str, str]]] = []
        self._package = package
        self._tracer = tracing.Tracer()
        self._caches: list[functools._lru_cache_wrapper] = []
        self._failed: set[str] = set()
        self._function = ""

    def pytest_collection_finish(self):
        """A line that runs when a module is imported must not count for the test that is first."""
        import_all(self._package)
        self._caches = [
            each
            for each in gc.get_objects()
            if isinstance(each, functools._lru_cache_wrapper)  # noqa: SLF001 - it has no other name
            and (each.__module__ or "").startswith(self._package)
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        if item.nodeid.partition("[")[0] != self._function:
            self._function = item.nodeid.partition("[")[0]
            self._forget()
        start = time.perf_counter()
        self._tracer.start()
        try:
            return (yield)
        finally:
            lines = self._tracer.stop()
            seconds = time.perf_counter() - start
            for source, mask in tracing.collected().items():
                lines[source] = lines.get(source, 0) | mask
            if item.nodeid not in self._failed:
                named = {source: hex(mask) for source, mask in lines.items()}
                self.rows.append((item.nodeid, round(seconds, 4), named))

    def _forget(self) -> None:
        """What is computed once counts for one example of each test; all would take too long."""
        for cache in self._caches:
            cache.cache_clear()

    def pytest_runtest_logreport(self, report):
        super().pytest_runtest_logreport(report)
        if not report.passed:
            self._failed.add(report.nodeid)


def import_all(package: str) -> None:
    """Imports all modules of a package, but those whose own imports are not installed."""
    with suppress(ImportError):
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):
                    import_module(module.name)
