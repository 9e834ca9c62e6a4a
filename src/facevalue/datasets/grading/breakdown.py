"""Grades of the completions apart: for each name of rules, and for each band of difficulty."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.grading.pass_rates import Tally
from facevalue.datasets.labelling.row_labels import row_labels
from facevalue.options import one_of
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from facevalue.datasets.grading.judging import Judged, Judges
    from facevalue.datasets.grading.pass_rates import PassRates
    from facevalue.datasets.labelling.row_labels import RowLabels

# By what `grade` can tell completions apart, and what that means.
GRADED_BY: Mapping[str, str] = MappingProxyType(
    {
        "rules": "the name of the rules that a row is judged under",
        "difficulty": "the percentile of the puzzle, in four bands; it is computed",
    }
)
_BANDS = ("0 to 25", "25 to 50", "50 to 75", "75 to 100")
_UNSOLVABLE, _NOT_RATED = "no solution", "not rated"
_MOST_KEPT = 100_000  # puzzles whose band is kept


@attrs.frozen(kw_only=True)
class GradedPart(Value):
    """The grades of the completions that have something in common.

    Attributes:
        by: what they have in common, one of `GRADED_BY`.
        name: the name of the rules, or a band of percentiles such as "25 to 50"; "no solution" and
            "not rated" for puzzles without a difficulty.
        total: how many completions there are.
        correct: how many of them are right.
        rates: avg@n with its standard error over prompts, and pass@k if it was asked for.
    """

    by: str
    name: str
    total: int
    correct: int
    rates: PassRates

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: the counts and the rates, without `by` and `name`."""
        counts = {"completion_count": self.total, "correct_count": self.correct}
        return counts | self.rates.as_dict()

    def __str__(self) -> str:
        rates = "".join(f"  pass@{k} {text}" for k, text in self.rates.describe_pass_at())
        return f"{self.name:<18} {self.total}  {self.rates.average}{rates}"


def parse_by(by: Iterable[str]) -> tuple[str, ...]:
    """By what to tell completions apart, each once.

    Raises:
        RuleError: something else.
    """
    given = [by] if isinstance(by, str) else list(by)
    return tuple(dict.fromkeys(one_of("by", each, GRADED_BY) for each in given))


class Breakdown:
    """Tells completions apart.

    Args:
        by: what they may have in common, as `parse_by` returns it.
        judges: the graders.
    """

    def __init__(self, by: tuple[str, ...], judges: Judges) -> None:
        self._by, self._judges = by, judges
        self._bands: dict[tuple[object, ...], str] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bands": {}}  # what was computed is not sent along

    def names(self, judged: Judged) -> Iterator[tuple[str, list[str]]]:
        """What completions may have in common, and the name of its part for each of them."""
        for by in self._by:
            yield (
                by,
                [self._judges.of(rules).rules.name for rules in watched(judged.samples.rules)]
                if by == "rules"
                else self._bands_of(judged),
            )

    def _bands_of(self, part: Judged) -> list[str]:
        if len(self._bands) > _MOST_KEPT:
            self._bands.clear()
        samples = part.samples
        games = [self._judges.of(rules).rules for rules in watched(samples.rules)]
        puzzles = zip(samples.numbers, samples.targets, games, strict=True)
        # Equal for equal puzzles; the numbers as they are written.
        keys = [
            (
                rules,
                (numbers,) if isinstance(numbers, str) else tuple(numbers),
                rules.target if target is None else target,
            )
            for numbers, target, rules in watched(puzzles)
        ]
        unknown = {key: place for place, key in enumerate(keys) if key not in self._bands}
        columns = samples.numbers, samples.targets, games
        chosen = ([column[place] for place in unknown.values()] for column in columns)
        bands = map(_band, row_labels(*chosen, simplest=False))
        self._bands.update(zip(unknown, bands, strict=True))
        return [self._bands[key] for key in keys]


class PartTallies:
    """Counts the completions of each part, for each prompt.

    Args:
        are_rows: whether each prompt is a row.
    """

    def __init__(self, *, are_rows: bool) -> None:
        self._are_rows = are_rows
        self._tallies: dict[tuple[str, str], Tally] = {}

    def add(self, judged: Judged, breakdown: Breakdown) -> None:
        """Counts judged completions."""
        for by, names in breakdown.names(judged):
            places: dict[str, list[int]] = {}
            for place, name in enumerate(names):
                places.setdefault(name, []).append(place)
            for name, rows in places.items():
                groups = [judged.samples.groups[row] for row in rows]
                self._tally((by, name)).add(groups, (judged.codes[rows] == 0).tolist())

    def join(self, later: PartTallies) -> None:
        """Adds the counts of rows that come later."""
        for part, tally in later._tallies.items():
            self._tally(part).join(tally)

    def _tally(self, part: tuple[str, str]) -> Tally:
        return self._tallies.setdefault(part, Tally(are_rows=self._are_rows))

    def parts(self, ks: Iterable[int]) -> tuple[GradedPart, ...]:
        """The grades of each part, in the order of `GRADED_BY`, of the rules and of the bands.

        Raises:
            FaceValueError: a prompt has fewer than k completions.
        """
        wanted = tuple(ks)
        names = [*fv.RULES, *_BANDS, _UNSOLVABLE, _NOT_RATED]
        rank = {name: place for place, name in enumerate(names)}
        keys = sorted(
            self._tallies, key=lambda key: (list(GRADED_BY).index(key[0]), rank.get(key[1], -1))
        )
        found = []
        for by, name in keys:
            tally = self._tallies[by, name]
            rates = tally.rates(wanted)
            assert rates is not None  # noqa: S101 - every part has a completion
            total, right = tally.totals
            found.append(GradedPart(by=by, name=name, total=total, correct=right, rates=rates))
        return tuple(found)


def _band(labels: RowLabels | str) -> str:
    if isinstance(labels, str):  # too large to solve
        return _NOT_RATED
    if labels.percentile is None:
        return _UNSOLVABLE
    return _BANDS[min(int(labels.percentile) // 25, len(_BANDS) - 1)]
