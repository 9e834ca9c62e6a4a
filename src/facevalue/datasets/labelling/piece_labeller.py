"""Labels a piece of a file, here or on another machine: counts it, and makes its rows to write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

import facevalue as fv
from facevalue.datasets.labelling.label_counts import LabelReport
from facevalue.datasets.labelling.row_labels import LABEL_TYPES, row_labels
from facevalue.datasets.tables.job import AddedCells
from facevalue.datasets.tables.row_reader import row_rules
from facevalue.datasets.tables.skipped_rows import Skipped, by_halves
from facevalue.value import Value

if TYPE_CHECKING:
    from facevalue.datasets.labelling.row_labels import RowLabels
    from facevalue.datasets.tables.files import Piece
    from facevalue.datasets.tables.job import DonePiece, TableTask
    from facevalue.datasets.tables.row_reader import RowReader


class _Puzzles(NamedTuple):
    """The puzzles of some rows, as their cells have them."""

    piece: Piece
    numbers: list[Any]
    targets: list[Any]
    games: list[fv.Rules]


@attrs.frozen
class PieceLabeller(Value):
    """Labels pieces of a file, one independent of another; it can be sent to other machines.

    Attributes:
        task: what is to be done with the rows.
        reader: finds the puzzles in them.
        rules: those of all rows; None for those that each row names.
        workers: threads that solve.
    """

    task: TableTask
    reader: RowReader
    rules: fv.Rules | None
    workers: int

    def begin(self, piece: Piece) -> None:
        """The first rows of a file tell nothing about the others."""

    def __call__(self, piece: Piece) -> DonePiece:
        """Labels a piece.

        Raises:
            FaceValueError: a column is missing.
            StrictError: a row cannot be labelled, and the task is strict.
        """
        report = LabelReport()
        cells = []
        if len(piece.unreadable) < piece.size:
            self.reader.check(piece.columns, "numbers")
        for part in by_halves(self._puzzles, piece) if piece.size else ():
            if isinstance(part, Skipped):
                report.skipped.add(self.task.skipped_row(part))
            else:
                cells.append(self._labelled(part, report, part.piece.first - piece.first))
        # The first rows decide the types of columns, so there must be some.
        return self.task.done(piece, report, [each for each in cells if each.places])

    def _puzzles(self, piece: Piece) -> _Puzzles:
        cells = self.reader.puzzles(piece.columns, piece.size)
        usual = fv.RULES["classic"]
        games = [self.rules or row_rules(cell, usual) for cell in cells["rules"]]
        return _Puzzles(piece, cells["numbers"], cells["target"], games)

    def _labelled(self, puzzles: _Puzzles, report: LabelReport, start: int) -> AddedCells:
        piece, *columns = puzzles
        labels: dict[int, RowLabels] = {}
        for place, found in enumerate(row_labels(*columns, simplest=True, workers=self.workers)):
            if isinstance(found, str):
                row = Skipped(piece.part(place, place + 1), found)
                report.skipped.add(self.task.skipped_row(row))
            else:
                labels[place] = found
        report.add(labels.values())
        places = range(piece.size) if len(labels) == piece.size else list(labels)
        names = enumerate(LABEL_TYPES)
        added = {name: [each[at] for each in labels.values()] for at, name in names}
        return AddedCells(start, start + piece.size, places, added, {})
