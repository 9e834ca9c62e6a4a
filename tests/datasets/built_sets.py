"""Datasets that several test files build, and the files in a folder."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from facevalue.datasets import Spec

HANDS = Spec("classic", count=4000, seed=7, low=1, high=40, unsolvable=0.25, shard_rows=900)
ROUNDS = Spec(
    "countdown",
    count=3000,
    seed=3,
    size=(3, 4),
    low=1,
    high=99,
    target=(10, 99),
    unsolvable=0.1,
    splits={"train": 0.8, "valid": 0.1, "test": 0.1},
    shard_rows=700,
)


def contents(folder):
    """Every file below a folder, with its bytes."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rows_of(folder, split="*"):
    tables = [pq.read_table(path) for path in sorted(Path(folder).glob(f"{split}-*.parquet"))]
    return pa.concat_tables(tables).to_pylist()
