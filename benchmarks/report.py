"""Tables of figures: times compared with goals, and facevalue with other packages."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from rich import box
from rich.table import Table

from benchmarks import rivals
from benchmarks.measure import in_units, interleave, measure, measure_once, spread_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

NOT_INSTALLED = 'not installed: pip install ".[bench]"'


# The figures of this run, for the generated tables of the docs.
RECORD: dict[str, list[dict[str, Any]]] = {"figures": [], "comparisons": []}


class Work(NamedTuple):
    """Something to measure: its name, the goal in seconds, the call, and the expected result.

    With `questions` the call is made once with each of them, and `answer` gets the list of results;
    otherwise the call is repeated. `answer` is not timed. `items` is the number of hands or puzzles
    per call; if it is given, a rate is shown. Without `questions`, `clock` may be `perf_counter`
    for commands and threads.
    """

    name: str
    goal: float
    call: Callable[..., object]
    expected: object
    answer: Callable[..., object] = lambda returned: returned
    items: int = 0
    questions: Sequence[Any] = ()
    clock: Callable[[], float] = process_time


def figures(works: Iterable[Work]) -> tuple[Table, bool]:
    """Measure everything; return the table, and whether all results were right."""
    titles = ("work", "answer", "median (quartiles)", "to reach", "of that")
    table = Table(*titles, box=box.SIMPLE_HEAD)
    right = True
    result: object
    for work in works:
        if work.questions:
            time, result = measure_once(work.call, work.questions)
        else:
            time, result = measure(work.call, work.clock)
        answer = work.answer(result)
        right &= answer == work.expected
        shown = str(answer) if answer == work.expected else f"WRONG: {answer}"
        rate = f", {in_thousands(work.items / time.median)}/s" if work.items else ""
        share = f"{time.median / work.goal:.2f}"
        RECORD["figures"].append(
            {"what": work.name, "seconds": time.median, "items": work.items}
            | {"questions": len(work.questions[:-1]) or 1}
        )
        table.add_row(work.name, shown, f"{time}{rate}", in_units(work.goal), share)
    return table, right


def record_rates(rival: str, what: str, theirs: float, ours: float, *, questions: int = 1) -> float:
    """Record two rates per second and return their ratio."""
    RECORD["comparisons"].append(
        {"rival": rival, "what": what, "questions": questions, "items": 1}
        | {"theirs": 1 / theirs, "ours": 1 / ours, "faster": ours / theirs}
    )
    return ours / theirs


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
    return Table("package", "work", "theirs", "ours", "times faster", box=box.SIMPLE_HEAD)


def compare(
    table: Table,
    rival: str,
    what: str,
    questions: Sequence[Any],
    *,
    theirs: Callable[[Any], object],
    ours: Callable[[Any], object],
    agree: Callable[[Any, Any], bool] | None = None,
    items: int = 0,
) -> bool:
    """Call another package and facevalue with the same inputs, once each, in alternation.

    Adds a row with the median times and the ratio of the total times, and returns whether the
    results agree. `items` is the number of hands per call; if it is given, rates are shown.
    """
    if not rivals.is_installed(rival.partition(".")[0]):
        table.add_row(rival, what, NOT_INSTALLED)
        return True
    their_times, our_times, answers = interleave(theirs, ours, questions)
    is_same = agree is None or all(agree(*pair) for pair in answers)
    faster = sum(their_times) / sum(our_times)
    medians = spread_of(their_times).median, spread_of(our_times).median
    shown = [f"{in_thousands(items / each)}/s" if items else in_units(each) for each in medians]
    table.add_row(rival, what if is_same else f"WRONG: {what}", *shown, f"{faster:,.1f}")
    RECORD["comparisons"].append(
        {"rival": rival, "what": what, "questions": len(answers), "items": items}
        | {"theirs": medians[0], "ours": medians[1], "faster": faster}
    )
    return is_same
