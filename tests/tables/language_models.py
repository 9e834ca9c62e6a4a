"""The short reference of the core's model of difficulty for language models, by its tables."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from facevalue import _core

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_TABLES = _core.difficulty_tables()
FEATURES = _TABLES["model_features"]
BASE = _TABLES["model_base"]
SCORES = _TABLES["model_scores"]
# A score counts millionths of the log-odds that a model fails.
POINT = 1_000_000


def measure(
    numbers: Sequence[Fraction | int], target: Fraction | int, operators: str, solution_count: int
) -> tuple[int, ...]:
    """Return the `FEATURES` of a puzzle.

    Args:
        numbers: the numbers.
        target: the target.
        operators: the operators of the simplest solution.
        solution_count: how many raw solutions there are, 1 or more.
    """
    dividing = sum(b != 0 and a % b == 0 for a, b in permutations(numbers, 2))
    return (
        len(numbers),
        operators.count("*"),
        operators.count("/"),
        operators.count("-"),
        doublings(solution_count),
        doublings(1 + dividing),
        doublings(abs(target.numerator) + target.denominator),
        int(target in numbers),
    )


@cache
def doublings(number: int) -> int:
    """Return the base-2 logarithm of a positive integer in 64ths, rounded down."""
    return (number**64).bit_length() - 1


def score(features: Sequence[int]) -> int:
    """Return the log-odds of a failure in millionths, averaged over the fitted models."""
    return BASE + sum(
        weight * amount for weight, amount in zip(FEATURES.values(), features, strict=True)
    )


def hundredths(points: int) -> int:
    """Return the percentile of a score in hundredths, interpolated and rounded down."""
    at = bisect_right(SCORES, points) - 1
    step = 10_000 // (len(SCORES) - 1)
    if at < 0 or at == len(SCORES) - 1:
        return 0 if at < 0 else 10_000
    low, high = SCORES[at], SCORES[at + 1]
    return step * at + step * (points - low) // (high - low)
