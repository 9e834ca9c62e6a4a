"""Compares the labels and answers of rows with the truth: faulty rows, notes and histograms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import facevalue as fv
from facevalue.datasets.auditing.column_store import BAD_LABEL, NO_LABEL, REASONS, ColumnStore
from facevalue.datasets.auditing.report import Fault, Histogram
from facevalue.datasets.auditing.true_labels import NO_ROW, TrueLabels
from facevalue.errors import counted, printable

Bounds: TypeAlias = tuple[int, int] | None

# From a kind of fault to the reasons of the judge.
_REASONS_OF: Mapping[str, tuple[str, ...]] = {
    "wrong_answer": ("wrong_value", "false_claim", "division_by_zero", "forbidden_value"),
    "cheating_answer": ("wrong_numbers", "forbidden_operator"),
    "unreadable_answer": ("malformed", "unknown_symbol", "too_long"),
    "missing_answer": ("no_answer",),
}
# A range is guessed from at least this many values.
_GUESS_FROM = 1000
# The range of the rules is used if 99 of 100 values are inside.
_NEARLY_ALL = 99, 100
# One value in this many is ignored at each end when a range is guessed.
_TAIL = 1000
_FLAGS = ("solvable", "needs_fraction")
# The bins for the number of solutions; each ends before the next.
_SOLUTIONS = (0, 1, 2, 3, 6, 11, 21, 51, 101)
_TENTH = 1000  # difficulties are stored in hundredths of a percentile


class Finding(NamedTuple):
    """The rows with one kind of fault.

    Attributes:
        kind: one of `FAULTS`.
        rows: the indices of the rows.
        message: a function that returns what is wrong with a row.
        earlier: for each row, the earlier row that it repeats; None for other kinds of faults.
    """

    kind: str
    rows: NDArray[Any]
    message: Callable[[int], str]
    earlier: NDArray[Any] | None = None

    def faults(self, store: ColumnStore, limit: int) -> Iterator[Fault]:
        """Yield the first faults, up to a limit."""
        for index, row in enumerate(self.rows[:limit].tolist()):
            rows = [row] if self.earlier is None else [row, int(self.earlier[index])]
            yield Fault(self.kind, tuple(map(store.location, rows)), self.message(row))


def find_faults(
    store: ColumnStore, labels: TrueLabels, number_range: Bounds, target_range: Bounds
) -> Iterator[Finding]:
    """Yield all findings within single rows, and repeated puzzles, in the order of `FAULTS`."""
    found = [role for role in labels.by_role if role in store.names]
    labelled = [role for role in found if not is_foreign(store, role)]
    malformed = dict(store.malformed)
    for role in labelled:
        for row in np.flatnonzero(store.array(role) == BAD_LABEL).tolist():
            malformed.setdefault(row, f"the label {role} cannot be read")
    rows = np.array(sorted(malformed), np.int64)
    yield Finding("malformed", rows, malformed.__getitem__)
    yield from _out_of_range(store, "number", number_range)
    yield from _out_of_range(store, "target", target_range)
    # Puzzles without a solution, where neither `solvable` nor `solution_count` says so.
    has_no_label = (store.array("solvable") < 0) & (store.array("solution_count") < 0)
    rows = np.flatnonzero((labels.by_role["solvable"] == 0) & has_no_label)
    message = "{} has no solution"
    yield Finding("unmarked_unsolvable", rows, lambda row: message.format(store.puzzle_text(row)))
    for role in labelled:
        yield _wrong_label(store, labels, role)
    for kind in _REASONS_OF:
        for role in ("answer", "completion"):
            if role in store.names:
                yield _bad_answers(store, labels, role, kind)
    yield from _repeated(store, labels)


def notes(store: ColumnStore, labels: TrueLabels) -> Iterator[str]:
    """Yield sentences about what was assumed and what could not be compared."""
    if "rules" not in store.names and store.rules:
        yield f"there is no rules column, so every row uses the rules {store.rules[0].name}"
    if "target" not in store.names:
        yield "there is no target column, so every row uses the default target of its rules"
    for role in labels.by_role:
        if role in store.names and is_foreign(store, role):
            name = store.names[role]
            yield f"the column {name} is ignored, because no cell can be read as {role}"
    if labels.too_large:
        verb = "is" if labels.too_large == 1 else "are"
        yield f"{counted(labels.too_large, 'different puzzle')} {verb} too large to solve"


def is_foreign(store: ColumnStore, role: str) -> bool:
    """Return whether no cell of a label column can be read: it must mean something else."""
    labels = store.array(role)
    return bool((labels < 0).all() and (labels == BAD_LABEL).any())


def _out_of_range(store: ColumnStore, what: str, chosen: Bounds) -> Iterator[Finding]:
    """Yield the rows with a number, or a target, outside the chosen or guessed range."""
    # All integers among the numbers, or among the targets, and the row of each.
    sizes, rows = store.array("size"), np.arange(store.count)
    if what == "number":
        values, rows = store.array("values"), np.repeat(rows, sizes)
    else:
        values, rows = store.array("target")[sizes > 0], rows[sizes > 0]
    bounds = chosen or guess_range(what, store.rules[0] if len(store.rules) == 1 else None, values)
    if bounds is None:
        return
    low, high = bounds
    outside = {
        row
        for row, (numbers, target) in store.fractions.items()
        if not all(low <= v <= high for v in (numbers if what == "number" else (target,)))
    }
    outside.update(rows[(values < low) | (values > high)].tolist())
    how = "" if chosen else f", the range of nearly all {what}s"
    yield Finding(
        f"{what}_out_of_range",
        np.array(sorted(outside), np.int64),
        lambda row: f"{store.puzzle_text(row)} has a {what} outside {low} to {high}{how}",
    )


def guess_range(what: str, rules: fv.Rules | None, values: NDArray[Any]) -> Bounds:
    """Guess the range that numbers or targets should have; None if there are too few values.

    It is the range that the rules deal, if 99 % of the values are inside. Otherwise, or if there
    are several rules, it is the range of nearly all values, widened by a tenth.
    """
    if rules is not None and len(values):
        dealt = rules.deck_values
        low, high = (rules.target,) * 2 if what == "target" else (min(dealt), max(dealt))
        share, whole = _NEARLY_ALL
        inside = np.count_nonzero((values >= low) & (values <= high))
        if inside * whole >= len(values) * share:
            return low, high
    if len(values) < _GUESS_FROM:
        return None
    ordered = np.sort(values)
    tail = len(values) // _TAIL
    low, high = int(ordered[tail]), int(ordered[-1 - tail])
    margin = (high - low) // 10 + 1
    # The margin must not let in 0 or negative values unless the data has some.
    floor = min(low, 1) if low >= 0 else low - margin
    return max(low - margin, floor), high + margin


def _wrong_label(store: ColumnStore, labels: TrueLabels, role: str) -> Finding:
    stated, true = store.array(role), labels.by_role[role]
    is_known = (stated >= 0) & (labels.by_role["solvable"] != NO_LABEL)
    rows = np.flatnonzero(is_known & (stated != true))

    def message(row: int) -> str:
        correct, wrong = _label_text(role, true[row]), _label_text(role, stated[row])
        return f"{role} is {correct}, not {wrong}: {store.puzzle_text(row)}"

    return Finding(f"wrong_{role}", rows, message)


def _label_text(role: str, label: int) -> str:
    if label == NO_LABEL:
        return "none"
    if role in _FLAGS:
        return "true" if label else "false"
    return f"{label / 100:g}" if role == "difficulty" else str(label)


def _bad_answers(store: ColumnStore, labels: TrueLabels, role: str, kind: str) -> Finding:
    """Find the bad answers of one kind; an unsolvable puzzle needs no answer."""
    codes = [REASONS.index(fv.Reason(reason)) for reason in _REASONS_OF[kind]]
    judged = store.array(role)
    is_bad = np.isin(judged, codes)
    if kind == "missing_answer":
        is_bad &= labels.by_role["solvable"] != 0
    name = store.names[role]

    def message(row: int) -> str:
        reason = store.messages[role].get(row, f"no_answer in the column {name}")
        return f"{reason}, for {store.puzzle_text(row)}"

    return Finding(kind, np.flatnonzero(is_bad), message)


def _repeated(store: ColumnStore, labels: TrueLabels) -> Iterator[Finding]:
    """Yield the rows that repeat an earlier row of the same split, and of another split."""
    firsts, splits = labels.first, store.array("split")
    is_repeat = (firsts != NO_ROW) & (firsts != np.arange(store.count))
    is_leak = splits[firsts] != splits
    yield find_repeats(store, "duplicate", is_repeat & ~is_leak, firsts, "{} is a duplicate")
    yield find_repeats(store, "leak", is_repeat & is_leak, firsts, "{0} is also in the split {2}")


def find_repeats(
    store: ColumnStore, kind: str, chosen: NDArray[np.bool_], earlier: NDArray[Any], message: str
) -> Finding:
    """Find rows that repeat an earlier one; a message has both puzzles and the earlier split."""
    rows, splits = np.flatnonzero(chosen), store.array("split")

    def describe(row: int) -> str:
        other = int(earlier[row])
        puzzles = store.puzzle_text(row), store.puzzle_text(other)
        return message.format(*puzzles, store.splits[splits[other]])

    return Finding(kind, rows, describe, earlier[rows])


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
