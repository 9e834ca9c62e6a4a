"""Reads the label of a row, which defines the correct answer, and converts columns to lists."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from facevalue.datasets import PuzzleReader
from facevalue.errors import FaceValueError, counted, quoted


class Label(NamedTuple):
    """The puzzle of a row. Only the numbers are required.

    Args:
        numbers: the numbers of the puzzle.
        target: the target; None for the default target of the rules.
        rules: the rules; None if the row does not name them.
        extract: where the answer must be, one of `facevalue.puzzle.EXTRACTS`; None if the row does
            not say.
        solvable: whether there is a solution; None if the row does not say.

    >>> Label([3, 8], 24).rules is None
    True
    """

    numbers: Any
    target: Any = None
    rules: Any = None
    extract: str | None = None
    solvable: bool | None = None


def parse_label(label: object) -> Label:
    """Read the label from a mapping, or from the JSON of one.

    Keys have the names in `facevalue.datasets.ROLES`. Only the numbers are required.

    Raises:
        FaceValueError: the label is not a mapping, or has no numbers.

    >>> parse_label({"target": 24, "numbers": [3, 8]})
    Label(numbers=[3, 8], target=24, rules=None, extract=None, solvable=None)
    >>> parse_label('{"target": 812, "nums": [75, 50], "rules": "countdown"}').rules
    'countdown'
    """
    content = label
    if isinstance(label, str):
        try:
            content = json.loads(label)
        except (ValueError, RecursionError):
            content = None
    cells = PuzzleReader().find(content, *Label._fields) if isinstance(content, dict) else {}
    if "numbers" not in cells:
        raise FaceValueError(f"a label must have numbers, and may have a target: {quoted(label)}")
    return Label(**cells)


def as_lists(column: Any) -> Any:
    """Return a column as a list, its cells also as lists; frameworks pass arrays for both."""
    cells = column.tolist() if hasattr(column, "tolist") else column
    if not isinstance(cells, (list, tuple)):
        return cells
    return [cell.tolist() if hasattr(cell, "tolist") else cell for cell in cells]


def completion_list(completions: object) -> list[Any]:
    """Return completions as a list; they may be a tuple or an array.

    Raises:
        FaceValueError: they are not a list, a tuple or an array.
    """
    items = as_lists(completions)
    if not isinstance(items, (list, tuple)):
        raise FaceValueError(f"completions must be a list, not {quoted(completions)}")
    return list(items)


def check_lengths(count: int, **columns: Sequence[object]) -> None:
    """Check that each column has a row for each completion.

    Raises:
        FaceValueError: a column has more or fewer rows, or is not a column.
    """
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise FaceValueError(
                f"{name} must be a column with a row for each completion, not {quoted(column)}"
            )
        if len(column) != count:
            rows = f"{counted(count, 'completion')} but {counted(len(column), 'row')} of {name}"
            raise FaceValueError(f"{rows}: there must be one for each completion")


def as_mappings(completion: object) -> object:
    """Return a completion with its messages as mappings; frameworks pass models of pydantic.

    >>> as_mappings([{"content": "3*8"}]), as_mappings("3*8")
    ([{'content': '3*8'}], '3*8')
    """
    if not isinstance(completion, (list, tuple)):
        return completion
    return [
        message.model_dump() if hasattr(message, "model_dump") else message
        for message in completion
    ]
