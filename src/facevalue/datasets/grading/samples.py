"""Finds the completions in a table of any framework, each with the puzzle that it answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from facevalue.budget import watched
from facevalue.datasets.tables.row_reader import REPLIES
from facevalue.errors import FaceValueError, quoted
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from facevalue.datasets.tables.files import Batch, Piece
    from facevalue.datasets.tables.row_reader import RowReader

_FILTER = "filter"  # a column of the samples that lm-eval logs


@attrs.frozen(kw_only=True)
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


class SampleReader:
    """Finds the completions in pieces of a file.

    Args:
        rows: finds the cells.
        group_by: the column that is the same for all completions of a prompt; None for the row.
    """

    def __init__(self, rows: RowReader, group_by: str | None = None) -> None:
        self._rows, self._group_by = rows, group_by
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
        if self._group_by is not None and self._group_by not in batch:
            known = ", ".join(batch)
            raise FaceValueError(f"unknown column {quoted(self._group_by)}: the file has {known}")
        self._rows.check(batch, self._role(batch), "numbers")

    def samples(self, piece: Piece) -> Samples:
        """The completions of some rows; a cell with a list of texts holds several for one prompt.

        Of the samples that lm-eval logs, which hold each completion once for each filter, those of
        the first filter of the file are taken.

        Raises:
            FaceValueError: a cell holds texts and messages, or no ground truth.
        """
        batch = piece.columns
        role = self._role(batch)
        name, cells = self._rows.name(batch, role) or "", self._rows.cells(batch, role) or []
        puzzles = self._rows.puzzles(batch, piece.size)
        extract = self._rows.cells(batch, "extract") or [None] * piece.size
        places: Sequence[int] = range(piece.size)
        skips = set()
        if name in REPLIES and self._filter is not None:
            filters = enumerate(batch.get(_FILTER, ()))
            skips = {place for place, cell in filters if cell not in (None, self._filter)}
        if skips or not set(map(type, cells)) <= {str}:
            several = list(map(_several, watched(cells)))
            places = [
                place for place, each in enumerate(several) if place not in skips for _ in each
            ]
            is_one_each = len(places) == piece.size and all(len(each) == 1 for each in several)
            places = range(piece.size) if is_one_each else places
            cells = [
                one for place, each in enumerate(several) if place not in skips for one in each
            ]
        groups: Sequence[Any] = range(piece.first, piece.first + piece.size)
        if self._group_by is not None:
            groups = [
                key if isinstance(key, int) else json.dumps(key, default=str)
                for key in watched(batch[self._group_by])
            ]
        return Samples(
            completions=cells,
            places=places,
            groups=_take(groups, places),
            column=None if isinstance(places, range) else name,
            numbers=_take(puzzles["numbers"], places),
            targets=_take(puzzles["target"], places),
            rules=_take(puzzles["rules"], places),
            extract=_take(extract, places),
        )

    def _role(self, batch: Batch) -> str:
        """A file without completions may have answers."""
        has_answers = self._rows.name(batch, "completion") is None and self._rows.name(
            batch, "answer"
        )
        return "answer" if has_answers else "completion"


def _take(cells: Any, places: Sequence[int]) -> Any:  # noqa: ANN401 - a list or a range
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
