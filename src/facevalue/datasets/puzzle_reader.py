"""Finds the puzzles in a table of any framework: numbers, target and rules of each row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from facevalue.budget import watched
from facevalue.datasets.columns import COMPLETION_COLUMNS
from facevalue.datasets.files import find_column
from facevalue.errors import FaceValueError, RuleError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue import Rules
    from facevalue.datasets.files import Batch

# Columns whose cells hold numbers, target and perhaps rules, as verl writes them.
_TRUTHS = ("reward_model", "ground_truth", "gts")
_MOST_DIGITS = 18  # fit into 64 bits
# Columns of the samples that lm-eval logs: the row of the task, and lists of what the model wrote.
_DOC, REPLIES = "doc", ("resps", "filtered_resps")


def wanted_columns(
    columns: Mapping[str, str | None], known: Iterable[str] = tuple(COMPLETION_COLUMNS)
) -> dict[str, str | None]:
    """The names of columns that were asked for, None for the usual ones.

    Raises:
        FaceValueError: no column is called so.
    """
    for name in columns:
        if name not in known:
            raise FaceValueError(f"unknown column {quoted(name)}: choose one of {', '.join(known)}")
    return {name: columns.get(name) for name in known}


def found_columns(batch: Batch, wanted: Mapping[str, str | None]) -> dict[str, str | None]:
    """The name of each wanted column in a batch; None for one that is not there.

    Raises:
        FaceValueError: a column that was asked for by its name is not there.
    """
    usual = {**COMPLETION_COLUMNS}
    if _is_log(batch):
        usual = {what: REPLIES if what == "completions" else () for what in usual}
    return {what: find_column(batch, name, usual[what]) for what, name in wanted.items()}


def _is_log(batch: Batch) -> bool:
    """Whether lm-eval logged the rows."""
    return _DOC in batch and any(name in batch for name in REPLIES)


class PuzzleReader:
    """Finds the puzzles in pieces of a file.

    Args:
        wanted: the names of columns, as `wanted_columns` returns them; those of completions are not
            read.
    """

    def __init__(self, wanted: Mapping[str, str | None]) -> None:
        self._wanted = {what: name for what, name in wanted.items() if what != "completions"}

    def check(self, batch: Batch) -> None:
        """Checks that the columns that are needed exist.

        Raises:
            FaceValueError: a column is missing.
        """
        found = found_columns(batch, self._wanted)
        if not self._truth(batch, found):
            check_column(batch, "numbers", found["numbers"])

    def cells(self, batch: Batch, size: int) -> dict[str, list[Any]]:
        """What was wanted of each row; None where a cell has nothing.

        Raises:
            FaceValueError: a cell holds no ground truth.
        """
        found = found_columns(batch, self._wanted)
        truth = self._truth(batch, found)
        cells = _truths(batch[truth], self._wanted) if truth else {}
        cells |= {what: batch[name] for what, name in found.items() if name is not None}
        if str in set(map(type, cells["numbers"])):
            cells["numbers"] = list(map(_numbers_in, watched(cells["numbers"])))
        if str in set(map(type, cells.get("targets", ()))):
            cells["targets"] = list(map(_whole, watched(cells["targets"])))
        return {what: cells.get(what) or [None] * size for what in self._wanted}

    def _truth(self, batch: Batch, found: Mapping[str, str | None]) -> str | None:
        """The column of ground truths, if there is no column of numbers."""
        usual = (_DOC,) if _is_log(batch) else _TRUTHS
        return None if found["numbers"] else find_column(batch, None, usual)


def check_column(batch: Batch, what: str, name: str | None) -> None:
    """Checks that a column was found.

    Raises:
        FaceValueError: it was not.
    """
    if name is None:
        remedy = f"name it with {what}=COLUMN: the file has {', '.join(batch)}"
        raise FaceValueError(f"no column of {what} found, {remedy}")


def row_name(what: str, cell: object) -> str | None:
    """The name in a cell of the column of rules, say; None if it is empty.

    Raises:
        RuleError: it is no name.
    """
    if cell in (None, ""):
        return None
    if not isinstance(cell, str):
        raise RuleError(f"expected the name of {what}: {quoted(cell)}")
    return cell


def with_targets(targets: list[Any], rules: Rules) -> list[Any]:
    """The targets, those of the rules where none are given."""
    if None not in targets:
        return targets
    return [rules.target if target is None else target for target in targets]


def _truths(cells: list[Any], wanted: Iterable[str]) -> dict[str, list[Any]]:
    """What the ground truths of rows hold, mappings or JSON."""
    truths = list(map(_truth, watched(cells)))
    names = {what: COMPLETION_COLUMNS[what] for what in wanted}
    return {
        what: [next((row[name] for name in usual if name in row), None) for row in watched(truths)]
        for what, usual in names.items()
    }


def _truth(cell: object) -> Mapping[str, Any]:
    found: object = cell
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            found = None
    if isinstance(found, Mapping):
        has_numbers = any(name in found for name in COMPLETION_COLUMNS["numbers"])
        inner = None if has_numbers else next((name for name in _TRUTHS if name in found), None)
        return found if inner is None else _truth(found[inner])
    raise FaceValueError(
        f'expected a ground truth such as {{"target": 24, "numbers": [3, 8]}}: {quoted(cell)}'
    )


def _numbers_in(cell: object) -> object:
    """CSV files hold lists as text, often in brackets; whole numbers are read fastest."""
    if not isinstance(cell, str):
        return cell
    text = cell.strip(" \t()[]")
    words = text.replace(",", " ").split(" ")
    numbers = [_whole(word) for word in words if word]
    return numbers if numbers and set(map(type, numbers)) == {int} else text


def _whole(cell: object) -> object:
    """A text of up to 18 digits as a number, anything else as it is."""
    is_plain = isinstance(cell, str) and cell.isascii() and cell.isdigit()
    if is_plain and len(cell) <= _MOST_DIGITS and (cell[0] != "0" or cell == "0"):  # type: ignore[index,arg-type]
        return int(cell)  # type: ignore[call-overload]
    return cell
