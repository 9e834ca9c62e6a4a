"""`solve_many`, `count_many` and `solvable_many`: many puzzles at once, without the GIL."""

from __future__ import annotations

from math import inf
from typing import Any

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit, watched
from facevalue.options import worker_count
from facevalue.puzzle.model.core_rules import as_pairs, check_size, core_rules, distinct_level
from facevalue.puzzle.model.numbers import parse_numbers
from facevalue.puzzle.model.rows import RowsLike, TargetsLike, split_rows
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.search.plan import Find
from facevalue.puzzle.search.solve import Distinct, solve
from facevalue.system.lazy_numpy import NDArray, np

# Rows whose reach is found together: each takes up to a thousand bytes.
_ROWS_AT_ONCE = 10_000


def solve_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> list[list[str]]:
    """Solve many puzzles and return a list of solutions for each, as strings, the simplest first.

    Args:
        numbers: one puzzle per row: an array (N, k), a table, a list or a column of lists or
            strings. Rows of different lengths are grouped; rows with fractions are solved one by
            one, which is slower.
        targets: one for each row, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        distinct: "raw", "canonical", "essential" or None, as for `solve`.
        workers: threads that share the rows, 1 to 64.
        limit: the maximum estimated time per row, in seconds; None for no limit.

    Raises:
        NotationError: numbers or targets are not numbers; the message names the row.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: a row would take longer than `limit`, or its numbers are too large, for
            example beyond 64 bits.

    >>> solve_many([[8, 8, 3, 3], [1, 1, 1, 1]])
    [['8/(3-8/3)'], []]
    """
    exact_rules = rules_named(rules)
    count, arrays, exact = split_rows(numbers, targets, exact_rules)
    found: list[list[str]] = [[]] * count
    options: Any = {"distinct": distinct, "workers": workers, "limit": limit}
    for group in arrays:
        batch = prepare_batch(
            group.numbers, group.targets, exact_rules, distinct, workers, limit=limit
        )
        solved = _core.solve_many(*batch, limit is None)
        if len(solved) == count:  # all rows, in order
            return solved
        places = np.arange(count)[group.indices].tolist()
        for index, solutions in watched(zip(places, solved, strict=True)):
            found[index] = solutions
    for index, row, target in exact:
        found[index] = [str(way) for way in solve(row, target, exact_rules, **options)]
    return found


def count_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> NDArray[np.int64]:
    """Count the solutions of each of many puzzles.

    Args:
        numbers: one puzzle per row: an array (N, k), a table, a list or a column of lists or
            strings. Rows of different lengths are grouped; rows with fractions are solved one by
            one, which is slower.
        targets: one for each row, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        distinct: "raw", "canonical", "essential" or None, as for `solve`.
        workers: threads that share the rows, 1 to 64.
        limit: the maximum estimated time per row, in seconds; None for no limit.

    Returns:
        An int64 array of shape (N,).

    Raises:
        NotationError: numbers or targets are not numbers; the message names the row.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: a row would take longer than `limit`, or its numbers are too large, for
            example beyond 64 bits.

    >>> count_many([[2, 4, 8, 10], [1, 1, 1, 1]]).tolist()
    [11, 0]
    """
    exact_rules = rules_named(rules)
    count, arrays, exact = split_rows(numbers, targets, exact_rules)
    counts = np.zeros(count, np.int64)
    options: Any = {"distinct": distinct, "workers": workers, "limit": limit}
    for group in arrays:
        puzzles = group.numbers, group.targets, exact_rules
        batch = prepare_batch(*puzzles, distinct, workers, limit=limit, find="count")
        counts[group.indices] = _core.count_many(*batch, limit is None)
    for index, row, target in exact:
        counts[index] = len(solve(row, target, exact_rules, **options))
    return counts


