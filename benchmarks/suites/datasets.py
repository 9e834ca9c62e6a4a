"""Speed of dataset builds in rows per second, compared with the generators of reasoning-gym."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from io import BytesIO
from itertools import cycle, islice
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console

import facevalue as fv
from benchmarks import rivals
from benchmarks.measure import measure
from benchmarks.report import (
    NOT_INSTALLED,
    Work,
    comparison,
    figures,
    in_thousands,
    record_rates,
)
from benchmarks.suites.grading import TRY
from benchmarks.suites.numbers import HANDS
from facevalue import datasets
from facevalue.datasets import Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROWS = 100_000
# The goals are rows per second, on one core.
HALF = Spec("classic", count=200_000, low=1, high=99, unsolvable=0.5)
SOLVABLE = Spec("classic", count=200_000, low=1, high=99)
TRL = HALF.replace(format="trl")
FOUR = Spec("countdown", count=100_000, size=4, low=1, high=99, target=(10, 99))
SIX = Spec("countdown", count=10_000, target=(101, 999), shard_rows=2500)
SETS = (
    ("24, four numbers 1 to 99, half unsolvable", HALF, 200_000),
    ("24, the same with prompts for TRL", TRL, 200_000),
    ("24, four numbers 1 to 99, all solvable", SOLVABLE, 200_000),
    ("Countdown, four numbers 1 to 99", FOUR, 200_000),
    ("Countdown, six tiles", SIX, 10_000),
)


def build(spec: Spec) -> datasets.Manifest:
    """Build a dataset in a temporary folder, with one worker."""
    with tempfile.TemporaryDirectory() as folder:
        return datasets.build(spec, folder, workers=1)


def works() -> Iterator[Work]:
    """A build of each dataset; the result is the number of rows."""
    for name, spec, rate in SETS:
        yield Work(
            name,
            spec.count / rate,
            partial(build, spec),
            spec.count,
            lambda manifest: manifest.rows,
            spec.count,
        )


def reading() -> Iterator[Work]:
    """Label, audit and grade rows of JSON Lines in memory; the result is the number of rows."""
    hands = np.random.default_rng(1).integers(1, 51, (ROWS, 4)).tolist()
    answers = [texts[0] if texts else "1+1" for texts in fv.solve_many(HANDS)]
    puzzles = ({"numbers": hand, "target": 24} for hand in hands)
    completions = (
        {"completion": f"<think>{TRY * 10}</think><answer>{answer}</answer>"}
        | {"numbers": hand, "target": 24}
        for hand, answer in islice(cycle(zip(HANDS, answers, strict=True)), ROWS)
    )
    puzzle_lines, completion_lines = (
        b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        for rows in (puzzles, completions)
    )
    calls: dict[str, Callable[[], int]] = {
        "label": lambda: datasets.label(BytesIO(puzzle_lines), BytesIO()).rows,
        "audit": lambda: datasets.audit(BytesIO(puzzle_lines)).rows,
        "grade": lambda: datasets.grade(BytesIO(completion_lines)).total,
    }
    for name, call in calls.items():
        yield Work(f"{name}: {ROWS:,} rows of JSON Lines", 0.5, call, ROWS, items=ROWS)


def main() -> bool:
    """Print the figures; return whether every dataset is complete."""
    table, right = figures([*works(), *reading()])
    console = Console(width=150)
    console.print(table)
    table = comparison()
    for name, spec in (("puzzle24", HALF.replace(count=50_000)), ("countdown", SIX)):
        if not rivals.is_installed("reasoning_gym"):
            table.add_row("reasoning-gym", name, NOT_INSTALLED)
            continue
        size = 300
        theirs, _ = measure(partial(rivals.generate, name, size))
        ours, _ = measure(partial(build, spec))
        rates = size / theirs.median, spec.count / ours.median
        table.add_row(
            "reasoning_gym",
            f"{name}, rows per second",
            *(in_thousands(rate) for rate in rates),
            f"{record_rates('reasoning_gym', f'{name}, rows of a dataset', *rates):,.0f}",
        )
    console.print(table)
    return right
