"""Audits files of puzzles: solves every row, and compares the result with the labels of the row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from sys import intern
from typing import Any, Literal, Unpack

import attrs

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.auditing.column_store import LABEL_READERS, NOT_JUDGED, REASONS, ColumnStore
from facevalue.datasets.auditing.findings import Bounds, find_faults, histograms, notes
from facevalue.datasets.auditing.overlaps import count_overlaps, find_overlaps
from facevalue.datasets.auditing.report import FAULTS, Audit, Fault
from facevalue.datasets.auditing.true_labels import TrueLabels
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.sources import Source, find_tables
from facevalue.datasets.files.writer import NewCells
from facevalue.datasets.grading.judging import Judges
from facevalue.datasets.tables.columns import Columns, ignore_given
from facevalue.datasets.tables.engines import Run, RunOptions
from facevalue.datasets.tables.job import TableJob
from facevalue.datasets.tables.puzzle_reader import PuzzleReader, PuzzleRows
from facevalue.errors import RuleError, quoted
from facevalue.options import as_whole, unknown_word, whole_number
from facevalue.puzzle import rules_named

_CODES = {reason.value: code for code, reason in enumerate(REASONS)}
_NO_ANSWER = REASONS.index(fv.Reason.NO_ANSWER)
# The number of a shard is not part of the split: train-00001-of-00004 and train_2 are "train".
_SHARD_NUMBER = re.compile(r"[-_.]?\d+([-_]of[-_]\d+)?$")
MAX_LISTED = 1000


def audit(
    path: Source | Iterable[Source],
    *,
    rules: str | fv.Rules | None = None,
    columns: Columns | None = None,
    file_type: str | None = None,
    number_range: Bounds = None,
    target_range: Bounds = None,
    extract: str | None = None,
    syntax: Literal["strict", "lenient", "relaxed"] | fv.Syntax = "lenient",
    ignore: Iterable[str] = (),
    max_listed: int = MAX_LISTED,
    **run: Unpack[RunOptions],
) -> Audit:
    r"""Find what is wrong with the puzzles in files, and count them by size, difficulty and more.

    Args:
        path: one or several files of JSON Lines, CSV or Parquet, or a JSON array, optionally
            compressed with gzip: a path, a pattern such as `out/*.jsonl`, a folder, a URL that
            fsspec supports, or a binary stream. Without a split column, each file is one split;
            `train-00001.parquet` belongs to `train`.
        rules: the rules of all rows; None for the rules that each row names in the column `rules`,
            or else `classic`.
        columns: the names of the columns, if they are not the usual ones.
        file_type: "jsonl", "csv" or "parquet"; None to use the suffix of the name. A stream without
            a name is read as JSON Lines.
        number_range: the smallest and the largest allowed number; None to estimate them.
        target_range: the smallest and the largest allowed target; None to estimate them.
        extract: where the answer is in a completion, one of `facevalue.puzzle.EXTRACTS`; None for
            what each row names in the column `extract`, or else the last answer tag.
        syntax: what answers and completions may use, by name or as a `Syntax`.
        ignore: kinds of `FAULTS` that are not reported.
        max_listed: how many faults of each kind to list, at least 0; all are counted.
        **run: how it runs: `engine`, `workers` and more, see `RunOptions`.

    Returns:
        An `Audit`: the faults, histograms and notes.

    Raises:
        FaceValueError: a file is not a table, or a required column is missing.
        OSError: a file or a URL cannot be read; a missing file is a `FileNotFoundError`.
        RuleError: unknown `rules`, `extract`, `syntax` or `ignore`; a range or `max_listed` out of
            bounds; invalid options of the run.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "puzzles.csv")
    ...     _ = file.write_text('numbers,answer\n3 8,3*8\n8 3,3+8\n')
    ...     found = audit(file)
    >>> found.counts
    {'wrong_answer': 1, 'duplicate': 1}
    >>> print(found.faults[0].message)
    wrong_value: 3+8 is 11, not 24, for 8 3 -> 24
    """
    same = None if rules is None else rules_named(rules)
    listed = whole_number("max_listed", max_listed, 0)
    ignored = set(ignore)
    for kind in ignored - set(FAULTS):
        raise unknown_word("fault", kind, FAULTS)
    job = TableJob(doing="reading", file_type=file_type, run=Run(**run))
    _check_range("number_range", number_range)
    _check_range("target_range", target_range)
    grader = fv.Grader(syntax=syntax, extract="last_answer_tag" if extract is None else extract)
    names = ignore_given(columns, rules=rules, extract=extract)
    reader = PuzzleReader(names, rules=same, extract=grader.extract)
    tables = find_tables(path)
    with job.begin(tables, PuzzleAuditor(reader, Judges(grader), listed)) as (store, each):
        labels = TrueLabels(store, job.run, each)
    counts: dict[str, int] = {}
    faults: list[Fault] = []
    for finding in chain(
        find_faults(store, labels, number_range, target_range), find_overlaps(store, labels)
    ):
        if finding.kind not in ignored:
            counts[finding.kind] = counts.get(finding.kind, 0) + len(finding.rows)
            faults.extend(finding.faults(store, listed))
    return Audit(
        rows=store.count,
        files=tuple(table.name for table in tables),
        columns=tuple(store.names.items()),
        fault_counts=tuple((kind, counts[kind]) for kind in FAULTS if counts.get(kind)),
        faults=tuple(faults),
        histograms=tuple(histograms(store, labels)),
        notes=tuple(notes(store, labels)),
        overlaps=tuple(count_overlaps(store).items()),
    )


def _check_range(name: str, bounds: Any) -> None:
    if bounds is None:
        return
    is_pair = isinstance(bounds, (tuple, list)) and len(bounds) == 2
    low, high = map(as_whole, bounds) if is_pair else (None, None)
    if low is None or high is None or low > high:
        raise RuleError(f"{name} must be two whole numbers, low and high, not {quoted(bounds)}")


@attrs.define
class PuzzleAuditor:
    """Stores the puzzles and labels of rows; answers are judged, but not stored.

    Attributes:
        reader: finds the puzzles, labels and answers.
        judges: judge the answers.
        max_messages: how many messages on wrong answers are stored for each role.
    """

    reader: PuzzleReader
    judges: Judges
    max_messages: int
    _file: str = ""
    _explained: Counter[str] = attrs.field(factory=Counter)

    def begin(self, file: str, piece: Piece) -> None:
        """Check that a file has numbers."""
        if piece.has_rows or not piece.size:
            self.reader.check(piece.columns, "numbers")
        self._file = file

    def new_report(self) -> ColumnStore:
        """An empty store."""
        return ColumnStore(self.max_messages)

    def add(self, report: ColumnStore, piece: Piece, *, is_written: bool) -> NewCells:  # noqa: ARG002 - never
        """Store some rows, and return no new columns."""
        store, batch, size = report, piece.columns, piece.size
        if piece.first == 1:
            store.starts.append((store.count, self._file))
        puzzles = self.reader.read(batch, size, piece.unreadable)
        for index, message in puzzles.problems.items():
            store.malformed[store.count + index] = message
        store.keep_names("rules", puzzles.rules, store.rules)
        stem = Path(self._file.replace("\\", "/").rpartition("/")[2]).stem
        default = _SHARD_NUMBER.sub("", stem) or stem or self._file
        splits = self.reader.cells(batch, "split") or [None] * size
        store.keep_names("split", [intern(str(split or default)) for split in splits], store.splits)
        for role, read in LABEL_READERS.items():
            column = self.reader.cells(batch, role)
            labels = [read(None)] * size if column is None else map(read, watched(column))
            store.keep(role, list(labels))
        for role in ("answer", "completion"):
            store.keep(role, self._judge(store, role, batch, puzzles))
        # Puzzles with fractions are stored separately. They get the size 0, like malformed rows.
        numbers, targets = list(puzzles.numbers), puzzles.targets
        for index, values in enumerate(watched(numbers)):
            if values and Fraction in {type(targets[index]), *map(type, values)}:
                puzzle = tuple(map(Fraction, values)), Fraction(targets[index])
                store.fractions[store.count + index] = puzzle
                numbers[index] = ()
        store.keep("size", list(map(len, numbers)))
        store.keep("values", list(chain.from_iterable(numbers)))
        pairs = zip(numbers, targets, strict=True)
        store.keep("target", [target if values else 0 for values, target in pairs])
        store.names |= self.reader.names
        store.count += size
        return NewCells((), {})

    def _judge(self, store: ColumnStore, role: str, batch: Batch, puzzles: PuzzleRows) -> list[int]:
        """Return the index in `REASONS` for the answer of each row, or `NOT_JUDGED`."""
        size = len(puzzles.numbers)
        codes = [NOT_JUDGED] * size
        column = self.reader.cells(batch, role) or []
        indices = [index for index in range(size) if puzzles.numbers[index]] if column else []
        if not indices:
            return codes
        answers = [_read_answer(column[index]) for index in indices]
        chosen = puzzles.take(indices)
        if role == "answer":
            chosen = chosen._replace(extract=["whole"] * len(indices))
        reasons = self.judges.judge(answers, chosen)["reason"]
        for index, reason in zip(indices, reasons, strict=True):
            codes[index] = _CODES[reason]
        for index, answer, *puzzle in zip(indices, answers, *chosen[:4], strict=True):
            if self._explained[role] >= self.max_messages:
                break
            if codes[index] in (0, _NO_ANSWER):
                continue
            self._explained[role] += 1
            try:
                numbers, target, rules, extract = puzzle
                verdict = self.judges.grader(rules, extract).verdict(answer, numbers, target)
                message = f"{verdict.reason}: {verdict.message}"
            except RuleError as error:  # several completions instead of one
                message = f"malformed: {error}"
            store.messages[role][store.count + index] = message
        return codes


def _read_answer(cell: object) -> object:
    """Return the answer in a cell; None if it has no digit, such as "no solution"."""
    if isinstance(cell, list) and len(cell) == 1 and isinstance(cell[0], str):
        cell = cell[0]  # a list with one completion
    if isinstance(cell, str):
        return cell if any(map(str.isdigit, cell)) else None
    return str(cell) if isinstance(cell, int) else cell
