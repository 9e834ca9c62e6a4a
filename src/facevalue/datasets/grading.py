"""Grades files of completions: finds the columns, and judges each row with a `Grader`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import facevalue as fv
from facevalue.atomic_file import atomic_file
from facevalue.datasets.breakdown import Breakdown, checked_by
from facevalue.datasets.engines import checked_engine, tasks
from facevalue.datasets.files import (
    FILE_TYPES,
    PackageError,
    file_type_of,
    pieces_with_progress,
    stream_with,
)
from facevalue.datasets.grades import Report
from facevalue.datasets.judging import Judges
from facevalue.datasets.pass_rates import MOST_K
from facevalue.datasets.piece_grader import PieceGrader, StrictError
from facevalue.datasets.puzzle_reader import wanted_columns
from facevalue.datasets.samples import SampleReader
from facevalue.datasets.sources import find_tables, stream_name
from facevalue.datasets.table_writer import TableWriter
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import of_class, one_of, true_or_false, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from facevalue.datasets.engines import Run
    from facevalue.datasets.files import Piece, Progress
    from facevalue.datasets.grades import Grades
    from facevalue.datasets.piece_grader import GradedPiece
    from facevalue.datasets.sources import Source, Table


def grade(
    file: Source | Iterable[Source],
    grader: fv.Grader | None = None,
    *,
    columns: Mapping[str, str | None] | None = None,
    file_type: str | None = None,
    output: str | Path | BinaryIO | None = None,
    same_rules: bool = False,
    same_extract: bool = False,
    group_by: str | None = None,
    k: Iterable[int] | None = None,
    by: Iterable[str] = (),
    strict: bool = False,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> Grades:
    """Judges the completions in files, and counts the reasons.

    Memory stays flat, but a JSON array is read as a whole. A row that cannot be read, or has no
    numbers, is skipped and counted.

    Args:
        file: a file of JSON lines, CSV or Parquet or a JSON array, perhaps packed by gzip; a path,
            a pattern such as `out/*.jsonl`, a folder, a URL that fsspec knows, or a binary stream,
            or several of these. Each row has a completion, numbers and perhaps a target and the
            name of its rules; or a ground truth that holds them, as verl writes it, or a `doc`, as
            lm-eval does. A list of texts in place of a completion is several for one prompt.
        grader: judges the rows; None for `Grader()`. A row that names its rules is judged under
            those; one with `extract`, where its prompt asks for the answer, is read there.
        columns: the names of the columns of "completions", "numbers", "targets", "rules" and
            "extract", if they are not the usual ones. Without a target, a row has that of its
            rules.
        same_rules: judge all rows under the grader's rules, whatever the rows name.
        same_extract: find all answers as the grader does, whatever `extract` the rows name.
        file_type: "jsonl", "csv" or "parquet"; None for the suffix of the name. A stream without a
            name is taken for JSON lines.
        output: a file or a binary stream for the rows with their verdicts, a row for each
            completion; the suffix of its name says in which format. A file gets its name when all
            of it is written.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        k: for which k to estimate pass@k, up to 10,000; None for 1 if a prompt has several
            completions.
        by: what to print figures apart for: "rules", "difficulty", or both.
        strict: stop at the first row that cannot be judged.
        engine: "local" for this process; "ray" for tasks of Ray, which judge some thousand rows
            each. The result and the output are the same, byte for byte.
        workers: how many tasks of Ray run at once, 1 to 64; None for one on each processor.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a file or a column is missing, no row can be judged, or with `strict` one
            cannot be; `output` is the file itself; or a prompt has fewer than `k` completions.
        OSError: a file or a URL cannot be read or written.
        RuleError: `by` names something else, an unknown engine, `workers` out of bounds, or
            `workers` or an address without Ray.

    >>> from io import BytesIO
    >>> rows = BytesIO(b'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}')
    >>> print(grade(rows))
    1 completion
    correct            1  100.0%
    """
    usual = fv.Grader() if grader is None else of_class("grader", grader, fv.Grader)
    same = {"rules": ("same_rules", same_rules), "extract": ("same_extract", same_extract)}
    judges = Judges(usual, {what for what, flag in same.items() if true_or_false(*flag)})
    wanted = wanted_columns({} if columns is None else of_class("columns", columns, Mapping))  # type: ignore[type-abstract]
    ks = None if k is None else whole_numbers("k", k, 1, MOST_K)
    are_rows = group_by is None
    breakdown = Breakdown(checked_by(by), judges)
    is_strict = true_or_false("strict", strict)
    checked_engine(engine, workers, address)
    if workers is not None and engine == "local":
        raise RuleError("workers needs the engine ray: one process judges on its own")
    tables = find_tables(file)
    kinds = [_kind(table, file_type) for table in tables]
    for table in tables:
        _refuse_to_overwrite(output, table)
    report = Report(are_rows=are_rows)
    with _verdict_file(output) as verdicts, tasks(engine, workers, address) as run:
        for table, kind in zip(tables, kinds, strict=True):
            grade_piece = PieceGrader(
                file=table.name,
                reader=SampleReader(wanted, group_by),
                judges=judges,
                breakdown=breakdown,
                are_rows=are_rows,
                is_strict=is_strict,
                output=verdicts.kind,
            )
            with table.opened() as stream, _naming(table, is_named=len(tables) > 1):
                pieces = pieces_with_progress(
                    stream, kind, "judging", progress or (lambda *_: None)
                )
                with closing(pieces), closing(_graded(run, grade_piece, pieces)) as graded:
                    for piece, found in graded:
                        report.join(found.report)
                        verdicts.add(piece, found)
        return report.grades(ks)


def _graded(
    run: Run, grade_piece: PieceGrader, pieces: Iterable[Piece]
) -> Generator[tuple[Piece, GradedPiece]]:
    """The pieces of a file in their order, graded."""
    rest = iter(pieces)
    for first in islice(rest, 1):
        grade_piece.reader.begin(first)
        yield from run(grade_piece, chain([first], rest))


class _VerdictFile:
    """The rows of files with their verdicts, written if there is a writer.

    Attributes:
        kind: the type of the file; None if there is none.
    """

    def __init__(
        self, stream: BinaryIO | None, kind: str | None, writer: TableWriter | None
    ) -> None:
        self.kind = kind
        self._stream, self._writer = stream, writer

    def add(self, piece: Piece, graded: GradedPiece) -> None:
        """Appends the rows of a piece."""
        if self._stream is None or self._writer is None:
            return
        if isinstance(graded.rows, bytes):
            self._stream.write(graded.rows)
            return
        for rows in graded.rows:
            rows.write(piece, self._writer)


@contextmanager
def _naming(table: Table, *, is_named: bool) -> Iterator[None]:
    """If there are several files, an error says in which it is."""
    try:
        yield
    except FaceValueError as error:
        if not is_named or isinstance(error, (fv.DeadlineError, PackageError, StrictError)):
            raise
        raise FaceValueError(f"{error}, in {quoted(table.file_name)}") from None


def _kind(table: Table, file_type: str | None) -> str:
    kind = file_type_of(table.name) if file_type is None else file_type
    return one_of("file_type", kind, FILE_TYPES)


def _refuse_to_overwrite(output: str | Path | BinaryIO | None, table: Table) -> None:
    """Refuses to write to the file that is read: opening it would empty it."""
    if not isinstance(output, (str, Path)) or not Path(output).is_file():
        return
    try:
        given = table.given
        status = Path(given).stat() if isinstance(given, (str, Path)) else os.fstat(given.fileno())
    except (OSError, ValueError):  # a stream in memory, or no file: reading it will tell
        return
    if os.path.samestat(status, Path(output).stat()):
        message = f"{quoted(str(output))} is read, so it cannot be written; choose another name"
        raise FaceValueError(message)


@contextmanager
def _verdict_file(output: str | Path | BinaryIO | None) -> Iterator[_VerdictFile]:
    """The file of verdicts, which gets its name when all of it is written."""
    if output is None:
        yield _VerdictFile(None, None, None)
        return
    kind = file_type_of(stream_name(output))
    file: AbstractContextManager[BinaryIO]
    if isinstance(output, (str, Path)):
        file = atomic_file(output)
    else:
        file = nullcontext(stream_with("write", output))
    with file as stream, TableWriter(stream, kind, fv.puzzle.VERDICT_COLUMNS) as writer:
        yield _VerdictFile(stream, kind, writer)
