"""Estimates how long a search or a walk will take, from the numbers alone.

A search that finds all solutions keeps each of them, so its time and memory grow with their count.
The number of sequences of the numbers is a good estimate: puzzles of eight numbers and more with
target 24 have this many solutions, or as few as a quarter of them, and take as long.
"""

from __future__ import annotations

from functools import lru_cache
from math import log2, perm
from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.budget import check_cost
from facevalue.costs import estimate, estimate_megabytes
from facevalue.puzzle.model.rules import SYMBOLS, VALUES, core_rules
from facevalue.puzzle.search.candidates import arrangements, as_pairs, candidate_count

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Literal

    from facevalue.puzzle.model.rules import Rules

    Find = Literal["all", "first", "count"]

# Solutions of eight numbers for each of their sequences; each operator is a factor for each further
# number.
_PER_ARRANGEMENT, _FROM = 8, 8
# The shares of that time and memory for finding only the simplest solution, and for counting
# without a list.
_SHARES = {"all": (1.0, 1.0), "first": (0.4, 0.15), "count": (0.4, 0.3)}
_WORDS = {
    "all": "finding all solutions of",
    "first": "solving a puzzle of",
    "count": "counting the solutions of",
}
_SHORT = 62  # bits of the product of all numbers, which are one machine word then


def check_search(
    numbers: Sequence[Fraction], rules: Rules, limit: float | None, *, find: Find = "all"
) -> None:
    """Refuse a table search that would take too long.

    Args:
        numbers: the numbers of the puzzle.
        rules: its rules.
        limit: the maximum time in seconds; None for no limit.
        find: all solutions, the simplest one or only their count, if it needs no list.

    Raises:
        LimitError: it would take longer.
    """
    if _most_seconds(len(numbers), rules.use, len(rules.operators)) <= (limit or 0):
        return  # whatever the numbers are
    solutions = _solutions_of(arrangements(numbers, rules), rules.use, len(rules.operators))
    share_of_time, share_of_memory = _SHARES[find]
    check_cost(
        f"{_WORDS[find]} {len(numbers)} numbers",
        estimate("solution", solutions * share_of_time),
        limit,
        megabytes=estimate_megabytes("solution", solutions * share_of_memory),
    )


def counts_without_list(
    rules: Rules, distinct: str, least_number: Fraction | int, least_target: Fraction | int
) -> bool:
    """Return whether solutions can be counted without a list; negative values may need one."""
    is_positive = least_target > 0 and least_number >= 0
    return is_positive and distinct == "essential" and rules.use == "all"


def check_parts(
    numbers: Sequence[Fraction], rules: Rules, limit: float | None, *, all_values: bool = False
) -> None:
    """Refuse tables of parts that would take too long; errors as `check_search`.

    Args:
        numbers: the numbers, in the order they keep if the rules fix it.
        rules: their rules.
        limit: the maximum time in seconds; None for no limit.
        all_values: whether every value of all numbers is needed, not only one target.
    """
    size = len(numbers)
    results = _results_of_parts(size, rules, all_values=all_values)
    order = "in the order given" if rules.order == "given" else "in any order"
    check_cost(
        f"making tables for {size} numbers {order}",
        estimate("result", results),
        limit,
        megabytes=estimate_megabytes("result", results),
    )


def check_all_values(numbers: Sequence[Fraction], rules: Rules, limit: float | None) -> None:
    """Refuse to go through all expressions if it would take too long; errors as `check_search`."""
    if _core.method(as_pairs(numbers), core_rules(rules)) == "parts":
        check_parts(numbers, rules, limit, all_values=True)
    else:
        check_walk(numbers, rules, limit)


def expressions_seconds(numbers: Sequence[Fraction], rules: Rules) -> float:
    """Estimate how long going through all expressions takes, to find their values."""
    if _core.method(as_pairs(numbers), core_rules(rules)) == "parts":
        results = _results_of_parts(len(numbers), rules, all_values=True)
        return estimate("result", results)
    return estimate("candidate", candidate_count(numbers, rules))


def _results_of_parts(size: int, rules: Rules, *, all_values: bool) -> float:
    """Estimate how many results of operations the tables contain.

    The growth with each further number was measured on parts of up to seven different numbers.
    """
    if rules.order == "any":
        joins = 2 if rules.join else 1
        return joins * (0.01 * 28.0**size if all_values else 25.0 * 5.0**size)
    mixes = rules.operators.strip("+-") and rules.operators.strip("*/")
    growth = (8.5 if len(rules.operators) == len(SYMBOLS) else 6.5) if mixes else 2.0
    if VALUES[rules.values].whole:
        growth = min(growth, 5.0)
    spans = size * (size if rules.use == "any" else 1)
    longest = size - 1 if all_values else size // 2
    return spans * growth**longest


def check_walk(
    numbers: Sequence[Fraction], rules: Rules, limit: float | None, workers: int = 1
) -> None:
    """Refuse a walk through all candidates that would take too long; errors as `check_search`."""
    count = candidate_count(numbers, rules)
    bits = sum(log2(abs(number.numerator) + number.denominator) for number in numbers)
    seconds = estimate("candidate" if bits <= _SHORT else "long candidate", count) / workers
    check_cost(f"walking through {count:,} candidates", seconds, limit)


def _solutions_of(rows: Sequence[int], use: str, operators: int) -> float:
    size = len(rows) - 1
    sizes = range(1, size + 1) if use == "any" else (size,)
    further = float(operators)
    return sum(_PER_ARRANGEMENT * rows[count] * further ** (count - _FROM) for count in sizes)


@lru_cache(maxsize=64)
def _most_seconds(size: int, use: str, operators: int) -> float:
    """Return the time for `size` different numbers; repeated ones have fewer arrangements."""
    rows = [perm(size, count) for count in range(size + 1)]
    return estimate("solution", _solutions_of(rows, use, operators))
