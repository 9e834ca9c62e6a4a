"""The two models of difficulty as data: the weights of features, and the percentiles of scores.

`python -m tests.fit_difficulty` fits the weights to the times that people took for hands of 24, and
prints these rows. The times are those of 4nums.com, from the tree-of-thought-llm repository (MIT),
every second hand by rank, read in 2026. core/numbers/labels/effort.hpp defines the features.
"""

from __future__ import annotations

from functools import cache

from facevalue import _core

# The mental cost of each feature of a step, in 64ths of a doubling of the time.
STEP_FEATURES = {
    "subtraction": 8,
    "subtraction from beyond 10": 4,
    "subtraction from beyond 24": 67,
    "difference of 1": -99,
    "number doubled": -11,
    "sum beyond 10": 28,
    "both factors from 5 up": -28,
    "product beyond 50": 59,
    "division": 93,
    "number by itself": -141,
    "fraction": 365,
    "negative result": 221,
    "two halves": -5,
    "ends in 1 x 24": -34,
    "ends in 4 x 6": 16,
    "ends in a division": -28,
}
# The cost of one more step, where puzzles differ in their number of steps: chosen, not measured.
EXTRA_STEP = 64

# The weights of features of the numbers in the score of `people`, in thousandths of a point. "ways"
# counts for each 64th of a doubling of the number of solutions. The parallel effort (people look
# for all solutions at the same time) counts for each 64th of a doubling of the time.
NUMBER_FEATURES = {
    "ones": -21511,
    "different numbers": 12440,
    "sum": -689,
    "even numbers": -401,
    "needs a fraction": -184499,
    "ways": 39,
}
PARALLEL_EFFORT = 260
BASE = 50841

# One row for each percentile: the score of `people` among the hands of 1 to 13 that make 24; the
# scores of `steps` among the same hands, and among the solvable ones of 10,000 rounds of Countdown
# (six of the 24 tiles, a target of 101 to 999); and people's time in seconds.
PEOPLE, HANDS, ROUNDS, TIME = 1, 2, 3, 4
PERCENTILES = (
    (0, -27810, -27, -40, 4.4),
    (5, 6358, 43, 89, 5.5),
    (10, 16095, 64, 116, 5.9),
    (15, 24763, 80, 134, 6.1),
    (20, 29170, 101, 150, 6.5),
    (25, 32939, 120, 163, 6.7),
    (30, 36633, 137, 176, 7.0),
    (35, 39703, 149, 188, 7.3),
    (40, 43291, 159, 201, 7.5),
    (45, 46109, 169, 214, 7.9),
    (50, 49142, 181, 227, 8.3),
    (55, 52628, 196, 241, 8.7),
    (60, 56534, 206, 256, 9.2),
    (65, 59951, 216, 273, 9.9),
    (70, 64658, 227, 290, 10.6),
    (75, 68992, 233, 311, 11.6),
    (80, 74018, 249, 334, 12.9),
    (85, 79685, 289, 364, 15.1),
    (90, 85683, 317, 403, 20.0),
    (95, 94057, 328, 459, 39.1),
    (96, 97602, 328, 469, 50.9),
    (97, 99581, 329, 490, 61.9),
    (98, 103389, 351, 516, 75.7),
    (99, 106518, 1016, 541, 97.3),
    (100, 133102, 1088, 690, 201.6),
)

# A score counts thousandths of a point, or 64ths of a doubling.
POINT, DOUBLING = 1000, 64


@cache
def people() -> _core.DifficultyModel:
    """The core's model of the times that people took."""
    return _core.DifficultyModel(
        STEP_FEATURES, 0, NUMBER_FEATURES, PARALLEL_EFFORT, BASE, _hundredths(PEOPLE)
    )


@cache
def steps(*, rounds: bool) -> _core.DifficultyModel:
    """The core's model of steps alone, ranked among rounds of Countdown or among hands of 24."""
    unused = dict.fromkeys(NUMBER_FEATURES, 0)
    ranks = _hundredths(ROUNDS if rounds else HANDS)
    return _core.DifficultyModel(STEP_FEATURES, EXTRA_STEP, unused, 1, 0, ranks)


def _hundredths(column: int) -> list[tuple[int, int]]:
    """Pairs of a score and its percentile, in hundredths; of equal scores the highest counts."""
    return list({int(row[column]): 100 * row[0] for row in PERCENTILES}.items())
