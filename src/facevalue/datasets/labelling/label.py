"""Labels the puzzles in files: solvable, number of solutions, difficulty, simplest solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import attrs

from facevalue.datasets.labelling.label_counts import LabelReport
from facevalue.datasets.labelling.row_labels import LABEL_TYPES, row_labels
from facevalue.datasets.tables.job import TableJob
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from facevalue.datasets.tables.sources import find_tables
from facevalue.datasets.tables.writer import NewCells
from facevalue.errors import FaceValueError
from facevalue.puzzle import rules_named
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import facevalue as fv
    from facevalue.datasets.labelling.label_counts import LabelCounts
    from facevalue.datasets.tables.files import Piece, StageProgress
    from facevalue.datasets.tables.sources import Source

# A piece of puzzles of seven numbers takes some seconds: smaller ones show progress and can be
# shared among more workers.
_PIECE_ROWS = 2048


def label(
    file: Source | Iterable[Source],
    output: str | Path | BinaryIO,
    *,
    rules: str | fv.Rules | None = None,
    columns: Mapping[str, str | None] | None = None,
    file_type: str | None = None,
    strict: bool = False,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    progress: StageProgress | None = None,
) -> LabelCounts:
    r"""Writes the rows of files with the true labels of their puzzles, and counts these.

    The new columns are the same as in a dataset that `build` makes: `solvable`, `solution_count`,
    `needs_fraction`, `percentile` and `solution`, the simplest one. A row keeps its own columns;
    one of the same name gets `input_` before it. Memory stays flat, but a JSON array is read as a
    whole. A row without a puzzle, or with one too large to solve, is skipped and counted.

    Args:
        file: a file of JSON lines, CSV or Parquet or a JSON array, may be packed by gzip; a path,
            a pattern such as `out/*.jsonl`, a folder, a URL that fsspec knows, or a binary stream,
            or several of these. Each row has numbers, and optionally a target and the name of
            its rules. They may be in a nested ground truth, as for `grade`.
        output: a file or a binary stream to write; the suffix of its name says in which format. A
            file gets its name when all of it is written.
        rules: the rules of all rows; None for those that each row names, or `classic`.
        columns: column names by role, if they are not the usual ones of `ROLES`; None leaves a role
            out. A dot leads into nested cells. A row without a target uses the default target of
            its rules.
        file_type: "jsonl", "csv" or "parquet"; None for the suffix of the name. A stream without a
            name is taken for JSON lines.
        strict: stop at the first row that cannot be labelled.
        engine: "local" to solve in this process; "ray" to solve in tasks of Ray. The output is the
            same, byte for byte.
        workers: threads that solve, 1 to 64, None for one; of Ray, how many tasks run at once, None
            for one per CPU.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a column is missing, or with `strict` a row cannot be labelled;
            or `output` is the file itself.
        NoRowsError: there are rows, but none can be labelled.
        OSError: a file or a URL cannot be read or written; a missing one is a
            `FileNotFoundError`.
        RuleError: unknown `rules` or `engine`, `workers` out of bounds, or an address without Ray.

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
    reader = PuzzleReader(columns, rules=same, same_rules=same is not None)
    if output is None:
        raise FaceValueError("label needs a file or a stream to write to")
    job = TableJob(
        doing="labelling",
        types=LABEL_TYPES,
        file_type=file_type,
        output=output,
        strict=strict,
        engine=engine,
        workers=workers,
        address=address,
        progress=progress,
        piece_rows=_PIECE_ROWS,
    )
    threads = 1 if engine == "ray" else workers or 1  # in each task
    with job.run(find_tables(file), PuzzleLabeller(reader, threads)) as (report, _):
        return report.counts()


@attrs.frozen
class PuzzleLabeller(Value):
    """Labels the puzzles of rows.

    Attributes:
        reader: finds the puzzles.
        workers: threads that solve.
    """

    reader: PuzzleReader
    workers: int

    def begin(self, file: str, piece: Piece) -> None:  # noqa: ARG002 - they are all alike
        """Check that the file has numbers."""
        if piece.has_rows:
            self.reader.check(piece.columns, "numbers")

    def new_report(self) -> LabelReport:
        """A report of no rows."""
        return LabelReport()

    def add(self, report: LabelReport, piece: Piece, *, is_written: bool) -> NewCells:  # noqa: ARG002 - always
        """Count the labels of some rows, and return them as columns."""
        puzzles = self.reader.read(piece.columns, piece.size, piece.unreadable)
        problems = puzzles.problems
        places = [place for place in range(piece.size) if place not in problems]
        found = row_labels(*puzzles.take(places)[:3], simplest=True, workers=self.workers)
        labels = {}
        for place, each in zip(places, found, strict=True):
            if isinstance(each, str):
                problems[place] = each
            else:
                labels[place] = each
        report.add(labels.values())
        return NewCells(
            range(piece.size) if len(labels) == piece.size else list(labels),
            {name: [getattr(each, name) for each in labels.values()] for name in LABEL_TYPES},
            skipped=dict(sorted(problems.items())),
        )
