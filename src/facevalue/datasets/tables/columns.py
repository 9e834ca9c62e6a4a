"""Finds the columns of a table that have a role, such as the numbers: `Columns` names them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue.budget import watched
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.text_lines import MAX_LINE_MEMORY, check_memory
from facevalue.datasets.tables.log_formats import EACH, find_log_format, follow
from facevalue.errors import RuleError, quoted
from facevalue.options import of_class
from facevalue.value import Value

# The name of a column, several usual names, or None.
ColumnName: TypeAlias = str | tuple[str, ...] | None


@attrs.frozen(kw_only=True)
class Columns(Value):
    """Which columns of a table mean what.

    By default, `audit`, `grade`, `label` and the adapters look for the usual names of each role, in
    this order and regardless of case, also in nested records and in the logs of other programs. A
    string is the name of the only column for a role, such as `meta.nums` for a field of a nested
    record. None ignores the role: with `rules=None`, whatever a row says about its rules is
    ignored, and so is with `extract=None` whatever it says about the place of the answer.

    Args:
        numbers: the numbers of the puzzle.
        target: the target; a row without one uses the default target of its rules.
        rules: the name of the rules.
        extract: where the answer is in the completion, one of `facevalue.puzzle.EXTRACTS`.
        answer: a solution; `audit` judges it, and `grade` does if there are no completions.
        completion: the completion of a model, or a list of several.
        prompt: the prompt, which may contain the puzzle.
        model: the name of the model.
        solvable: whether there is a solution.
        solution_count: how many distinct solutions there are.
        needs_fraction: whether every solution has a fraction among its intermediate results.
        difficulty: the percentile of difficulty.
        split: the name of the split.

    Raises:
        RuleError: the name of a column is not a string.

    >>> Columns().numbers
    ('numbers', 'nums', 'puzzle', 'puzzles')
    >>> Columns(numbers="hand", difficulty=None).numbers
    'hand'
    """

    numbers: ColumnName = ("numbers", "nums", "puzzle", "puzzles")
    target: ColumnName = ("target", "targets")
    rules: ColumnName = ("rules",)
    extract: ColumnName = ("extract",)
    answer: ColumnName = ("answer", "solution", "expression")
    completion: ColumnName = ("completion", "completions", "response", "responses", "output")
    prompt: ColumnName = ("prompt", "question")
    model: ColumnName = ("model", "model_name")
    solvable: ColumnName = ("solvable", "is_solvable")
    solution_count: ColumnName = ("solution_count", "solutions")
    needs_fraction: ColumnName = ("needs_fraction",)
    difficulty: ColumnName = ("percentile", "difficulty")
    split: ColumnName = ("split",)

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(Columns):
            name = getattr(self, field.name)
            is_usual = isinstance(name, tuple) and name == field.default
            if not (name is None or isinstance(name, str) or is_usual):
                what = "the name of a column or None"
                raise RuleError(f"{field.name} must be {what}, not {quoted(name)}")


# The usual names of each role.
ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(attrs.asdict(Columns()))
PUZZLE_ROLES = ("numbers", "target", "rules", "extract")
# Columns whose cells are records with the fields of a puzzle, or JSON of such records.
_RECORDS = ("reward_model", "ground_truth", "gts", "label", "extra_info", "metadata", "doc")
_DEPTH = 4
_LONG = 2**20  # characters of JSON in a cell, whose values may take much memory
# Names of columns with one number per cell.
_CELL_COLUMNS = (
    tuple("abcdefgh"),
    *(
        tuple(f"{stem}{number}" for number in range(1, 17))
        for stem in ("n", "num", "num_", "number", "number_", "x", "card", "card_")
    ),
)


def ignore_given(columns: Columns | None, **given: object) -> Columns:
    """Ignore the roles whose value the caller gives for all rows; None of it is not given.

    Raises:
        RuleError: the columns are not `Columns`.

    >>> ignore_given(Columns(numbers="hand"), rules="classic", extract=None).rules is None
    True
    """
    chosen = Columns() if columns is None else of_class("columns", columns, Columns)
    return chosen.replace(**{role: None for role, value in given.items() if value is not None})


class ColumnFinder:
    """Finds the columns of each role in one batch of rows.

    Args:
        batch: the cells of each column.
        columns: the names of the columns.
    """

    def __init__(self, batch: Batch, columns: Columns) -> None:
        self.batch, self._columns = batch, columns
        self._log = find_log_format(batch)
        self._tables = list(_nested_tables(batch, "", _DEPTH))

    def find(self, role: str) -> list[tuple[str, Batch, str]]:
        """Return the columns for a role: the full name, the table, and the name in that table."""
        names: ColumnName = getattr(self._columns, role)
        if names is None:
            return []
        if isinstance(names, str):
            return _column_at(self.batch, names, "")
        log, tables = self._log, self._tables
        if paths := getattr(log, role, ()):
            return [column for path in paths for column in _column_at(self.batch, path, "")]
        if log and log.puzzle and role in PUZZLE_ROLES:
            tables = []  # elsewhere, `target` is something else
            for path in log.puzzle:
                first, *rest = path.split(".")
                records = _Records([follow(cell, rest) for cell in watched(self.batch[first])])
                tables += _nested_tables(records, f"{path}.", _DEPTH - 1)
        found = []
        for prefix, table in tables:
            keys = _by_lower_case(table)
            found += [(prefix + key, table, key) for name in names for key in keys.get(name, ())]
        return found or (_one_number_per_cell(self.batch) if role == "numbers" else [])


def _nested_tables(table: Batch, prefix: str, depth: int) -> Iterator[tuple[str, Batch]]:
    """Yield a table and the records that are nested in it, each with the prefix of its names."""
    yield prefix, table
    keys = _by_lower_case(table)
    for name in (key for usual in _RECORDS if depth for key in keys.get(usual, ())):
        inner = _Records(table[name])
        if inner:
            yield from _nested_tables(inner, f"{prefix}{name}.", depth - 1)


def _one_number_per_cell(batch: Batch) -> list[tuple[str, Batch, str]]:
    """The columns `a, b, c, d` or `n1, n2, n3, n4` as one column of lists, without empty cells."""
    keys = {name.strip().lower(): name for name in batch}
    for labels in _CELL_COLUMNS:
        names = [keys[label] for label in takewhile(keys.__contains__, labels)]
        if len(names) > 1:
            rows = zip(*(batch[name] for name in names), strict=True)
            cells: list[object] = [
                [cell for cell in row if cell not in (None, "")] or None for row in watched(rows)
            ]
            title = ", ".join(names)
            return [(title, {title: cells}, title)]
    return []


def _column_at(table: Batch, path: str, prefix: str) -> list[tuple[str, Batch, str]]:
    """Return the column with this name, or at this path into nested records, in a list.

    In a path, `*` is each item of a list.
    """
    keys = _by_lower_case(table)
    same = [path] if path in table else keys.get(path.lower(), [])[:1]
    if same:
        return [(prefix + name, table, name) for name in same]
    first, dot, rest = path.partition(".")
    outer = [first] if first in table else keys.get(first.lower(), [])[:1]
    if not dot or not outer:
        return []
    if EACH in rest.split("."):
        steps = rest.split(".")
        cells = [follow(cell, steps) for cell in watched(table[outer[0]])]
        return [(prefix + path, {path: cells}, path)]
    return _column_at(_Records(table[outer[0]]), rest, f"{prefix}{outer[0]}.")


def _by_lower_case(names: Iterable[str]) -> dict[str, list[str]]:
    """Group names by their spelling in lower case; the one that is in lower case comes first."""
    spellings: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: name != name.lower()):
        spellings.setdefault(name.lower(), []).append(name)
    return spellings


class _Records(Mapping[str, list[object]]):
    """The fields of nested records as columns.

    A cell may be a record or JSON of a record; any other cell counts as a record without fields.
    """

    def __init__(self, cells: Sequence[object]) -> None:
        self._records: list[Mapping[str, Any]] = []
        for cell in watched(cells):
            record = cell
            if isinstance(cell, str) and cell.lstrip().startswith("{"):
                try:
                    if len(cell) > _LONG:
                        check_memory(cell.encode(errors="replace"), "a record", MAX_LINE_MEMORY)
                    record = json.loads(cell)
                except (ValueError, RecursionError):
                    record = None
            self._records.append(record if isinstance(record, Mapping) else {})
        self._names = dict.fromkeys(map(str, chain.from_iterable(self._records)))

    def __getitem__(self, name: str) -> list[object]:
        return [record.get(name) for record in self._records]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
