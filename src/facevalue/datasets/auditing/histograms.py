"""Counts the rows of a file by solutions, difficulty, size, split and rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from facevalue.datasets.auditing.column_store import NO_LABEL, ColumnStore
from facevalue.datasets.auditing.report import Histogram
from facevalue.datasets.auditing.true_labels import TrueLabels
from facevalue.errors import printable

# The bins for the number of solutions; each ends before the next.
_SOLUTIONS = (0, 1, 2, 3, 6, 11, 21, 51, 101)
_TENTH = 1000  # difficulties are stored in hundredths of a percentile


def histograms(store: ColumnStore, labels: TrueLabels) -> Iterator[tuple[str, Histogram]]:
    """Yield pairs of a title and its bars; a bar is the name of a bin and its number of rows."""
    solutions = labels.by_role["solution_count"]
    bins = np.searchsorted(_SOLUTIONS, solutions[solutions != NO_LABEL], side="right") - 1
    names = [
        str(low) if following == low + 1 else f"{low} to {following - 1}"
        for low, following in pairwise(_SOLUTIONS)
    ]
    names.append(f"{_SOLUTIONS[-1]} and more")
    yield "number of solutions", _bars(names, np.bincount(bins, minlength=len(_SOLUTIONS)))
    hundredths = labels.by_role["difficulty"]
    tenths = np.minimum(hundredths[hundredths != NO_LABEL] // _TENTH, 9)
    names = [f"{10 * tenth} to {10 * tenth + 10}" for tenth in range(10)]
    yield "difficulty (percentile)", _bars(names, np.bincount(tenths, minlength=10))
    fractions = labels.by_role["needs_fraction"][labels.by_role["solvable"] == 1]
    yield "needs a fraction", _bars(["no", "yes"], np.bincount(fractions, minlength=2))
    sizes, counts = np.unique(store.array("size"), return_counts=True)
    is_valid = sizes > 0
    yield "numbers per puzzle", _bars(list(map(str, sizes[is_valid])), counts[is_valid])
    for title, named in (
        ("split", store.splits),
        ("rules", [rules.name for rules in store.rules]),
    ):
        counts_by_name = np.bincount(store.array(title), minlength=len(named))
        yield title, tuple(bar for bar in _bars(named, counts_by_name) if bar[1])


def _bars(names: Sequence[str], counts: NDArray[Any]) -> Histogram:
    return tuple(zip(map(printable, names), map(int, counts), strict=True))
