"""Finds the completions in a table of any framework, each with the puzzle that it answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from facevalue.datasets.columns import COMPLETION_COLUMNS
from facevalue.datasets.files import find_column
from facevalue.errors import FaceValueError, quoted
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from dataclasses import KW_ONLY

    from facevalue.datasets.files import Batch, Piece

# Columns whose cells hold numbers, target and perhaps rules, as verl writes them.
_TRUTHS = ("reward_model", "ground_truth", "gts")
_TRUTH_KEYS = {name: usual for name, usual in COMPLETION_COLUMNS.items() if name != "completions"}
_MOST_DIGITS = 18  # fit into 64 bits
# Columns of the samples that lm-eval logs: the row of the task, and lists of what the model wrote.
_DOC, _REPLIES, _FILTER = "doc", ("resps", "filtered_resps"), "filter"


class Samples(Value):
    """Completions in the order of the file, in equal columns; None where a cell has nothing.

    Attributes:
        completions: texts, messages or lists of messages.
        numbers: the numbers of the puzzle that each answers.
        targets: its target.
        rules: the name of its rules.
        extract: where its prompt asks for the answer, one of `facevalue.puzzle.EXTRACTS`.
        places: its row among those that were read.
        groups: what the completions for the same prompt have in common.
        column: the column of the completions, if cells of it hold several.
    """

    _: KW_ONLY
    completions: list[Any]
    numbers: list[Any]
    targets: list[Any]
    rules: list[Any]
    extract: list[Any]
    places: Sequence[int]
    groups: Sequence[Any]
    column: str | None

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        puzzles = self.numbers, self.targets
        return zip(self.completions, *puzzles, self.rules, self.extract, strict=True)


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


class SampleReader:
    """Finds the completions in pieces of a file.

    Args:
        wanted: the names of columns, as `wanted_columns` returns them.
        group_by: the column that is the same for all completions of a prompt; None for the row.
    """

    def __init__(self, wanted: Mapping[str, str | None], group_by: str | None = None) -> None:
        self._wanted, self._group_by = wanted, group_by
        self._filter: object = None

    def begin(self, piece: Piece) -> None:
        """Learns from the first rows of a file which filter of lm-eval to take."""
        cells = piece.columns.get(_FILTER, ())
        self._filter = next((cell for cell in cells if cell is not None), None)

    def check(self, batch: Batch) -> None:
        """Checks that the columns that are needed exist.

        Raises:
            FaceValueError: a column is missing.
        """
        if self._group_by is not None:
            find_column(batch, self._group_by, ())
        found = self._columns(batch)
        needed = {"completions"} if self._truth(batch, found) else {"completions", "numbers"}
        for what in sorted(needed):
            if found[what] is None:
                shown = ", ".join(batch)
                remedy = f"name it with {what}=COLUMN: the file has {shown}"
                raise FaceValueError(f"no column of {what} found, {remedy}")

    def samples(self, piece: Piece) -> Samples:
        """The completions of some rows; a cell with a list of texts holds several for one prompt.

        Of the samples that lm-eval logs, which hold each completion once for each filter, those of
        the first filter of the file are taken.

        Raises:
            FaceValueError: a cell holds texts and messages, or no ground truth.
        """
        batch = piece.columns
        found = self._columns(batch)
        name = found["completions"] or ""
        cells = batch[name]
        cells_of = self._puzzles(batch, found, piece.size)
        places: Sequence[int] = range(piece.size)
        skips = self._other_filters(batch) if name in _REPLIES else ()
        if skips or not set(map(type, cells)) <= {str}:
            several = [_replies_in(cell) if name in _REPLIES else _several(cell) for cell in cells]
            places = [
                place for place, each in enumerate(several) if place not in skips for _ in each
            ]
            is_one_each = len(places) == piece.size and all(len(each) == 1 for each in several)
            places = range(piece.size) if is_one_each else places
            cells = [
                one for place, each in enumerate(several) if place not in skips for one in each
            ]
        groups = self._groups(piece)
        return Samples(
            completions=cells,
            places=places,
            groups=_taken(groups, places),
            column=None if isinstance(places, range) else name,
            **{what: _taken(column, places) for what, column in cells_of.items()},
        )

    def _columns(self, batch: Batch) -> dict[str, str | None]:
        usual = dict(COMPLETION_COLUMNS)
        if _DOC in batch and any(name in batch for name in _REPLIES):
            usual = {what: _REPLIES if what == "completions" else () for what in usual}
        return {what: find_column(batch, self._wanted[what], usual[what]) for what in usual}

    def _truth(self, batch: Batch, found: Mapping[str, str | None]) -> str | None:
        """The column of ground truths, if there is no column of numbers."""
        usual = (_DOC,) if found["completions"] in _REPLIES else _TRUTHS
        return None if found["numbers"] else find_column(batch, None, usual)

    def _puzzles(
        self, batch: Batch, found: Mapping[str, str | None], size: int
    ) -> dict[str, list[Any]]:
        """The numbers and targets of rows, and how they are judged."""
        truth = self._truth(batch, found)
        cells = _truths(batch[truth]) if truth else {}
        for what in _TRUTH_KEYS:
            name = found[what]
            if name is not None:
                cells[what] = batch[name]
        if not set(map(type, cells["numbers"])) <= {list}:
            cells["numbers"] = [_numbers_in(cell) for cell in cells["numbers"]]
        if str in set(map(type, cells.get("targets", ()))):
            cells["targets"] = [_whole(cell) for cell in cells["targets"]]
        return {what: cells.get(what) or [None] * size for what in _TRUTH_KEYS}

    def _groups(self, piece: Piece) -> Sequence[Any]:
        if self._group_by is None:
            return range(piece.first, piece.first + piece.size)
        keys = piece.columns[self._group_by]
        return [each if isinstance(each, int) else json.dumps(each, default=str) for each in keys]

    def _other_filters(self, batch: Batch) -> set[int]:
        """The rows of other filters than the first one."""
        cells = batch.get(_FILTER, ()) if self._filter is not None else ()
        return {place for place, cell in enumerate(cells) if cell not in (None, self._filter)}


def _taken(cells: Any, places: Sequence[int]) -> Any:  # noqa: ANN401 - a list or a range
    return cells if isinstance(places, range) else [cells[place] for place in places]


def _several(cell: object) -> list[Any]:
    """The completions of a cell: a list of texts or of conversations is several."""
    if isinstance(cell, Mapping) and "content" in cell:
        return [{"content": cell["content"]}]  # without its role it is one completion anywhere
    if isinstance(cell, (list, tuple)) and cell:
        if all(isinstance(each, (str, list, tuple)) for each in cell):
            return list(cell)
        if any(isinstance(each, str) for each in cell):
            raise FaceValueError(f"expected texts or messages, not both: {quoted(cell)}")
    return [cell]


def _replies_in(cell: object) -> list[Any]:
    """The texts in a cell of lm-eval: a list of them for each request, of which a row has one."""
    inner = cell[0] if isinstance(cell, (list, tuple)) and len(cell) == 1 else cell
    return _several(inner)


def _truths(cells: list[Any]) -> dict[str, list[Any]]:
    """What the ground truths of rows hold, mappings or JSON."""
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
    if isinstance(found, Mapping):
        has_numbers = any(name in found for name in _TRUTH_KEYS["numbers"])
        inner = None if has_numbers else next((name for name in _TRUTHS if name in found), None)
        return found if inner is None else _truth(found[inner])
    raise FaceValueError(
        f'expected a ground truth such as {{"target": 24, "numbers": [3, 8]}}: {quoted(cell)}'
    )


def _numbers_in(cell: object) -> object:
    """CSV files hold lists as text, often in brackets; whole numbers are judged fastest."""
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
