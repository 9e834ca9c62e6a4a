"""Grades files of completions: finds the columns, and judges each row with a `Grader`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

import facevalue as fv
from facevalue.atomic_file import atomic_file
from facevalue.datasets.breakdown import Breakdown, checked_by
from facevalue.datasets.files import (
    FILE_TYPES,
    PackageError,
    file_type_of,
    pieces_with_progress,
    stream_with,
)
from facevalue.datasets.judging import Judges, Skipped, judged, verdict_columns
from facevalue.datasets.pass_rates import MOST_K, Tally
from facevalue.datasets.samples import SampleReader, wanted_columns
from facevalue.datasets.sources import find_tables, stream_name
from facevalue.datasets.table_writer import TableWriter
from facevalue.errors import FaceValueError, quoted
from facevalue.options import of_class, one_of, true_or_false, whole_numbers
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from dataclasses import KW_ONLY

    from facevalue.datasets.breakdown import GradedPart
    from facevalue.datasets.files import Piece, Progress
    from facevalue.datasets.judging import Judged
    from facevalue.datasets.pass_rates import PassRates
    from facevalue.datasets.sources import Source, Table

VERDICT_TYPES: Mapping[str, type] = MappingProxyType(
    {
        "correct": bool,
        "reason": str,
        "value": str,
        "position": int,
        "message": str,
        "found_by": str,
    }
)
_REASONS = tuple(fv.Reason)
_MOST_SKIPPED = 100  # rows that are kept to be shown; all are counted


class SkippedRow(Value):
    """A row of a file that cannot be judged, and why; `str` is one line that names the place.

    Attributes:
        file: the name of the file; "-" for a stream without a name.
        row: the number of the row in the file, from 1.
        line: the number of its line, from 1; None where rows are not lines.
        message: what is wrong.

    >>> str(SkippedRow("rows.jsonl", 2, 3, "expected a number: 'x'"))
    "rows.jsonl:3: expected a number: 'x'"
    """

    file: str
    row: int
    line: int | None
    message: str

    def __str__(self) -> str:
        place = f", row {self.row}" if self.line is None else f":{self.line}"
        return f"{self.file}{place}: {self.message}"


class Grades(Value):
    """How the completions of a file were judged, returned by `grade`. `str` prints it as a table.

    Attributes:
        total: how many completions there are.
        reasons: pairs of the text of a `Reason` and the number of completions with it, in the order
            of `Reason`; those that do not occur are left out.
        pass_rates: pass@k and avg@n, if a prompt has several completions or they were asked for.
        parts: the grades of completions with the same rules, or in a band of difficulty, if they
            were asked for.
        skipped_count: how many rows could not be judged.
        skipped: the first 100 of them.

    >>> grades = Grades(4, reasons=(("correct", 3), ("no_answer", 1)))
    >>> grades.correct, grades.counts["no_answer"]
    (3, 1)
    """

    total: int
    _: KW_ONLY
    reasons: tuple[tuple[str, int], ...]
    pass_rates: PassRates | None = None
    parts: tuple[GradedPart, ...] = ()
    skipped_count: int = 0
    skipped: tuple[SkippedRow, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of completions with each reason that occurs."""
        return dict(self.reasons)

    @property
    def correct(self) -> int:
        """How many completions are right."""
        return self.counts.get("correct", 0)

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: the counts, the reasons, and the rates if there are."""
        counts = {"completion_count": self.total, "correct_count": self.correct}
        rates = {} if self.pass_rates is None else self.pass_rates.as_dict()
        skipped: dict[str, Any] = {"skipped_count": self.skipped_count}
        if self.skipped:
            skipped["skipped"] = [row.as_dict() for row in self.skipped]
        by: dict[str, dict[str, Any]] = {}
        for part in self.parts:
            by.setdefault(part.by, {})[part.name] = part.as_dict()
        return {**counts, "reasons": self.counts} | rates | ({"by": by} if by else {}) | skipped

    def __str__(self) -> str:
        width = len(str(self.total))
        lines = (
            f"{reason:<18} {count:>{width}}  {count / self.total:>6.1%}"
            for reason, count in self.reasons
        )
        noun = "completion" if self.total == 1 else "completions"
        rates = [] if self.pass_rates is None else [str(self.pass_rates)]
        rows = "row" if self.skipped_count == 1 else "rows"
        skipped = [f"{self.skipped_count} {rows} skipped"] if self.skipped_count else []
        parts = [f"{part.by:<10} {part}" for part in self.parts]
        return "\n".join([f"{self.total} {noun}", *lines, *rates, *parts, *skipped])


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
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a file or a column is missing, no row can be judged, or with `strict` one
            cannot be; `output` is the file itself; or a prompt has fewer than `k` completions.
        OSError: a file or a URL cannot be read or written.
        RuleError: `by` names something else.

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
    parts = Breakdown(checked_by(by), judges, are_rows=group_by is None)
    report = _Report(parts, by_group=group_by is not None, strict=true_or_false("strict", strict))
    tables = find_tables(file)
    kinds = [_kind(table, file_type) for table in tables]
    for table in tables:
        _refuse_to_overwrite(output, table)
    with _verdict_rows(output, judges) as rows:
        for table, kind in zip(tables, kinds, strict=True):
            reader = SampleReader(wanted, group_by)
            with table.opened() as stream:
                pieces = pieces_with_progress(
                    stream, kind, "judging", progress or (lambda *_: None)
                )
                with closing(pieces), report.of(table, is_named=len(tables) > 1):
                    for part in _parts(judges, reader, pieces, rows):
                        report.add(part)
                        rows.add(part)
        return report.grades(ks)


def _parts(
    judges: Judges, reader: SampleReader, pieces: Iterable[Piece], rows: _VerdictRows
) -> Iterator[Judged | Skipped]:
    """The rows of a file, judged or skipped."""
    for piece in pieces:
        if not piece.size:
            rows.begin(piece)
            continue
        if len(piece.unreadable) < piece.size:
            reader.check(piece.columns)
        yield from judged(judges, reader, piece)


class _VerdictRows:
    """The rows of a file with their verdicts, written if there is a writer."""

    def __init__(self, writer: TableWriter | None, judges: Judges) -> None:
        self._writer = writer
        self._judges = judges

    def begin(self, piece: Piece) -> None:
        """Writes the names of the columns of a table without rows."""
        if self._writer:
            self._writer.write(piece, (), {name: [] for name in VERDICT_TYPES}, {})

    def add(self, part: Judged | Skipped) -> None:
        """Appends judged rows."""
        if self._writer and not isinstance(part, Skipped):
            samples = part.samples
            replaced = {} if samples.column is None else {samples.column: samples.completions}
            added = verdict_columns(self._judges, samples)
            self._writer.write(part.piece, samples.places, added, replaced)


class _Report:
    """Counts what was judged and what was not."""

    def __init__(self, parts: Breakdown, *, by_group: bool, strict: bool) -> None:
        self._parts = parts
        self._by_group, self._strict = by_group, strict
        self._counts = np.zeros(len(_REASONS), np.int64)
        self._tally = Tally(are_rows=not by_group)
        self._skipped_count = 0
        self._skipped: list[SkippedRow] = []
        self._file = "-"

    @contextmanager
    def of(self, table: Table, *, is_named: bool) -> Iterator[None]:
        """What is added stands in this file; if there are several, an error says in which."""
        self._file = table.name
        try:
            yield
        except FaceValueError as error:
            if not is_named or isinstance(error, (fv.DeadlineError, PackageError, _StrictError)):
                raise
            raise FaceValueError(f"{error}, in {quoted(table.file_name)}") from None

    def add(self, part: Judged | Skipped) -> None:
        if isinstance(part, Skipped):
            self._skip(part)
            return
        self._counts += np.bincount(part.codes, minlength=len(_REASONS))
        self._tally.add(part.samples.groups, (part.codes == 0).tolist())
        self._parts.add(part)

    def _skip(self, part: Skipped) -> None:
        numbers = part.piece.numbers
        line = None if numbers is None else numbers[0]
        row = SkippedRow(self._file, part.piece.first, line, part.message)
        if self._strict:
            raise _StrictError(str(row))
        self._skipped_count += 1
        if len(self._skipped) < _MOST_SKIPPED:
            self._skipped.append(row)

    def grades(self, ks: Iterable[int] | None) -> Grades:
        """The result.

        Raises:
            FaceValueError: there were rows, but none could be judged.
        """
        total = int(self._counts.sum())
        if self._skipped and not total:
            others = self._skipped_count - 1
            rest = f" (and {others} more rows that cannot be judged)" if others else ""
            raise FaceValueError(f"{self._skipped[0]}{rest}")
        counts = zip(_REASONS, self._counts.tolist(), strict=True)
        wanted = (1,) if ks is None else tuple(ks)
        has_rates = self._by_group or ks is not None or self._tally.has_several
        return Grades(
            total,
            reasons=tuple((reason.value, count) for reason, count in counts if count),
            pass_rates=self._tally.rates(wanted) if has_rates else None,
            parts=self._parts.parts(wanted if has_rates else ()),
            skipped_count=self._skipped_count,
            skipped=tuple(self._skipped),
        )


class _StrictError(FaceValueError):
    """The first row that cannot be judged; it names its file."""


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
def _verdict_rows(output: str | Path | BinaryIO | None, judges: Judges) -> Iterator[_VerdictRows]:
    """The file of verdicts, which gets its name when all of it is written."""
    if output is None:
        yield _VerdictRows(None, judges)
        return
    kind = file_type_of(stream_name(output))
    file: AbstractContextManager[BinaryIO]
    if isinstance(output, (str, Path)):
        file = atomic_file(output)
    else:
        file = nullcontext(stream_with("write", output))
    with file as stream, TableWriter(stream, kind, VERDICT_TYPES) as writer:
        yield _VerdictRows(writer, judges)
