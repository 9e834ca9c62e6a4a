"""Finds what the splits of a file have in common besides equal puzzles.

Two kinds of overlap are faults: under rules that allow unused numbers, puzzles that share a
solution, because numbers that both have make the same target; and puzzles that differ only by a
common factor. Equal targets and equal sets of numbers are only counted. They are normal unless a
dataset was split by target or by numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.auditing.column_store import ColumnStore
from facevalue.datasets.auditing.findings import Finding, find_repeats
from facevalue.datasets.auditing.true_labels import NO_ROW, TrueLabels, first_equal, groups_of_rows
from facevalue.datasets.building.splitting import divided
from facevalue.datasets.tables.job import by_halves
from facevalue.errors import FaceValueError

Rows = NDArray[np.int64]
Groups = list[tuple[Rows, int]]  # rows, and how many numbers each of their puzzles has

_AT_ONCE = 4_000_000  # sets of numbers that are compared at once


def find_overlaps(store: ColumnStore, labels: TrueLabels) -> Iterator[Finding]:
    """Yield the rows that overlap with an earlier row in another split.

    Each row is listed once: a `scaled_leak` is not also a `shared_solution`, and a `leak`, which
    has the same puzzle as another split, is neither.
    """
    if len(store.splits) < 2:
        return
    splits = store.array("split")
    scaled, shared = _empty(store), _empty(store)
    for rules, rows, size in groups_of_rows(store):
        numbers, targets = _puzzles(store, rows, size)
        numbers, targets = divided(numbers, targets)
        if rules.order == "any":
            numbers.sort(axis=1)
        scaled[rows] = rows[first_equal([*numbers.T, targets])]
    for rules, groups in _by_rules(store):
        if rules.use == "any":
            _find_shared_solutions(store, labels, rules, groups, shared)
    is_leak = _is_other(splits, labels.first)
    is_scaled = _is_other(splits, scaled) & ~is_leak
    is_shared = (shared != NO_ROW) & ~is_leak & ~is_scaled
    yield find_repeats(
        store, "scaled_leak", is_scaled, scaled, "{} differs from {} in {} only by a common factor"
    )
    yield find_repeats(
        store, "shared_solution", is_shared, shared, "{} shares a solution with {} in {}"
    )


def count_overlaps(store: ColumnStore) -> dict[str, int]:
    """Count the rows with the target, or set of numbers, of an earlier row in another split."""
    if len(store.splits) < 2:
        return {}
    splits = store.array("split")
    by_target, by_numbers = _empty(store), _empty(store)
    for _, groups in _by_rules(store):
        rows = np.sort(np.concatenate([rows for rows, _ in groups]))
        by_target[rows] = rows[first_equal([store.array("target")[rows]])]
        for rows, size in groups:
            numbers, targets = _puzzles(store, rows, size)
            numbers, _ = divided(np.sort(numbers, axis=1), np.zeros_like(targets))
            by_numbers[rows] = rows[first_equal([*numbers.T])]
    return {
        "target": int(np.count_nonzero(_is_other(splits, by_target))),
        "numbers": int(np.count_nonzero(_is_other(splits, by_numbers))),
    }


def _empty(store: ColumnStore) -> Rows:
    return np.full(store.count, NO_ROW, np.int64)


def _is_other(splits: NDArray[Any], earlier: Rows) -> NDArray[np.bool_]:
    """Return whether each row has an earlier row that is in another split."""
    return np.asarray((earlier != NO_ROW) & (splits[earlier] != splits))


def _by_rules(store: ColumnStore) -> list[tuple[fv.Rules, Groups]]:
    """Return pairs of rules and their rows, which are grouped by size."""
    groups: dict[str, tuple[fv.Rules, Groups]] = {}
    for rules, rows, size in groups_of_rows(store):
        groups.setdefault(fv.puzzle.rules_key(rules), (rules, []))[1].append((rows, size))
    return list(groups.values())


def _puzzles(store: ColumnStore, rows: Rows, size: int) -> tuple[Rows, Rows]:
    starts, values = store.offsets[rows], store.array("values")
    numbers = values[starts[:, None] + np.arange(size)].astype(np.int64)
    return numbers, store.array("target")[rows].astype(np.int64)


def _find_shared_solutions(
    store: ColumnStore, labels: TrueLabels, rules: fv.Rules, groups: Groups, shared: Rows
) -> None:
    """Write into `shared`, for each row, the first row of another split that shares a solution.

    All sets of the same size are compared at once, for some of the targets at a time. Only sets
    that occur in two splits are solved.
    """
    solvable = [
        (rows[labels.by_role["solvable"][rows] != 0], size)
        for rows, size in groups
        if np.any(labels.by_role["solvable"][rows] != 0)
    ]
    max_size = max((size for _, size in solvable), default=0)
    for count in range(1, max_size + 1):
        large = [(rows, size) for rows, size in solvable if size >= count]
        sets = sum(len(rows) * len([*combinations(range(size), count)]) for rows, size in large)
        parts = sets // _AT_ONCE + 1
        for part in range(parts):
            check_deadline()
            chosen = [(rows[store.array("target")[rows] % parts == part], n) for rows, n in large]
            _compare_sets(store, rules, [pair for pair in chosen if len(pair[0])], count, shared)


def _compare_sets(
    store: ColumnStore, rules: fv.Rules, groups: Groups, count: int, shared: Rows
) -> None:
    tables, owners = [], []
    for rows, size in groups:
        numbers, targets = _puzzles(store, rows, size)
        if rules.order == "any":
            numbers.sort(axis=1)
        for chosen in combinations(range(size), count):
            tables.append(np.column_stack([numbers[:, chosen], targets]))
            owners.append(rows)
    if not tables:
        return
    table, owner = np.concatenate(tables), np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    table, owner = table[order], owner[order]
    first = first_equal([*table.T])
    splits = store.array("split")
    foreign = np.flatnonzero(splits[owner] != splits[owner[first]])
    foreign = foreign[shared[owner[foreign]] == NO_ROW]
    sets, set_index = np.unique(first[foreign], return_inverse=True)
    shares = foreign[_solvable(table[sets], rules)[set_index]][::-1]
    shared[owner[shares]] = owner[first[shares]]  # in reverse, so the first set of a row wins


def _solvable(table: Rows, rules: fv.Rules) -> NDArray[np.bool_]:
    """Return for each row of numbers and target whether it is solvable; False if too expensive."""

    def solve(start: int, stop: int) -> NDArray[np.bool_]:
        return fv.solvable_many(table[start:stop, :-1], table[start:stop, -1], rules)

    parts = (part for _, _, part in by_halves(solve, 0, len(table)))
    # A part that fails is a single row.
    found = [[False] if isinstance(part, FaceValueError) else part for part in parts]
    return np.concatenate(found, dtype=np.bool_)
