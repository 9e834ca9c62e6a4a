"""Works through files piece by piece, here or on other machines, and writes rows with new columns.

`grade` and `label` are such jobs: each piece of some thousand rows is counted and gets its columns.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

import attrs

from facevalue.atomic_file import atomic_file, refuse_to_overwrite
from facevalue.datasets.tables.engines import checked_engine, tasks
from facevalue.datasets.tables.files import (
    FILE_TYPES,
    PackageError,
    file_type_of,
    pieces_with_progress,
    stream_with,
)
from facevalue.datasets.tables.skipped_rows import SkippedRow
from facevalue.datasets.tables.sources import find_tables, stream_name
from facevalue.datasets.tables.writer import TableWriter
from facevalue.errors import DeadlineError, FaceValueError, quoted
from facevalue.options import one_of, true_or_false
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from facevalue.datasets.tables.engines import Run
    from facevalue.datasets.tables.files import Piece, Progress
    from facevalue.datasets.tables.skipped_rows import Skipped
    from facevalue.datasets.tables.sources import Source, Table


class StrictError(FaceValueError):
    """The first row that cannot be used; it names its file."""


class AddedCells(NamedTuple):
    """Rows of a piece with the cells to add, as `TableWriter.write` takes them.

    Attributes:
        start: the place of the first row in the piece.
        stop: the place after the last one.
        places: which of them to write, from 0 for the first one.
        added: the new columns.
        replaced: cells that several completions shared.
    """

    start: int
    stop: int
    places: Sequence[int]
    added: Mapping[str, list[Any]]
    replaced: Mapping[str, list[object]]

    def write(self, piece: Piece, writer: TableWriter) -> None:
        """Writes them; `piece` is the one that they were made for."""
        is_all = (self.start, self.stop) == (0, piece.size)
        rows = piece if is_all else piece.part(self.start, self.stop)
        writer.write(rows, self.places, self.added, self.replaced)


class DonePiece(NamedTuple):
    """What was made of a piece.

    Attributes:
        report: its counts.
        rows: what to write, if anything: the text of JSON lines, which do not depend on the rows
            before them, or cells for a writer that knows those.
    """

    report: Any
    rows: bytes | Sequence[AddedCells]


@attrs.frozen(kw_only=True)
class TableTask(Value):
    """What is to be done with the rows of a file, whatever they hold.

    Attributes:
        file: the name of the file.
        is_strict: whether to stop at the first row that cannot be used.
        output: the type of the file to write; None for none.
        types: the columns to add, each with the type of its cells.
    """

    file: str
    is_strict: bool
    output: str | None
    types: Mapping[str, type]

    def skipped_row(self, part: Skipped) -> SkippedRow:
        """The place of a row that cannot be used, and why.

        Raises:
            StrictError: `is_strict`.
        """
        line = None if part.piece.numbers is None else part.piece.numbers[0]
        row = SkippedRow(self.file, part.piece.first, line, part.message)
        if self.is_strict:
            raise StrictError(str(row))
        return row

    def done(self, piece: Piece, report: object, cells: Sequence[AddedCells]) -> DonePiece:
        """What was made of a piece; without rows, the names of the columns are written."""
        if not piece.size and self.output is not None:
            cells = [AddedCells(0, 0, (), {name: [] for name in self.types}, {})]
        rows = self._json_lines(piece, cells) if self.output == "jsonl" else cells
        return DonePiece(report, rows)

    def _json_lines(self, piece: Piece, cells: Sequence[AddedCells]) -> bytes:
        stream = BytesIO()
        with TableWriter(stream, "jsonl", self.types) as writer:
            for each in cells:
                each.write(piece, writer)
        return stream.getvalue()


class PieceWork(Protocol):
    """Makes something of each piece of a file, one independent of another.

    It can be sent to other machines.
    """

    def begin(self, piece: Piece, /) -> None:
        """Learns from the first rows of the file what it needs to know for all."""

    def __call__(self, piece: Piece, /) -> DonePiece:
        """Makes something of a piece."""


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
    progress: Progress | None
    piece_rows: int | None = None

    def __attrs_post_init__(self) -> None:
        true_or_false("strict", self.strict)
        checked_engine(self.engine, self.workers, self.address)

    @contextmanager
    def reports(
        self, file: Source | Iterable[Source], work_for: Callable[[TableTask], PieceWork]
    ) -> Iterator[Iterator[Any]]:
        """The counts of each piece in order, as a context manager.

        The output gets its name at the end of the block, but not after an error.

        Raises:
            FaceValueError: a file is missing or of an unknown type, or `output` is one of them.
            OSError: a file or a URL cannot be read or written.
        """
        tables = find_tables(file)
        kinds = [self._kind(table) for table in tables]
        for table in tables:
            refuse_to_overwrite(self.output, [table.given])
        with (
            _output_file(self.output, self.types) as output,
            tasks(self.engine, self.workers, self.address) as run,
            closing(self._reports(zip(tables, kinds, strict=True), work_for, output, run)) as found,
        ):
            yield found

    def _kind(self, table: Table) -> str:
        kind = file_type_of(table.name) if self.file_type is None else self.file_type
        return one_of("file_type", kind, FILE_TYPES)

    def _reports(
        self,
        tables: Iterable[tuple[Table, str]],
        work_for: Callable[[TableTask], PieceWork],
        output: _OutputFile,
        run: Run,
    ) -> Generator[Any]:
        given = list(tables)
        for table, kind in given:
            task = TableTask(
                file=table.name, is_strict=self.strict, output=output.kind, types=dict(self.types)
            )
            with table.opened() as stream, _naming(table, is_named=len(given) > 1):
                tell = self.progress or (lambda *_: None)
                pieces = pieces_with_progress(stream, kind, self.doing, tell, self.piece_rows)
                with closing(pieces), closing(_done(run, work_for(task), pieces)) as done:
                    for piece, found in done:
                        output.add(piece, found)
                        yield found.report


def _done(run: Run, work: PieceWork, pieces: Iterable[Piece]) -> Generator[tuple[Piece, DonePiece]]:
    """The pieces of a file in their order, with what was made of them."""
    rest = iter(pieces)
    for first in islice(rest, 1):
        work.begin(first)
        yield from run(work, chain([first], rest))


class _OutputFile:
    """The rows of files with their new columns, written if there is a writer.

    Attributes:
        kind: the type of the file; None if there is none.
    """

    def __init__(
        self, stream: BinaryIO | None, kind: str | None, writer: TableWriter | None
    ) -> None:
        self.kind = kind
        self._stream, self._writer = stream, writer

    def add(self, piece: Piece, done: DonePiece) -> None:
        """Appends the rows of a piece."""
        if self._stream is None or self._writer is None:
            return
        if isinstance(done.rows, bytes):
            self._stream.write(done.rows)
            return
        for cells in done.rows:
            cells.write(piece, self._writer)


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
) -> Iterator[_OutputFile]:
    """The file to write, which gets its name when all of it is written."""
    if output is None:
        yield _OutputFile(None, None, None)
        return
    kind = file_type_of(stream_name(output))
    file: AbstractContextManager[BinaryIO]
    if isinstance(output, (str, Path)):
        file = atomic_file(output)
    else:
        file = nullcontext(stream_with("write", output))
    with file as stream, TableWriter(stream, kind, types) as writer:
        yield _OutputFile(stream, kind, writer)
