"""Tables of figures: measured times beside goals, and facevalue beside other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich import box
from rich.table import Table

from benchmarks.measure import in_units, measured

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NOT_INSTALLED = 'not installed: pip install ".[bench]"'


class Work(NamedTuple):
    """Something to measure: its name, the goal in seconds, the call, and the expected answer.

    `answer` turns the result of the call into the answer, and is not timed. `items` is the number
    of hands or puzzles, if a rate is to be shown.
    """

    name: str
    goal: float
    call: Callable[[], object]
    expected: object
    answer: Callable[..., object] = lambda returned: returned
    items: int = 0


def figures(works: Iterable[Work]) -> tuple[Table, bool]:
    """Measures everything; returns the table, and whether all answers were right."""
    titles = ("work", "answer", "median (quartiles)", "to reach", "of that")
    table = Table(*titles, box=box.SIMPLE_HEAD)
    right = True
    for work in works:
        time, returned = measured(work.call)
        answer = work.answer(returned)
        right &= answer == work.expected
        shown = str(answer) if answer == work.expected else f"WRONG: {answer}"
        rate = f", {in_thousands(work.items / time.median)}/s" if work.items else ""
        share = f"{time.median / work.goal:.2f}"
        table.add_row(work.name, shown, f"{time}{rate}", in_units(work.goal), share)
    return table, right


def in_thousands(rate: float) -> str:
    """A rate with three digits and k, M or G.

    >>> in_thousands(412345678.9)
    '412 M'
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}"
    return f"{rate:.3g}"


def comparison() -> Table:
    """An empty table for the comparison with other packages."""
    return Table("beside", "work", "theirs", "ours", "times faster", box=box.SIMPLE_HEAD)
