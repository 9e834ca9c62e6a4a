"""The result of grading files of completions: counts, rates, separate grades and skipped rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import attrs
import numpy as np

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.grading.judging import Samples
from facevalue.datasets.grading.model_comparison import ModelComparison, PairedTally
from facevalue.datasets.grading.pass_rates import PassRates, Tally
from facevalue.datasets.labelling.row_labels import row_labels
from facevalue.datasets.tables.job import SkippedRow, SkippedRows, skipped_text
from facevalue.errors import counted
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
_REASONS = tuple(fv.Reason)
_CODES = {reason.value: code for code, reason in enumerate(_REASONS)}


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


class Breakdown:
    """Finds the part of each completion: its rules, its model, or the difficulty of its puzzle.

    Args:
        by: what to group completions by: one or several names of `GRADED_BY`.

    Raises:
        RuleError: a name is unknown.
    """

    def __init__(self, by: Iterable[str]) -> None:
        names = [by] if isinstance(by, str) else by
        self.by = tuple(dict.fromkeys(one_of("by", name, GRADED_BY) for name in names))
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


@attrs.frozen
class Grades(Value):
    """The result of `grade`. `str` returns a table.

    Attributes:
        total: how many completions there are.
        reasons: pairs of the value of a `Reason` and the number of completions with it, in the
            order of `Reason`; reasons that do not occur are left out.
        pass_rates: pass@k and avg@n, if a prompt has several completions or they were requested.
        parts: separate grades for rules, bands of difficulty or models, if requested.
        comparison: the comparison of two models, if requested.
        skipped_count: how many rows could not be judged.
        skipped: the first 100 of these rows.

    >>> grades = Grades(4, reasons=(("correct", 3), ("no_answer", 1)))
    >>> grades.correct, grades.counts["no_answer"]
    (3, 1)
    """

    total: int
    reasons: tuple[tuple[str, int], ...] = attrs.field(kw_only=True)
    pass_rates: PassRates | None = attrs.field(kw_only=True, default=None)
    parts: tuple[GradedPart, ...] = attrs.field(kw_only=True, default=())
    comparison: ModelComparison | None = attrs.field(kw_only=True, default=None)
    skipped_count: int = attrs.field(kw_only=True, default=0)
    skipped: tuple[SkippedRow, ...] = attrs.field(kw_only=True, default=())

    @property
    def counts(self) -> dict[str, int]:
        """The number of completions with each reason that occurs."""
        return dict(self.reasons)

    @property
    def correct(self) -> int:
        """How many completions are right."""
        return self.counts.get("correct", 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, the reasons, and the rates if there are any, for JSON.

        JSON:
            completion_count, correct_count
            reasons (count by name): how often each reason was found.
            by? (graded_part by name by name): figures by rules, difficulty or model.
            comparison? (comparison): the comparison of two models.
            skipped_count (count): how many rows could not be read.
            skipped? (list of skipped_row): the first rows that could not be read.
            prompt_count?, average?, pass_at?
        """
        counts = {"completion_count": self.total, "correct_count": self.correct}
        rates = {} if self.pass_rates is None else self.pass_rates.as_dict()
        skipped: dict[str, Any] = {"skipped_count": self.skipped_count}
        if self.skipped:
            skipped["skipped"] = [row.as_dict() for row in self.skipped]
        by: dict[str, dict[str, Any]] = {}
        for part in self.parts:
            by.setdefault(part.by, {})[part.name] = part.as_dict()
        more: dict[str, Any] = {"by": by} if by else {}
        if self.comparison is not None:
            more["comparison"] = self.comparison.as_dict()
        return {**counts, "reasons": self.counts} | rates | more | skipped

    def __str__(self) -> str:
        width = len(str(self.total))
        lines = (
            f"{reason:<18} {count:>{width}}  {count / self.total:>6.1%}"
            for reason, count in self.reasons
        )
        rates = [] if self.pass_rates is None else [str(self.pass_rates)]
        parts = [f"{part.by:<10} {part}" for part in self.parts]
        parts += [] if self.comparison is None else [str(self.comparison)]
        head, skipped = counted(self.total, "completion"), skipped_text(self.skipped_count)
        return "\n".join([head, *lines, *rates, *parts, *skipped])


class Report:
    """Counts the reasons of completions, and skipped rows.

    Args:
        are_rows: whether each row is a prompt.
        compare: the names of two models to compare, or None.

    Attributes:
        skipped: the rows that could not be judged.
    """

    def __init__(self, *, are_rows: bool, compare: tuple[str, str] | None = None) -> None:
        self._are_rows = are_rows
        self._paired = None if compare is None else PairedTally(compare)
        self._counts = np.zeros(len(_REASONS), np.int64)
        self._all = Tally(are_rows=are_rows)
        self._parts: dict[tuple[str, str], Tally] = {}
        self.skipped = SkippedRows()

    def add(self, samples: Samples, reasons: list[str], breakdown: Breakdown) -> None:
        """Count judged completions, also for each part separately."""
        codes = np.fromiter(map(_CODES.__getitem__, reasons), np.uint8, len(reasons))
        self._counts += np.bincount(codes, minlength=len(_REASONS))
        right = (codes == 0).tolist()
        self._all.add(samples.groups, right)
        if self._paired is not None:
            self._paired.add(samples, right)
        for by, names in breakdown.parts(samples):
            indices: dict[str, list[int]] = {}
            for index, name in enumerate(names):
                indices.setdefault(name, []).append(index)
            for name, chosen in indices.items():
                groups = [samples.groups[index] for index in chosen]
                self._part((by, name)).add(groups, [right[index] for index in chosen])

    def join(self, later: Report) -> None:
        """Add the counts of a report of later rows."""
        self._counts += later._counts
        self._all.join(later._all)
        if self._paired is not None and later._paired is not None:
            self._paired.join(later._paired)
        for part, tally in later._parts.items():
            self._part(part).join(tally)
        self.skipped.join(later.skipped)

    def _part(self, part: tuple[str, str]) -> Tally:
        return self._parts.setdefault(part, Tally(are_rows=self._are_rows))

    def grades(self, ks: Iterable[int] | None) -> Grades:
        """Return the result.

        Raises:
            NoRowsError: there were rows, but none could be judged.
            FaceValueError: one of the models to compare has no completions.
        """
        total = int(self._counts.sum())
        if not total:
            self.skipped.refuse_all("judged")
        counts = zip(_REASONS, self._counts.tolist(), strict=True)
        has_rates = not self._are_rows or ks is not None or self._all.has_several
        used_ks = () if not has_rates else (1,) if ks is None else tuple(ks)
        parts = []
        for by, name in sorted(self._parts, key=part_rank):
            tally = self._parts[by, name]
            rates, (size, right) = tally.rates(used_ks), tally.totals
            parts.append(GradedPart(by=by, name=name, total=size, correct=right, rates=rates))
        return Grades(
            total,
            reasons=tuple((reason.value, count) for reason, count in counts if count),
            pass_rates=self._all.rates(used_ks) if has_rates and total else None,
            parts=tuple(parts),
            comparison=None if self._paired is None else self._paired.comparison(),
            skipped_count=self.skipped.count,
            skipped=tuple(self.skipped.first),
        )
