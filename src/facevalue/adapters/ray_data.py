"""Ray Data: grades completions and labels puzzles of a dataset on all machines of a cluster.

Pass `Grade` or `Label` to `map_batches` of a `ray.data.Dataset` to add verdicts or labels to its
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import facevalue as fv
from facevalue import datasets
from facevalue.puzzle import rules_named
from facevalue.system.extras import import_extra


class Grade:
    """Grades the completions in batches of rows, as `facevalue grade -o` grades a file.

    Each completion becomes a row, with all columns of its batch and the columns that
    `facevalue grade -o` adds. Rows that cannot be judged are left out.

    Args:
        grader: judges the rows; None for `Grader()`.
        **options: `columns` and `strict`, as for `facevalue.datasets.grade`.

    >>> import pyarrow as pa
    >>> rows = {"completion": ["<answer>3*8</answer>"], "numbers": [[3, 8]], "target": [24]}
    >>> Grade()(pa.table(rows)).column("correct").to_pylist()
    [True]
    """

    def __init__(self, grader: fv.Grader | None = None, **options: Any) -> None:
        self._work = partial(datasets.grade, grader=grader, **options)

    def __call__(self, batch: Any) -> Any:
        """Return the rows of a batch with their verdicts, as an Arrow table.

        Args:
            batch: an Arrow table, a dictionary of NumPy arrays, or a pandas data frame.

        Raises:
            FaceValueError: a column is missing, or with `strict` a row cannot be judged; pyarrow is
                missing.
        """
        return _as_file(batch, self._work)


class Label:
    """Labels the puzzles in batches of rows, as `facevalue dataset label` labels a file.

    Each row comes back with its columns and the labels. Rows that cannot be labelled are left out.

    Args:
        rules: the rules of all rows; None for the rules in each row, or `classic`.
        **options: `columns` and `strict`, as for `facevalue.datasets.label`.

    Raises:
        RuleError: unknown rules.

    >>> import pyarrow as pa
    >>> labelled = Label()(pa.table({"numbers": [[3, 3, 8, 8]], "target": [24]}))
    >>> labelled.select(["solution_count", "solution"]).to_pylist()
    [{'solution_count': 1, 'solution': '8/(3-8/3)'}]
    """

    def __init__(self, rules: str | fv.Rules | None = None, **options: Any) -> None:
        game = None if rules is None else rules_named(rules)
        self._work = partial(datasets.label, rules=game, **options)

    def __call__(self, batch: Any) -> Any:
        """Return the rows of a batch with their labels, as an Arrow table.

        Args:
            batch: an Arrow table, a dictionary of NumPy arrays, or a pandas data frame.

        Raises:
            FaceValueError: a column is missing, or with `strict` a row cannot be labelled; pyarrow
                is missing.
        """
        return _as_file(batch, self._work)


def _as_file(batch: Any, work: Callable[..., object]) -> Any:
    """Process a batch as a file, so that the result is the same as for a file."""
    pa = import_extra("pyarrow", "batches need pyarrow")
    pq = import_extra("pyarrow.parquet", "batches need pyarrow")
    if isinstance(batch, pa.Table):
        table = batch
    elif isinstance(batch, dict):
        table = pa.table({name: pa.array(list(column)) for name, column in batch.items()})
    else:
        table = pa.Table.from_pandas(batch, preserve_index=False)

    def process(table: Any) -> Any:
        rows, result = BytesIO(), BytesIO()
        rows.name = result.name = "batch.parquet"  # the suffix is the format
        pq.write_table(table, rows, compression="none")
        rows.seek(0)
        work(rows, output=result, file_type="parquet")
        result.seek(0)
        return pq.read_table(result)

    try:
        return process(table)
    except datasets.NoRowsError:  # other batches, whose size Ray decides, may have usable rows
        return process(table.slice(0, 0))
