"""Runs jobs again and again, and each time makes another call of the system fail.

Run by tests/test_faults.py with faults.c loaded: `python -m tools.faults.driver FOLDER [JOB]...`.
For each job and each kind of call it prints a line of JSON: how many faults there were, how the job
ended, and what went wrong.

For n = 1, 2, ... the n-th call fails, until the job asks for fewer calls than that; beyond `MOST`,
n grows in strides. After a fault there must be no traceback, no lost row and no wrong number; what
stood there before must still stand there, and the job must work when it is run again.
"""

from __future__ import annotations

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

# Of memory asked for at once; smaller requests never fail: Python cannot do without its small
# objects, and NumPy crashes without its buffers of 64 KiB for indices of another type.
LEAST_BYTES = 65_537
MOST = 150  # faults one after the other, before strides
FILE_CALLS = ("write", "write on", "rename", "fsync", "open")
CALLS = (*FILE_CALLS, "malloc", "new", "pthread_create")
BEFORE = b"what stood there before\n"
NO_MEMORY = "facevalue: not enough memory; ask for less at a time, or for smaller numbers"

_library = ctypes.CDLL(None)


@contextmanager
def armed(call: str, at: int, folder: Path) -> Iterator[None]:
    """Makes the call with this number fail in the block; "write on" means all from that one on."""
    name, _, lasts = call.partition(" ")
    # Made before, because making them asks for memory.
    arguments = (
        ctypes.c_char_p(name.encode()),
        ctypes.c_long(at),
        ctypes.c_size_t(LEAST_BYTES),
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
    """How many calls have failed since the last arming."""
    return int(ctypes.c_long(_library.faults_failed()).value)


class Outcome(NamedTuple):
    """How a job ended: its result, or the error that it told of."""

    result: object
    error: str = ""


class Job:
    """Something that can be run in a folder again and again."""

    calls: tuple[str, ...]

    def prepare(self, folder: Path) -> None:
        """Fills the folder with what the job needs and what it must leave alone."""

    def run(self, folder: Path) -> Outcome:
        """Runs it."""
        raise NotImplementedError

    def files(self, folder: Path) -> object:
        """What a run that ended well leaves in the folder, to be compared."""
        del folder

    def problems(self, folder: Path, expected: object) -> Iterator[str]:
        """What is wrong with the folder after a run that failed."""
        del folder, expected
        yield from ()


class Command(Job):
    """A command of the command line that writes one file, or a folder of them."""

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
        said, told = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        sys.stdout, sys.stderr = said, told
        try:
            code = main(self.words)
        finally:
            sys.stdout, sys.stderr = out, err
        texts = []
        for stream in (said, told):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode())
        if code in (0, 1):
            return Outcome((code, texts[0]), texts[1])
        return Outcome(None, f"exit code {code}: {texts[1]}")

    def files(self, folder: Path) -> object:
        return contents(folder)

    def problems(self, folder: Path, expected: Any) -> Iterator[str]:
        """Every file is as it was or as it becomes, but for unfinished work of a build."""
        _, finished = expected
        for name, content in contents(folder).items():
            is_work = f"{self.writes}/.facevalue-build" in name
            if is_work and not name.endswith(".part"):
                continue
            if content not in (BEFORE, finished.get(name)):
                yield f"{name} is neither as it was nor as it becomes"
        yield from (
            f"{name} is lost" for name in ("mine", "rows.jsonl") if not (folder / name).exists()
        )
        if (folder / self.writes).suffix and (folder / self.writes).read_bytes() != BEFORE:
            yield f"{self.writes} was replaced though the command failed"


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class Call(Job):
    """A call of the library, which answers with something that can be compared."""

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


def solved() -> object:
    solutions = fv.solve("1 2 3 4 5 6 7", 24)
    return solutions.count(), [str(each) for each in solutions][::50], str(solutions.first)


def asked_again() -> object:
    """Like `solved`, but the same object answers after it has failed."""
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
    """A build that goes on with what an interrupted one has left."""

    def prepare(self, folder: Path) -> None:
        def stop(*_: int) -> None:
            raise StoppedError

        super().prepare(folder)
        spec = datasets.Spec(low=1, high=13, count=60, shard_rows=20)
        with suppress(StoppedError):
            datasets.build(spec, folder / self.writes, workers=1, progress=stop)


class Careless(Command):
    """A command that opens its file itself: what the tests must notice."""

    def run(self, folder: Path) -> Outcome:
        """Writes the file in place, and counts its lines wrongly where that fails."""
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
    "solve": Call(solved),
    "solve, asked again": Call(asked_again),
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
    """What the faults of one kind did to a job."""

    job: str
    call: str
    faults: int
    ends: dict[str, int]
    problems: list[str]


def tried(name: str, call: str, root: Path) -> Report:
    """Runs a job with one fault after the other."""
    job = (JOBS | CARELESS)[name]
    expected = fresh_run(job, root / "expected").result
    # What is computed once is there now; from here on all runs are alike.
    ends: Counter[str] = Counter()
    problems: list[str] = []
    faults, at = 0, 1
    while True:
        folder = prepared(job, root / f"run {at}")
        outcome = caught(job, folder, call, at)
        if not failed():
            shutil.rmtree(folder)
            break
        faults += 1
        ends[end_of(outcome)] += 1
        found = [*wrong(job, outcome, expected, folder), *wrong_again(job, expected, folder)]
        problems += [f"{call} {at}: {problem}" for problem in found]
        shutil.rmtree(folder)
        at += 1 if at < MOST else at // 10
    if outcome.result != expected:
        problems.append(f"without a fault: {outcome}")
    return Report(name, call, faults, dict(ends), problems)


def fresh_run(job: Job, folder: Path) -> Outcome:
    """A run without faults in a new folder, after another one that fills the caches."""
    for _ in range(2):
        prepared(job, folder)
        outcome = caught(job, folder)
        shutil.rmtree(folder)
    assert outcome.result is not None, outcome
    return outcome


def prepared(job: Job, folder: Path) -> Path:
    folder.mkdir(parents=True)
    job.prepare(folder)
    return folder


def caught(job: Job, folder: Path, call: str = "", at: int = 0) -> Outcome:
    """The outcome; an error that nobody has caught would have been a traceback."""
    try:
        with armed(call, at, folder) if call else nullcontext():
            outcome = job.run(folder)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what the test looks for
        return Outcome(None, f"Traceback: {type(error).__name__}: {error}")
    if outcome.result is None:
        return outcome
    return Outcome((outcome.result, job.files(folder)), outcome.error)


def end_of(outcome: Outcome) -> str:
    return "right" if outcome.result is not None else outcome.error.partition(":")[0]


def wrong(job: Job, outcome: Outcome, expected: object, folder: Path) -> Iterator[str]:
    """What is wrong after a fault: the job must be right, or fail in one line with exit code 3."""
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


def wrong_again(job: Job, expected: object, folder: Path) -> Iterator[str]:
    """What is wrong if the job is run again without a fault."""
    again = caught(job, folder)
    if again.result is None:
        yield f"again: {again.error[:500]}"
    elif again.result != expected:
        yield f"again: another result: {str(again.result)[:200]}"


def main_of_driver() -> None:
    folder, *names = sys.argv[1:]
    os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
    jobs = JOBS | CARELESS
    for name in names or JOBS:
        for call in jobs[name].calls:
            print(json.dumps(tried(name, call, Path(folder, "jobs"))._asdict()), flush=True)


if __name__ == "__main__":
    main_of_driver()
