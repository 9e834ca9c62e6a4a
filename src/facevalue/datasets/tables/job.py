"""Works through files piece by piece, here or on other machines, and writes rows with new columns.

`grade` and `label` are such jobs: each has an object that makes columns and a report of rows.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, Protocol, TypeVar

import attrs

from facevalue.datasets.tables.engines import check_engine, tasks
from facevalue.datasets.tables.files import (
    FILE_TYPES,
    PackageError,
    file_type_of,
    pieces_with_progress,
    stream_with,
)
from facevalue.datasets.tables.skipped_rows import SkippedRow, by_halves
from facevalue.datasets.tables.sources import find_tables, stream_name
from facevalue.datasets.tables.writer import TableWriter
from facevalue.errors import DeadlineError, FaceValueError, quoted
from facevalue.files import atomic_file, refuse_to_overwrite
from facevalue.options import one_of, true_or_false
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from facevalue.datasets.tables.engines import Run
    from facevalue.datasets.tables.files import Batch, Piece, StageProgress
    from facevalue.datasets.tables.skipped_rows import SkippedRows
    from facevalue.datasets.tables.sources import Source, Table


class StrictError(FaceValueError):
    """The first row that cannot be used; it names its file."""


class NewCells(NamedTuple):
    """What was made of some rows.

    Attributes:
        places: which rows to write, from 0 for the first one; a row may come several times.
        added: the new columns, a cell for each place.
        replaced: cells that several completions shared.
        skipped: what is wrong with the rows that cannot be used, by their place.
    """

    places: Sequence[int]
    added: Mapping[str, list[Any]]
    replaced: Mapping[str, list[object]] = {}
    skipped: Mapping[int, str] = {}


class Report(Protocol):
    """Counts what was made of rows; it can be sent to other machines."""

    skipped: SkippedRows

    def join(self, later: Any, /) -> None:  # noqa: ANN401 - a report of the same class
        """Adds the counts of rows that come later."""


AnyReport = TypeVar("AnyReport", bound=Report)


class RowWork(Protocol[AnyReport]):
    """Makes columns and a report of the rows of files; it can be sent to other machines."""

    def begin(self, piece: Piece, /) -> None:
        """Learns from the first rows of a file what it needs to know for all."""

    def check(self, batch: Batch, /) -> None:
        """Raises an error if a column is missing."""

    def new_report(self) -> AnyReport:
        """A report of no rows."""
        ...

    def add(self, report: AnyReport, piece: Piece, /, *, is_written: bool) -> NewCells:
        """Counts rows and returns their new cells; none are needed if they are not written.

        Raises:
            FaceValueError: a row cannot be used; nothing is counted.
        """
        ...


class DonePiece(NamedTuple, Generic[AnyReport]):
    """What was made of a piece.

    Attributes:
        report: its counts.
        rows: what to write, if anything: the text of JSON lines, which do not depend on the rows
            before them, or cells for a writer that knows those, with the place of the first row and
            the one after the last.
    """

    report: AnyReport
    rows: bytes | Sequence[tuple[int, int, NewCells]]


def write_cells(
    writer: TableWriter, piece: Piece, parts: Iterable[tuple[int, int, NewCells]]
) -> None:
    """Writes the rows of a piece, for which the cells were made."""
    for start, stop, cells in parts:
        rows = piece if stop - start == piece.size else piece.part(start, stop)
        writer.write(rows, cells.places, cells.added, cells.replaced)


@attrs.frozen(kw_only=True)
class PieceTask(Value, Generic[AnyReport]):
    """Works through pieces of a file, one independent of another; can be sent to other machines.

    Attributes:
        work: makes columns and a report.
        file: the name of the file.
        is_strict: whether to stop at the first row that cannot be used.
        output: the type of the file to write; None for none.
        types: the columns to add, each with the type of its cells.
    """

    work: RowWork[AnyReport]
    file: str
    is_strict: bool
    output: str | None
    types: Mapping[str, type]

    def __call__(self, piece: Piece) -> DonePiece[AnyReport]:
        """Makes something of a piece.

        Raises:
            FaceValueError: a column is missing.
            StrictError: a row cannot be used, and the task is strict.
        """
        report = self.work.new_report()
        if len(piece.unreadable) < piece.size:
            self.work.check(piece.columns)
        add = partial(self.work.add, report, is_written=self.output is not None)
        parts = []
        for rows, found in by_halves(add, piece) if piece.size else ():
            for place, message in ({0: found} if isinstance(found, str) else found.skipped).items():
                line = None if rows.numbers is None else rows.numbers[place]
                row = SkippedRow(self.file, rows.first + place, line, message)
                if self.is_strict:
                    raise StrictError(str(row))
                report.skipped.add(row)
            # The first rows decide the types of columns, so there must be some.
            if not isinstance(found, str) and found.places:
                start = rows.first - piece.first
                parts.append((start, start + rows.size, found))
        if self.output is None:
            return DonePiece(report, ())
        if not piece.size:  # the names of the columns are written
            parts = [(0, 0, NewCells((), {name: [] for name in self.types}))]
        if self.output != "jsonl":
            return DonePiece(report, parts)
        stream = BytesIO()
        with TableWriter(stream, "jsonl", self.types) as writer:
            write_cells(writer, piece, parts)
        return DonePiece(report, stream.getvalue())


@attrs.frozen(kw_only=True)
class TableJob(Value):
    """Works through files.

    Args:
        doing: what is done, for the progress.
        types: the columns to add, each with the type of its cells.
        file_type: one of `FILE_TYPES`; None for the suffix of each name.
        output: a file or a binary stream for the rows with their new columns; None for none.
        strict: stop at the first row that cannot be used.
        engine: one of `ENGINES`.
        workers: how many tasks of Ray run at once; None for one on each processor.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with what is being done, how much is done and how much there is.
        piece_rows: how many rows to read at a time; None for the usual number.
    """

    doing: str
    types: Mapping[str, type]
    file_type: str | None
    output: str | Path | BinaryIO | None
    strict: bool
    engine: str
    workers: int | None
    address: str | None
    progress: StageProgress | None
    piece_rows: int | None = None

    def __attrs_post_init__(self) -> None:
        true_or_false("strict", self.strict)
        check_engine(self.engine, self.workers, self.address)

    @contextmanager
    def run(self, file: Source | Iterable[Source], work: RowWork[AnyReport]) -> Iterator[AnyReport]:
        """The report of all files, as a context manager.

        The output gets its name at the end of the block, but not after an error.

        Raises:
            FaceValueError: a file is missing or of an unknown type, or `output` is one of them.
            OSError: a file or a URL cannot be read or written.
        """
        tables = find_tables(file)
        kinds = [
            one_of(
                "file_type",
                file_type_of(table.name) if self.file_type is None else self.file_type,
                FILE_TYPES,
            )
            for table in tables
        ]
        refuse_to_overwrite(self.output, [table.given for table in tables])
        report = work.new_report()
        with (
            _output_file(self.output, self.types) as (output, write),
            tasks(self.engine, self.workers, self.address) as run,
        ):
            for table, kind in zip(tables, kinds, strict=True):
                task = PieceTask(
                    work=work,
                    file=table.name,
                    is_strict=self.strict,
                    output=output,
                    types=dict(self.types),
                )
                with table.opened() as stream, _naming(table, is_named=len(tables) > 1):
                    tell = self.progress or (lambda *_: None)
                    pieces = pieces_with_progress(stream, kind, self.doing, tell, self.piece_rows)
                    with closing(pieces), closing(_done(run, task, pieces)) as done:
                        for piece, found in done:
                            write(piece, found)
                            report.join(found.report)
            yield report


def _done(
    run: Run, task: PieceTask[AnyReport], pieces: Iterable[Piece]
) -> Generator[tuple[Piece, DonePiece[AnyReport]]]:
    """The pieces of a file in their order, with what was made of them."""
    rest = iter(pieces)
    for first in islice(rest, 1):
        task.work.begin(first)
        yield from run(task, chain([first], rest))


@contextmanager
def _naming(table: Table, *, is_named: bool) -> Iterator[None]:
    """If there are several files, an error says in which it is."""
    try:
        yield
    except FaceValueError as error:
        if not is_named or isinstance(error, (DeadlineError, PackageError, StrictError)):
            raise
        raise FaceValueError(f"{error}, in {quoted(table.file_name)}") from None


@contextmanager
def _output_file(
    output: str | Path | BinaryIO | None, types: Mapping[str, type]
) -> Iterator[tuple[str | None, Callable[[Piece, DonePiece[Any]], object]]]:
    """The type of the file to write, and what writes the rows of a piece.

    The file gets its name when all of it is written.
    """
    if output is None:
        yield None, lambda *_: None
        return
    kind = file_type_of(stream_name(output))
    file: AbstractContextManager[BinaryIO]
    if isinstance(output, (str, Path)):
        file = atomic_file(output)
    else:
        file = nullcontext(stream_with("write", output))
    with file as stream, TableWriter(stream, kind, types) as writer:

        def write(piece: Piece, done: DonePiece[Any]) -> None:
            if isinstance(done.rows, bytes):
                stream.write(done.rows)
            else:
                write_cells(writer, piece, done.rows)

        yield kind, write
