"""Choose changes at random, make each of them in the copy, and run the tests that can notice.

Run by `__main__` in the environment of the copy.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import json
import os
import py_compile
import re
import sys
import time
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .core_mutations import core_mutations
from .equivalent import EQUIVALENT
from .mutations import Mutation, NotViable, mutations
from .recording import record
from .runs import Test, killer, preload, slow_killer
from .sandbox import Sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# Where commands and their pages are tested.
OF_COMMANDS = ("tests/cli/", "tests/docs/")
# The first stage: a few tests that run little else notice most changes.
FIRST_TESTS, FIRST_SECONDS, FIRST_FILES = 40, 3.0, 3
# The recorded seconds of the tests of other lines that are tried on a change. More would notice a
# few more changes, and take minutes for each that no test notices.
MAX_NEAR_SECONDS = 30.0


class Drawn(NamedTuple):
    """A change with its lines before and after it."""

    mutation: Mutation
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.mutation.path}:{self.mutation.line}\n  - {self.before}\n  + {self.after}"


class Memory:
    """A file that records how each change was noticed; that test is run first the next time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        # A change is identified by its file and its lines, as line numbers change.
        self._noticed = {
            (row["file"], row["change"]): row["noticed"] for row in map(json.loads, lines)
        }

    def earlier(self, candidate: Drawn) -> str | None:
        return self._noticed.get(_row(candidate))

    def has_survived(self, candidate: Drawn) -> bool:
        return self._noticed.get(_row(candidate), "") is None

    def add(self, candidate: Drawn, result: str | NotViable | None, seconds: float) -> None:
        file, change = _row(candidate)
        noticed = result.value if isinstance(result, NotViable) else result
        row = {"file": file, "change": change, "noticed": noticed, "seconds": round(seconds, 1)}
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")


def _row(candidate: Drawn) -> tuple[str, str]:
    return candidate.mutation.path, f"{candidate.before}\n{candidate.after}"


class Score(NamedTuple):
    killed: int
    total: int

    @property
    def share(self) -> float:
        return self.killed / self.total if self.total else 1.0


def report(line: str) -> None:
    print(line, flush=True)


def draw(sandbox: Sandbox, names: Iterable[Path], seed: int) -> list[Drawn]:
    """All changes of the files in a random order, without the equivalent ones.

    The order of two changes depends only on their lines and the seed: it stays the same when other
    code changes, or when a change is listed as equivalent.
    """
    found = []
    for path in names:
        text, name = path.read_text(encoding="utf-8"), path.relative_to(sandbox.copy).as_posix()
        changes = (mutations if path.suffix == ".py" else core_mutations)(name, text)
        seen: Counter[tuple[str, ...]] = Counter()
        for change in changes:
            row = (name, *change.diff(text))
            seen[row] += 1
            if row not in _EQUIVALENT:
                key = hashlib.sha256(repr((seed, row, seen[row])).encode()).digest()
                found.append((key, Drawn(change, *row[1:])))
    return [change for _, change in sorted(found)]


_EQUIVALENT = {row[:3] for row in EQUIVALENT}


