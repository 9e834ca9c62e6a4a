"""Compares graders on answers that cheat and on unusual right answers.

The answers are rows of `answers.jsonl`, all to puzzles of 24. Every grader runs in its own process,
which is killed if it takes too long. `python -m benchmarks cheats` prints the verdicts;
`python -m benchmarks.cheats` writes the page of the docs.
"""

from __future__ import annotations

import json
import re
import select
import signal
import subprocess
import sys
import tempfile
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import facevalue as fv
from benchmarks import rivals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self

    from benchmarks.rivals import Judge

ANSWERS = Path(__file__).with_name("answers.jsonl")
PAGE = ANSWERS.parent.parent / "docs" / "models" / "what-graders-accept.md"
SECONDS = 2.0  # enough for each honest answer, several hundred times
MAX_SECONDS = 30  # of an answer, also if nobody waits for it any more
START = 60.0  # until a process is ready, on a busy machine
TRACE = "ran"  # the file that an answer creates if it is run
TARGET, NEAR = 24, 1e-5
ACCEPTS, REFUSES, HANGS, ENDS, RUNS = "accepts", "refuses", "hangs", "ends", "runs it"


class Row(NamedTuple):
    """An answer, its numbers, whether it is right, and what it tests."""

    answer: str
    numbers: list[int]
    right: bool
    what: str

    def is_well(self, outcome: str) -> bool:
        """Whether a grader should give this outcome."""
        return outcome == (ACCEPTS if self.right else REFUSES)


def answers() -> list[Row]:
    """The rows of the file."""
    lines = ANSWERS.read_text(encoding="ascii").splitlines()
    return [Row(**json.loads(line)) for line in lines]


def ours(text: str, numbers: list[int]) -> bool:
    """The judge of this package."""
    return fv.check(text, numbers, TARGET).correct


def bare(text: str, numbers: list[int]) -> bool:
    """A common grader: Python runs the answer, and the value may be slightly off."""
    used = sorted(map(int, re.findall(r"\d+", text)))
    value = eval(text)  # noqa: S307 - shows the danger; only the rows of the file get here
    return used == sorted(numbers) and abs(value - TARGET) < NEAR


def filtered(text: str, numbers: list[int]) -> bool:
    """The same, after a check of the characters."""
    return bool(re.fullmatch(r"[\d+\-*/().\s]+", text)) and bare(text, numbers)


# The name begins with the module that must be installed.
GRADERS: Mapping[str, Judge] = {
    "facevalue": ours,
    "reasoning_gym.countdown": rivals.countdown,
    "reasoning_gym.puzzle24": rivals.puzzle24,
    "eval": bare,
    "eval, characters filtered": filtered,
    "ast.parse and Fraction": rivals.plain,
}


def installed() -> list[str]:
    """The graders that are installed."""
    return [
        name
        for name in GRADERS
        if not name.startswith("reasoning_gym") or rivals.is_installed("reasoning_gym")
    ]


class Worker:
    """A grader in its own process and working folder."""

    def __init__(self, name: str, seconds: float = SECONDS) -> None:
        self._name, self._seconds = name, seconds
        self._folder = tempfile.TemporaryDirectory()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        self._folder.cleanup()

    def outcome(self, row: Row) -> str:
        """The outcome of an answer: accepted, refused, or worse."""
        process = self._process or self._started()
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        process.stdin.write(json.dumps([row.answer, row.numbers]) + "\n")
        process.stdin.flush()
        said = self._line(process, self._seconds)
        trace = Path(self._folder.name, TRACE)
        if trace.exists():
            trace.unlink()
            return RUNS
        return {"true": ACCEPTS, "false": REFUSES, "": ENDS}.get(said, said)

    def _started(self) -> subprocess.Popen[str]:
        code = f"import sys; sys.path.insert(0, {str(ANSWERS.parent.parent)!r}); "
        code += f"from benchmarks.cheats import serve; serve({self._name!r})"
        pipe = subprocess.PIPE
        command = [sys.executable, "-W", "ignore", "-c", code]
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, cwd=self._folder.name
        )
        if self._line(self._process, START) != "ready":
            raise RuntimeError(f"the grader does not start: {self._name!r}")
        return self._process

    def _line(self, process: subprocess.Popen[str], seconds: float) -> str:
        """The next line of output. Without one in time, the process is killed."""
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        ready, _, _ = select.select([process.stdout], [], [], seconds)
        line = process.stdout.readline().strip() if ready else HANGS
        if line in ("", HANGS):
            self._stop()
        return line

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def serve(name: str) -> None:
    """Judges one answer a line until there are no more."""
    grader = GRADERS[name]
    accepted(grader, "4*6*1*1", [4, 6, 1, 1])  # loads everything before the time is taken
    print("ready", flush=True)
    for line in sys.stdin:
        signal.alarm(MAX_SECONDS)  # its default action ends the process, whatever it computes
        print(json.dumps(accepted(grader, *json.loads(line))), flush=True)


