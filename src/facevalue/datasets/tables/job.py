"""The job that `grade`, `label` and `audit` share: read files, add columns, make a report.

Files are read piece by piece, and a `RowWork` makes the new columns and the report of each piece,
here or on other machines.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeVar

import attrs

from facevalue.datasets.tables.engines import check_engine, tasks
from facevalue.datasets.tables.files import (
    FILE_TYPES,
    PackageError,
    file_type_of,
    pieces_with_progress,
    stream_with,
)
from facevalue.datasets.tables.halves import by_halves
from facevalue.datasets.tables.skipped_rows import SkippedRow
from facevalue.datasets.tables.sources import stream_name
from facevalue.datasets.tables.writer import WRITERS, NewCells
from facevalue.errors import DeadlineError, FaceValueError, quoted
from facevalue.files import atomic_file, refuse_to_overwrite
from facevalue.options import one_of, true_or_false
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from facevalue.datasets.tables.engines import Run
    from facevalue.datasets.tables.files import Piece, StageProgress
    from facevalue.datasets.tables.skipped_rows import SkippedRows
    from facevalue.datasets.tables.sources import Table
    from facevalue.datasets.tables.writer import TableWriter


class StrictError(FaceValueError):
    """The first row that cannot be used; it names its file."""


if TYPE_CHECKING:
    # The rows of a piece from one index up to another, with their new cells.
    Part: TypeAlias = tuple[int, int, NewCells]


class Report(Protocol):
    """The results of rows, counted. A report can be pickled."""

    skipped: SkippedRows

    def join(self, later: Any, /) -> None:  # noqa: ANN401 - a report of the same class
        """Add the counts of a report of later rows."""


AnyReport = TypeVar("AnyReport", bound=Report)


class RowWork(Protocol[AnyReport]):
    """Makes new columns and a report from the rows of files. It can be pickled."""

    def begin(self, file: str, piece: Piece, /) -> None:
        """Check the columns of a file, given its first piece.

        Raises:
            FaceValueError: a column is missing.
        """

    def new_report(self) -> AnyReport:
        """An empty report."""
        ...

    def add(self, report: AnyReport, piece: Piece, /, *, is_written: bool) -> NewCells:
        """Add rows to the report; return their new cells if `is_written`, else None.

        Raises:
            FaceValueError: a row cannot be used. Then the report is unchanged.
        """
        ...


@attrs.frozen(kw_only=True)
class TableJob(Value):
    """The options of a job.

    Args:
        doing: the stage that progress shows, such as "grading".
        types: the columns to add, each with the type of its cells.
        file_type: one of `FILE_TYPES`; None to use the suffix of each name.
        output: a file or a binary stream for the rows with their new columns; None to write none.
        strict: stop at the first row that cannot be used.
        engine: one of `ENGINES`.
        workers: how many tasks of Ray run at once; None for one per CPU.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with the stage, how much is done and how much there is.
        piece_rows: how many rows to read at a time; None for the default of `read_pieces`.
    """

    doing: str
    types: Mapping[str, type] = attrs.field(factory=dict)
    file_type: str | None
    output: str | Path | BinaryIO | None = None
    strict: bool = False
    engine: str
    workers: int | None
    address: str | None
    progress: StageProgress | None
    piece_rows: int | None = None

    def __attrs_post_init__(self) -> None:
        true_or_false("strict", self.strict)
        check_engine(self.engine, self.workers, self.address)

    @contextmanager
    def run(
        self, tables: Sequence[Table], work: RowWork[AnyReport]
    ) -> Iterator[tuple[AnyReport, Run]]:
        """Yield the report of all files, and a function that runs more work on the same engine.

        The output file appears at the end of the block, and not after an error.

        Raises:
            FaceValueError: a file is of an unknown type, or `output` is one of the files.
            OSError: a file or a URL cannot be read or written.
        """
        kinds = [
            file_type_of(table.name)
            if self.file_type is None
            else one_of("file_type", self.file_type, FILE_TYPES)
            for table in tables
        ]
        refuse_to_overwrite(self.output, [table.source for table in tables])
        report = work.new_report()
        show = self.progress or (lambda *_: None)
        with (
            _output_file(self.output, self.types) as (output, write),
            tasks(self.engine, self.workers, self.address) as run,
        ):
            for table, kind in zip(tables, kinds, strict=True):
                task = partial(
                    work_on,
                    work,
                    table.name,
                    output=output,
                    types=dict(self.types),
                    is_strict=self.strict,
                )
                with table.opened() as stream, _name_file(table, is_named=len(tables) > 1):
                    pieces = pieces_with_progress(stream, kind, self.doing, show, self.piece_rows)
                    with closing(pieces):
                        for first in islice(pieces, 1):
                            work.begin(table.name, first)
                            for piece, (counted, rows) in run(task, chain([first], pieces)):
                                write(piece, rows)
                                report.join(counted)
            yield report, run


@contextmanager
def _name_file(table: Table, *, is_named: bool) -> Iterator[None]:
    """Add the name of the file to errors, if there are several files."""
    try:
        yield
    except FaceValueError as error:
        if not is_named or isinstance(error, (DeadlineError, PackageError, StrictError)):
            raise
        raise FaceValueError(f"{error}, in {quoted(table.file_name)}") from None


def work_on(
    work: RowWork[AnyReport],
    file: str,
    piece: Piece,
    *,
    output: str | None,
    types: Mapping[str, type],
    is_strict: bool,
) -> tuple[AnyReport, bytes | list[Part]]:
    """Return the report of a piece, and the rows to write: as bytes for JSON Lines, or as parts.

    This may run on another machine. JSON lines are encoded here because they do not depend on
    earlier rows, unlike CSV and Parquet.

    Raises:
        StrictError: a row cannot be used, and the job is strict.
    """
    report = work.new_report()
    parts: list[Part] = []

    def add(start: int, stop: int) -> NewCells:
        return work.add(report, _part(piece, start, stop), is_written=output is not None)

    for start, stop, found in by_halves(add, 0, piece.size) if piece.size else ():
        cells = NewCells((), {}, skipped={0: str(found)}) if isinstance(found, Exception) else found
        for index, message in cells.skipped.items():
            line = None if piece.numbers is None else piece.numbers[start + index]
            row = SkippedRow(file, piece.first + start + index, line, message)
            if is_strict:
                raise StrictError(str(row))
            report.skipped.add(row)
        if cells.indices:  # the first rows that are written decide the types of the columns
            parts.append((start, stop, cells))
    if output is None:
        return report, []
    if not piece.size:  # write only the names of the columns
        parts = [(0, 0, NewCells((), {name: [] for name in types}))]
    if output != "jsonl":
        return report, parts
    stream = BytesIO()
    with WRITERS["jsonl"](stream, types) as writer:
        _write_parts(writer, piece, parts)
    return report, stream.getvalue()


def _part(piece: Piece, start: int, stop: int) -> Piece:
    return piece if stop - start == piece.size else piece.part(start, stop)


def _write_parts(writer: TableWriter, piece: Piece, parts: Iterable[Part]) -> None:
    for start, stop, cells in parts:
        writer.write(_part(piece, start, stop), cells)


@contextmanager
def _output_file(
    output: str | Path | BinaryIO | None, types: Mapping[str, type]
) -> Iterator[tuple[str | None, Callable[[Piece, bytes | list[Part]], object]]]:
    """Yield the type of the output, and a function that writes the rows of a piece."""
    if output is None:
        yield None, lambda *_: None
        return
    kind = file_type_of(stream_name(output), WRITERS)
    file: AbstractContextManager[BinaryIO]
    if isinstance(output, (str, Path)):
        file = atomic_file(output)
    else:
        file = nullcontext(stream_with("write", output))
    with file as stream, WRITERS[kind](stream, types) as writer:

        def write(piece: Piece, rows: bytes | list[Part]) -> None:
            if isinstance(rows, bytes):
                stream.write(rows)
            else:
                _write_parts(writer, piece, rows)

        yield kind, write
