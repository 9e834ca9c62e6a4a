"""The two models of difficulty as data: the weights of features, and the percentiles of scores.

`python -m tests.fit_difficulty` fits the weights and prints these rows. They are fitted to the
times that people took for hands of 24: 4nums.com, by way of the tree-of-thought-llm repository
(MIT), every second hand by rank, read in 2026. core/numbers/labels/effort.hpp defines the features.
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

# What features of the numbers add to the score of `people`, in thousandths of a point. "ways" adds
# that for each 64th of a doubling of the number of solutions, the parallel effort (people search
# for all solutions at the same time) for each 64th of a doubling of the time.
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

# Pairs of a score and its percentile. Of `people`: among the hands of 1 to 13 that make 24.
PEOPLE_PERCENTILES = (
    (-27810, 0),
    (6358, 5),
    (16095, 10),
    (24763, 15),
    (29170, 20),
    (32939, 25),
    (36633, 30),
    (39703, 35),
    (43291, 40),
    (46109, 45),
    (49142, 50),
    (52628, 55),
    (56534, 60),
    (59951, 65),
    (64658, 70),
    (68992, 75),
    (74018, 80),
    (79685, 85),
    (85683, 90),
    (94057, 95),
    (97602, 96),
    (99581, 97),
    (103389, 98),
    (106518, 99),
    (133102, 100),
)
# Of `steps`: among the same hands, and among the solvable ones of 10,000 rounds of Countdown (six
# of the 24 tiles, a target of 101 to 999).
HANDS_PERCENTILES = (
    (-27, 0),
    (43, 5),
    (64, 10),
    (80, 15),
    (101, 20),
    (120, 25),
    (137, 30),
    (149, 35),
    (159, 40),
    (169, 45),
    (181, 50),
    (196, 55),
    (206, 60),
    (216, 65),
    (227, 70),
    (233, 75),
    (249, 80),
    (289, 85),
    (317, 90),
    (328, 96),
    (329, 97),
    (351, 98),
    (1016, 99),
    (1088, 100),
)
ROUNDS_PERCENTILES = (
    (-40, 0),
    (89, 5),
    (116, 10),
    (134, 15),
    (150, 20),
    (163, 25),
    (176, 30),
    (188, 35),
    (201, 40),
    (214, 45),
    (227, 50),
    (241, 55),
    (256, 60),
    (273, 65),
    (290, 70),
    (311, 75),
    (334, 80),
    (364, 85),
    (403, 90),
    (459, 95),
    (469, 96),
    (490, 97),
    (516, 98),
    (541, 99),
    (690, 100),
)
# The percentiles of people's times, in seconds.
SECONDS = (
    (0, 4.4),
    (5, 5.5),
    (10, 5.9),
    (15, 6.1),
    (20, 6.5),
    (25, 6.7),
    (30, 7.0),
    (35, 7.3),
    (40, 7.5),
    (45, 7.9),
    (50, 8.3),
    (55, 8.7),
    (60, 9.2),
    (65, 9.9),
    (70, 10.6),
    (75, 11.6),
    (80, 12.9),
    (85, 15.1),
    (90, 20.0),
    (95, 39.1),
    (96, 50.9),
    (97, 61.9),
    (98, 75.7),
    (99, 97.3),
    (100, 201.6),
)

# A score counts thousandths of a point, or 64ths of a doubling.
POINT, DOUBLING = 1000, 64


@cache
def people() -> _core.DifficultyModel:
    """The core's model of the times that people took."""
    percentiles = _hundredths(PEOPLE_PERCENTILES)
    return _core.DifficultyModel(
        STEP_FEATURES, 0, NUMBER_FEATURES, PARALLEL_EFFORT, BASE, percentiles
    )


@cache
def steps(*, rounds: bool) -> _core.DifficultyModel:
    """The core's model of steps alone, ranked among rounds of Countdown or among hands of 24."""
    percentiles = _hundredths(ROUNDS_PERCENTILES if rounds else HANDS_PERCENTILES)
    unused = dict.fromkeys(NUMBER_FEATURES, 0)
    return _core.DifficultyModel(STEP_FEATURES, EXTRA_STEP, unused, 1, 0, percentiles)


def _hundredths(percentiles: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    return [(score, 100 * percentile) for score, percentile in percentiles]
