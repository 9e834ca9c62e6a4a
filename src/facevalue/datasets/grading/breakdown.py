"""Separate grades for each set of rules, each band of difficulty and each model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import attrs

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.grading.judging import Samples
from facevalue.datasets.grading.pass_rates import PassRates
from facevalue.datasets.labelling.row_labels import row_labels
from facevalue.options import one_of
from facevalue.value import Value

# What separate grades may be grouped by.
GRADED_BY: Mapping[str, str] = MappingProxyType(
    {
        "rules": "the name of the rules that a row is judged under",
        "difficulty": "the percentile of the puzzle, in four bands; it is computed",
        "model": "the model that wrote a completion",
    }
)
_BANDS = ("0 to 25", "25 to 50", "50 to 75", "75 to 100")
_UNSOLVABLE, _NOT_RATED = "no solution", "not rated"
_MAX_KEPT = 100_000  # puzzles whose band is cached


@attrs.frozen(kw_only=True)
class GradedPart(Value):
    """The grades of completions with the same rules, band of difficulty or model.

    Attributes:
        by: what the completions have in common, one of `GRADED_BY`.
        name: the name of the rules or of the model, or a band of percentiles such as "25 to 50";
            "no solution" and "not rated" for puzzles without a difficulty, "no model" for rows that
            do not name one.
        total: how many completions there are.
        correct: how many of them are right.
        rates: avg@n with its standard error over prompts, and pass@k if requested.
    """

    by: str
    name: str
    total: int
    correct: int
    rates: PassRates

    def as_dict(self) -> dict[str, Any]:
        """Return the counts and the rates for JSON, without `by` and `name`.

        JSON:
            completion_count (count): how many completions were judged.
            correct_count (count): how many are right.
            prompt_count, average, pass_at
        """
        counts = {"completion_count": self.total, "correct_count": self.correct}
        return counts | self.rates.as_dict()

    def __str__(self) -> str:
        rates = "".join(f"  pass@{k} {rate}" for k, rate in self.rates.describe_pass_at())
        return f"{self.name:<18} {self.total}  {self.rates.average}{rates}"


def parse_by(by: Iterable[str]) -> tuple[str, ...]:
    """Return names of `GRADED_BY`, each once.

    Raises:
        RuleError: a name is unknown.
    """
    names = [by] if isinstance(by, str) else list(by)
    return tuple(dict.fromkeys(one_of("by", name, GRADED_BY) for name in names))


class Breakdown:
    """Finds the part of each completion: its rules, its model, or the difficulty of its puzzle.

    Args:
        by: what to group completions by, from `parse_by`.
    """

    def __init__(self, by: tuple[str, ...]) -> None:
        self.by = by
        self._bands: dict[tuple[object, ...], str] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bands": {}}  # do not pickle the cache

    def parts(self, samples: Samples) -> Iterator[tuple[str, list[str]]]:
        """Yield each name in `by`, with the name of each completion's part."""
        for by in self.by:
            if by == "rules":
                yield by, [rules.name for rules in watched(samples.puzzles.rules)]
            elif by == "model":
                yield by, list(samples.models)
            else:
                yield by, self._find_bands(samples)

    def _find_bands(self, samples: Samples) -> list[str]:
        if len(self._bands) > _MAX_KEPT:
            self._bands.clear()
        puzzles = zip(*samples.puzzles[:3], strict=True)
        keys = [(id(rules), tuple(numbers), target) for numbers, target, rules in watched(puzzles)]
        unknown = {key: index for index, key in enumerate(keys) if key not in self._bands}
        found = row_labels(*samples.puzzles.take(unknown.values())[:3], simplest=False)
        for key, labels in zip(unknown, found, strict=True):
            if isinstance(labels, str):  # too large to solve
                self._bands[key] = _NOT_RATED
            elif labels.percentile is None:
                self._bands[key] = _UNSOLVABLE
            else:
                self._bands[key] = _BANDS[min(int(labels.percentile) // 25, len(_BANDS) - 1)]
        return [self._bands[key] for key in keys]


def part_rank(part: tuple[str, str]) -> tuple[int, int, str]:
    """Return a sort key for parts: the order of `GRADED_BY`, `RULES`, the bands and the names."""
    by, name = part
    names = [*fv.RULES, *_BANDS, _UNSOLVABLE, _NOT_RATED]
    return list(GRADED_BY).index(by), names.index(name) if name in names else -1, name
