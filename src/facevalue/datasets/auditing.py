"""The audit of files of puzzles: every row read, solved and compared with what it says."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.column_store import ColumnStore
from facevalue.datasets.columns import Columns
from facevalue.datasets.faults import FAULTS
from facevalue.datasets.files import file_type_of, read_batches
from facevalue.datasets.findings import found, notes
from facevalue.datasets.histograms import histograms
from facevalue.datasets.labels import TrueLabels
from facevalue.datasets.report import Audit
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import as_whole, whole_number, worker_count
from facevalue.puzzle.model.rules import rules_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import BinaryIO, TypeAlias

    from facevalue.datasets.faults import Fault
    from facevalue.datasets.findings import Bounds, Finding

    Source: TypeAlias = str | Path | BinaryIO
    Advance: TypeAlias = Callable[[str, int, int], object]

_SUFFIXES = (".jsonl", ".ndjson", ".csv", ".parquet")
# What tells the parts of a split apart: train-00001-of-00004 and train_2 belong to train.
_SHARD = re.compile(r"[-_.]?\d+([-_]of[-_]\d+)?$")
MAX_LISTED = 1000


def audit(
    path: Source | Iterable[Source],
    *,
    rules: str | fv.Rules | None = None,
    columns: Mapping[str, str | None] | None = None,
    numbers: Bounds = None,
    targets: Bounds = None,
    extract: str = "last_answer_tag",
    ignore: Iterable[str] = (),
    most: int = MAX_LISTED,
    workers: int = 1,
    advance: Advance | None = None,
) -> Audit:
    r"""What is wrong with the puzzles in some files, and how many there are of which kind.

    Args:
        path: a file of JSON lines, CSV or Parquet, a folder of them, a binary stream of JSON lines,
            or several of these. Where no column tells the split, each file is one;
            `train-00001.parquet` belongs to `train`.
        rules: the rules of all rows, by name or as `Rules`; otherwise each row's own, or `classic`.
        columns: the names of columns by what they hold (`numbers`, `target`, `rules`, `answer`,
            `completion`, `solvable`, `solutions`, `needs_fraction`, `difficulty`, `split`), where
            they are not the usual ones; None leaves one out. Dots lead into nested cells.
        numbers: the smallest and the largest number that there should be; otherwise guessed.
        targets: the same of targets.
        extract: where in a completion the answer is, one of `EXTRACTS`.
        ignore: kinds of faults, of `datasets.FAULTS`, that are none here.
        most: how many faults of each kind are listed; all are counted.
        workers: threads that solve, 1 to 64.
        advance: is told what is done, how much of it, and of how much.

    Raises:
        FaceValueError: a file cannot be read, has no column of numbers, or none that is wanted.
        RuleError: unknown rules, `extract` or `ignore`; `most` or `workers` out of bounds.

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
    listed = whole_number("most", most, 0)
    threads = worker_count(workers)
    _check(numbers=numbers, targets=targets)
    found_in = fv.Grader(extract=extract).extract
    store = ColumnStore(Columns(columns or {}), game, found_in, most=listed)
    skipped = _kinds(ignore)
    told = advance or (lambda *_: None)
    for file in _files(path):
        _read(store, file, told)
    labels = TrueLabels(store, threads, lambda done, total: told("solving", done, total))
    findings = found(store, labels, numbers, targets)
    return _audit(store, labels, [each for each in findings if each.kind not in skipped], listed)


def _check(**bounds: Bounds) -> None:
    for what, pair in bounds.items():
        if pair is not None and not _is_span(pair):
            raise RuleError(f"expected {what} from low to high: {quoted(pair)}")


def _is_span(pair: object) -> bool:
    """Whether it is two whole numbers that count up."""
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:  # noqa: PLR2004 - a pair
        return False
    low, high = map(as_whole, pair)
    return low is not None and high is not None and low <= high


def _kinds(ignore: Iterable[str]) -> set[str]:
    kinds = set(ignore)
    for kind in kinds - set(FAULTS):
        raise RuleError(f"expected kinds of faults, of {', '.join(FAULTS)}: {quoted(kind)}")
    return kinds


def _files(path: Source | Iterable[Source]) -> list[Path | BinaryIO]:
    """The files meant, those of a folder in the order of their names."""
    is_one = isinstance(path, (str, Path)) or hasattr(path, "read")
    given: list[Any] = [path] if is_one else list(path)  # type: ignore[arg-type]
    files: list[Path | BinaryIO] = []
    for each in given:
        files += _tables_in(Path(each)) if isinstance(each, (str, Path)) else [_stream(each)]
    if not files:
        raise FaceValueError("expected a file: none given")
    return files


def _stream(given: Any) -> BinaryIO:  # noqa: ANN401 - whatever is no path
    if not hasattr(given, "read"):
        raise FaceValueError(f"expected a path or a binary stream: {quoted(given)}")
    stream: BinaryIO = given
    return stream


def _tables_in(path: Path) -> list[Path]:
    """The path itself, or what stands in the folder."""
    try:
        is_folder = path.is_dir()
    except OSError:  # too long a name, which opening the file tells
        is_folder = False
    if not is_folder:
        return [path]
    inside = sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)
    if not inside:
        known = " ".join(_SUFFIXES)
        raise FaceValueError(f"expected files that end with {known}: {quoted(str(path))}")
    return inside


def _read(store: ColumnStore, file: Path | BinaryIO, told: Advance) -> None:
    if not isinstance(file, Path):
        store.begin("-")
        _read_stream(store, file, "-", told)
        return
    store.begin(str(file))
    form = file_type_of(file.name)
    try:
        with file.open("rb") as stream:
            _read_stream(store, stream, file.name, told, form)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FaceValueError(f"expected a file to read, {reason}: {quoted(str(file))}") from None
    except UnicodeEncodeError:
        raise FaceValueError(f"expected the name of a file: {quoted(str(file))}") from None


def _read_stream(
    store: ColumnStore, stream: BinaryIO, name: str, told: Advance, form: str = "jsonl"
) -> None:
    stem = Path(name).stem
    size = stream.seek(0, os.SEEK_END) if stream.seekable() else 0
    if size:
        stream.seek(0)
    for first, batch in enumerate(read_batches(stream, form, keep_unparsed=True)):
        if not first:
            store.columns.check(batch)
        store.add(batch, _SHARD.sub("", stem) or stem)
        told(f"reading {name}", min(stream.tell(), size) if size else store.count, size)


def _audit(store: ColumnStore, labels: TrueLabels, findings: list[Finding], most: int) -> Audit:
    fault_counts: dict[str, int] = {}
    faults: list[Fault] = []
    for finding in findings:
        fault_counts[finding.kind] = fault_counts.get(finding.kind, 0) + len(finding.rows)
        faults.extend(finding.faults(store, most))
    return Audit(
        rows=store.count,
        files=tuple(file for _, file in store.starts),
        columns=tuple(store.columns.names.items()),
        fault_counts=tuple((kind, fault_counts[kind]) for kind in FAULTS if fault_counts.get(kind)),
        faults=tuple(faults),
        histograms=tuple(histograms(store, labels)),
        notes=tuple(notes(store, labels)),
    )
