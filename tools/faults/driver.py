"""Run jobs again and again, and make a different system call fail each time.

tests/project/test_faults.py runs it with faults.c loaded:
`python -m tools.faults.driver [--sample] FOLDER [JOB]...`. For each job and each kind of call it
prints a line of JSON: the number of faults, how the job ended, and what went wrong.

For n = 1, 2, ... the n-th call fails, until the job makes fewer than n calls; beyond `MOST`, or in
a sample, n grows in strides. After a fault there must be no traceback, no lost row and no wrong
number; existing files must be unchanged, and the job must succeed when it is run again.
"""

from __future__ import annotations

import argparse
import ctypes
import io
import json
import os
import shutil
import sys
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Smaller requests for memory never fail: Python cannot do without its small objects, and NumPy
# crashes without its buffers of 64 KiB for indices of another type.
MIN_BYTES = 65_537
MOST = 150  # faults one after the other, before strides
FILE_CALLS = ("write", "write on", "rename", "fsync", "open")
CALLS = (*FILE_CALLS, "malloc", "new", "pthread_create")
BEFORE = b"the old contents\n"
NO_MEMORY = "facevalue: not enough memory; ask for less at a time, or for smaller numbers"

_library = ctypes.CDLL(None)


@contextmanager
def armed(call: str, at: int, folder: Path) -> Iterator[None]:
    """Make the call with this number fail in the block; "write on" also all later ones."""
    name, _, lasts = call.partition(" ")
    # Made first, because making them allocates memory.
    arguments = (
        ctypes.c_char_p(name.encode()),
        ctypes.c_long(at),
        ctypes.c_size_t(MIN_BYTES),
        ctypes.c_char_p(str(folder).encode()),
        ctypes.c_int(bool(lasts)),
    )
    if not _library.faults_arm(*arguments):
        raise ValueError(call)
    try:
        yield
    finally:
        _library.faults_disarm()


def failed() -> int:
    """The number of calls that have failed since `armed` was entered."""
    return int(ctypes.c_long(_library.faults_failed()).value)


class Outcome(NamedTuple):
    """How a job ended: its result, or its error message."""

    result: object
    error: str = ""


class Job:
    """Work that can be repeated in a folder."""

    calls: tuple[str, ...]

    def prepare(self, folder: Path) -> None:
        """Write the files that the job needs, and files that it must not change."""

    def run(self, folder: Path) -> Outcome:
        """Run the job."""
        raise NotImplementedError

    def files(self, folder: Path) -> object:
        """What a successful run leaves in the folder, to be compared."""
        del folder

    def problems(self, folder: Path, expected: object) -> Iterator[str]:
        """What is wrong with the folder after a failed run."""
        del folder, expected
        yield from ()


class Command(Job):
    """A command that writes one file, or a folder of files."""

    calls = CALLS

    def __init__(self, line: str, writes: str) -> None:
        self.words, self.writes = line.split(), writes

    def prepare(self, folder: Path) -> None:
        row = {"nums": [3, 8], "completion": "<answer>3*8</answer>"}
        text = "".join(json.dumps(row | {"target": 24 + n % 3}) + "\n" for n in range(3000))
        (folder / "rows.jsonl").write_text(text, encoding="ascii")
        (folder / "mine").write_bytes(BEFORE)
        target = folder / self.writes
        if target.suffix:
            target.write_bytes(BEFORE)
        else:
            target.mkdir()
            (target / "mine").write_bytes(BEFORE)

    def run(self, folder: Path) -> Outcome:
        os.chdir(folder)
        out, err = sys.stdout, sys.stderr
        printed, reported = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        sys.stdout, sys.stderr = printed, reported
        try:
            code = main(self.words)
        finally:
            sys.stdout, sys.stderr = out, err
        outputs = []
        for stream in (printed, reported):
            stream.flush()
            outputs.append(stream.buffer.getvalue().decode())
        if code in (0, 1):
            return Outcome((code, outputs[0]), outputs[1])
        return Outcome(None, f"exit code {code}: {outputs[1]}")

    def files(self, folder: Path) -> object:
        return contents(folder)

    def problems(self, folder: Path, expected: Any) -> Iterator[str]:
        """Every file must have its old or its new contents, except unfinished work of a build."""
        _, finished = expected
        for name, content in contents(folder).items():
            is_work = f"{self.writes}/.facevalue-build" in name
            if is_work and not name.endswith(".part"):
                continue
            if content not in (BEFORE, finished.get(name)):
                yield f"{name} has neither its old nor its new contents"
        yield from (
            f"{name} is lost" for name in ("mine", "rows.jsonl") if not (folder / name).exists()
        )
        if (folder / self.writes).suffix and (folder / self.writes).read_bytes() != BEFORE:
            yield f"{self.writes} was replaced though the command failed"


