"""Labels the puzzles in files: solvable, number of solutions, difficulty, simplest solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, BinaryIO, Unpack

import attrs

import facevalue as fv
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.sources import find_tables
from facevalue.datasets.files.writer import NewCells
from facevalue.datasets.labelling.row_labels import LABEL_TYPES, RowLabels, row_labels
from facevalue.datasets.tables.columns import Columns, ignore_given
from facevalue.datasets.tables.engines import Run, RunOptions
from facevalue.datasets.tables.job import SkippedRow, SkippedRows, TableJob, skipped_text
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from facevalue.errors import FaceValueError, counted
from facevalue.puzzle import rules_named
from facevalue.system.arrays import is_table, plain
from facevalue.value import Value

# Solving a full piece of puzzles of seven numbers takes seconds. Smaller pieces show progress and
# use more workers.
_PIECE_ROWS = 2048


def label(
    file: Any,
    output: str | Path | BinaryIO | None = None,
    *,
    rules: str | fv.Rules | None = None,
    columns: Columns | None = None,
    file_type: str | None = None,
    strict: bool = False,
    **run: Unpack[RunOptions],
) -> Any:
    r"""Write the rows of files with the true labels of their puzzles, and count the labels.

    A data frame of pandas or Polars is returned with the labels as new columns.

    The new columns are the label columns of a dataset that `build` makes: `solvable`,
    `solution_count`, `needs_fraction`, `percentile` and `solution`, the simplest one. Rows keep
    their other columns; a column with one of these names gets the prefix `input_`. Memory use does
    not grow with the file, except for a JSON array. A row without a puzzle, or with a puzzle that
    is too large to solve, is skipped and counted.

    Args:
        file: one or several files of JSON Lines, CSV or Parquet, or a JSON array, optionally
            compressed with gzip: a path, a pattern such as `out/*.jsonl`, a folder, a URL that
            fsspec knows, or a binary stream. Each row has numbers, and optionally a target and the
            name of its rules. They may be in a nested ground truth, as for `grade`. Or a data
            frame of pandas or Polars.
        output: a file or a binary stream to write, in the format of its suffix. A file appears when
            it is complete. None for a data frame.
        rules: the rules of all rows; None for the rules that each row names, or else `classic`.
        columns: the names of the columns, if they are not the usual ones.
        file_type: "jsonl", "csv" or "parquet"; None to use the suffix of the name. A stream without
            a name is read as JSON Lines.
        strict: stop at the first row that cannot be labelled.
        **run: how it runs: `engine`, `workers` and more, see `RunOptions`.

    Returns:
        The counts, as `LabelCounts`; for a data frame, a copy with the new columns, whose cells are
        missing where a row has no valid puzzle.

    Raises:
        FaceValueError: a column is missing, a row cannot be labelled although `strict` is set, or
            `output` is one of the files.
        NoRowsError: there are rows, but none can be labelled.
        OSError: a file or a URL cannot be read or written; a missing file is a `FileNotFoundError`.
        RuleError: unknown `rules`, or invalid options of the run.

    >>> from io import BytesIO
    >>> rows, labelled = BytesIO(b'{"numbers": [3, 3, 8, 8]}'), BytesIO()
    >>> print(label(rows, labelled))
    1 row
    solvable        1  100.0%
    needs fraction  1  100.0%
    >>> labelled.getvalue().decode().partition("needs_")[2]
    'fraction": true, "percentile": 99.18, "solution": "8/(3-8/3)"}\n'
    """
    same = None if rules is None else rules_named(rules)
    reader = PuzzleReader(ignore_given(columns, rules=rules), rules=same)
    how = Run(**run)
    if is_table(file):
        if not hasattr(file, "rename"):
            kind = type(file).__name__
            message = f"label takes a data frame of pandas or Polars, not {kind}"
            raise FaceValueError(f"{message}; write it to a file such as rows.parquet first")
        if output is not None:
            raise FaceValueError("a data frame is returned with its labels; leave out `output`")
        return _label_frame(file, PuzzleLabeller(reader, how.threads))
    if output is None:
        raise FaceValueError("label needs a file or a stream to write to")
    job = TableJob(
        doing="labelling",
        types=LABEL_TYPES,
        file_type=file_type,
        output=output,
        strict=strict,
        run=how,
        piece_rows=_PIECE_ROWS,
    )
    with job.begin(find_tables(file), PuzzleLabeller(reader, how.threads)) as (report, _):
        return report.counts()


def _label_frame(frame: Any, labeller: PuzzleLabeller) -> Any:
    """Return a copy of a data frame with the labels as new columns."""
    names = [str(name) for name in frame.columns]
    batch = {name: list(plain(frame[key])) for name, key in zip(names, frame.columns, strict=True)}
    piece = Piece(batch, len(frame), 1)
    labeller.reader.check(batch, "numbers")
    found = labeller.add(labeller.new_report(), piece, is_written=True)
    columns: dict[str, list[Any]] = {name: [None] * len(frame) for name in LABEL_TYPES}
    for name, cells in found.added.items():
        for index, cell in zip(found.indices, cells, strict=True):
            columns[name][index] = cell
    taken = {key: f"input_{key}" for key in frame.columns if key in LABEL_TYPES}
    if hasattr(frame, "with_columns"):  # Polars
        series = type(frame[frame.columns[0]])
        renamed = frame.rename(taken)
        return renamed.with_columns([series(name, cells) for name, cells in columns.items()])
    return frame.rename(columns=taken).assign(**columns)


@attrs.frozen
class PuzzleLabeller(Value):
    """Labels the puzzles of rows.

    Attributes:
        reader: finds the puzzles.
        workers: how many threads solve.
    """

    reader: PuzzleReader
    workers: int

    def begin(self, file: str, piece: Piece) -> None:  # noqa: ARG002 - they are all alike
        """Check that the file has numbers."""
        if piece.has_rows:
            self.reader.check(piece.columns, "numbers")

    def new_report(self) -> LabelReport:
        """An empty report."""
        return LabelReport()

    def add(self, report: LabelReport, piece: Piece, *, is_written: bool) -> NewCells:  # noqa: ARG002 - always
        """Count the labels of some rows, and return them as columns."""
        puzzles = self.reader.read(piece.columns, piece.size, piece.unreadable)
        problems = puzzles.problems
        indices = [index for index in range(piece.size) if index not in problems]
        found = row_labels(*puzzles.take(indices)[:3], simplest=True, workers=self.workers)
        labelled = {}
        for index, labels in zip(indices, found, strict=True):
            if isinstance(labels, str):
                problems[index] = labels
            else:
                labelled[index] = labels
        report.add(labelled.values())
        return NewCells(
            range(piece.size) if len(labelled) == piece.size else list(labelled),
            {name: [getattr(labels, name) for labels in labelled.values()] for name in LABEL_TYPES},
            skipped=dict(sorted(problems.items())),
        )


@attrs.frozen
class LabelCounts(Value):
    """The result of `label`. `str` returns a table.

    Attributes:
        rows: how many rows were labelled.
        solvable_count: how many of them have a solution.
        needs_fraction_count: how many of them have only solutions with a fraction among the
            results.
        skipped_count: how many rows could not be labelled; they are not written.
        skipped: the first 100 of these rows.

    >>> print(LabelCounts(4, solvable_count=3, needs_fraction_count=1))
    4 rows
    solvable        3   75.0%
    needs fraction  1   25.0%
    """

    rows: int
    solvable_count: int = attrs.field(kw_only=True)
    needs_fraction_count: int = attrs.field(kw_only=True)
    skipped_count: int = attrs.field(kw_only=True, default=0)
    skipped: tuple[SkippedRow, ...] = attrs.field(kw_only=True, default=())

    def as_dict(self) -> dict[str, Any]:
        """Return the counts and the first skipped rows, for JSON.

        JSON:
            rows
            solvable_count (count): how many rows have a solution.
            needs_fraction_count (count): how many rows need a fraction.
            skipped_count, skipped?
        """
        fields = super().as_dict()
        return {name: fields[name] for name in fields if name != "skipped" or self.skipped}

    def __str__(self) -> str:
        width = len(str(self.rows))
        counts = {"solvable": self.solvable_count, "needs fraction": self.needs_fraction_count}
        lines = (
            f"{name:<14}  {count:>{width}}  {count / self.rows:>6.1%}"
            for name, count in counts.items()
            if count
        )
        return "\n".join([counted(self.rows, "row"), *lines, *skipped_text(self.skipped_count)])


class LabelReport:
    """Counts labels, and skipped rows.

    Attributes:
        skipped: the rows without labels.
    """

    def __init__(self) -> None:
        self.skipped = SkippedRows()
        self._counts: Counter[str] = Counter()

    def add(self, labels: Collection[RowLabels]) -> None:
        """Count the labels of some rows."""
        self._counts["rows"] += len(labels)
        for name in ("solvable", "needs_fraction"):
            self._counts[name] += sum(getattr(row, name) for row in labels)

    def join(self, later: LabelReport) -> None:
        """Add the counts of later rows."""
        self._counts += later._counts
        self.skipped.join(later.skipped)

    def counts(self) -> LabelCounts:
        """Return the result.

        Raises:
            NoRowsError: there were rows, but none could be labelled.
        """
        if not self._counts["rows"]:
            self.skipped.refuse_all("labelled")
        return LabelCounts(
            self._counts["rows"],
            solvable_count=self._counts["solvable"],
            needs_fraction_count=self._counts["needs_fraction"],
            skipped_count=self.skipped.count,
            skipped=tuple(self.skipped.first),
        )
