"""Fit the model of human difficulty: `python -m tests.tables.fit_difficulty` prints its rows.

The times of people are in a file that is not part of facevalue; FACEVALUE_TEST_DATA names its
folder. All ways to make 24 of a hand are looked for in parallel (core/numbers/labels/effort.hpp): a
way is found at a rate of exp(-the cost of its steps), the rates add up, and the percentile of a
hand's time goes with the logarithm of the sum and with what its numbers show. Fitted by least
squares, Gauss and Newton's way, with a penalty on the weights. What that leaves is corrected by
small trees, each fitted to what those before it leave of a random part of the hands (J. Friedman,
Stochastic gradient boosting, 2002). It prints the rows of
core/numbers/difficulty/weights.hpp and corrections.hpp.
"""

from __future__ import annotations

import argparse
import csv
import os
from itertools import combinations_with_replacement
from math import log
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from facevalue import _core
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

FILE = "human-24-odd-ranks.csv"
TARGET = 24
ALL_HANDS = tuple(combinations_with_replacement(range(1, 14), 4))

SEEDS = (1, 2, 3)
FOLDS = 10
# How far the score rises with the parallel effort: percentiles for each factor of e.
PARALLEL_EFFORT = 24.0
# Prior weights of the traits; the penalty pulls the fitted weights towards them.
BEFOREHAND = {
    "subtraction": 1.0,
    "division": 2.0,
    "fraction": 4.0,
    "negative result": 2.0,
    "product beyond 50": 1.0,
    "two halves": 1.0,
}
PENALTY = 2.0
GAUSS_NEWTON = 12
# Correction trees: their number, the share of hands of each, the fewest hands of a leaf, and the
# learning rate. Found by experiment: the errors on held-out hands
# hardly change around them.
TREES = 200
PART = 0.6
FEWEST = 8
LEARNED = 0.1
# Percentiles that the printed tables have rows for.
PERCENTILES = (*range(0, 95, 5), *range(95, 101))
# The effort of a step when puzzles differ in their number of steps: chosen, not measured.
STEP = 64
ROUNDS_OF_COUNTDOWN = 10_000
TILES = (*range(1, 11), *range(1, 11), 25, 50, 75, 100)


class Model(NamedTuple):
    """Weights as the core takes them: whole numbers."""

    step_features: dict[str, int]
    number_features: dict[str, int]
    effort: int
    base: int
    corrections: tuple[tuple[int, ...], ...] = ()

    def core_model(self, marks: Sequence[tuple[int, int]] = ((0, 0),)) -> _core.DifficultyModel:
        return _core.DifficultyModel(
            self.step_features,
            0,
            self.number_features,
            self.effort,
            self.base,
            self.corrections,
            marks,
        )


class Asked(NamedTuple):
    """The ways of all hands in one array, the start of each hand, and the traits of its numbers."""

    ways: NDArray[np.float64]
    starts: NDArray[np.int64]
    owners: NDArray[np.int64]
    number_features: NDArray[np.float64]


def times() -> tuple[list[tuple[int, ...]], NDArray[np.float64]]:
    """The hands that people were timed at, and their times in seconds."""
    path = Path(os.environ["FACEVALUE_TEST_DATA"]) / FILE
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    hands = [tuple(map(int, row["Puzzles"].split())) for row in rows]
    return hands, np.array([float(row["AMT (s)"]) for row in rows])


def ranks(values: Iterable[float]) -> NDArray[np.float64]:
    """The places of values in order from 0 up; equal ones share the mean."""
    given = np.asarray(values, float)
    ordered = np.sort(given)
    left, right = np.searchsorted(ordered, given), np.searchsorted(ordered, given, "right")
    return (left + right - 1) / 2


def rank_correlation(a: Iterable[float], b: Iterable[float]) -> float:
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def percentiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return ranks(values) / (len(values) - 1) * 100


def analyze(hands: Sequence[tuple[int, ...]]) -> Asked:
    found = [_core.hand_features(hand, TARGET) for hand in hands]
    sizes = [len(ways) for ways, _ in found]
    return Asked(
        np.array([way for ways, _ in found for way in ways], float),
        np.cumsum([0, *sizes[:-1]]),
        np.repeat(np.arange(len(hands)), sizes),
        np.array([shown for _, shown in found], float),
    )


