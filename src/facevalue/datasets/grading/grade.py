"""Grades files of completions: finds the columns, and judges each row with a `Grader`."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import attrs

import facevalue as fv
from facevalue.datasets.grading.breakdown import Breakdown, parse_by
from facevalue.datasets.grading.grades import Report
from facevalue.datasets.grading.judging import Judges, judge
from facevalue.datasets.grading.pass_rates import MOST_K
from facevalue.datasets.grading.samples import SampleReader
from facevalue.datasets.tables.job import NewCells, TableJob
from facevalue.datasets.tables.row_reader import RowReader
from facevalue.errors import RuleError
from facevalue.options import of_class, true_or_false, whole_numbers
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from facevalue.datasets.grading.grades import Grades
    from facevalue.datasets.tables.files import Batch, Piece, StageProgress
    from facevalue.datasets.tables.sources import Source


def grade(
    file: Source | Iterable[Source],
    grader: fv.Grader | None = None,
    *,
    columns: Mapping[str, str | None] | None = None,
    file_type: str | None = None,
    output: str | Path | BinaryIO | None = None,
    same_rules: bool = False,
    same_extract: bool = False,
    no_solution: bool = False,
    group_by: str | None = None,
    k: Iterable[int] | None = None,
    by: Iterable[str] = (),
    strict: bool = False,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    progress: StageProgress | None = None,
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
        columns: column names by role, if they are not the usual ones of `ROLES`; None leaves a role
            out. A dot leads into nested cells. A row without a target uses the default target of
            its rules, and an answer is a completion in a file that has no other.
        same_rules: judge all rows under the grader's rules, whatever the rows name.
        same_extract: find all answers as the grader does, whatever `extract` the rows name.
        no_solution: take an answer of `puzzle.NO_SOLUTION_ANSWERS` as right if the puzzle has no
            solution.
        file_type: "jsonl", "csv" or "parquet"; None for the suffix of the name. A stream without a
            name is taken for JSON lines.
        output: a file or a binary stream for the rows with their verdicts, a row for each
            completion; the suffix of its name says in which format. A file gets its name when all
            of it is written.
        group_by: the column that is the same for all completions of a prompt; None for the row.
        k: for which k to estimate pass@k, up to 10,000, from the prompts with at least k
            completions; None for 1 if a prompt has several completions.
        by: what to print figures apart for: "rules", "difficulty", or both.
        strict: stop at the first row that cannot be judged.
        engine: "local" for this process; "ray" for tasks of Ray, which judge some thousand rows
            each. The result and the output are the same, byte for byte.
        workers: how many tasks of Ray run at once, 1 to 64; None for one on each processor.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a file or a column is missing, or with `strict` a row cannot be judged;
            or `output` is the file itself.
        NoRowsError: there are rows, but none can be judged.
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
    judges = Judges(
        usual,
        {what for what, flag in same.items() if true_or_false(*flag)},
        no_solution=true_or_false("no_solution", no_solution),
    )
    rows = RowReader(columns)
    ks = None if k is None else whole_numbers("k", k, 1, MOST_K)
    breakdown = Breakdown(parse_by(by), judges)
    if workers is not None and engine == "local":
        raise RuleError("workers needs the engine ray: one process judges on its own")
    job = TableJob(
        doing="judging",
        types=fv.puzzle.VERDICT_COLUMNS,
        file_type=file_type,
        output=output,
        strict=strict,
        engine=engine,
        workers=workers,
        address=address,
        progress=progress,
    )
    grader_of_rows = CompletionGrader(
        SampleReader(rows, group_by), judges, breakdown, are_rows=group_by is None
    )
    with job.run(file, grader_of_rows) as report:
        return report.grades(ks)


@attrs.frozen
class CompletionGrader(Value):
    """Judges the completions of rows.

    Attributes:
        reader: finds the completions.
        judges: judge them.
        breakdown: tells completions apart.
        are_rows: whether each prompt is a row.
    """

    reader: SampleReader
    judges: Judges
    breakdown: Breakdown
    are_rows: bool = attrs.field(kw_only=True)

    def begin(self, piece: Piece) -> None:
        """Learns from the first rows of a file which completions count."""
        self.reader.begin(piece)

    def check(self, batch: Batch) -> None:
        """Checks that the columns that are needed exist."""
        self.reader.check(batch)

    def new_report(self) -> Report:
        """A report of no rows."""
        return Report(are_rows=self.are_rows)

    def add(self, report: Report, piece: Piece, *, is_written: bool) -> NewCells:
        """Counts the verdicts on the completions of some rows, and returns them as columns."""
        judged = judge(self.judges, self.reader, piece, with_columns=is_written)
        report.add(judged, self.breakdown)
        samples = judged.samples
        replaced = {} if samples.column is None else {samples.column: samples.completions}
        return NewCells(samples.places, judged.columns, replaced)
