"""The result of labelling files of puzzles: counts and skipped rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import attrs

from facevalue.datasets.labelling.row_labels import RowLabels
from facevalue.datasets.tables.skipped_rows import (
    SkippedRow,
    SkippedRows,
    skipped_dict,
    skipped_text,
)
from facevalue.value import Value


@attrs.frozen
class LabelCounts(Value):
    """The result of `label`. `str` returns a table.

    Attributes:
        rows: how many rows were labelled.
        solvable_count: how many of them have a solution.
        needs_fraction_count: how many of them have only solutions with a fraction among the
            results.
        skipped_count: how many rows could not be labelled; they are not written.
        skipped: the first 100 of these rows.

    >>> print(LabelCounts(4, solvable_count=3, needs_fraction_count=1))
    4 rows
    solvable        3   75.0%
    needs fraction  1   25.0%
    """

    rows: int
    solvable_count: int = attrs.field(kw_only=True)
    needs_fraction_count: int = attrs.field(kw_only=True)
    skipped_count: int = attrs.field(kw_only=True, default=0)
    skipped: tuple[SkippedRow, ...] = attrs.field(kw_only=True, default=())

    def as_dict(self) -> dict[str, Any]:
        """Return the counts and the first skipped rows, for JSON.

        JSON:
            rows
            solvable_count (count): how many rows have a solution.
            needs_fraction_count (count): how many rows need a fraction.
            skipped_count, skipped?
        """
        return {
            "rows": self.rows,
            "solvable_count": self.solvable_count,
            "needs_fraction_count": self.needs_fraction_count,
            **skipped_dict(self.skipped_count, self.skipped),
        }

    def __str__(self) -> str:
        width = len(str(self.rows))
        counts = {"solvable": self.solvable_count, "needs fraction": self.needs_fraction_count}
        lines = (
            f"{name:<14}  {count:>{width}}  {count / self.rows:>6.1%}"
            for name, count in counts.items()
            if count
        )
        noun = "row" if self.rows == 1 else "rows"
        return "\n".join([f"{self.rows} {noun}", *lines, *skipped_text(self.skipped_count)])


class LabelReport:
    """Counts labels, and skipped rows.

    Attributes:
        skipped: the rows without labels.
    """

    def __init__(self) -> None:
        self.skipped = SkippedRows()
        self._counts: Counter[str] = Counter()

    def add(self, labels: Collection[RowLabels]) -> None:
        """Count the labels of some rows."""
        self._counts["rows"] += len(labels)
        for name in ("solvable", "needs_fraction"):
            self._counts[name] += sum(getattr(row, name) for row in labels)

    def join(self, later: LabelReport) -> None:
        """Add the counts of later rows."""
        self._counts += later._counts
        self.skipped.join(later.skipped)

    def counts(self) -> LabelCounts:
        """Return the result.

        Raises:
            NoRowsError: there were rows, but none could be labelled.
        """
        if not self._counts["rows"]:
            self.skipped.refuse_all("labelled")
        return LabelCounts(
            self._counts["rows"],
            solvable_count=self._counts["solvable"],
            needs_fraction_count=self._counts["needs_fraction"],
            skipped_count=self.skipped.count,
            skipped=tuple(self.skipped.first),
        )
