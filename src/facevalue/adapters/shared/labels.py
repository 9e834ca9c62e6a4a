"""The label of a row, which says what the correct answer is; and columns of any kind as lists."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Label(NamedTuple):
    """What a row asks for. Only the numbers must be there.

    Args:
        numbers: the numbers of the puzzle.
        target: the target; None for the target of the rules.
        rules: the rules; None if the row names none.
        extract: where the prompt asks for the answer, one of `facevalue.puzzle.EXTRACTS`; None if
            the row does not say.
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
    """The label in a mapping, or in JSON that holds one.

    The key of the numbers is `numbers` or `nums`. Other keys may be missing.

    Raises:
        FaceValueError: the label is not a mapping, or has no numbers.

    >>> parse_label({"target": 24, "numbers": [3, 8]})
    Label(numbers=[3, 8], target=24, rules=None, extract=None, solvable=None)
    >>> parse_label('{"target": 812, "nums": [75, 50], "rules": "countdown"}').rules
    'countdown'
    """
    row = _parse_json(label) if isinstance(label, str) else label
    numbers = None
    if isinstance(row, dict):
        numbers = row.get("numbers") if row.get("numbers") is not None else row.get("nums")
    if not isinstance(row, dict) or numbers is None:
        raise FaceValueError(f"expected a label with numbers and a target: {quoted(label)}")
    return Label(numbers, *(row.get(name) for name in Label._fields[1:]))


def _parse_json(label: str) -> object:
    try:
        return json.loads(label)
    except (ValueError, RecursionError):
        return None


def as_lists(column: Any) -> Any:  # noqa: ANN401 - a column in any form
    """A column as a list of lists; frameworks pass arrays, also as cells."""
    cells = _as_list(column)
    return [_as_list(cell) for cell in cells] if isinstance(cells, (list, tuple)) else cells


def _as_list(array: Any) -> Any:  # noqa: ANN401 - a column or a cell in any form
    return array.tolist() if hasattr(array, "tolist") else array


def completion_list(completions: object) -> list[Any]:
    """Completions as a list; they may be a tuple or an array.

    Raises:
        FaceValueError: they are not many.
    """
    texts = as_lists(completions)
    if not isinstance(texts, (list, tuple)):
        raise FaceValueError(f"expected completions, one by one in a list: {quoted(completions)}")
    return list(texts)


def check_lengths(count: int, **columns: Sequence[object]) -> None:
    """Checks that each column has a row for each completion.

    Raises:
        FaceValueError: it has more or fewer, or is not a column.
    """
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__len__"):
            raise FaceValueError(
                f"{name} must be a column with a row for each completion, not {quoted(column)}"
            )
        if len(column) != count:
            rows = f"{count} completions but {len(column)} rows of {name}"
            raise FaceValueError(f"{rows}: give one for each completion")
