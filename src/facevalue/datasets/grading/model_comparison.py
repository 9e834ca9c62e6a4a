"""Compares two models on the puzzles that both tried, with a confidence interval."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import sqrt
from statistics import NormalDist
from typing import Any

import attrs

from facevalue.datasets.grading.judging import Samples
from facevalue.errors import FaceValueError, RuleError, counted, quoted
from facevalue.value import Value

_MAX_NAMED = 100
_Z = NormalDist().inv_cdf(0.975)  # for intervals of 95 %


@attrs.frozen(kw_only=True)
class ModelComparison(Value):
    """The difference between the rates of two models on the puzzles that both tried.

    If both wrote one completion for each puzzle, `interval` is the score interval of Newcombe for
    paired proportions (Statistics in Medicine 17, 1998, page 2635, method 10), which is also
    good for few puzzles and for rates near 0 and 1. Otherwise it is 1.96 standard errors of the
    mean difference per puzzle (Miller, Adding Error Bars to Evals, 2024, arXiv:2411.00640), which
    needs about 30 puzzles or more.

    Attributes:
        models: the names of the two models.
        puzzle_count: how many puzzles both tried.
        better_count: on how many of them the first model has a higher rate.
        worse_count: on how many of them it has a lower rate.
        rates: for each model, the mean over these puzzles of the share of right completions; None
            without puzzles.
        interval: the confidence interval of 95 % for the difference; None if there is no puzzle, or
            one with several completions.
    """

    models: tuple[str, str]
    puzzle_count: int
    better_count: int
    worse_count: int
    rates: tuple[float, float] | None
    interval: tuple[float, float] | None

    @property
    def difference(self) -> float | None:
        """The first rate minus the second; None without puzzles."""
        return None if self.rates is None else self.rates[0] - self.rates[1]

    def as_dict(self) -> dict[str, Any]:
        """Return the fields and the difference, for JSON.

        JSON:
            models (list of text): the two models.
            puzzle_count (count): how many puzzles both models tried.
            better_count (count): on how many puzzles the first model is better.
            worse_count (count): on how many puzzles the first model is worse.
            rates (list of real or null): the rates of the models on them; null without puzzles.
            interval (list of real or null): from where to where it is with 95 % confidence; or
                null.
            difference (real or null): the first rate minus the second; null without puzzles.
        """
        return super().as_dict() | {"difference": self.difference}

    def __str__(self) -> str:
        names = " - ".join(self.models)
        if self.difference is None:
            return f"{names}: no puzzle was tried by both"
        puzzles = counted(self.puzzle_count, "puzzle")
        interval = ""
        if self.interval is not None:
            low, high = self.interval
            interval = f" (95 % interval {low:+.1%} to {high:+.1%})"
        counts = f"better on {self.better_count}, worse on {self.worse_count}"
        return f"{names}: {self.difference:+.1%}{interval} on {puzzles}, {counts}"


def parse_compare(models: Iterable[str] | None) -> tuple[str, str] | None:
    """Return the names of two models.

    Raises:
        RuleError: there are not two different names.
    """
    if models is None:
        return None
    names = () if isinstance(models, str) else tuple(models)
    if len(names) != 2 or not all(isinstance(name, str) for name in names) or names[0] == names[1]:
        raise RuleError(f"compare must be the names of two models, not {quoted(models)}")
    return names


class PairedTally:
    """Counts the completions of two models for each puzzle, and how many of them are right.

    Memory grows with the number of puzzles.

    Args:
        models: the names of the models.
    """

    def __init__(self, models: tuple[str, str]) -> None:
        self.models = models
        self._found: dict[str, None] = {}  # the first names of models, for an error
        # For each puzzle: completions and right ones of the first model, then of the second.
        self._counts: dict[Hashable, list[int]] = {}

    def add(self, samples: Samples, right: Iterable[bool]) -> None:
        """Add judged completions; other models are ignored."""
        if len(self._found) < _MAX_NAMED:
            self._found |= dict.fromkeys(samples.models)
        columns = zip(samples.models, right, *samples.puzzles[:3], strict=True)
        for model, is_right, numbers, target, rules in columns:
            if model in self.models:
                # Puzzles that differ only in the order of their numbers have the same key.
                ordered = sorted(numbers) if rules.order == "any" else numbers
                key = rules.name, tuple(ordered), target
                place = 2 * self.models.index(model)
                counts = self._counts.setdefault(key, [0, 0, 0, 0])
                counts[place] += 1
                counts[place + 1] += is_right

    def join(self, later: PairedTally) -> None:
        """Add the counts of another tally."""
        self._found |= later._found
        for key, counts in later._counts.items():
            mine = self._counts.setdefault(key, [0, 0, 0, 0])
            self._counts[key] = [a + b for a, b in zip(mine, counts, strict=True)]

    def comparison(self) -> ModelComparison:
        """Compare the models on the puzzles that both tried.

        Raises:
            FaceValueError: one of them has no completions.
        """
        for model in self.models:
            if model not in self._found and len(self._found) < _MAX_NAMED:
                found = ", ".join(map(quoted, self._found))
                raise FaceValueError(f"no completion is by {quoted(model)} (models: {found})")
        both = [counts for counts in self._counts.values() if counts[0] and counts[2]]
        size = len(both)
        rates = [(a / n, b / m) for n, a, m, b in both]
        interval = None
        if size and all(counts[0] == counts[2] == 1 for counts in both):
            interval = newcombe_interval(
                sum(a and b for _, a, _, b in both),
                sum(a > b for _, a, _, b in both),
                sum(a < b for _, a, _, b in both),
                sum(not a and not b for _, a, _, b in both),
            )
        elif size > 1:
            differences = [first - second for first, second in rates]
            mean = sum(differences) / size
            variance = sum((value - mean) ** 2 for value in differences) / (size - 1)
            half = _Z * sqrt(variance / size)
            interval = max(-1.0, mean - half), min(1.0, mean + half)
        return ModelComparison(
            models=self.models,
            puzzle_count=size,
            better_count=sum(a * m > b * n for n, a, m, b in both),
            worse_count=sum(a * m < b * n for n, a, m, b in both),
            rates=tuple(sum(rates) / size for rates in zip(*rates, strict=True)) if size else None,
            interval=interval,
        )


def newcombe_interval(both: int, first: int, second: int, neither: int) -> tuple[float, float]:
    """Return the 95 % interval for the difference of two paired proportions.

    Method 10 of Newcombe, Improved confidence intervals for the difference between binomial
    proportions based on paired data, Statistics in Medicine 17, 1998.

    Args:
        both: how many puzzles both models solved.
        first: how many only the first solved.
        second: how many only the second solved.
        neither: how many neither solved.

    >>> low, high = newcombe_interval(36, 12, 2, 0)
    >>> f"{low:.4f} {high:.4f}"
    '0.0569 0.3404'
    """
    size = both + first + second + neither
    rates = (both + first) / size, (both + second) / size
    (low1, high1), (low2, high2) = (_wilson_interval(rate, size) for rate in rates)
    spread = (both + first) * (second + neither) * (both + second) * (first + neither)
    surplus = float(both * neither - first * second)
    surplus = max(surplus - size / 2, min(surplus, 0))
    correlation = surplus / sqrt(spread) if spread else 0.0
    below, above = (rates[0] - low1, high2 - rates[1]), (high1 - rates[0], rates[1] - low2)
    down, up = (sqrt(max(0.0, a**2 - 2 * correlation * a * b + b**2)) for a, b in (below, above))
    difference = rates[0] - rates[1]
    return difference - down, difference + up


def _wilson_interval(rate: float, size: int) -> tuple[float, float]:
    """Return the 95 % score interval of Wilson for a proportion, without continuity correction."""
    z2 = _Z**2
    middle = (rate + z2 / (2 * size)) / (1 + z2 / size)
    half = _Z * sqrt(rate * (1 - rate) / size + z2 / (4 * size**2)) / (1 + z2 / size)
    return middle - half, middle + half
