"""`reachable_many`: what many rows of numbers can make, computed without the GIL."""

from __future__ import annotations

from collections.abc import Callable

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import LimitError
from facevalue.options import worker_count
from facevalue.puzzle.model.core_rules import check_size, core_rules
from facevalue.puzzle.model.numbers import parse_numbers
from facevalue.puzzle.model.rows import RowsLike, split_rows
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.search.reach import check_reach, reachable, target_range
from facevalue.system.lazy_numpy import NDArray, np

# A byte for each choice and target.
MAX_PAIRS = 4_000_000_000


def reachable_many(
    numbers: RowsLike,
    rules: RulesLike = "countdown",
    *,
    low: int = 100,
    high: int = 999,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> NDArray[np.bool_]:
    """Find which of the targets from `low` to `high` each row of numbers can make.

    Args:
        numbers: one set per row, as for `solve_many`.
        rules: a name in `RULES`, or custom rules.
        low: the first target.
        high: the last target.
        workers: threads that share the rows, 1 to 64.
        limit: the maximum estimated time per row, in seconds; None for no limit.

    Returns:
        A bool array of shape (N, high-low+1); element [i, t - low] is True if row i makes t.

    Raises:
        NotationError: some are not numbers; the message names the row.
        RuleError: unknown rules, too many or too few numbers for them, or `low` above `high`.
        LimitError: a row would take longer than `limit`, or the result would need more than
            four billion bytes.

    >>> reached = reachable_many([[75, 50, 2, 3, 8, 7], [1, 2, 3, 4, 5, 50]])
    >>> reached.shape, reached.sum(axis=1).tolist()
    ((2, 900), [900, 893])
    """
    exact_rules, seconds = rules_named(rules), time_limit(limit)
    count, arrays, exact = split_rows(numbers, 0, exact_rules)
    made = [
        reachable_rows(group.numbers, exact_rules, low, high, workers=workers, limit=seconds)
        for group in arrays
    ]
    if len(made) == 1 and not exact:
        return made[0]
    first, last = target_range(low, high)
    reached = np.zeros((count, last - first + 1), np.bool_)
    for group, rows in zip(arrays, made, strict=True):
        reached[group.indices] = rows
    for index, row, _ in exact:
        targets = [*reachable(row, exact_rules, low=first, high=last, limit=seconds)]
        reached[index, np.array(targets, int) - first] = True
    return reached


def reachable_rows(
    rows: NDArray[np.int64],
    rules: Rules,
    low: int,
    high: int,
    *,
    workers: int,
    limit: float | None,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.bool_]:
    """Do the same for a checked array; `progress` gets the finished rows and the number of rows."""
    threads = worker_count(workers)
    limits = target_range(low, high)
    width = limits[1] - limits[0] + 1
    if len(rows) * width > MAX_PAIRS:
        pairs = len(rows) * width
        message = f"at most {MAX_PAIRS} pairs of a row and a target are allowed, not {pairs}"
        raise LimitError(message, MAX_PAIRS)
    # The hardest possible row, because large different numbers take longest.
    size = rows.shape[1]
    check_size(size, rules)
    if len(rows):
        least, largest = int(rows.min()), int(abs(rows).max())
        # Numbers below 1 need a slower method.
        slowest = [*range(largest, largest + size - 1), min(least, largest)]
        for row in ([largest] * size, slowest):
            check_reach(parse_numbers(row), rules, *limits, limit)
    reached = np.empty((len(rows), width), dtype=np.uint8)
    report = None if progress is None else (lambda done: progress(done, len(rows)))
    _core.reach_into(rows, core_rules(rules), limits, threads, reached, report)
    return reached.view(np.bool_)
