"""How hard puzzles are for language models: a logistic model as data, and its features.

`python -m tests.tables.fit_language_models` fits the weights to the answers of seven models,
published with a post-training project on Countdown (every second one of 500 puzzles: three to five
numbers of 1 to 100, all used, and targets of 1 to 100), and prints the rows below.
docs/difficulty.md says how good the model is, and where it is valid.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

from facevalue.errors import LimitError, quoted

# The name of the model.
LANGUAGE_MODEL = "language-model"

# A score counts millionths of the log-odds that a model fails.
POINT = 1_000_000

# The weight of each feature in the score. The first four count numbers and the operators of the
# simplest solution. Doublings are in 64ths, rounded down.
FEATURES = {
    "numbers": 2_777_343,
    "products": 1_600_266,
    "quotients": 1_344_066,
    "differences": -667_920,
    "doublings of raw solutions": -4_357,
    "doublings of pairs that divide": -7_801,
    "doublings of the target": -4_898,
    "target among the numbers": 574_389,
}
BASE = -6_057_256
# The scores at the percentiles 0, 5, ..., 100 among 10,000 solvable puzzles like the fitted ones.
SCORES = (
    *(-2_424_640, 164_008, 964_559, 1_670_073, 2_169_100, 2_782_107, 3_388_266, 3_785_404),
    *(4_109_792, 4_382_411, 4_640_540, 4_864_987, 5_109_846, 5_409_526, 5_758_570, 6_113_927),
    *(6_444_862, 6_818_868, 7_195_930, 7_736_669, 10_375_521),
)

# The most numbers that a rating takes; raw solutions of more are not counted.
MAX_RATED = 6


def check_size(count: int) -> None:
    """Refuse puzzles with more numbers than the model is valid for."""
    if count > MAX_RATED:
        problem = f"at most {MAX_RATED} numbers, not {quoted(count)}"
        raise LimitError(f"difficulty for language models needs {problem}", MAX_RATED)


def operators_of(solution: str) -> str:
    """Return the operators of a solution over whole numbers, in the notation infix, without signs.

    >>> operators_of("8/(3-8/3)"), operators_of("(32-17-19)*{-4}*6")
    ('/-/', '--**')
    """
    return "".join(re.findall(r"(?<=[0-9)}])[-+*/]", solution))


def measure(
    numbers: Sequence[Fraction | int], target: Fraction | int, operators: str, solution_count: int
) -> tuple[int, ...]:
    """Return the `FEATURES` of a puzzle.

    Args:
        numbers: the numbers.
        target: the target.
        operators: the operators of the simplest solution.
        solution_count: how many raw solutions there are, 1 or more.

    >>> measure((3, 3, 8, 8), 24, "/-/", 1)
    (4, 0, 2, 1, 0, 148, 297, 0)
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
    """Return the base-2 logarithm of a positive integer in 64ths, rounded down.

    >>> doublings(1), doublings(8), doublings(3)
    (0, 192, 101)
    """
    return (number**64).bit_length() - 1


def score(features: Sequence[int]) -> int:
    """Return the log-odds of a failure in millionths, averaged over the fitted models."""
    return BASE + sum(
        weight * amount for weight, amount in zip(FEATURES.values(), features, strict=True)
    )


def hundredths(points: int) -> int:
    """Return the percentile of a score in hundredths, interpolated and rounded down.

    >>> hundredths(SCORES[0] - 1), hundredths(SCORES[4]), hundredths(SCORES[-1])
    (0, 2000, 10000)
    """
    at = bisect_right(SCORES, points) - 1
    step = 10_000 // (len(SCORES) - 1)
    if at < 0 or at == len(SCORES) - 1:
        return 0 if at < 0 else 10_000
    low, high = SCORES[at], SCORES[at + 1]
    return step * at + step * (points - low) // (high - low)
