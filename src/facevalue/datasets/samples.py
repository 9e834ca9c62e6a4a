"""Finds the completions in a table of any framework, each with the puzzle that it answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from facevalue.datasets.files import find_column
from facevalue.errors import FaceValueError, quoted
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from dataclasses import KW_ONLY

    from facevalue.datasets.files import Batch

# From what a column holds to the names that are looked for, in this order.
COMPLETION_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "completions": ("completion", "completions", "response", "responses", "answer", "output"),
        "numbers": ("numbers", "nums"),
        "targets": ("target", "targets"),
        "rules": ("rules",),
    }
)
# Columns whose cells hold numbers, target and perhaps rules, as verl writes them.
_TRUTHS = ("reward_model", "ground_truth", "gts")
_TRUTH_KEYS = {name: usual for name, usual in COMPLETION_COLUMNS.items() if name != "completions"}


class Samples(Value):
    """Completions in the order of the file, in equal columns; None where a cell has nothing.

    Attributes:
        completions: texts, messages or lists of messages.
        numbers: the numbers of the puzzle that each answers.
        targets: its target.
        rules: the name of its rules.
        rows: the number of its row in the file, from 1.
        groups: what the completions for the same prompt have in common.
    """

    _: KW_ONLY
    completions: list[Any]
    numbers: list[Any]
    targets: list[Any]
    rules: list[Any]
    rows: list[int]
    groups: list[Any]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return zip(self.completions, self.numbers, self.targets, self.rules, self.rows, strict=True)


def wanted_columns(columns: Mapping[str, str | None]) -> dict[str, str | None]:
    """The names of columns that were asked for, None for the usual ones.

    Raises:
        FaceValueError: no column is called so.
    """
    for name in columns:
        if name not in COMPLETION_COLUMNS:
            known = ", ".join(COMPLETION_COLUMNS)
            raise FaceValueError(f"unknown column {quoted(name)}: choose one of {known}")
    return {name: columns.get(name) for name in COMPLETION_COLUMNS}


def samples_of(
    batch: Batch, wanted: Mapping[str, str | None], first: int, group_by: str | None = None
) -> Samples:
    """The completions of a batch; a cell with a list of texts holds several for one prompt.

    Args:
        batch: the rows.
        wanted: the names of columns, as `wanted_columns` returns them.
        first: the number of the first row in its file.
        group_by: the column that is the same for all completions of a prompt; None for the row.

    Raises:
        FaceValueError: a column is missing, or a cell holds texts and messages.
    """
    cells = _cells(batch, wanted)
    size = len(cells["completions"])
    keys = range(first, first + size) if group_by is None else batch[_known(batch, group_by)]
    groups = [each if isinstance(each, int) else json.dumps(each, default=str) for each in keys]
    several = [_completions_in(cell) for cell in cells["completions"]]
    places = [place for place, found in enumerate(several) for _ in found]
    return Samples(
        completions=[each for found in several for each in found],
        rows=[first + place for place in places],
        groups=[groups[place] for place in places],
        **{name: [cells[name][place] for place in places] for name in _TRUTH_KEYS},
    )


def _known(batch: Batch, name: str) -> str:
    return find_column(batch, name, ()) or name


def _completions_in(cell: object) -> list[Any]:
    """The completions of a cell: a list of texts or of conversations is several."""
    if isinstance(cell, (list, tuple)) and cell:
        if all(isinstance(each, (str, list, tuple)) for each in cell):
            return list(cell)
        if any(isinstance(each, str) for each in cell):
            raise FaceValueError(f"expected texts or messages, not both: {quoted(cell)}")
    return [cell]


def _cells(batch: Batch, wanted: Mapping[str, str | None]) -> dict[str, list[Any]]:
    size = len(next(iter(batch.values()), ()))
    found = {
        what: find_column(batch, wanted[what], usual) for what, usual in COMPLETION_COLUMNS.items()
    }
    truth = None if found["numbers"] else find_column(batch, None, _TRUTHS)
    cells = _truths(batch[truth]) if truth else {}
    for what, name in found.items():
        if name is not None:
            cells[what] = batch[name]
    for what in ("completions", "numbers"):
        if what not in cells:
            shown = ", ".join(batch)
            message = f"no column of {what} found, name it with {what}=COLUMN: the file has {shown}"
            raise FaceValueError(message)
    cells["numbers"] = [_without_brackets(cell) for cell in cells["numbers"]]
    return {what: cells.get(what, [None] * size) for what in COMPLETION_COLUMNS}


def _truths(cells: list[Any]) -> dict[str, list[Any]]:
    """The numbers, targets and rules in the ground truths of rows, mappings or JSON."""
    truths = [_truth(cell) for cell in cells]
    return {
        what: [next((row[name] for name in usual if name in row), None) for row in truths]
        for what, usual in _TRUTH_KEYS.items()
    }


def _truth(cell: object) -> Mapping[str, Any]:
    found: object = cell
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            found = None
    if isinstance(found, Mapping) and "ground_truth" in found:
        return _truth(found["ground_truth"])
    if not isinstance(found, Mapping):
        raise FaceValueError(
            f'expected a ground truth such as {{"target": 24, "numbers": [3, 8]}}: {quoted(cell)}'
        )
    return found


def _without_brackets(cell: object) -> object:
    """CSV files often hold lists as text in brackets."""
    return cell.strip(" \t()[]") if isinstance(cell, str) else cell
