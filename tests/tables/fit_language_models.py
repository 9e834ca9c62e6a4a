"""Fit how hard puzzles are for language models: `python -m tests.tables.fit_language_models`.

The answers of models are in a file that is not part of facevalue; FACEVALUE_TEST_DATA names its
folder. Each is judged here (`Grader`, extract "any", syntax "relaxed"). The log-odds of a failure
are the level of the model that answered plus a score, the weighted sum of the features of the
puzzle: a logistic regression by Newton's method, with a small penalty on the weights of
standardized features. It prints the rows of core/numbers/difficulty/language_models.hpp
and how well the score predicts the failures on puzzles that were left out of the fit.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import facevalue as fv
from tests.tables import language_models as rated
from tests.tables.fit_difficulty import FOLDS, SEEDS, rank_correlation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

FILE = "model-outputs.jsonl.gz"
# Answers of seven models to the same puzzles.
COUNTDOWN = "cpt:data/eval/"
# Answers of GPT-4 to 100 hands of 24: two prompts, and tree search with few answers per hand.
HANDS = ("tot_cot", "tot_standard", "tot_bfs")
PENALTY = 1.0
NEWTON = 25
POPULATION = 10_000
PERCENTILES = range(0, 101, 5)


class Outcomes(NamedTuple):
    """The features of P puzzles, and the share of right answers of each of M models, (P, M)."""

    features: NDArray[np.float64]
    solved: NDArray[np.float64]

    @property
    def failures(self) -> NDArray[np.float64]:
        """The share of wrong answers to each puzzle."""
        return 1 - self.solved.mean(axis=1)


def features_of(numbers: Sequence[Fraction | int], target: Fraction | int) -> tuple[int, ...]:
    """The features of a solvable puzzle under `classic`."""
    solutions = fv.solve(numbers, target)
    operators = [token for token in solutions.first.postfix if isinstance(token, str)]
    raw = fv.count(numbers, target, distinct="raw")
    return rated.measure(numbers, target, "".join(operators), raw)


def outcomes(sources: str) -> Outcomes:
    """The outcomes of the models whose name starts so."""
    grader = fv.Grader(extract="any", syntax="relaxed")
    found: dict[tuple[tuple[int, ...], int], dict[str, list[bool]]] = {}
    path = Path(os.environ["FACEVALUE_TEST_DATA"]) / FILE
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["source"].startswith(sources):
                numbers, target = tuple(row["numbers"]), row["target"]
                by_model = found.setdefault((numbers, target), {})
                is_right = grader.verdict(row["completion"], numbers, target).correct
                by_model.setdefault(row["source"], []).append(is_right)
    names = sorted(set.intersection(*(set(by_model) for by_model in found.values())))
    return Outcomes(
        np.array([features_of(*puzzle) for puzzle in found], float),
        np.array([[np.mean(by_model[name]) for name in names] for by_model in found.values()]),
    )


def fitted(known: Outcomes) -> tuple[list[int], int]:
    """The weights in millionths, and the base: the mean level of the models."""
    puzzles, models = known.solved.shape
    middle, spread = known.features.mean(axis=0), known.features.std(axis=0) + 1e-9
    shown = np.repeat((known.features - middle) / spread, models, axis=0)
    levels = np.tile(np.eye(models), (puzzles, 1))
    design, failed = np.hstack([levels, shown]), 1 - known.solved.ravel()
    penalty = np.r_[np.full(models, 0.01), np.full(shown.shape[1], PENALTY)]
    weights = np.zeros(design.shape[1])
    for _ in range(NEWTON):
        expected = 1 / (1 + np.exp(-design @ weights))
        curvature = design.T @ (design * (expected * (1 - expected))[:, None]) + np.diag(penalty)
        downhill = design.T @ (failed - expected) - penalty * weights
        weights += np.linalg.solve(curvature, downhill)
    slopes = weights[models:] / spread
    base = weights[:models].mean() - slopes @ middle
    return [round(rated.POINT * slope) for slope in slopes], round(rated.POINT * base)


def scores(known: Outcomes, weights: Sequence[int], base: int) -> NDArray[np.float64]:
    """The scores of the puzzles."""
    return known.features @ np.array(weights) + base


def held_out(known: Outcomes, seed: int) -> NDArray[np.float64]:
    """The score of each puzzle by weights that were fitted without its fold."""
    order = np.random.default_rng(seed).permutation(len(known.features))
    guesses = np.zeros(len(order))
    for fold in range(FOLDS):
        out = order[fold::FOLDS]
        rest = np.setdiff1d(order, out)
        part = Outcomes(known.features[rest], known.solved[rest])
        guesses[out] = scores(Outcomes(known.features[out], known.solved[out]), *fitted(part))
    return guesses


class Bin(NamedTuple):
    """A fifth of the puzzles by score: the mean expected and the mean observed failures, in %."""

    expected: int
    observed: int


def calibration(guesses: NDArray[np.float64], known: Outcomes) -> list[Bin]:
    """Five bins of held-out puzzles, from the easiest to the hardest."""
    # The level of each model is the one at which its mean failure is right.
    chances = np.zeros(known.solved.shape)
    for model, failures in enumerate((1 - known.solved).T):
        low, high = -20.0, 20.0
        for _ in range(60):
            level = (low + high) / 2
            chances[:, model] = 1 / (1 + np.exp(-guesses / rated.POINT - level))
            low, high = (
                (level, high) if chances[:, model].mean() < failures.mean() else (low, level)
            )
    fifths = np.array_split(np.argsort(guesses, kind="stable"), 5)
    return [
        Bin(round(100 * chances[part].mean()), round(100 * known.failures[part].mean()))
        for part in fifths
    ]


def picture(bins: Sequence[Bin]) -> str:
    """The bins as SVG: a dot for the expected and the observed failures of each fifth."""
    dots = [f'<circle cx="{3 * b.expected}" cy="{300 - 3 * b.observed}" r="6"/>' for b in bins]
    ticks = [
        f'<text x="{3 * k}" y="318">{k} %</text><text x="-20" y="{304 - 3 * k}">{k} %</text>'
        for k in range(0, 101, 25)
    ]
    return _SVG.format("\n".join(dots), "\n".join(ticks))


_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -20 410 380" width="410" height="380"
  font-family="sans-serif" font-size="12" text-anchor="middle">
<title>Wrong answers of language models: expected and observed</title>
<style>@media (prefers-color-scheme:dark){{
text{{fill:#e5e7eb}}rect{{fill:#20242b}}g{{fill:#7ddba3}}}}</style>
<rect x="-70" y="-20" width="410" height="380" fill="#fff"/>
<path d="M0 0V300H300M0 300L300 0" fill="none" stroke="#999"/>
<g fill="#1a6b4a">
{}
</g>
{}
<text x="150" y="342">expected wrong answers</text>
<text transform="translate(-54 150) rotate(-90)">observed wrong answers</text>
</svg>
"""


