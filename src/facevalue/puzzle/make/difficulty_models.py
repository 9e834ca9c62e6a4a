"""The two models of difficulty as data: the weights of features, and the percentiles of scores.

`python -m tests.tables.fit_difficulty` fits the weights to the times that people took for hands of
24, and prints these rows. The times come from 4nums.com, through the tree-of-thought-llm repository
(MIT, read in 2026): every second hand by rank. core/numbers/labels/effort.hpp defines the features.
"""

from __future__ import annotations

from functools import cache

from facevalue import _core
from facevalue.puzzle.make.difficulty_corrections import CORRECTIONS

# The mental cost of each feature of a step, in 64ths of a doubling of the time.
STEP_FEATURES = {
    "subtraction": 7,
    "subtraction from beyond 10": 5,
    "subtraction from beyond 24": 68,
    "difference of 1": -99,
    "number doubled": -15,
    "sum beyond 10": 31,
    "both factors from 5 up": -20,
    "product beyond 50": 47,
    "division": 91,
    "number by itself": -139,
    "fraction": 365,
    "negative result": 226,
    "two halves": -4,
    "ends in 1 x 24": -34,
    "ends in 4 x 6": 22,
    "ends in a division": -26,
}
# The cost of one more step, where puzzles differ in their number of steps: chosen, not measured.
EXTRA_STEP = 64

# The weights of features of the numbers in the score of `people`, in thousandths of a point. "ways"
# counts for each 64th of a doubling of the number of solutions. The parallel effort (people look
# for all solutions at the same time) counts for each 64th of a doubling of the time.
NUMBER_FEATURES = {
    "ones": -21435,
    "different numbers": 12720,
    "sum": -149,
    "even numbers": -2449,
    "needs a fraction": -181160,
    "ways": 34,
    "divisible by neither 2 nor 3": -2940,
    "divisors of 24": 967,
    "smallest number": 8,
    "second number": -393,
    "third number": -839,
    "largest number": -47,
}
PARALLEL_EFFORT = 260
BASE = 50099

# One row for each percentile: the score of `people` among the hands of 1 to 13 that make 24; the
# scores of `steps` among the same hands, and among the solvable ones of 10,000 rounds of Countdown
# (six of the 24 tiles, a target of 101 to 999); and people's time in seconds.
PEOPLE, HANDS, ROUNDS, TIME = 1, 2, 3, 4
PERCENTILES = (
    (0, -20186, -27, -37, 4.4),
    (5, 6525, 48, 89, 5.5),
    (10, 12451, 66, 114, 5.9),
    (15, 18396, 83, 133, 6.1),
    (20, 23176, 106, 148, 6.5),
    (25, 28738, 122, 162, 6.7),
    (30, 32740, 139, 175, 7.0),
    (35, 36640, 152, 187, 7.3),
    (40, 40508, 161, 200, 7.5),
    (45, 46489, 173, 213, 7.9),
    (50, 51895, 183, 226, 8.3),
    (55, 56488, 199, 240, 8.7),
    (60, 60378, 208, 255, 9.2),
    (65, 65487, 220, 271, 9.9),
    (70, 69249, 230, 288, 10.6),
    (75, 72825, 236, 309, 11.6),
    (80, 77670, 255, 331, 12.9),
    (85, 81605, 288, 362, 15.1),
    (90, 85758, 316, 400, 20.0),
    (95, 93110, 335, 455, 39.1),
    (96, 94380, 335, 467, 50.9),
    (97, 96038, 335, 486, 61.9),
    (98, 98216, 353, 508, 75.7),
    (99, 101601, 1014, 535, 97.3),
    (100, 128193, 1086, 666, 201.6),
)

# A score counts thousandths of a point, or 64ths of a doubling.
POINT, DOUBLING = 1000, 64


@cache
def people() -> _core.DifficultyModel:
    """The core's model of the times that people took."""
    return _core.DifficultyModel(
        STEP_FEATURES,
        0,
        NUMBER_FEATURES,
        PARALLEL_EFFORT,
        BASE,
        CORRECTIONS,
        _hundredths(PEOPLE),
    )


@cache
def steps(*, rounds: bool) -> _core.DifficultyModel:
    """The core's model of steps alone, ranked among rounds of Countdown or among hands of 24."""
    unused = dict.fromkeys(NUMBER_FEATURES, 0)
    ranks = _hundredths(ROUNDS if rounds else HANDS)
    return _core.DifficultyModel(STEP_FEATURES, EXTRA_STEP, unused, 1, 0, (), ranks)


def _hundredths(column: int) -> list[tuple[int, int]]:
    """Return pairs of a score and its highest percentile, in hundredths."""
    return list({int(row[column]): 100 * row[0] for row in PERCENTILES}.items())