@contextmanager
def changed(path: Path, mutation: Mutation) -> Iterator[None]:
    """Change the file in the block. Compiled files are deleted, so that no stale one is used."""
    text = path.read_text(encoding="utf-8")
    compiled = Path(importlib.util.cache_from_source(path))
    compiled.unlink(missing_ok=True)
    path.write_text(mutation.applied(text), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")
        compiled.unlink(missing_ok=True)
        if path.suffix == ".py":
            py_compile.compile(path)


class Trial:
    """Tries changes of Python code.

    A test that is not recorded again may fail by now without any change: each test that notices a
    change for the first time is run without it, and left out from then on if it fails.
    """

    def __init__(self, sandbox: Sandbox, tests: list[Test]) -> None:
        self._sandbox, self._tests = sandbox, {test.id: test for test in tests}
        self._passed: set[str] = set()

    def try_change(self, mutation: Mutation, earlier: str | None = None) -> str | None:
        """How a test noticed the change, or None; `earlier` is how one did in an earlier run."""
        while True:
            found = try_change(self._sandbox, mutation, list(self._tests.values()), earlier)
            test = self._tests.get(found.partition(": ")[2]) if found else None
            if test is None or test.id in self._passed:
                return found
            if not killer(self._sandbox, [test]):
                self._passed.add(test.id)
                return found
            report(f"left out, because it fails without any change: {test.id}")
            del self._tests[test.id]


def try_change(
    sandbox: Sandbox, mutation: Mutation, tests: list[Test], earlier: str | None = None
) -> str | None:
    """Try a change with these tests; result as in `Trial`."""
    again = [test for test in tests if earlier and earlier.endswith(f": {test.id}")]
    names, users = find_users(sandbox, mutation)
    using = [
        test
        for test in tests
        if any(test.lines.get(file, 0) & mask for file, mask in users.items())
    ]
    with changed(sandbox.copy / mutation.path, mutation):
        for stage in ([again] if again else []) + list(stages(mutation, tests, names, using)):
            sandbox.renew_home()
            found = killer(sandbox, stage)
            if found:
                return found
        files = slow_files(mutation, tests, using)
        found = slow_killer(sandbox, files) if files else None
    if found:
        test = found.partition(": ")[2]
        if slow_killer(sandbox, [test] if "::" in test else files):
            return None  # it also fails without the change
    return found


def slow_files(mutation: Mutation, tests: list[Test], using: list[Test]) -> list[str]:
    """The files whose slow tests are likely to notice a change.

    Their quick tests use the line, or else run other lines of its file, and little else. Tests of
    the pages are left out, because few changes show only in a browser.
    """
    source = mutation.path.removeprefix("src/")
    near = using or [test for test in tests if source in test.lines]
    files = dict.fromkeys(test.file for test in sorted(near, key=_breadth))
    return [file for file in files if "/test_" in f"/{file}" and "test_web_" not in file][
        :FIRST_FILES
    ]


def find_users(sandbox: Sandbox, mutation: Mutation) -> tuple[list[str], dict[str, int]]:
    """Return what a changed line defines, and which lines use it, as masks by file.

    A line that runs at import defines the names that it assigns, which all lines with these names
    use, or a function, which its own lines use. Any other line only uses itself.
    """
    if mutation.lines is not None:
        return [], {mutation.path.removeprefix("src/"): sum(1 << line for line in mutation.lines)}
    path = sandbox.copy / mutation.path
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        first = min(each.lineno for each in (node, *getattr(node, "decorator_list", ())))
        if not first <= mutation.line <= (node.end_lineno or first):
            continue
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            lines = range(node.lineno, (node.end_lineno or first) + 1)
            users = {mutation.path.removeprefix("src/"): sum(1 << line for line in lines)}
            return [node.name], users
        stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
        names = [each.id for each in stored if isinstance(each.ctx, ast.Store)]
        if names:
            return names, _find_lines(sandbox, names)
    return [], {}


def _find_lines(sandbox: Sandbox, names: list[str]) -> dict[str, int]:
    """Return the lines of all sources that contain one of the names, as masks."""
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
    found = {}
    for path in sandbox.sources.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if pattern.search(text):
            lines = enumerate(text.splitlines(), 1)
            mask = sum(1 << number for number, line in lines if pattern.search(line))
            found[path.relative_to(sandbox.sources.parent).as_posix()] = mask
    return found


def stages(
    mutation: Mutation, tests: list[Test], names: list[str], using: list[Test]
) -> Iterator[list[Test]]:
    """The quick tests that can notice, in groups, the most promising first.

    Tests that run the line and little else; other tests that run it; tests that run other lines of
    the file, or are in the same file as a test that runs the line, because a value may have been
    computed for an earlier test. For a line that runs at import: tests with the names that it
    defines; tests that run a line with these names, and little else; tests in files named like its
    file; tests that run its file; then all others, tests of commands first if it belongs to a
    command.

    Args:
        mutation: the change.
        tests: all tests.
        names: what a line that runs at import defines.
        using: the tests that run a line which uses it.
    """
    source = mutation.path.removeprefix("src/")
    hit = using if mutation.lines is not None else []
    files, hits = {test.file for test in hit}, {test.id for test in hit}
    near = [test for test in tests if source in test.lines or test.file in files]
    near = [test for test in near if test.id not in hits]
    hit.sort(key=_breadth)
    first = _first(hit)
    lists = [first, varied(test for test in hit if test not in first)]
    lists.append(within(varied(near), MAX_NEAR_SECONDS))
    if not hit:
        others = [test for test in tests if source not in test.lines]
        is_command = "/cli/" in source
        shown = [test for test in others if is_command and test.file.startswith(OF_COMMANDS)]
        others = varied(shown) + varied(test for test in others if test not in shown)
        lists.append(within(others, MAX_NEAR_SECONDS))
        words = words_of(source)
        alike = varied(test for test in near + others if words & words_of(test.file))
        lists.insert(0, within(alike, MAX_NEAR_SECONDS))
        lists.insert(0, within(sorted(using, key=_breadth), MAX_NEAR_SECONDS))
        if names:
            pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
            lists.insert(0, [test for test in tests if pattern.search(test.id)])
    yield from filter(None, lists)


def words_of(file: str) -> set[str]:
    """The beginnings of the words in the name of a file: `serve` and `serving` are the same."""
    return {word[:4] for word in Path(file).stem.split("_")} - {"test"}


def varied(tests: Iterable[Test]) -> list[Test]:
    """One example of each test before a second example of any, quick ones first."""
    seen: Counter[str] = Counter()
    ranked = []
    for test in sorted(tests, key=lambda test: test.seconds):
        name = test.id.partition("[")[0]
        seen[name] += 1
        ranked.append((seen[name], test.seconds, test.id, test))
    return [row[-1] for row in sorted(ranked)]


def _breadth(test: Test) -> int:
    return sum(mask.bit_count() for mask in test.lines.values())


def _first(hit: list[Test]) -> list[Test]:
    files = list(dict.fromkeys(test.file for test in hit))[:FIRST_FILES]
    likely = (test for test in hit if test.file in files and test.seconds < FIRST_SECONDS)
    return within(islice(likely, FIRST_TESTS), FIRST_SECONDS)


def within(tests: Iterable[Test], seconds: float) -> list[Test]:
    """The first tests that fit into this many seconds together."""
    chosen = []
    for test in tests:
        if test.seconds <= seconds:
            seconds -= test.seconds
            chosen.append(test)
    return chosen


def try_all(
    name: str,
    candidates: list[Drawn],
    count: int,
    attempt: Callable[[Mutation, str | None], str | NotViable | None],
    memory: Memory,
) -> Score:
    """Try the first `count` changes that compile, and print those that were not noticed."""
    killed = total = 0
    start = time.monotonic()
    for candidate in candidates:
        if total == count:
            break
        since = time.monotonic()
        result = attempt(candidate.mutation, memory.earlier(candidate))
        memory.add(candidate, result, time.monotonic() - since)
        if result is NotViable.IT:
            continue
        total += 1
        killed += result is not None
        if result is None:
            report(f"survived {candidate}")
    score = Score(killed, total)
    seconds = time.monotonic() - start
    report(f"{name}: killed {killed} of {total} ({score.share:.1%}) in {seconds:.0f} s")
    return score


def check_sandbox(sandbox: Sandbox, tests: list[Test]) -> None:
    """Check that a test passes, and that it notices a change that breaks everything.

    Raises:
        RuntimeError: the tests import another copy of the package.
    """
    test = min((test for test in tests if test.lines), key=lambda test: test.seconds)
    path = sandbox.sources / "__init__.py"
    broken = Mutation(path.relative_to(sandbox.copy).as_posix(), 0, 0, "1 / 0\n", 1, None)
    if killer(sandbox, [test]):
        raise RuntimeError(f"{test.id} fails without any change; see log.txt in the folder")
    with changed(path, broken):
        if not killer(sandbox, [test]):
            raise RuntimeError("the tests do not import the copy of the package")


def main(arguments: argparse.Namespace) -> int:
    """Return 0 if enough changes were noticed, else 1."""
    sandbox = Sandbox(Path(arguments.folder), arguments.package)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    preload()
    tests = record(sandbox, report)
    report(f"{len(tests)} tests are recorded")
    sys.dont_write_bytecode = True
    check_sandbox(sandbox, tests)
    memory = Memory(sandbox.folder / "noticed.jsonl")
    sources = sorted(sandbox.sources.rglob("*.py"))
    trial, scores = Trial(sandbox, tests), []
    for seed in arguments.seeds:
        candidates = draw(sandbox, sources, seed)
        candidates, count = _select(candidates, arguments.count, arguments, memory)
        name = f"Python, seed {seed}"
        scores.append(try_all(name, candidates, count, trial.try_change, memory))
    if arguments.core or any(not place.startswith("src") for place in arguments.at):
        from . import core  # noqa: PLC0415 - a package without a core cannot import it

        build = core.Build(sandbox, tests, arguments.jobs, report)
        for seed in arguments.seeds:
            candidates = draw(sandbox, core.sources(sandbox), seed)
            candidates, count = _select(candidates, arguments.core, arguments, memory)
            scores.append(
                try_all(f"core, seed {seed}", candidates, count, build.try_change, memory)
            )
    return 0 if all(score.share >= arguments.share for score in scores) else 1


def _select(
    candidates: list[Drawn], count: int, arguments: argparse.Namespace, memory: Memory
) -> tuple[list[Drawn], int]:
    """The changes to try, and how many: of some lines, the last survivors, or the random ones."""
    if arguments.at:
        candidates = [
            change
            for change in candidates
            if f"{change.mutation.path}:{change.mutation.line}" in arguments.at
        ]
        return candidates, len(candidates)
    if arguments.again:
        candidates = list(filter(memory.has_survived, candidates[:count]))
    return candidates, count


if __name__ == "__main__":
    sys.exit(main(argparse.Namespace(**json.loads(sys.argv[1]))))