def population() -> Iterator[tuple[list[int], int]]:
    """Solvable puzzles like the fitted ones: 3 to 5 numbers and a target, each of 1 to 100."""
    draw, found = Random(SEEDS[0]), 0
    while found < POPULATION:
        numbers = [draw.randint(1, 100) for _ in range(draw.randint(3, 5))]
        target = draw.randint(1, 100)
        if fv.solve(numbers, target):
            found += 1
            yield numbers, target


def marks() -> list[int]:
    """The scores at the percentiles among `population`, by the rows of the package."""
    ordered = sorted(rated.score(features_of(*puzzle)) for puzzle in population())
    return [ordered[round(rank * (POPULATION - 1) / 100)] for rank in PERCENTILES]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tables.fit_language_models", description=__doc__
    )
    parser.add_argument("--picture", type=Path, help="write the calibration as SVG to this file")
    options = parser.parse_args()
    known = outcomes(COUNTDOWN)
    weights, base = fitted(known)
    print("MODEL_FEATURES")
    for name, weight in zip(rated.FEATURES, weights, strict=True):
        print(f'    {{"{name}", {weight}}},')
    print("MODEL_BASE", base)
    print("MODEL_SCORES, by the rows of the package:", *marks())
    for seed in SEEDS:
        guesses = held_out(known, seed)
        print(f"seed {seed}, left out: {rank_correlation(guesses, known.failures):.3f}")
    print(f"fitted: {rank_correlation(scores(known, weights, base), known.failures):.3f}")
    sizes = known.features[:, 0]
    print(f"how many numbers there are, alone: {rank_correlation(sizes, known.failures):.3f}")
    for source in HANDS:
        hands = outcomes(source)
        found = rank_correlation(scores(hands, weights, base), hands.failures)
        print(f"GPT-4 on hands of 24, {source}: {found:.3f}")
    bins = calibration(held_out(known, SEEDS[0]), known)
    for each in bins:
        print(f"| {each.expected} % | {each.observed} % |")
    if options.picture:
        options.picture.write_text(picture(bins), encoding="utf-8")


if __name__ == "__main__":
    main()
