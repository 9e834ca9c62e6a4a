"""Grades a piece of a file, here or on another machine: counts it, and makes its rows to write."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import facevalue as fv
from facevalue.datasets.grades import Report, SkippedRow
from facevalue.datasets.judging import Judges, Skipped, judged, verdict_columns
from facevalue.datasets.table_writer import TableWriter
from facevalue.errors import FaceValueError
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from dataclasses import KW_ONLY

    from facevalue.datasets.breakdown import Breakdown
    from facevalue.datasets.files import Piece
    from facevalue.datasets.judging import Judged
    from facevalue.datasets.samples import SampleReader


class StrictError(FaceValueError):
    """The first row that cannot be judged; it names its file."""


class VerdictRows(NamedTuple):
    """Rows of a piece with their verdicts, as `TableWriter.write` takes them.

    Attributes:
        start: the place of the first row in the piece.
        stop: the place after the last one.
        places: which of them to write.
        added: the verdicts.
        replaced: cells that several completions shared.
    """

    start: int
    stop: int
    places: Sequence[int]
    added: Mapping[str, list[Any]]
    replaced: Mapping[str, list[object]]

    def write(self, piece: Piece, writer: TableWriter) -> None:
        """Writes them; `piece` is the one that was graded."""
        is_all = (self.start, self.stop) == (0, piece.size)
        rows = piece if is_all else piece.part(self.start, self.stop)
        writer.write(rows, self.places, self.added, self.replaced)


class GradedPiece(NamedTuple):
    """A piece that was graded.

    Attributes:
        report: its counts.
        rows: what to write, if anything: the text of JSON lines, which do not depend on the rows
            before them, or rows for a writer that knows those.
    """

    report: Report
    rows: bytes | Sequence[VerdictRows]


class PieceGrader(Value):
    """Grades pieces of a file, one independent of another; it can be sent to other machines.

    Attributes:
        file: the name of the file.
        reader: finds the completions in it.
        judges: judge them.
        breakdown: tells completions apart.
        are_rows: whether each prompt is a row.
        is_strict: whether to stop at the first row that cannot be judged.
        output: the type of the file to write; None for none.
    """

    _: KW_ONLY
    file: str
    reader: SampleReader
    judges: Judges
    breakdown: Breakdown
    are_rows: bool
    is_strict: bool
    output: str | None

    def __call__(self, piece: Piece) -> GradedPiece:
        """Grades a piece.

        Raises:
            FaceValueError: a column is missing.
            StrictError: a row cannot be judged, and `is_strict`.
        """
        report = Report(are_rows=self.are_rows)
        rows = []
        if not piece.size and self.output is not None:  # the names of the columns
            rows.append(VerdictRows(0, 0, (), {name: [] for name in fv.puzzle.VERDICT_COLUMNS}, {}))
        for part in self._parts(piece) if piece.size else ():
            if isinstance(part, Skipped):
                report.skip(self._skipped(part))
                continue
            report.add(part, self.breakdown)
            if self.output is not None:
                rows.append(self._rows(piece, part))
        return GradedPiece(report, _json_lines(piece, rows) if self.output == "jsonl" else rows)

    def _parts(self, piece: Piece) -> Iterator[Judged | Skipped]:
        if len(piece.unreadable) < piece.size:
            self.reader.check(piece.columns)
        return judged(self.judges, self.reader, piece)

    def _skipped(self, part: Skipped) -> SkippedRow:
        line = None if part.piece.numbers is None else part.piece.numbers[0]
        row = SkippedRow(self.file, part.piece.first, line, part.message)
        if self.is_strict:
            raise StrictError(str(row))
        return row

    def _rows(self, piece: Piece, part: Judged) -> VerdictRows:
        samples = part.samples
        start = part.piece.first - piece.first
        replaced = {} if samples.column is None else {samples.column: samples.completions}
        added = verdict_columns(self.judges, samples)
        return VerdictRows(start, start + part.piece.size, samples.places, added, replaced)


def _json_lines(piece: Piece, rows: Sequence[VerdictRows]) -> bytes:
    stream = BytesIO()
    with TableWriter(stream, "jsonl", fv.puzzle.VERDICT_COLUMNS) as writer:
        for each in rows:
            each.write(piece, writer)
    return stream.getvalue()
