"""Builds the shards of a dataset: the rows, and the bytes of the Parquet files.

The seed decides an order of all puzzles that a spec allows (`PuzzleQuery`). The order is cut into
equal parts, one for each shard, and a shard takes the first matching rows of its part. So shards
can be built independently, and no puzzle appears twice. If some parts have too few matching
puzzles, an additional last shard takes the missing rows from the rest of the other parts.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, TypeAlias

import attrs

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.building.arrow_puzzles import ArrowPuzzles, arrow
from facevalue.datasets.building.formats import all_columns
from facevalue.datasets.building.spec import RowKind, Spec
from facevalue.datasets.building.splitting import LEFT_OUT, Splitter
from facevalue.datasets.examples.trace_rows import JudgedTrace, TraceMaker
from facevalue.errors import LimitError
from facevalue.randomness import mix64_many
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value

# Some rows, and the index of each row's split.
Part: TypeAlias = "tuple[fv.puzzle.PuzzleBatch, NDArray[np.intp]]"
Versions: TypeAlias = tuple[tuple[str, str], ...]

# How many positions of the order are searched at once, a few tenths of a second of work. The result
# does not depend on it.
_MIN_STEP, _FIRST_STEP, _LARGEST_STEP = 256, 2048, 16_384
# A search gives up after this many positions in a row without a match.
MAX_FRUITLESS = 2_000_000
_ROW_GROUP = 65_536
# A column with more bytes of different values is written without a dictionary, which would make the
# file larger.
_DICTIONARY_BYTES = 2**17
_NO_DIGEST = "0" * 64
_NOTE = b"facevalue"  # the key in the metadata of a file for what the file is part of


def versions() -> Versions:
    """Return the versions of facevalue and pyarrow: with the spec, they decide every byte."""
    return (("facevalue", version("facevalue")), ("pyarrow", arrow().__version__))


@attrs.frozen
class Scan(Value):
    """Where to look for rows, and how many to take.

    Args:
        rows: how many rows to take.
        ranges: pairs of the first position in the order and the position after the last, to search
            one after another.
        kind: which rows to take; each size with a weight has a separate order.
    """

    rows: int
    ranges: tuple[tuple[int, int], ...]
    kind: RowKind


@attrs.frozen
class ShardPlan(Value):
    """A shard to be built: its number, the number of its first row, and its scans."""

    number: int
    first: int
    scans: tuple[Scan, ...]


def plan_shards(spec: Spec) -> Iterator[ShardPlan]:
    """Yield a plan for each shard of a spec."""
    count = spec.shards
    totals = [spec.query(solvable=kind.solvable, size=kind.size).total for kind in spec.kinds]
    for number in range(count):
        scans = tuple(
            Scan(kind.rows, ((number * total // count, (number + 1) * total // count),), kind)
            for kind, total in zip(spec.quota(number), totals, strict=True)
        )
        yield ShardPlan(number, number * spec.shard_rows, scans)


class BuiltShard:
    """A shard in memory.

    Attributes:
        rows: how many rows each scan found.
        ends: the position after the last row of each scan.
        rows_of: how many rows each split has.
        left_out: how many rows were left out because their traces are too long.
        files: the bytes of the Parquet file of each split.
    """

    def __init__(
        self,
        rows: list[int],
        ends: list[int],
        tables: dict[str, Any],
        left_out: int,
        note: dict[str, object],
    ) -> None:
        self.rows = rows
        self.ends = ends
        self.left_out = left_out
        self.rows_of = {name: table.num_rows for name, table in tables.items()}
        note |= {"rows": rows, "ends": ends, "left_out": left_out}
        self.files = {name: _write_parquet(table, note) for name, table in tables.items()}


def build_shard(spec: Spec, plan: ShardPlan, *, workers: int = 1) -> BuiltShard:
    """Build a shard in memory.

    Args:
        spec: what the dataset contains.
        plan: the shard to build.
        workers: how many threads solve.

    Raises:
        LimitError: 2,000,000 puzzles in a row did not match, or the traces of 2,000 are too long.
        DeadlineError: a deadline of this thread has passed.
    """
    parts: list[Part] = []
    rows, ends = [], []
    maker = None
    if spec.strategy is not None and spec.max_lines is not None:
        maker = TraceMaker(
            spec.strategy, seed=spec.seed, max_lines=spec.max_lines, count=spec.traces_each
        )
    splitter = Splitter(spec.game, dict(spec.splits), spec.split_by, workers=workers)
    for scan in plan.scans:
        parts_found, end = _scan(spec, scan, workers, splitter, maker)
        rows.append(sum(len(part) for part, _ in parts_found))
        ends.append(end)
        parts += parts_found
    tables = _make_tables(spec, plan, parts, maker.traces if maker else {})
    note = {"made by": dict(versions()), "spec": str(spec), "number": plan.number}
    return BuiltShard(rows, ends, tables, maker.left_out if maker else 0, note)


def _scan(
    spec: Spec, scan: Scan, workers: int, splitter: Splitter, maker: TraceMaker | None
) -> tuple[list[Part], int]:
    """Return the first matching rows with the indices of their splits, and where the scan ended.

    That is the position after the last row, or the end of the last range if rows are missing.
    """
    query = spec.query(solvable=scan.kind.solvable, size=scan.kind.size)
    parts: list[Part] = []
    missing, searched, fruitless = scan.rows, 0, 0
    end = scan.ranges[0][0]
    for start, stop in scan.ranges if scan.rows else ():
        position = start
        while position < stop and missing:
            check_deadline()
            # Search enough positions to find about as many rows as are missing.
            step, minimum = min(searched, _LARGEST_STEP), _FIRST_STEP
            if missing < scan.rows:
                step, minimum = missing * searched // (scan.rows - missing) + _MIN_STEP, _MIN_STEP
            positions = range(
                position, min(position + max(minimum, min(step, _LARGEST_STEP)), stop)
            )
            matching = query.batch(spec.seed, positions, simplest=True, workers=workers)
            splits = splitter.places(matching)
            rows = matching[np.flatnonzero(splits != LEFT_OUT)]
            rows = maker.choose(rows, missing) if maker else rows[:missing]
            parts.append((rows, splits[np.searchsorted(matching.positions, rows.positions)]))
            missing -= len(rows)
            searched += len(positions)
            fruitless = 0 if len(rows) else fruitless + len(positions)
            if fruitless >= MAX_FRUITLESS:
                message = f"no matching puzzle in {MAX_FRUITLESS:,} tries; widen the filters"
                raise LimitError(message, MAX_FRUITLESS)
            position = positions.stop
            end = position if missing else int(rows.positions[-1]) + 1
    return parts, end


def _make_tables(
    spec: Spec,
    plan: ShardPlan,
    parts_found: list[Part],
    traces: Mapping[int, Sequence[JudgedTrace]],
) -> dict[str, Any]:
    # If there are no rows, an empty batch has the columns.
    parts = parts_found or [
        (spec.query(solvable=True).batch(spec.seed, range(0), simplest=True), np.empty(0, np.intp))
    ]
    rows = fv.puzzle.PuzzleBatch.joined([part for part, _ in parts])
    # `joined` sorts the rows by position, so sort their splits as well.
    splits = np.concatenate([split_indices for _, split_indices in parts])
    splits = splits[
        np.argsort(np.concatenate([part.positions for part, _ in parts]), kind="stable")
    ]
    # Sort by a hash to mix solvable and unsolvable rows.
    order = np.argsort(mix64_many(rows.digests), kind="stable").repeat(spec.traces_each)
    rows, splits = rows[order], splits[order]
    names = tuple(name for name, _ in spec.splits)
    order_seed = spec.seed if spec.shuffle else None
    first = plan.first * spec.traces_each
    options: dict[str, Any] = {"order_seed": order_seed, "seed": spec.seed, "traces": traces}
    puzzles = ArrowPuzzles(rows, splits, names, first, **options)
    table = arrow().table(all_columns(puzzles, spec.format, spec.template))
    return {name: table.filter(splits == index) for index, name in enumerate(names)}


def _write_parquet(table: Any, note: dict[str, object]) -> bytes:
    """Write the table to bytes that depend only on the rows, the note and pyarrow's version."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    stream = arrow().BufferOutputStream()  # unlike BytesIO, it does not need the GIL
    noted = table.replace_schema_metadata({_NOTE: json.dumps(note | {"sha256": _NO_DIGEST})})
    pq.write_table(
        noted,
        stream,
        compression="zstd",
        row_group_size=_ROW_GROUP,
        dictionary_pagesize_limit=_DICTIONARY_BYTES,
    )
    content = stream.getvalue().to_pybytes()
    return _swap(content, _NO_DIGEST, _digest(content))


def _swap(content: bytes, before: str, after: str) -> bytes:
    """Replace the digest, which is in the footer, by one of the same length."""
    start, separator, end = content.rpartition(before.encode())
    return start + after.encode() + end if separator else content


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read_note(content: bytes) -> tuple[dict[str, Any], int] | None:
    """Read the note in a file of a build, and the number of its rows.

    Returns:
        The note and the number; None if a single bit is wrong, or if no build wrote the file.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        file = pq.read_metadata(io.BytesIO(content))
        note = json.loads((file.metadata or {})[_NOTE])
        digest = note.pop("sha256")
        # The digest was computed with zeros in its place.
        is_whole = _digest(_swap(content, digest, _NO_DIGEST)) == digest
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return (note, file.num_rows) if is_whole else None