def solvable_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> NDArray[np.bool_]:
    """Find whether each of many puzzles has a solution.

    Args:
        numbers: one puzzle per row: an array (N, k), a table, a list or a column of lists or
            strings. Rows of different lengths are grouped; rows with fractions are solved one by
            one, which is slower.
        targets: one for each row, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        workers: threads that share the rows, 1 to 64.
        limit: the maximum estimated time per row, in seconds; None for no limit.

    Returns:
        A bool array of shape (N,).

    Raises:
        NotationError: numbers or targets are not numbers; the message names the row.
        RuleError: unknown rules, or shapes that do not match.
        LimitError: a row would take longer than `limit`, or its numbers are too large, for
            example beyond 64 bits.

    >>> solvable_many([[4, 4, 10, 10], [1, 1, 1, 1]]).tolist()
    [True, False]
    """
    exact_rules = rules_named(rules)
    count, arrays, exact = split_rows(numbers, targets, exact_rules)
    found = np.zeros(count, np.bool_)
    for group in arrays:
        puzzles = group.numbers, group.targets, exact_rules
        rows, column, compiled, _, threads = prepare_batch(
            *puzzles, None, workers, limit=limit, find="first"
        )
        found[group.indices] = _solvable_rows(rows, column, compiled, threads)
    for index, row, target in exact:
        found[index] = bool(solve(row, target, exact_rules, workers=workers, limit=limit))
    return found


def _solvable_rows(
    rows: NDArray[np.int64], column: NDArray[np.int64], compiled: _core.Rules, threads: int
) -> NDArray[np.bool_]:
    """Return whether each row has a solution; each row uses the faster of two methods."""
    solvable = np.empty(len(rows), dtype=np.bool_)
    reach = _is_reach_faster(rows, column, compiled)
    others = np.flatnonzero(~reach)
    if len(others):
        found = _core.solvable_many(rows[others], column[others], compiled, threads)
        solvable[others] = found.astype(np.bool_)
    by_reach = np.flatnonzero(reach)
    for start in range(0, len(by_reach), _ROWS_AT_ONCE):
        part = by_reach[start : start + _ROWS_AT_ONCE]
        low, high = int(column[part].min()), int(column[part].max())
        reached = np.empty((len(part), high - low + 1), dtype=np.uint8)
        _core.reach_into(rows[part], compiled, (low, high), threads, reached, None)
        solvable[part] = reached[np.arange(len(part)), column[part] - low]
    return solvable


def _is_reach_faster(
    rows: NDArray[np.int64], column: NDArray[np.int64], rules: _core.Rules
) -> NDArray[np.bool_]:
    """Return for each row whether finding all targets up to its own is faster than searching.

    It takes half the time with five to eight small numbers, as in Countdown. The bits of what each
    part reaches grow with the numbers and the target; a search does not depend on these.
    """
    sizes, largest_number, largest_target, largest_mean = range(5, 9), 1000, 1000, 32
    if rows.shape[1] not in sizes:
        return np.zeros(len(rows), dtype=np.bool_)
    logs = np.log(np.maximum(rows, 1) + 1.0).mean(axis=1)  # of the geometric mean
    fits = ((rows >= 1) & (rows <= largest_number)).all(axis=1)
    fits &= (column >= 1) & (column <= largest_target)
    fits &= logs <= np.log(largest_mean)
    hardest = as_pairs(parse_numbers(rows[np.argmax(np.where(fits, logs, 0))].tolist()))
    if not fits.any() or not _core.reaches_whole(hardest, rules, (1, largest_target)):
        return np.zeros(len(rows), dtype=np.bool_)
    return fits


def prepare_batch(
    rows: NDArray[np.int64],
    column: NDArray[np.int64],
    exact_rules: Rules,
    distinct: Distinct | None,
    workers: int,
    *,
    limit: float | None,
    find: Find = "all",
) -> tuple[NDArray[np.int64], NDArray[np.int64], _core.Rules, str, int]:
    """Check the arguments and convert them for the core; `find` is what to compute for each row.

    The limit applies to the cost of the hardest possible row, because different numbers take
    longest.
    """
    level = distinct_level(distinct, exact_rules)
    threads, seconds = worker_count(workers), time_limit(limit)
    check_size(rows.shape[1], exact_rules)
    compiled = core_rules(exact_rules)
    _core.check_batch(rows, column, compiled, level, find, inf if seconds is None else seconds)
    return rows, column, compiled, level, threads
