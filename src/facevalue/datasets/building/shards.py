"""Builds the shards of a dataset: the rows, and the bytes of the Parquet files.

The seed puts all puzzles that a spec allows into an order (`PuzzleQuery`). This order is cut into
as many equal parts as there are shards, and each shard takes the first matching rows of its
part. So a shard can be built without the others, and no puzzle comes twice. If some parts have too
few matching puzzles, one more shard at the end takes the missing rows from what the others left.
"""

from __future__ import annotations

import hashlib
import io
import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import attrs

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.building.formats import ArrowPuzzles, all_columns, arrow
from facevalue.datasets.building.splitting import LEFT_OUT, Splitter
from facevalue.datasets.building.trace_rows import TraceMaker
from facevalue.errors import LimitError
from facevalue.randomness import mix64_many
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.datasets.building.spec import RowKind, Spec
    from facevalue.datasets.building.trace_rows import JudgedTrace

    # Some rows, and the index of each row's split.
    Part: TypeAlias = tuple[fv.puzzle.PuzzleBatch, NDArray[np.intp]]
    Versions: TypeAlias = tuple[tuple[str, str], ...]

# How many places of the order are searched at once, a few tenths of a second of work. The rows do
# not depend on it.
_MIN_STEP, _FIRST_STEP, _LARGEST_STEP = 256, 2048, 16_384
# A search gives up after this many places in a row without a match.
MAX_FRUITLESS = 2_000_000
_ROW_GROUP = 65_536
# A column with more bytes of different values is written without a dictionary, which would only
# make it larger.
_DICTIONARY_BYTES = 2**17
_NO_DIGEST = "0" * 64
_NOTE = b"facevalue"  # under which name the metadata of a file says what it is part of


def versions() -> Versions:
    """The versions of facevalue and pyarrow: with the spec, they decide every byte."""
    return (("facevalue", version("facevalue")), ("pyarrow", arrow().__version__))


@attrs.frozen
class Scan(Value):
    """Where to look for rows, and how many to take.

    Args:
        rows: how many rows to take.
        ranges: ranges of places in the order, from and up to, which are searched one by one.
        kind: which rows; each size with a weight has a separate order.
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
    """All shards of a spec, each with its full number of rows."""
    count = spec.shards
    totals = [spec.query(solvable=kind.solvable, size=kind.size).total for kind in spec.kinds]
    for number in range(count):
        scans = tuple(
            Scan(kind.rows, ((number * total // count, (number + 1) * total // count),), kind)
            for kind, total in zip(spec.quota(number), totals, strict=True)
        )
        yield ShardPlan(number, number * spec.shard_rows, scans)


class BuiltShard:
    """A shard that is built.

    Attributes:
        rows: how many rows each scan found.
        ends: the place after the last row of each scan.
        rows_of: how many rows each split has.
        left_out: how many rows were left out, since their traces are too long.
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
    """Builds a shard in memory.

    Args:
        spec: what the dataset contains.
        plan: which shard.
        workers: threads that solve.

    Raises:
        LimitError: 2,000,000 puzzles in a row did not match, or the traces of 2,000 are too long.
        DeadlineError: a deadline of this thread has passed.
    """
    parts: list[Part] = []
    rows, ends = [], []
    maker = None
    if spec.strategy is not None and spec.max_lines is not None:
        maker = TraceMaker(spec.strategy, seed=spec.seed, max_lines=spec.max_lines)
    splitter = Splitter(spec.game, dict(spec.splits), spec.split_by, workers=workers)
    for scan in plan.scans:
        found, end = _scan(spec, scan, workers, splitter, maker)
        rows.append(sum(len(part) for part, _ in found))
        ends.append(end)
        parts += found
    tables = _make_tables(spec, plan, parts, maker.traces if maker else {})
    note = {"made by": dict(versions()), "spec": str(spec), "number": plan.number}
    return BuiltShard(rows, ends, tables, maker.left_out if maker else 0, note)


