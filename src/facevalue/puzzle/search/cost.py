"""Estimates how long a search or a walk will take, from the numbers alone.

A search that finds all solutions keeps each of them, so its time and memory grow with their count.
The number of sequences of the numbers is a good estimate: puzzles of eight numbers and more with
target 24 have this many solutions, or as few as a quarter of them, and take as long.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, log2, perm
from operator import mul
from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.budget import check_cost
from facevalue.costs import estimate, estimate_megabytes
from facevalue.errors import LimitError
from facevalue.puzzle.model.rules import MAX_LARGEST, SYMBOLS, VALUES, core_rules
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
# With functions, the tables of more numbers in any order are too large, whatever the numbers are.
MAX_WITH_FUNCTIONS = 8
# How many results there are with functions, and how many times as many for each further number: by
# the order, by what is found, and by whether there are factorials or roots.
_FUNCTION_GROWTH = {
    ("any", "target", False): (1.9, 8.0),
    ("any", "target", True): (3.2e-3, 50.0),
    ("any", "values", False): (0.032, 26.0),
    ("any", "values", True): (0.11, 45.0),
    ("given", "target", False): (63.0, 3.5),
    ("given", "target", True): (8.0, 6.0),
    ("given", "values", False): (0.34, 9.0),
    ("given", "values", True): (0.7, 15.0),
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
    numbers: Sequence[Fraction],
    rules: Rules,
    limit: float | None,
    *,
    find: Literal["target", "targets", "values"] = "target",
) -> None:
    """Refuse tables of parts that would take too long; errors as `check_search`.

    Args:
        numbers: the numbers, in the order they keep if the rules fix it.
        rules: their rules.
        limit: the maximum time in seconds; None for no limit.
        find: solutions for one target, which of many targets can be made, or all values.
    """
    size = len(numbers)
    results = _results_of_parts(size, rules, find)
    order = "in the order given" if rules.order == "given" else "in any order"
    check_cost(
        f"making tables for {size} numbers {order}",
        estimate("result", results),
        limit,
        megabytes=estimate_megabytes("result", results),
    )


def check_functions(
    numbers: Sequence[Fraction],
    rules: Rules,
    limit: float | None,
    *,
    find: Literal["target", "values"] = "target",
) -> None:
    """Refuse tables of results with functions that would take too long.

    Args:
        numbers: the numbers, in the order they keep if the rules fix it.
        rules: their rules.
        limit: the maximum time in seconds; None for no limit.
        find: solutions for one target, or all values.

    Raises:
        LimitError: it would take longer; or there are too many numbers, or too large ones.
    """
    size = len(numbers)
    if rules.order == "any" and size > MAX_WITH_FUNCTIONS:
        message = f"with functions, at most {MAX_WITH_FUNCTIONS} numbers are allowed in any order"
        raise LimitError(f"{message}, not {size}", MAX_WITH_FUNCTIONS)
    if max(max(map(abs, number.as_integer_ratio())) for number in numbers) > MAX_LARGEST:
        raise LimitError("with functions, numbers may be at most 10^15", MAX_LARGEST)
    results = _results_of_functions(size, rules, find)
    # In any order most values are only looked up for a target, and not kept.
    kept = results / 20 if find == "target" and rules.order == "any" else results
    check_cost(
        f"making tables for {size} numbers with functions",
        estimate("result with functions", results),
        limit,
        megabytes=estimate_megabytes("result with functions", kept),
    )


def _results_of_functions(size: int, rules: Rules, find: str) -> float:
    """Estimate how many results of operations and functions the tables contain.

    Measured on up to seven numbers in any order and ten in a given order.
    """
    if rules.grouping == "left":
        return _results_from_the_left(size, rules, find)
    has_unary = rules.unary_text is not None
    share, growth = _FUNCTION_GROWTH[rules.order, find, has_unary]
    if find == "values" and "concatenate" in rules.functions:
        growth *= 1.17
    return share * growth**size * (2.5 if rules.join and rules.order == "any" else 1)


def _results_from_the_left(size: int, rules: Rules, find: str) -> float:
    """Estimate the same where the right operand is one number.

    Values are made from each sequence of numbers. A target is found from both ends, so only from
    sequences of half the numbers; ten times as many results allow for targets with many solutions.
    """
    choices = comb if rules.order == "given" else perm
    is_fixed = rules.order == "given" and rules.use == "all"
    operations = len(rules.operators) + len(rules.functions.split())
    longest, more = (size, 1) if find == "values" else ((size + 1) // 2, 10)
    lengths = range(1, longest + 1)
    sequences = [1 if is_fixed else choices(size, length) for length in lengths]
    results = [operations ** (length - 1) for length in lengths]
    return float(more * sum(map(mul, sequences, results)))


def check_all_expressions(
    numbers: Sequence[Fraction],
    rules: Rules,
    limit: float | None,
    *,
    find: Literal["targets", "values"],
) -> None:
    """Refuse to go through all expressions if it would take too long; errors as `check_search`."""
    method = _core.method(as_pairs(numbers), core_rules(rules))
    if method == "parts":
        check_parts(numbers, rules, limit, find=find)
    elif method == "functions":
        check_functions(numbers, rules, limit, find="values")
    else:
        check_walk(numbers, rules, limit)


def targets_seconds(numbers: Sequence[Fraction], rules: Rules) -> float:
    """Estimate how long going through all expressions takes, to find which targets they make."""
    method = _core.method(as_pairs(numbers), core_rules(rules))
    if method == "parts":
        return estimate("result", _results_of_parts(len(numbers), rules, "targets"))
    if method == "functions":
        results = _results_of_functions(len(numbers), rules, "values")
        return estimate("result with functions", results)
    return estimate("candidate", candidate_count(numbers, rules))


def _results_of_parts(size: int, rules: Rules, find: str) -> float:
    """Estimate how many results of operations the tables contain.

    Measured on up to nine different numbers, some of them large. Small numbers have fewer results.
    """
    if rules.order == "any":
        share, growth = {"target": (25, 5.0), "targets": (8e-4, 28.0), "values": (8e-3, 28.0)}[find]
        return share * growth**size * (2.5 if rules.join else 1)
    mixes = rules.operators.strip("+-") and rules.operators.strip("*/")
    growth = (8.5 if len(rules.operators) == len(SYMBOLS) else 6.5) if mixes else 2.0
    if VALUES[rules.values].whole:
        growth = min(growth, 6.0)
    if find == "target":
        return size * (size if rules.use == "any" else 1) * growth ** (size // 2)
    more = 1.5 if rules.use == "any" else 1.0
    if rules.join:
        more *= 2
    return more * (growth ** (size - 2) if find == "targets" else 1.5 * growth ** (size - 1))


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
