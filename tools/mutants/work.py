"""Draws changes, makes each of them in the copy, and runs the tests that can notice.

Run by `__main__` in the environment of the copy.
"""

from __future__ import annotations

import argparse
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
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .core_mutations import core_mutations
from .equivalent import EQUIVALENT
from .mutations import Mutation, mutations
from .recording import recorded
from .runs import Test, killer, preload, slow_killer
from .sandbox import Sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# Where commands and their pages are tested.
OF_COMMANDS = ("tests/test_cli", "tests/test_docs", "tests/test_sessions")
# At first a few tests that run little else: most changes are noticed by one of them.
FIRST_TESTS, FIRST_SECONDS, FIRST_FILES = 40, 3.0, 3


class Drawn(NamedTuple):
    """A change, and the lines that it changes before and after."""

    mutation: Mutation
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.mutation.path}:{self.mutation.line}\n  - {self.before}\n  + {self.after}"


class NotViable(Enum):
    """What is no mutant, because it does not compile."""

    IT = "does not compile"


class Memory:
    """How each change was noticed, in a file: a test that noticed it before is tried first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        # A change is known by its file and its lines; the number of the line may be another now.
        self._known = {
            (row["file"], row["change"]): row["noticed"] for row in map(json.loads, lines)
        }

    def known(self, candidate: Drawn) -> str | None:
        return self._known.get(_row(candidate))

    def has_survived(self, candidate: Drawn) -> bool:
        return self._known.get(_row(candidate), "") is None

    def add(self, candidate: Drawn, answer: str | NotViable | None, seconds: float) -> None:
        file, change = _row(candidate)
        noticed = answer.value if isinstance(answer, NotViable) else answer
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


def tell(text: str) -> None:
    print(text, flush=True)


def drawn(sandbox: Sandbox, names: Iterable[Path], seed: int) -> list[Drawn]:
    """All changes of the files in the order of the seed, without those that are equivalent.

    The order of two changes depends on nothing but their own lines: it stays the same when other
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
    return [each for _, each in sorted(found)]


_EQUIVALENT = {row[:3] for row in EQUIVALENT}


@contextmanager
def changed(path: Path, mutation: Mutation) -> Iterator[None]:
    """The file with the change. No compiled file of one state may ever be taken for the other."""
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


def tried(
    sandbox: Sandbox, mutation: Mutation, tests: list[Test], known: str | None = None
) -> str | None:
    """How a test noticed the change of Python code, or None; `known` is how one did before."""
    again = [test for test in tests if known and known.endswith(f": {test.id}")]
    before, _ = mutation.diff((sandbox.copy / mutation.path).read_text(encoding="utf-8"))
    constant = re.match(r"([A-Z_0-9]+)\b.* = ", before)
    with changed(sandbox.copy / mutation.path, mutation):
        for stage in ([again] if again else []) + list(
            stages(mutation, tests, constant and constant[1])
        ):
            sandbox.renew_home()
            found = killer(sandbox, stage)
            if found:
                return found
        files = slow_files(mutation, tests)
        found = slow_killer(sandbox, files) if files else None
    if found and slow_killer(sandbox, files):
        return None  # they fail without the change, too
    return found


def slow_files(mutation: Mutation, tests: list[Test]) -> list[str]:
    """The files whose slow tests are likely to notice a change that no quick test has noticed.

    Those whose quick tests run the line, or else lines of its file, and little else. Pages are left
    out, since few changes show in a browser and nowhere else.
    """
    source = mutation.path.removeprefix("src/")
    wanted = sum(1 << line for line in mutation.lines or ())
    near = [test for test in tests if source in test.lines and "/test_" in f"/{test.file}"]
    hit = [test for test in near if test.lines[source] & wanted]
    files = dict.fromkeys(test.file for test in sorted(hit or near, key=_breadth))
    return [file for file in files if "test_web_" not in file][:FIRST_FILES]