def _scan(
    spec: Spec, scan: Scan, workers: int, splitter: Splitter, maker: TraceMaker | None
) -> tuple[list[Part], int]:
    """The first matching rows with the positions of their splits.

    Also the place after the last of them, or the end of the scan.
    """
    import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

    query = spec.query(solvable=scan.kind.solvable, size=scan.kind.size)
    found: list[Part] = []
    missing, searched, fruitless = scan.rows, 0, 0
    end = scan.ranges[0][0]
    for start, stop in scan.ranges if scan.rows else ():
        place = start
        while place < stop and missing:
            check_deadline()
            # Search enough places to find about as many rows as are missing.
            step, least = min(searched, _LARGEST_STEP), _FIRST_STEP
            if missing < scan.rows:
                step, least = missing * searched // (scan.rows - missing) + _MIN_STEP, _MIN_STEP
            places = range(place, min(place + max(least, min(step, _LARGEST_STEP)), stop))
            matching = query.batch(spec.seed, places, simplest=True, workers=workers)
            splits = splitter.places(matching)
            rows = matching[np.flatnonzero(splits != LEFT_OUT)]
            rows = maker.choose(rows, missing) if maker else rows[:missing]
            found.append((rows, splits[np.searchsorted(matching.positions, rows.positions)]))
            missing -= len(rows)
            searched += len(places)
            fruitless = 0 if len(rows) else fruitless + len(places)
            if fruitless >= MAX_FRUITLESS:
                message = f"no matching puzzle in {MAX_FRUITLESS:,} tries; loosen the filters"
                raise LimitError(message, MAX_FRUITLESS)
            place = places.stop
            end = place if missing else int(rows.positions[-1]) + 1
    return found, end


def _make_tables(
    spec: Spec,
    plan: ShardPlan,
    found: list[Part],
    traces: Mapping[int, JudgedTrace],
) -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

    # Without any rows, an empty batch gives the columns.
    parts = found or [
        (spec.query(solvable=True).batch(spec.seed, range(0), simplest=True), np.empty(0, np.intp))
    ]
    rows = fv.puzzle.PuzzleBatch.joined([part for part, _ in parts])
    # `joined` sorts by position.
    splits = np.concatenate([places for _, places in parts])
    splits = splits[
        np.argsort(np.concatenate([part.positions for part, _ in parts]), kind="stable")
    ]
    # Sorted by a hash, so that solvable and unsolvable rows are mixed.
    order = np.argsort(mix64_many(rows.digests), kind="stable")
    rows, splits = rows[order], splits[order]
    names = tuple(name for name, _ in spec.splits)
    order_seed = spec.seed if spec.shuffle else None
    puzzles = ArrowPuzzles(rows, splits, names, plan.first, order_seed=order_seed, traces=traces)
    table = arrow().table(all_columns(puzzles, spec.format, spec.template))
    return {name: table.filter(splits == place) for place, name in enumerate(names)}


def _write_parquet(table: Any, note: dict[str, object]) -> bytes:  # noqa: ANN401 - an Arrow table
    """The table as bytes, which depend only on its rows, the note and the version of pyarrow."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    stream = arrow().BufferOutputStream()  # needs no lock of Python's, unlike BytesIO
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
    """The file with another digest, which is as long; the note is in the footer."""
    start, found, end = content.rpartition(before.encode())
    return start + after.encode() + end if found else content


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read_note(content: bytes) -> tuple[dict[str, Any], int] | None:
    """Return what a file of a build says about its shard, and its number of rows.

    Return None if the content is damaged, even by a single bit, or not a file of a build.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        file = pq.read_metadata(io.BytesIO(content))
        note = json.loads((file.metadata or {})[_NOTE])
        digest = note.pop("sha256")
        # The digest was made when its place in the file was still empty.
        is_whole = _digest(_swap(content, digest, _NO_DIGEST)) == digest
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return (note, file.num_rows) if is_whole else None