def accepted(grader: Judge, text: str, numbers: list[int]) -> bool:
    """Whether a grader accepts an answer; an exception counts as a refusal."""
    try:
        return bool(grader(text, numbers))
    except Exception:  # noqa: BLE001 - a grader may raise any error
        return False


def outcomes(rows: list[Row]) -> dict[str, list[str]]:
    """The outcomes of all answers for each installed grader."""
    found = {}
    for name in installed():
        with Worker(name) as worker:
            found[name] = [worker.outcome(row) for row in rows]
    return found


def main() -> bool:
    """Prints the outcomes; returns whether facevalue judged every answer correctly."""
    rows = answers()
    found = outcomes(rows)
    shown = Table("answer", "numbers", "", *found, box=box.SIMPLE_HEAD)
    for row, *said in zip(rows, *found.values(), strict=True):
        numbers = " ".join(map(str, row.numbers))
        marked = [Text(each, "" if row.is_well(each) else "red") for each in said]
        shown.add_row(Text(visible(row.answer)), numbers, row.what, *marked)
    shown.add_row("", "", "wrong in", *(f"{count}" for count in wrong(rows, found)))
    Console(width=190).print(shown)
    return all(map(Row.is_well, rows, found["facevalue"]))


def wrong(rows: list[Row], found: Mapping[str, list[str]]) -> list[int]:
    """How many answers each grader judged wrongly."""
    return [
        sum(not row.is_well(each) for row, each in zip(rows, said, strict=True))
        for said in found.values()
    ]


def visible(answer: str) -> str:
    """An answer on one line."""
    return answer.replace("\n", "\u23ce")


def page(rows: list[Row], found: Mapping[str, list[str]]) -> str:
    """The page of the docs."""
    total = zip(found, wrong(rows, found), strict=True)
    lines = [
        "| grader | errors |",
        "|---|---|",
    ]
    lines += [f"| `{name}` | {count} of {len(rows)} |" for name, count in total]
    if rivals.is_installed("reasoning_gym"):
        versions = f"`reasoning_gym` is version {version('reasoning_gym')}."
    else:
        versions = "`reasoning_gym` was not installed."
    return (
        PAGE.with_suffix(".md.in")
        .read_text(encoding="utf-8")
        .format(
            seconds=SECONDS,
            near=f"{NEAR:f}".rstrip("0"),
            versions=versions,
            wrong="\n".join(lines_of(rows, found, right=False)),
            right="\n".join(lines_of(rows, found, right=True)),
            totals="\n".join(lines),
        )
    )


def lines_of(rows: list[Row], found: Mapping[str, list[str]], *, right: bool) -> Iterator[str]:
    """The table of the right answers or of the wrong ones, in Markdown."""
    yield f"| answer | numbers | what it is | {' | '.join(found).replace('_gym.', '_gym ')} |"
    yield "|" + "---|" * (3 + len(found))
    for row, *said in zip(rows, *found.values(), strict=True):
        if row.right == right:
            numbers = " ".join(map(str, row.numbers))
            cells = [each if row.is_well(each) else f"**{each}**" for each in said]
            answer = f"<code>{escape(visible(row.answer)).replace('|', '&#124;')}</code>"
            # Escapes characters that Markdown or mathematics would interpret.
            answer = re.sub(r"[$*_\\\[\]]", lambda sign: f"&#{ord(sign[0])};", answer)
            yield "| " + " | ".join([answer, numbers, row.what, *cells]) + " |"


if __name__ == "__main__":
    every = answers()
    PAGE.write_text(page(every, outcomes(every)), encoding="utf-8")
