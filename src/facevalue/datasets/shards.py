"""One shard of a data set: its rows, and the bytes of its files, made of nothing but the spec.

The puzzles that a spec allows stand in an order of its seed (`facevalue.Wanted`). As many equal
parts as there are shards are cut from it, and a shard takes the first rows that are wanted of its
own part: so any shard is made without the others, and no puzzle comes twice. Where puzzles are so
scarce that a part has too few, what is missing is taken from what the other parts have left, as
one more shard at the end.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.formats import ArrowPuzzles, arrow, columns
from facevalue.errors import LimitError
from facevalue.puzzle.model.digest import mixed_many
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from facevalue.datasets.spec import Spec

# Places looked at in one go, some tenths of a second of work; what comes out does not depend on it.
_LEAST, _FIRST, _MOST = 256, 2048, 16_384
MAX_FRUITLESS = 2_000_000
_ROW_GROUP = 65_536


class BuildStopped(Exception):  # noqa: N818 - no error: somebody has asked for it
    """The work was to end before its time."""


class Scan(Value):
    """Where rows of one kind are looked for, and how many: parts of the order, one by one."""

    __slots__ = ("solvable", "rows", "parts")

    solvable: bool
    rows: int
    parts: tuple[tuple[int, int], ...]

    def __init__(self, *, solvable: bool, rows: int, parts: tuple[tuple[int, int], ...]) -> None:
        self._set(solvable=solvable, rows=rows, parts=parts)


class ShardPlan(Value):
    """A shard as it is to be made: its number, the number of its first row, and its scans."""

    __slots__ = ("number", "first", "scans")

    number: int
    first: int
    scans: tuple[Scan, ...]

    def __init__(self, number: int, first: int, scans: tuple[Scan, ...]) -> None:
        self._set(number=number, first=first, scans=scans)


def plan_shards(spec: Spec) -> Iterator[ShardPlan]:
    """All shards of a spec, of as many rows as they are to have."""
    size, count = spec.wanted(solvable=True).size, spec.shards
    for number in range(count):
        part = (number * size // count, (number + 1) * size // count)
        solvable, unsolvable = spec.quota(number)
        scans = (
            Scan(solvable=True, rows=solvable, parts=(part,)),
            Scan(solvable=False, rows=unsolvable, parts=(part,)),
        )
        yield ShardPlan(number, number * spec.shard_rows, scans)


class BuiltShard:
    """A shard that is made: how many rows of each kind, where each walk ended, and its files.

    `files` are the bytes by split, `rows_of` tells how many rows they hold.
    """

    def __init__(self, rows: list[int], ends: list[int], tables: dict[str, Any]) -> None:
        self.rows = rows
        self.ends = ends
        self.rows_of = {name: table.num_rows for name, table in tables.items()}
        self.files = {name: _parquet(table) for name, table in tables.items()}


def build_shard(
    spec: Spec,
    shard: ShardPlan,
    *,
    workers: int = 1,
    is_stopped: Callable[[], bool] = lambda: False,
) -> BuiltShard:
    """The rows of a shard as Parquet files, by the name of the split.

    Raises:
        LimitError: so rare that none was found among 2,000,000 puzzles in a row.
        BuildStopped: `is_stopped` said so.
    """
    parts: list[fv.Rows] = []
    rows, ends = [], []
    for scan in shard.scans:
        found, end = _walked(spec, scan, workers, is_stopped)
        rows.append(sum(map(len, found)))
        ends.append(end)
        parts += found
    return BuiltShard(rows, ends, _tables(spec, shard, parts))


def _walked(
    spec: Spec, scan: Scan, workers: int, is_stopped: Callable[[], bool]
) -> tuple[list[fv.Rows], int]:
    """The first rows on a scan, and the place after the last of them, or the end of the scan."""
    wanted = spec.wanted(solvable=scan.solvable)
    found: list[fv.Rows] = []
    missing, looked, in_vain = scan.rows, 0, 0
    end = scan.parts[0][0]
    for part in scan.parts if scan.rows else ():
        place = part[0]
        while place < part[1] and missing:
            if is_stopped():
                raise BuildStopped
            places = range(place, min(place + _step(scan.rows, missing, looked), part[1]))
            rows = wanted.rows(spec.seed, places, simplest=True, workers=workers)[:missing]
            found.append(rows)
            missing -= len(rows)
            looked += len(places)
            in_vain = 0 if len(rows) else in_vain + len(places)
            _check_in_vain(in_vain)
            place = places.stop
            end = place if missing else int(rows.places[-1]) + 1
    return found, end


def _step(rows: int, missing: int, looked: int) -> int:
    """How many places to look at, that those missing may be just there."""
    have = rows - missing
    if not have:
        return max(_FIRST, min(looked, _MOST))
    return max(_LEAST, min(missing * looked // have + _LEAST, _MOST))


def _check_in_vain(places: int) -> None:
    if places >= MAX_FRUITLESS:
        looked = f"none of {MAX_FRUITLESS} puzzles in a row is such a one"
        raise LimitError(f"expected less rare puzzles: {looked}", MAX_FRUITLESS)


def _tables(spec: Spec, shard: ShardPlan, found: list[fv.Rows]) -> dict[str, Any]:
    rows = _mixed(found) if found else _none(spec)
    splits = rows.splits(dict(spec.splits))
    names = tuple(name for name, _ in spec.splits)
    asked = ArrowPuzzles(rows, splits, names, shard.first)
    table = arrow().table(columns(asked, spec.format, spec.template))
    return {name: table.filter(splits == place) for place, name in enumerate(names)}


def _mixed(found: list[fv.Rows]) -> fv.Rows:
    """The rows in an order that tells nothing of which can be solved: that of a hash."""
    import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

    rows = fv.Rows.joined(found)
    return rows[np.argsort(mixed_many(rows.digests), kind="stable")]


def _none(spec: Spec) -> fv.Rows:
    return spec.wanted(solvable=True).rows(spec.seed, range(0), simplest=True)


def _parquet(table: Any) -> bytes:  # noqa: ANN401 - an Arrow table
    """The table as bytes that hold nothing but its rows and the version of pyarrow."""
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    stream = io.BytesIO()
    pq.write_table(table, stream, compression="zstd", row_group_size=_ROW_GROUP)
    return stream.getvalue()
