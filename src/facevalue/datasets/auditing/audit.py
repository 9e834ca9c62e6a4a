"""Audits files of puzzles: reads and solves every row, and compares it with what the row says."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import facevalue as fv
from facevalue.datasets.auditing.column_store import ColumnStore
from facevalue.datasets.auditing.faults import FAULTS
from facevalue.datasets.auditing.findings import find_faults, notes
from facevalue.datasets.auditing.histograms import histograms
from facevalue.datasets.auditing.overlaps import count_overlaps, find_overlaps
from facevalue.datasets.auditing.report import Audit
from facevalue.datasets.auditing.true_labels import TrueLabels
from facevalue.datasets.tables.engines import check_engine, tasks
from facevalue.datasets.tables.files import PackageError, file_type_of, pieces_with_progress
from facevalue.datasets.tables.row_reader import RowReader
from facevalue.datasets.tables.sources import find_tables
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import as_whole, whole_number
from facevalue.puzzle import rules_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from facevalue.datasets.auditing.faults import Fault
    from facevalue.datasets.auditing.findings import Bounds, Finding
    from facevalue.datasets.tables.files import StageProgress
    from facevalue.datasets.tables.sources import Source

# The number of a shard is not part of the split: train-00001-of-00004 and train_2 are "train".
_SHARD_NUMBER = re.compile(r"[-_.]?\d+([-_]of[-_]\d+)?$")
MAX_LISTED = 1000


def audit(
    path: Source | Iterable[Source],
    *,
    rules: str | fv.Rules | None = None,
    columns: Mapping[str, str | None] | None = None,
    number_range: Bounds = None,
    target_range: Bounds = None,
    extract: str | None = None,
    syntax: Literal["strict", "lenient", "relaxed"] | fv.Syntax = "lenient",
    ignore: Iterable[str] = (),
    max_listed: int = MAX_LISTED,
    engine: str = "local",
    workers: int | None = None,
    address: str | None = None,
    progress: StageProgress | None = None,
) -> Audit:
    r"""Finds what is wrong with the puzzles in some files, and counts what they are made of.

    Args:
        path: a file of JSON lines, CSV or Parquet, a folder of them, a pattern such as
            `out/*.jsonl`, a URL that fsspec knows, a binary stream of JSON lines, or several of
            these. If no column holds the split, each file is one split;
            `train-00001.parquet` belongs to `train`.
        rules: the rules of all rows; by default each row names its own in the column `rules`, or
            has `classic`.
        columns: column names by role, if they are not the usual ones of `ROLES`; None leaves a role
            out. A dot leads into nested cells.
        number_range: the smallest and the largest number allowed; by default guessed.
        target_range: the same for targets.
        extract: where the answer is in a completion, one of `facevalue.puzzle.EXTRACTS`; by default
            each row names it in the column `extract`, or it is in the last answer tag.
        syntax: what answers and completions may use, by name or as a `Syntax`.
        ignore: kinds of `FAULTS` that are not reported.
        max_listed: how many faults of each kind are listed; all are counted.
        engine: "local" to solve in this process; "ray" to solve in tasks of Ray. The files are
            read here, and the audit is the same.
        workers: threads that solve, 1 to 64, None for one; of Ray, how many tasks run at once, None
            for one on each processor.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with what is being done, how much is done and how much there is.

    Raises:
        FaceValueError: a file is missing, is not a table, or lacks a column that is needed.
        OSError: a file or a URL cannot be read.
        RuleError: unknown `rules`, `extract`, `syntax`, `ignore` or `engine`; a range, `max_listed`
            or `workers` out of bounds; an address without Ray.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "puzzles.csv")
    ...     _ = file.write_text('numbers,answer\n3 8,3*8\n8 3,3+8\n')
    ...     found = audit(file)
    >>> found.counts
    {'wrong_answer': 1, 'duplicate': 1}
    >>> print(found.faults[0].message)
    wrong_value: expected 24: 3+8 makes 11, for 8 3 -> 24
    """
    game = None if rules is None else rules_named(rules)
    listed = whole_number("max_listed", max_listed, 0)
    ignored = set(ignore)
    for kind in ignored - set(FAULTS):
        raise RuleError(f"unknown kind of fault {quoted(kind)}: choose from {', '.join(FAULTS)}")
    check_engine(engine, workers, address)
    _check_range("number_range", number_range)
    _check_range("target_range", target_range)
    grader = fv.Grader(syntax=syntax, extract="last_answer_tag" if extract is None else extract)
    has_extract = extract is not None
    store = ColumnStore(
        RowReader(columns), game, grader, has_extract=has_extract, max_messages=listed
    )
    report = progress or (lambda *_: None)
    for table in find_tables(path):
        store.begin(table.name)
        file_type = "jsonl" if table.is_stream else file_type_of(table.file_name)
        with table.opened() as stream:
            try:
                stem = Path(table.file_name).stem
                split = _SHARD_NUMBER.sub("", stem) or stem
                pieces = pieces_with_progress(
                    stream, file_type, f"reading {table.file_name}", report
                )
                with closing(pieces):
                    for piece in pieces:
                        if piece.first == 1:
                            store.reader.check(piece.columns, "numbers")
                        if piece.size:
                            store.add(piece, split)
            except FaceValueError as error:
                if isinstance(error, (fv.DeadlineError, PackageError)):
                    raise
                raise FaceValueError(f"{error}, in {quoted(table.name)}") from None
    threads = 1 if engine == "ray" else workers or 1  # in each task
    with tasks(engine, workers, address) as run:
        solved = partial(report, "solving")
        labels = TrueLabels(store, threads, run, solved)
    findings = chain(
        find_faults(store, labels, number_range, target_range), find_overlaps(store, labels)
    )
    return _result(store, labels, [each for each in findings if each.kind not in ignored], listed)


def _check_range(name: str, bounds: Any) -> None:  # noqa: ANN401 - checked here
    if bounds is None:
        return
    is_pair = isinstance(bounds, (tuple, list)) and len(bounds) == 2
    low, high = map(as_whole, bounds) if is_pair else (None, None)
    if low is None or high is None or low > high:
        raise RuleError(f"{name} must be two whole numbers, low and high, not {quoted(bounds)}")


def _result(
    store: ColumnStore, labels: TrueLabels, findings: list[Finding], max_listed: int
) -> Audit:
    counts: dict[str, int] = {}
    faults: list[Fault] = []
    for finding in findings:
        counts[finding.kind] = counts.get(finding.kind, 0) + len(finding.rows)
        faults.extend(finding.faults(store, max_listed))
    return Audit(
        rows=store.count,
        files=tuple(file for _, file in store.starts),
        columns=tuple(store.reader.names.items()),
        fault_counts=tuple((kind, counts[kind]) for kind in FAULTS if counts.get(kind)),
        faults=tuple(faults),
        histograms=tuple(histograms(store, labels)),
        notes=tuple(notes(store, labels)),
        overlaps=tuple(count_overlaps(store).items()),
    )