def stages(
    mutation: Mutation, tests: list[Test], constant: str | None = None
) -> Iterator[list[Test]]:
    """The quick tests that can notice, in lists with the most promising ones first.

    Those that run the line and little else; the others that run it; those that run other lines of
    its file or stand beside a test that runs the line, as a value may have been computed for an
    earlier test. For a line that runs at import, no test is known to run it: after those that are
    called as its constant, and those of its file, come all others, those of the commands first if
    it belongs to a command.

    Args:
        mutation: the change.
        tests: all tests.
        constant: the name to which the line gives a value, if it does.
    """
    source = mutation.path.removeprefix("src/")
    wanted = sum(1 << line for line in mutation.lines or ())
    hit = [test for test in tests if test.lines.get(source, 0) & wanted]
    files, known = {test.file for test in hit}, {test.id for test in hit}
    near = [test for test in tests if source in test.lines or test.file in files]
    near = [test for test in near if test.id not in known]
    hit.sort(key=_breadth)
    first = _first(hit)
    lists = [first, varied(test for test in hit if test not in first), varied(near)]
    if not hit:
        others = [test for test in tests if source not in test.lines]
        is_command = "/cli/" in source
        shown = [test for test in others if is_command and test.file.startswith(OF_COMMANDS)]
        lists += [varied(shown), varied(test for test in others if test not in shown)]
        if constant:
            lists.insert(0, [test for test in tests if re.search(rf"\b{constant}\b", test.id)])
    yield from filter(None, lists)


def varied(tests: Iterable[Test]) -> list[Test]:
    """One example of each test before the second one of any; the quick ones first."""
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
    """Those of the tests, in their order, that take so many seconds together."""
    chosen = []
    for test in tests:
        if test.seconds <= seconds:
            seconds -= test.seconds
            chosen.append(test)
    return chosen


def all_tried(
    name: str,
    candidates: list[Drawn],
    count: int,
    attempt: Callable[[Mutation, str | None], str | NotViable | None],
    memory: Memory,
) -> Score:
    """Tries the first `count` changes that compile, and tells which were not noticed."""
    killed = total = 0
    start = time.monotonic()
    for candidate in candidates:
        if total == count:
            break
        since = time.monotonic()
        answer = attempt(candidate.mutation, memory.known(candidate))
        memory.add(candidate, answer, time.monotonic() - since)
        if answer is NotViable.IT:
            continue
        total += 1
        killed += answer is not None
        if answer is None:
            tell(f"survived {candidate}")
    score = Score(killed, total)
    seconds = time.monotonic() - start
    tell(f"{name}: killed {killed} of {total} ({score.share:.1%}) in {seconds:.0f} s")
    return score


def check_sandbox(sandbox: Sandbox, tests: list[Test]) -> None:
    """A change that breaks everything must be noticed, and a test must pass without it.

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


def main(given: argparse.Namespace) -> int:
    """The exit code: 0 if enough changes were noticed."""
    sandbox = Sandbox(Path(given.folder), given.package)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    preload()
    tests = recorded(sandbox, tell)
    tell(f"{len(tests)} tests are recorded")
    sys.dont_write_bytecode = True
    check_sandbox(sandbox, tests)
    memory = Memory(sandbox.folder / "noticed.jsonl")
    sources = sorted(sandbox.sources.rglob("*.py"))
    scores = []
    for seed in given.seeds:
        candidates, count = _asked(drawn(sandbox, sources, seed), given.count, given, memory)
        scores.append(
            all_tried(
                f"Python, seed {seed}",
                candidates,
                count,
                lambda each, known: tried(sandbox, each, tests, known),
                memory,
            )
        )
    if given.core or any(not place.startswith("src") for place in given.at):
        from . import core  # noqa: PLC0415 - it needs what a package without a core has not

        build = core.Build(sandbox, tests, given.jobs, tell)
        for seed in given.seeds:
            candidates = drawn(sandbox, core.sources(sandbox), seed)
            candidates, count = _asked(candidates, given.core, given, memory)
            scores.append(all_tried(f"core, seed {seed}", candidates, count, build.tried, memory))
    return 0 if all(score.share >= given.share for score in scores) else 1


def _asked(
    candidates: list[Drawn], count: int, given: argparse.Namespace, memory: Memory
) -> tuple[list[Drawn], int]:
    """The changes to try, and how many: those drawn, those of some lines, or the last survivors."""
    if given.at:
        candidates = [
            each for each in candidates if f"{each.mutation.path}:{each.mutation.line}" in given.at
        ]
        return candidates, len(candidates)
    if given.again:
        candidates = list(filter(memory.has_survived, candidates[:count]))
    return candidates, count


if __name__ == "__main__":
    sys.exit(main(argparse.Namespace(**json.loads(sys.argv[1]))))
