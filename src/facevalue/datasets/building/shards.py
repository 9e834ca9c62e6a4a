"""Builds the shards of a dataset: the rows, and the bytes of the Parquet files.

The seed decides an order of all puzzles that a spec allows (`PuzzleQuery`). The order is cut into
equal parts, one for each shard, and a shard takes the first matching rows of its part. So shards
can be built independently, and no puzzle appears twice. If some parts have too few matching
puzzles, an additional last shard takes the missing rows from the rest of the other parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import TypeAlias

import attrs

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.building.arrow_puzzles import ArrowPuzzles, arrow
from facevalue.datasets.building.formats import all_columns
from facevalue.datasets.building.manifest import ShardRecord, Versions, file_name, record_file
from facevalue.datasets.building.spec import RowKind, Spec
from facevalue.datasets.building.splitting import LEFT_OUT, Splitter
from facevalue.datasets.examples.search_traces import TraceMaker
from facevalue.datasets.files.parquet_files import write_noted
from facevalue.errors import refuse
from facevalue.options import MAX_FRUITLESS
from facevalue.randomness import mix64_many
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value

# Some rows, and the index of each row's split.
Part: TypeAlias = "tuple[fv.puzzle.PuzzleBatch, NDArray[np.intp]]"

# How many positions of the order are searched at once, a few tenths of a second of work. The result
# does not depend on it.
_MIN_STEP, _FIRST_STEP, _LARGEST_STEP = 256, 2048, 16_384


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


def build_shard(
    spec: Spec, plan: ShardPlan, *, workers: int = 1
) -> tuple[ShardRecord, dict[str, bytes]]:
    """Build a shard in memory; return its record, and the contents of its files by name.

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
    if not parts:  # an empty batch has the columns
        empty = spec.query(solvable=True).batch(spec.seed, range(0), simplest=True)
        parts = [(empty, np.empty(0, np.intp))]
    puzzles = fv.puzzle.PuzzleBatch.joined([part for part, _ in parts])
    # `joined` sorts the rows by position, so sort their splits as well.
    positions = np.concatenate([part.positions for part, _ in parts])
    splits = np.concatenate([found for _, found in parts])[np.argsort(positions, kind="stable")]
    # Sort by a hash to mix solvable and unsolvable rows.
    order = np.argsort(mix64_many(puzzles.digests), kind="stable").repeat(spec.traces_each)
    puzzles, splits = puzzles[order], splits[order]
    names = tuple(name for name, _ in spec.splits)
    order_seed = spec.seed if spec.shuffle else None
    first, traces = plan.first * spec.traces_each, maker.traces if maker else {}
    written = ArrowPuzzles(puzzles, splits, names, first, order_seed, spec.seed, traces)
    table = arrow().table(all_columns(written, spec.format, spec.template))
    left_out = maker.left_out if maker else 0
    note = {"made by": dict(versions()), "spec": str(spec), "number": plan.number}
    note |= {"rows": rows, "ends": ends, "left_out": left_out}
    files, records = {}, []
    for index, split in enumerate(names):
        name, chosen = file_name(split, plan.number), table.filter(splits == index)
        files[name] = write_noted(chosen, note)
        records.append(record_file(name, chosen.num_rows, files[name]))
    return ShardRecord(plan.number, tuple(rows), tuple(ends), tuple(records), left_out), files


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
                refuse("no match", MAX_FRUITLESS, "widen the filters")
            position = positions.stop
            end = position if missing else int(rows.positions[-1]) + 1
    return parts, end
