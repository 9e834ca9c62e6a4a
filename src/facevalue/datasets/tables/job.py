"""The job that `grade`, `label` and `audit` share: read files, add columns, make a report.

Files are read piece by piece, and a `RowWork` makes the new columns and the report of each piece,
here or on other machines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeAlias, TypeVar

import attrs

from facevalue.budget import check_deadline
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.readers import FILE_TYPES, file_type_of, read_pieces
from facevalue.datasets.files.sources import Table, stream_name
from facevalue.datasets.files.writer import WRITERS, NewCells, TableWriter
from facevalue.datasets.tables.engines import Mapper, Run, tasks
from facevalue.errors import DeadlineError, FaceValueError, counted, quoted
from facevalue.options import one_of, true_or_false
from facevalue.system.extras import PackageError
from facevalue.system.files import atomic_file, refuse_to_overwrite
from facevalue.value import Value

Result = TypeVar("Result")
_MAX_SKIPPED = 100  # rows to list; all are counted


@attrs.frozen
class SkippedRow(Value):
    """A row of a file that cannot be judged or labelled; `str` is one line with its location.

    Attributes:
        file: the name of the file; "-" for a stream without a name.
        row: the number of the row in the file, from 1.
        line: the number of its line, from 1; None if rows are not lines.
        message: what is wrong.

    JSON:
        file (text): the file.
        row (place): the row in the file, from 1.
        line (place or null): the line in the file, from 1; null for file types without lines.
        message

    >>> str(SkippedRow("rows.jsonl", 2, 3, "expected a number: 'x'"))
    "rows.jsonl:3: expected a number: 'x'"
    """

    file: str
    row: int
    line: int | None
    message: str

    def __str__(self) -> str:
        location = f", row {self.row}" if self.line is None else f":{self.line}"
        return f"{self.file}{location}: {self.message}"


class NoRowsError(FaceValueError):
    """None of the rows of a file can be used; the message says what is wrong with the first.

    >>> from io import BytesIO
    >>> from facevalue import datasets
    >>> try:
    ...     datasets.grade(BytesIO(b"no row"))
    ... except datasets.NoRowsError as error:
    ...     print(error)
    -:1: expected a JSON object: 'no row'
    """


class SkippedRows:
    """The number of rows that were skipped, and the first of them.

    Attributes:
        count: how many there are.
        first: the first 100.
    """

    def __init__(self) -> None:
        self.count = 0
        self.first: list[SkippedRow] = []

    def add(self, row: SkippedRow) -> None:
        """Count a row."""
        self.count += 1
        if len(self.first) < _MAX_SKIPPED:
            self.first.append(row)

    def join(self, later: SkippedRows) -> None:
        """Add the skipped rows of a later part."""
        self.count += later.count
        self.first += later.first[: _MAX_SKIPPED - len(self.first)]

    def refuse_all(self, done: str) -> None:
        """Check that a file without usable rows had no rows at all.

        Args:
            done: what could not be done with the rows, such as "labelled".

        Raises:
            NoRowsError: rows were skipped.
        """
        if not self.first:
            return
        others = self.count - 1
        rest = f" (and {others} more rows that cannot be {done})" if others else ""
        raise NoRowsError(f"{self.first[0]}{rest}")


def skipped_text(count: int) -> list[str]:
    """Return a line that says how many rows were skipped, or no lines if none were."""
    return [f"{counted(count, 'row')} skipped"] if count else []


class StrictError(FaceValueError):
    """The first row that cannot be used; it names its file."""


# The rows of a piece from one index up to another, with their new cells.
Part: TypeAlias = tuple[int, int, NewCells]


class Report(Protocol):
    """The results of rows, counted. A report can be pickled."""

    skipped: SkippedRows

    def join(self, later: Any, /) -> None:
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
        run: how the job runs.
        piece_rows: how many rows to read at a time; None for the default of `read_pieces`.
    """

    doing: str
    types: Mapping[str, type] = attrs.field(factory=dict)
    file_type: str | None
    output: str | Path | BinaryIO | None = None
    strict: bool = False
    run: Run
    piece_rows: int | None = None

    def __attrs_post_init__(self) -> None:
        true_or_false("strict", self.strict)

    @contextmanager
    def begin(
        self, tables: Sequence[Table], work: RowWork[AnyReport]
    ) -> Iterator[tuple[AnyReport, Mapper]]:
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
        with (
            _output_file(self.output, self.types) as (output, write),
            tasks(self.run) as each,
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
                try:
                    with table.opened() as stream, closing(self._pieces(stream, kind)) as pieces:
                        for first in islice(pieces, 1):
                            work.begin(table.name, first)
                            for piece, (part, rows) in each(task, chain([first], pieces)):
                                write(piece, rows)
                                report.join(part)
                except FaceValueError as error:
                    of_one = isinstance(error, (DeadlineError, PackageError, StrictError))
                    if of_one or len(tables) == 1:
                        raise
                    raise FaceValueError(f"{error}, in {quoted(table.file_name)}") from None
            yield report, each

    def _pieces(self, stream: BinaryIO, file_type: str) -> Generator[Piece]:
        """Read a table with `read_pieces`, and report progress after each piece.

        It is the number of bytes read and the size of the file; for a pipe, whose size is unknown,
        the number of rows and 0. Close this generator before the stream.
        """
        size = stream.seek(0, os.SEEK_END) if stream.seekable() else 0
        if size:
            stream.seek(0)
        done = 0
        with closing(read_pieces(stream, file_type, self.piece_rows)) as pieces:
            for piece in pieces:
                check_deadline()
                yield piece
                done += piece.size
                self.run.show(self.doing, min(stream.tell(), size) if size else done, size)


def by_halves(
    call: Callable[[int, int], Result], start: int, stop: int
) -> Iterator[tuple[int, int, Result | FaceValueError]]:
    """Call a function on the rows from `start` up to `stop`, and on each half if it fails.

    Args:
        call: a function of the first row and the row after the last one.
        start: the first row.
        stop: the row after the last one; above `start`.

    Returns:
        An iterator of `(start, stop, result)` for parts of the rows, in order. For a single row
        that fails, the result is its error.

    Raises:
        DeadlineError: the time is up.

    >>> from facevalue import Puzzle
    >>> rows = ["3 8", "x", "6 6 5 2"]
    >>> for part in by_halves(lambda *bounds: list(map(Puzzle, rows[slice(*bounds)])), 0, 3):
    ...     print(part)
    (0, 1, [Puzzle('3 8', 24, 'classic')])
    (1, 2, NotationError('expected a number', 'x', 0))
    (2, 3, [Puzzle('6 6 5 2', 24, 'classic')])
    """
    result: Result | FaceValueError
    try:
        result = call(start, stop)
    except DeadlineError:
        raise
    except FaceValueError as error:
        if stop - start > 1:
            middle = (start + stop) // 2
            yield from by_halves(call, start, middle)
            yield from by_halves(call, middle, stop)
            return
        result = error
    yield start, stop, result


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
    elif hasattr(output, "write"):
        file = nullcontext(output)
    else:
        raise FaceValueError(f"`output` must be a path or a binary stream, not {quoted(output)}")
    with file as stream, WRITERS[kind](stream, types) as writer:

        def write(piece: Piece, rows: bytes | list[Part]) -> None:
            if isinstance(rows, bytes):
                stream.write(rows)
            else:
                _write_parts(writer, piece, rows)

        yield kind, write
