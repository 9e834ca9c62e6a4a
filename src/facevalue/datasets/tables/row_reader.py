"""Finds puzzles and answers in the rows of a file, in the same way for audit, grade and label."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from facevalue.budget import watched
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import of_class
from facevalue.puzzle import rules_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from facevalue import Rules
    from facevalue.datasets.tables.files import Batch

# From the role of a column to the names that are looked for, in this order and in any case.
ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "numbers": ("numbers", "nums", "puzzle", "puzzles"),
        "target": ("target", "targets"),
        "rules": ("rules",),
        "extract": ("extract",),
        "answer": ("answer", "solution", "expression"),
        "completion": ("completion", "completions", "response", "responses", "output"),
        "solvable": ("solvable", "is_solvable"),
        "solution_count": ("solution_count", "solutions"),
        "needs_fraction": ("needs_fraction",),
        "difficulty": ("percentile", "difficulty"),
        "split": ("split",),
    }
)
PUZZLE = ("numbers", "target", "rules")
_NAMED_ONCE = (*PUZZLE, "extract")  # a row without a cell takes it from the next column of the role
_PLURALS = {"targets": "target", "completions": "completion"}
# Columns whose cells are records with the fields of a puzzle, or JSON of such records.
_RECORDS = ("reward_model", "ground_truth", "gts", "label", "extra_info", "metadata", "doc")
_DEPTH = 4
# Columns of the samples that lm-eval logs: the row of the task, and lists of what the model wrote.
_DOC, REPLIES = "doc", ("resps", "filtered_resps")
_MOST_DIGITS = 18  # fit into 64 bits
_BRACKETS = " \t\r\n[]()"


class RowReader:
    """Finds the cells for each role in pieces of a file.

    A role is looked for among the columns, and then in nested records, such as those of verl and
    lm-eval.

    Args:
        columns: column names by role, instead of the usual ones of `ROLES`; a dot leads into nested
            records, and a name of None leaves a role out. None for the usual names.

    Attributes:
        names: for each role that was found, the name of its column.

    Raises:
        FaceValueError: a role is unknown.
    """

    def __init__(self, columns: Mapping[str, str | None] | None) -> None:
        self._chosen: dict[str, str | None] = {}
        of_class("columns", {} if columns is None else columns, Mapping)  # type: ignore[type-abstract]
        for given, name in (columns or {}).items():
            role = _PLURALS.get(given, given)
            if role not in ROLES:
                raise FaceValueError(
                    f"unknown role {quoted(given)}: choose one of {', '.join(ROLES)}"
                )
            self._chosen[role] = name
        self.names: dict[str, str] = {}
        self._read: tuple[Batch, list[tuple[str, Batch]]] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_read": None}  # the rows are sent on their own

    def check(self, batch: Batch, *roles: str) -> None:
        """Checks that a batch has the columns that are needed: those chosen, and some roles.

        Raises:
            FaceValueError: one is missing.
        """
        shown = f"(columns: {', '.join(name for name in batch if name)})"
        for role, name in self._chosen.items():
            if name and not self._find(batch, role):
                raise FaceValueError(f"the file has no column {quoted(name)} for {role} {shown}")
        for role in roles:
            if not self._find(batch, role):
                what = role if role == "numbers" else f"{role}s"
                remedy = f'name it with columns={{"{role}": "COLUMN"}}'
                raise FaceValueError(f"the file has no column of {what} {shown}; {remedy}")

    def name(self, batch: Batch, role: str) -> str | None:
        """The name of the column for a role in a batch; None if there is none."""
        return next((name for name, _, _ in self._find(batch, role)), None)

    def cells(self, batch: Batch, role: str) -> list[Any] | None:
        """The cells for a role in a batch; None if there is no column for it."""
        found = self._find(batch, role)
        if not found:
            return None
        name, *_ = found[0]
        self.names.setdefault(role, name)
        columns = (table[key] for _, table, key in found)
        cells: list[Any] = next(columns)
        if name in REPLIES:
            # lm-eval has a list for each request, of which a row has one.
            return [
                cell[0] if isinstance(cell, (list, tuple)) and len(cell) == 1 else cell
                for cell in cells
            ]
        if role not in _NAMED_ONCE:
            return cells
        for others in columns:
            if not any(cell is None for cell in cells):
                break
            cells = [
                other if cell is None else cell for cell, other in zip(cells, others, strict=True)
            ]
        return cells

    def puzzles(self, batch: Batch, size: int) -> dict[str, list[Any]]:
        """The numbers, target and rules of each row; None where the row does not name them.

        Text that is a whole number, or a list of them, is read.
        """
        found = {role: self.cells(batch, role) or [None] * size for role in PUZZLE}
        found["numbers"] = _read_some(found["numbers"], read_numbers)
        found["target"] = _read_some(found["target"], read_target)
        return found

    def _find(self, batch: Batch, role: str) -> list[tuple[str, Batch, str]]:
        """The columns for a role: the name of each, the table that has it, and its name there."""
        # The batch, and the records that are nested in it, each with the prefix of its
        # names.
        if self._read is None or self._read[0] is not batch:
            self._read = batch, list(_nested(batch, "", _DEPTH))
        tables = self._read[1]
        if role in self._chosen:
            chosen = self._chosen[role]
            return [] if chosen is None else _column_at(batch, chosen, "")
        # Whether lm-eval logged the rows.
        if _DOC in batch and any(name in batch for name in REPLIES):
            if role == "completion":
                return [(name, batch, name) for name in REPLIES if name in batch][:1]
            tables = tables[1:]  # the target beside the `doc` of lm-eval is another
        found = []
        for prefix, table in tables:
            keys = _by_lower_case(table)
            found += [
                (prefix + key, table, key) for name in ROLES[role] for key in keys.get(name, ())
            ]
        return found


def _nested(table: Batch, prefix: str, depth: int) -> Iterator[tuple[str, Batch]]:
    yield prefix, table
    keys = _by_lower_case(table)
    for name in (key for usual in _RECORDS if depth for key in keys.get(usual, ())):
        inner = _Records(table[name])
        if inner:
            yield from _nested(inner, f"{prefix}{name}.", depth - 1)


def _column_at(table: Batch, path: str, prefix: str) -> list[tuple[str, Batch, str]]:
    """The column with this name, or at this path into nested records."""
    keys = _by_lower_case(table)
    same = [path] if path in table else keys.get(path.lower(), [])[:1]
    if same:
        return [(prefix + name, table, name) for name in same]
    first, dot, rest = path.partition(".")
    outer = [first] if first in table else keys.get(first.lower(), [])[:1]
    if not dot or not outer:
        return []
    return _column_at(_Records(table[outer[0]]), rest, f"{prefix}{outer[0]}.")


def _by_lower_case(names: Iterable[str]) -> dict[str, list[str]]:
    """From names in lower case to the names; one that is in lower case comes first."""
    found: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: name != name.lower()):
        found.setdefault(name.lower(), []).append(name)
    return found


class _Records(Mapping[str, list[object]]):
    """The fields of nested records as columns, which are made when they are needed."""

    def __init__(self, cells: Sequence[object]) -> None:
        self._records = list(map(_record, watched(cells)))
        self._names = dict.fromkeys(map(str, chain.from_iterable(self._records)))

    def __getitem__(self, name: str) -> list[object]:
        return [record.get(name) for record in self._records]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def _record(cell: object) -> Mapping[str, Any]:
    """The record in a cell, which may be JSON; without one, a record without fields."""
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        try:
            cell = json.loads(cell)
        except (ValueError, RecursionError):
            return _NOTHING
    return cell if isinstance(cell, Mapping) else _NOTHING


def _read_some(cells: list[Any], read: Any) -> list[Any]:  # noqa: ANN401 - a reader
    """The cells, of which text and floats are read."""
    if {str, float}.isdisjoint(map(type, cells)):
        return cells
    return list(map(read, watched(cells)))


def read_numbers(cell: object) -> object:
    """The numbers in a text of whole numbers, perhaps in brackets; anything else as it is.

    >>> read_numbers("[3, 3, 8, 8]"), read_numbers("(KS, 1/2)")
    ([3, 3, 8, 8], 'KS, 1/2')
    """
    if not isinstance(cell, str):
        return cell
    text = cell.strip(_BRACKETS)
    numbers = [_whole(word) for word in text.replace(",", " ").split()]
    return numbers if numbers and set(map(type, numbers)) == {int} else text


def read_target(cell: object) -> object:
    """The target in a cell; None for an empty one, and what is not a plain number as it is.

    >>> read_target(" 24"), read_target(""), read_target(float("nan")), read_target("1/2")
    (24, None, None, '1/2')
    """
    if isinstance(cell, float):
        return None if isnan(cell) else cell
    if not isinstance(cell, str):
        return cell
    text = cell.strip()
    return _whole(text) if text else None


def _whole(text: str) -> int | str:
    """Up to 18 digits as a number, anything else as it is."""
    is_plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_plain and (text[0] != "0" or text == "0") else text


def row_name(what: str, cell: object) -> str | None:
    """The name in a cell of the column of rules, for example; None if it is empty.

    Raises:
        RuleError: the cell is not a name.
    """
    if cell in (None, ""):
        return None
    if not isinstance(cell, str):
        raise RuleError(f"expected the name of {what}: {quoted(cell)}")
    return cell


def row_rules(cell: object, usual: Rules) -> Rules:
    """The rules that a cell names, or the usual ones if it is empty.

    Raises:
        RuleError: no rules have that name.
    """
    name = row_name("rules", cell)
    return usual if name is None else rules_named(name)
