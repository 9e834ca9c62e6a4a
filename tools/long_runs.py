"""The table of the latest runs of `.ci/long` in docs/about/reliability.md.

python -m tools.long_runs write STEP passed    writes a row; .ci/long calls it after each step
python -m tools.long_runs check                exits with 1 if a step failed or is old; for .ci/run
"""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "about" / "reliability.md"
BEGIN, END = "<!-- long runs: written by .ci/long -->\n", "<!-- end of long runs -->\n"
HEAD = "| step | date | commit | result |\n|---|---|---|---|\n"
MAX_COMMITS = 200
# A run gets older with the commits that change what the step tests: by default everything but the
# docs and the tests.
CODE = ("core", "bind", "src", "js", "CMakeLists.txt", "pyproject.toml")
CPP = ("core", "CMakeLists.txt")
TESTED: Mapping[str, tuple[str, ...]] = {
    "all pages of the docs": (*CODE, "docs"),
    "slow C++ tests": CPP,
    "C++ tests on aarch64": CPP,
    "C++ tests with libc++": CPP,
    "fuzzing": CPP,
    "soak": CPP,
    "mutants of Python": ("src", "pyproject.toml"),
    "mutants of C++": (*CPP, "bind"),
}


class Run(NamedTuple):
    """A row of the table."""

    step: str
    date: str
    commit: str
    result: str


def steps_of(script: str) -> list[str]:
    """The names of the steps in the order of the script."""
    return re.findall(r'^ *long_step "([^"]+)"', script, re.MULTILINE)


def runs_in(page: str) -> dict[str, Run]:
    """The rows of the table by step."""
    table = page.partition(BEGIN)[2].partition(END)[0].removeprefix(HEAD)
    rows = (Run(*map(str.strip, line.strip("| ").split("|"))) for line in table.splitlines())
    return {run.step: run for run in rows}


def add_run(page: str, run: Run, steps: list[str]) -> str:
    """Replace the row of a step, and drop rows of steps that do not exist."""
    runs = runs_in(page) | {run.step: run}
    rows = [f"| {' | '.join(runs[step])} |\n" for step in steps if step in runs]
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return "".join([before, BEGIN, HEAD, *rows, END, after])


def find_problems(runs: dict[str, Run], steps: list[str], ages: dict[str, int]) -> list[str]:
    """Find the steps that failed or whose run is old.

    Args:
        runs: the rows of the table.
        steps: the names of all steps.
        ages: the number of newer commits that change what a step tests, by step. A step without an
            age, as in a clone without history, is not a problem.

    A step without a row is new, which is not a problem: its first run may take hours.
    """
    found = []
    for step in steps:
        run = runs.get(step)
        if run is None:
            continue
        if run.result != "passed":
            found.append(f"{step}: {run.result} on {run.date}")
        elif ages.get(step, 0) > MAX_COMMITS:
            found.append(f"{step}: {ages[step]} commits ago; at most {MAX_COMMITS}")
    return found


def run_git(*words: str) -> str | None:
    """The output of a git command, or None if it fails."""
    done = subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def write(step: str, result: str, steps: list[str]) -> int:
    """Write the row of a step, unless there are uncommitted changes."""
    changed = run_git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT)}")
    commit = run_git("rev-parse", "--short=10", "HEAD")
    if changed or commit is None:
        print(f"{step}: not recorded in {PAGE.name}, because there are uncommitted changes")
        return 0
    run = Run(step, dt.datetime.now(dt.UTC).date().isoformat(), commit, result)
    PAGE.write_text(add_run(PAGE.read_text(encoding="utf-8"), run, steps), encoding="utf-8")
    return 0


def check(steps: list[str]) -> int:
    """Print the problems; return 1 if there are any, else 0."""
    runs = runs_in(PAGE.read_text(encoding="utf-8"))
    counts = {
        step: run_git("rev-list", "--count", f"{run.commit}..HEAD", "--", *TESTED.get(step, CODE))
        for step, run in runs.items()
    }
    for step in [step for step, count in counts.items() if count is None]:
        print(
            f"{step}: {runs[step].commit} is not in the history of this clone; its age is unknown"
        )
    for step in [step for step in steps if step not in runs]:
        print(f"{step}: no run is recorded yet")
    ages = {step: int(count) for step, count in counts.items() if count is not None}
    problems = find_problems(runs, steps, ages)
    for problem in problems:
        print(problem)
    if problems:
        print("run .ci/long with the names of these steps, and commit the changed page")
    return bool(problems)


def main(words: list[str]) -> int:
    """Run the command; return 2 for an unknown one or an unknown step."""
    steps = steps_of((ROOT / ".ci" / "long").read_text(encoding="utf-8"))
    match words:
        case ["write", step, result]:
            return write(step, result, steps)
        case ["check"]:
            return check(steps)
        case ["know", *names]:
            unknown = [step for step in names if step not in steps]
            if unknown:
                print(f"no step {unknown[0]!r}; the steps: {', '.join(steps)}", file=sys.stderr)
            return 2 if unknown else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