def contents(folder: Path) -> dict[str, bytes]:
    """The contents of all files below a folder, by path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class Call(Job):
    """A call of the library whose results can be compared."""

    calls = ("malloc", "malloc on", "new", "new on", "pthread_create", "pthread_create on")

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call

    def run(self, folder: Path) -> Outcome:
        del folder
        try:
            return Outcome(self.call())
        except MemoryError:
            return Outcome(None, f"exit code 3: {NO_MEMORY}\n")


RANDOM = np.random.default_rng(1)
HANDS = RANDOM.integers(1, 60, (4000, 4))
ANSWERS = ["(1+2+3)*4", "4*3*2*1", "1+2", "x", "24"] * 4000
CARDS = RANDOM.permuted(np.tile(np.arange(52, dtype=np.uint8), (50_000, 1)), axis=1)[:, :7].copy()


def labels(**options: Any) -> object:
    found = fv.label_many(HANDS, simplest=True, **options)
    columns = (found.solvable, found.solution_count, found.needs_fraction, found.difficulty)
    return [column.tobytes() for column in columns], found.simplest.tolist()


def solve() -> object:
    solutions = fv.solve("1 2 3 4 5 6 7", 24)
    return solutions.count(), [str(solution) for solution in solutions][::50], str(solutions.first)


def solve_again() -> object:
    """Count with the same object again after a failure."""
    solutions = fv.solve("1 2 3 4 5 6 7", 25)
    try:
        return solutions.count()
    except MemoryError:
        return solutions.count()


def equity(*players: str, **options: Any) -> object:
    found = fv.poker.equity(*players, **options)
    return found.deals, [(share.win, share.tie) for share in found.players]


class StoppedError(Exception):
    """Ends a build after its first shard."""


class Resumed(Command):
    """A build that resumes an interrupted one."""

    def prepare(self, folder: Path) -> None:
        def stop(*_: int) -> None:
            raise StoppedError

        super().prepare(folder)
        spec = datasets.Spec(low=1, high=13, count=60, shard_rows=20)
        with suppress(StoppedError):
            datasets.build(spec, folder / self.writes, workers=1, progress=stop)


class Careless(Command):
    """A command that writes its file in place, which the tests must notice."""

    def run(self, folder: Path) -> Outcome:
        """Write the file without going through a temporary one."""
        try:
            with (folder / self.writes).open("wb", buffering=0) as file:
                file.write(b"new\n")
        except OSError:
            return Outcome(None, "exit code 3: facevalue: the disk is full\n")
        return Outcome(0)


CARELESS = {"careless": Careless("", "file.txt")}
JOBS: dict[str, Job] = {
    "dataset build": Command(
        "dataset build -o set --low 1 --high 13 --count 60 --shard-rows 20 --workers 2",
        "set",
    ),
    "dataset build, resumed": Resumed(
        "dataset build -o set --low 1 --high 13 --count 60 --shard-rows 20 --workers 1", "set"
    ),
    "dataset build, one worker": Command(
        "dataset build -o set --low 1 --high 13 --count 20 --workers 1 --format trl", "set"
    ),
    "dataset audit": Command("dataset audit rows.jsonl --workers 2 --html page.html", "page.html"),
    "grade, CSV": Command("grade rows.jsonl -o verdicts.csv", "verdicts.csv"),
    "grade, Parquet": Command("grade rows.jsonl -o verdicts.parquet", "verdicts.parquet"),
    "sheet": Command("sheet -o hands.pdf --count 3 --seed 7", "hands.pdf"),
    "table": Command("table --target 143 -o results.txt", "results.txt"),
    "solve": Call(solve),
    "solve, called again": Call(solve_again),
    "walk": Call(lambda: fv.solve("1 2 3 4 6", method="walk", workers=2).count()),
    "label_many": Call(lambda: labels(workers=2)),
    "label_many, one worker": Call(labels),
    "solve_many": Call(lambda: fv.solve_many(HANDS[:500], workers=2)),
    "solvable_many": Call(lambda: fv.solvable_many(HANDS, workers=2).tobytes()),
    "check_many": Call(lambda: fv.check_many(ANSWERS, [1, 2, 3, 4], workers=2).tobytes()),
    "whole_game": Call(lambda: fv.whole_game(tiles=range(1, 13), workers=2).total.pairs),
    "closest": Call(lambda: str(fv.closest("3 5 7 11 13 17", 10**6, "countdown"))),
    "evaluate_many": Call(lambda: fv.poker.evaluate_many(CARDS, workers=2).tobytes()),
    "equity, ranges": Call(
        lambda: equity("TT+, AKs:0.3", "QQ, 76s", "99:0.1", board="2h7d9cTs", workers=2)
    ),
    "equity, stud": Call(lambda: equity("AsAhKd9c8c", "QsQh2d3c4c", game="stud", workers=2)),
    "equity, sampled": Call(
        lambda: equity("AhKh", "QsQd", "random", samples=50_000, seed=1, workers=2)
    ),
    "generate": Call(lambda: [str(p) for p in fv.generate("countdown", seed=1, count=50)]),
}


class Report(NamedTuple):
    """The effects of the faults of one kind on a job."""

    job: str
    call: str
    faults: int
    ends: dict[str, int]
    problems: list[str]


def next_fault(at: int, *, is_sample: bool) -> int:
    if is_sample:
        return at + max(1, at // 3)
    return at + (1 if at < MOST else at // 10)


def try_faults(name: str, call: str, root: Path, *, is_sample: bool) -> Report:
    """Run a job with one fault after the other."""
    job = (JOBS | CARELESS)[name]
    expected = run_without_faults(job, root / "expected").result
    # Everything that is computed once is cached now, so the following runs are alike.
    ends: Counter[str] = Counter()
    problems: list[str] = []
    faults, at = 0, 1
    while True:
        folder = prepare(job, root / f"run {at}")
        outcome = run_and_catch(job, folder, call, at)
        if not failed():
            shutil.rmtree(folder)
            break
        faults += 1
        ends[end_of(outcome)] += 1
        found = [*check(job, outcome, expected, folder), *check_again(job, expected, folder)]
        problems += [f"{call} {at}: {problem}" for problem in found]
        shutil.rmtree(folder)
        at = next_fault(at, is_sample=is_sample)
    if outcome.result != expected:
        problems.append(f"without a fault: {outcome}")
    return Report(name, call, faults, dict(ends), problems)


def run_without_faults(job: Job, folder: Path) -> Outcome:
    """Run the job twice in a new folder; the first run fills the caches."""
    for _ in range(2):
        prepare(job, folder)
        outcome = run_and_catch(job, folder)
        shutil.rmtree(folder)
    assert outcome.result is not None, outcome
    return outcome


def prepare(job: Job, folder: Path) -> Path:
    folder.mkdir(parents=True)
    job.prepare(folder)
    return folder


def run_and_catch(job: Job, folder: Path, call: str = "", at: int = 0) -> Outcome:
    """The outcome of a run; an uncaught error would have been a traceback."""
    try:
        with armed(call, at, folder) if call else nullcontext():
            outcome = job.run(folder)
    except BaseException as error:  # noqa: BLE001 - the test looks for any error
        return Outcome(None, f"Traceback: {type(error).__name__}: {error}")
    if outcome.result is None:
        return outcome
    return Outcome((outcome.result, job.files(folder)), outcome.error)


def end_of(outcome: Outcome) -> str:
    return "right" if outcome.result is not None else outcome.error.partition(":")[0]


def check(job: Job, outcome: Outcome, expected: object, folder: Path) -> Iterator[str]:
    """After a fault, the result must be right, or an error of one line with exit code 3."""
    if outcome.result is not None:
        if outcome.result != expected:
            yield f"another result: {str(outcome.result)[:200]}"
        return
    is_line = (
        outcome.error.startswith("exit code 3: facevalue: ") and outcome.error.count("\n") == 1
    )
    if not is_line:
        yield outcome.error[:500]
    yield from job.problems(folder, expected)


def check_again(job: Job, expected: object, folder: Path) -> Iterator[str]:
    """Run the job again without a fault; the result must be right."""
    again = run_and_catch(job, folder)
    if again.result is None:
        yield f"again: {again.error[:500]}"
    elif again.result != expected:
        yield f"again: another result: {str(again.result)[:200]}"


def main_of_driver() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.faults.driver", description=__doc__)
    parser.add_argument("--sample", action="store_true", help="fewer faults")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="JOB")
    options = parser.parse_args()
    os.environ["XDG_CACHE_HOME"] = str(options.folder / "cache")
    jobs = JOBS | CARELESS
    for name in options.names or JOBS:
        for call in jobs[name].calls:
            report = try_faults(name, call, options.folder / "jobs", is_sample=options.sample)
            print(json.dumps(report._asdict()), flush=True)


if __name__ == "__main__":
    main_of_driver()