def picked(all_asked: Asked, hands: NDArray[np.int64]) -> Asked:
    """The same for some of the hands, in order."""
    is_picked = np.isin(all_asked.owners, hands)
    owners = np.searchsorted(hands, all_asked.owners[is_picked])
    starts = np.searchsorted(owners, np.arange(len(hands)))
    return Asked(all_asked.ways[is_picked], starts, owners, all_asked.number_features[hands])


def log_effort(given: Asked, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """For each hand the logarithm of the parallel effort, and how it changes with the weights."""
    costs = given.ways @ weights
    least = np.minimum.reduceat(costs, given.starts)
    rates = np.exp(least[given.owners] - costs)
    sums = np.add.reduceat(rates, given.starts)
    shares = (rates / sums[given.owners])[:, None]
    return least - np.log(sums), np.add.reduceat(given.ways * shares, given.starts)


def fitted(given: Asked, goals: NDArray[np.float64]) -> Model:
    names = _core.step_features()
    before = np.array([BEFOREHAND.get(name, 0.0) for name in names])
    middle, spread = given.number_features.mean(axis=0), given.number_features.std(axis=0)
    shown = np.column_stack([(given.number_features - middle) / spread, np.ones(len(goals))])
    start = np.concatenate([before, np.zeros(shown.shape[1] - 1), [goals.mean()]])
    penalty = np.array(
        [PENALTY * PARALLEL_EFFORT**2] * len(names) + [1.0] * (shown.shape[1] - 1) + [0.0]
    )

    def flaws(point: NDArray[np.float64]) -> NDArray[np.float64]:
        weights, rest = np.split(point, [len(names)])
        return goals - PARALLEL_EFFORT * log_effort(given, weights)[0] - shown @ rest

    def loss(point: NDArray[np.float64]) -> float:
        return float((flaws(point) ** 2).sum() + penalty @ (point - start) ** 2)

    point = start
    for _ in range(GAUSS_NEWTON):
        slopes = np.column_stack(
            [PARALLEL_EFFORT * log_effort(given, point[: len(names)])[1], shown]
        )
        downhill = slopes.T @ flaws(point) - penalty * (point - start)
        step = np.linalg.solve(slopes.T @ slopes + np.diag(penalty), downhill)
        while loss(point + step) > loss(point) and abs(step).max() > 1e-6:
            step = step / 2
        point = point + step
    weights, rest = np.split(point, [len(names)])
    return rounded(weights, rest[:-1] / spread, rest[-1] - rest[:-1] @ (middle / spread))


def rounded(weights: NDArray[np.float64], rest: NDArray[np.float64], constant: float) -> Model:
    """The weights in the core's units: 64ths of a doubling, and thousandths of a point."""
    traits = [round(weight * 64 / log(2)) for weight in weights]
    shown = [round(weight * 1000) for weight in rest]
    return Model(
        dict(zip(_core.step_features(), traits, strict=True)),
        dict(zip(_core.number_features(), shown, strict=True)),
        round(PARALLEL_EFFORT * 1000 * log(2) / 64),
        round(constant * 1000),
    )


def split(
    seen: NDArray[np.int64], left: NDArray[np.int64], hands: NDArray[np.int64]
) -> tuple[int, int]:
    """The feature and the threshold that split the hands with the smallest remaining error.

    Whole numbers below 2^53 throughout, so that every machine finds the same.
    """
    order = np.argsort(seen[hands], axis=0, kind="stable")
    values = np.take_along_axis(seen[hands], order, axis=0)
    sums = np.cumsum(left[hands][order], axis=0)[:-1]
    size = np.arange(1, len(hands))[:, None]
    rest = len(hands) - size
    gain = sums**2 / size + (left[hands].sum() - sums) ** 2 / rest
    gain[(values[:-1] == values[1:]) | (np.minimum(size, rest) < FEWEST)] = -1
    row, observation = divmod(int(gain.argmax()), gain.shape[1])
    return observation, int(values[row : row + 2, observation].sum() // 2)


def tree(
    seen: NDArray[np.int64], left: NDArray[np.int64], hands: NDArray[np.int64]
) -> tuple[int, ...]:
    """A row of corrections for what is left of the hands' goals."""
    conditions, points = [split(seen, left, hands)], []
    for is_no in (False, True):
        part = hands[(seen[hands, conditions[0][0]] > conditions[0][1]) == is_no]
        condition = split(seen, left, part) if len(part) >= 2 * FEWEST else conditions[0]
        conditions.append(condition)
        for answer in (False, True):
            leaf = part[(seen[part, condition[0]] > condition[1]) == answer]
            points.append(round(LEARNED * left[leaf].sum() / max(len(leaf), 1)))
    return (*(number for condition in conditions for number in condition), *points)


def corrected(row: tuple[int, ...], seen: NDArray[np.int64]) -> NDArray[np.int64]:
    """The points of a row for each of the hands."""
    conditions, points = np.reshape(row[:6], (3, 2)), np.array(row[6:])
    answers = [seen[:, observation] > most for observation, most in conditions]
    return points[2 * answers[0] + np.where(answers[0], answers[2], answers[1])]


def with_corrections(
    model: Model, hands: Sequence[tuple[int, ...]], goals: NDArray[np.float64]
) -> Model:
    """The model with trees for what it leaves of the goals."""
    core_model = model.core_model()
    seen = np.array([_core.hand_observations(hand, TARGET, core_model) for hand in hands])
    left = np.round(1000 * goals).astype(np.int64) - seen[:, 1]
    source, rows = np.random.default_rng(SEEDS[0]), []
    for _ in range(TREES):
        part = np.sort(source.permutation(len(hands))[: round(PART * len(hands))])
        rows.append(tree(seen, left, part))
        left = left - corrected(rows[-1], seen)
    return model._replace(corrections=tuple(rows))


def scores(model: Model, hands: Iterable[tuple[int, ...]]) -> list[int]:
    """The scores of the hands that make 24, by the core."""
    core_model, row = model.core_model(), core_rules(RULES["classic"])
    found = (
        _core.score_by([(number, 1) for number in hand], (TARGET, 1), row, core_model, core_model)
        for hand in hands
    )
    return [score for score in found if score is not None]


def held_out(hands: list[tuple[int, ...]], goals: NDArray[np.float64], seed: int) -> list[float]:
    """Scores of the hands, each by a model that was fitted without its fold."""
    everything = analyze(hands)
    order = np.random.default_rng(seed).permutation(len(hands))
    guesses = np.zeros(len(hands))
    for fold in range(FOLDS):
        out = order[fold::FOLDS]
        rest = np.setdiff1d(np.arange(len(hands)), out)
        model = fitted(picked(everything, rest), goals[rest])
        model = with_corrections(model, [hands[i] for i in rest], goals[rest])
        guesses[out] = scores(model, [hands[i] for i in out])
    return list(guesses)


class Bin(NamedTuple):
    """A tenth of the hands by score: the middle of its percentiles, and where their times lie."""

    guessed: float
    quarter: float
    mean: float
    three_quarters: float


def calibration(guesses: Sequence[float], goals: NDArray[np.float64]) -> list[Bin]:
    """Ten bins of the percentiles of guesses, from the easiest to the hardest."""
    guessed = percentiles(np.asarray(guesses))
    tenths = np.minimum(guessed // 10, 9)
    bins = []
    for tenth in range(10):
        seen = goals[tenths == tenth]
        quarter, three_quarters = np.percentile(seen, [25, 75])
        bins.append(Bin(10 * tenth + 5, *map(float, (quarter, seen.mean(), three_quarters))))
    return bins


def picture(bins: Iterable[Bin]) -> str:
    """The bins as SVG: a dot for the mean, a line from quarter to three quarters."""
    marks = [
        f'<path d="M{_x(b.guessed)} {_y(b.quarter)}V{_y(b.three_quarters)}"/>'
        f'<circle cx="{_x(b.guessed)}" cy="{_y(b.mean)}" r="5"/>'
        for b in bins
    ]
    ticks = [
        f'<text x="{_x(k)}" y="318">{k}</text><text x="-16" y="{_y(k) + 4}">{k}</text>'
        for k in range(0, 101, 25)
    ]
    return _SVG.format("\n".join(marks), "\n".join(ticks))


def _x(percentile: float) -> int:
    return round(3 * percentile)


def _y(percentile: float) -> int:
    return 300 - round(3 * percentile)


_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -20 400 380" width="400" height="380"
  font-family="sans-serif" font-size="12" text-anchor="middle">
<title>Percentile of the score against percentile of people's times</title>
<style>@media (prefers-color-scheme:dark){{
text{{fill:#e5e7eb}}rect{{fill:#20242b}}g{{fill:#7ddba3;stroke:#7ddba3}}}}</style>
<rect x="-60" y="-20" width="400" height="380" fill="#fff"/>
<path d="M0 0V300H300M0 300L300 0" fill="none" stroke="#999"/>
<g stroke="#1a6b4a" stroke-width="2" fill="#1a6b4a">
{}
</g>
{}
<text x="150" y="342">percentile that was predicted</text>
<text transform="translate(-42 150) rotate(-90)">percentile of the time</text>
</svg>
"""


def at_percentiles(ordered: Sequence[int]) -> list[int]:
    """The scores at the `PERCENTILES`."""
    last = len(ordered) - 1
    return [ordered[round(rank * last / 100)] for rank in PERCENTILES]


def seconds(measured: NDArray[np.float64]) -> list[float]:
    """People's times at the percentiles of `PERCENTILES`, to a tenth."""
    return [round(float(second), 1) for second in np.percentile(measured, PERCENTILES)]


def steps_scores(
    puzzles: Iterable[tuple[Sequence[int], int]], rules: str, model: Model
) -> list[int]:
    """The scores of the solvable puzzles, in order, by the parallel effort of solutions alone."""
    core_model = _core.DifficultyModel(
        model.step_features, STEP, dict.fromkeys(model.number_features, 0), 1, 0, (), ((0, 0),)
    )
    row = core_rules(RULES[rules])
    found = (
        _core.score_by([(number, 1) for number in numbers], (target, 1), row, None, core_model)
        for numbers, target in puzzles
    )
    return sorted(score for score in found if score is not None)


def rounds() -> Iterator[tuple[Sequence[int], int]]:
    """Rounds of Countdown: six of the 24 tiles, and a target of 101 to 999."""
    deal = Random(SEEDS[0])
    for _ in range(ROUNDS_OF_COUNTDOWN):
        yield deal.sample(TILES, 6), deal.randint(101, 999)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tables.fit_difficulty", description=__doc__
    )
    parser.add_argument("--picture", type=Path, help="write the calibration as SVG to this file")
    options = parser.parse_args()
    hands, measured = times()
    goals = percentiles(measured)
    model = with_corrections(fitted(analyze(hands), goals), hands, goals)
    guesses = {seed: held_out(hands, goals, seed) for seed in SEEDS}
    for seed in SEEDS:
        print(f"held out, seed {seed}: {rank_correlation(guesses[seed], goals):.4f}")
    bins = [Bin(*map(round, each)) for each in calibration(guesses[SEEDS[0]], goals)]
    for each in bins:
        print("calibration:", *each)
    if options.picture:
        options.picture.write_text(picture(bins), encoding="utf-8")
    print(f"fitted to all: {rank_correlation(scores(model, hands), goals):.4f}")
    for name, weights in (
        ("STEP_WEIGHTS", model.step_features),
        ("NUMBER_WEIGHTS", model.number_features),
    ):
        print(name, *(f"    {weight},  // {of}" for of, weight in weights.items()), sep="\n")
    print("EFFORT_WEIGHT, BASE_SCORE", model.effort, model.base)
    print("CORRECTIONS", *map(_as_row, model.corrections), sep="\n")
    hand_steps = steps_scores(((hand, TARGET) for hand in ALL_HANDS), "classic", model)
    columns = (
        at_percentiles(sorted(scores(model, ALL_HANDS))),
        at_percentiles(hand_steps),
        at_percentiles(steps_scores(rounds(), "countdown", model)),
        [round(10 * time) for time in seconds(measured)],
    )
    print("PERCENTILES", *map(_as_row, zip(PERCENTILES, *columns, strict=True)), sep="\n")


def _as_row(numbers: Iterable[int]) -> str:
    """A row of a table in C++."""
    return f"    {{{', '.join(map(str, numbers))}}},"


if __name__ == "__main__":
    main()
