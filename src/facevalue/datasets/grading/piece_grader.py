"""Grades a piece of a file, here or on another machine: counts it, and makes its rows to write."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import attrs

from facevalue.datasets.grading.grades import Report
from facevalue.datasets.grading.judging import judged
from facevalue.datasets.tables.job import AddedCells
from facevalue.datasets.tables.skipped_rows import Skipped, by_halves
from facevalue.value import Value

if TYPE_CHECKING:
    from facevalue.datasets.grading.breakdown import Breakdown
    from facevalue.datasets.grading.judging import Judges
    from facevalue.datasets.grading.samples import SampleReader
    from facevalue.datasets.tables.files import Piece
    from facevalue.datasets.tables.job import DonePiece, TableTask


@attrs.frozen(kw_only=True)
class PieceGrader(Value):
    """Grades pieces of a file, one independent of another; it can be sent to other machines.

    Attributes:
        task: what is to be done with the rows.
        reader: finds the completions in them.
        judges: judge them.
        breakdown: tells completions apart.
        are_rows: whether each prompt is a row.
    """

    task: TableTask
    reader: SampleReader
    judges: Judges
    breakdown: Breakdown
    are_rows: bool

    def begin(self, piece: Piece) -> None:
        """Learns from the first rows of the file which completions count."""
        self.reader.begin(piece)

    def __call__(self, piece: Piece) -> DonePiece:
        """Grades a piece.

        Raises:
            FaceValueError: a column is missing.
            StrictError: a row cannot be judged, and the task is strict.
        """
        report = Report(are_rows=self.are_rows)
        cells = []
        if len(piece.unreadable) < piece.size:
            self.reader.check(piece.columns)
        is_written = self.task.output is not None
        judge = partial(judged, self.judges, self.reader, with_columns=is_written)
        for part in by_halves(judge, piece) if piece.size else ():
            if isinstance(part, Skipped):
                report.skipped.add(self.task.skipped_row(part))
                continue
            report.add(part, self.breakdown)
            if part.columns is not None:
                start = part.piece.first - piece.first
                samples = part.samples
                replaced = {} if samples.column is None else {samples.column: samples.completions}
                cells.append(
                    AddedCells(
                        start, start + part.piece.size, samples.places, part.columns, replaced
                    )
                )
        return self.task.done(piece, report, cells)
