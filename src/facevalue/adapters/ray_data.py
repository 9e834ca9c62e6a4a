"""Ray Data: grades the completions of a data set on all machines of a cluster.

Give `Grade` to `map_batches` of a `ray.data.Dataset`; the rows come back with their verdicts.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from facevalue import datasets
from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    import facevalue as fv


class Grade:
    """Judges the completions in batches of rows, as `facevalue grade -o` does a file.

    Each completion becomes a row, with all columns of its batch and those that
    `facevalue grade -o` adds. Rows that cannot be judged are left out.

    Args:
        grader: judges the rows; None for `Grader()`.
        **options: those of `facevalue.datasets.grade` that say how to read rows: `columns`,
            `same_rules`, `same_extract` and `strict`.

    >>> import pyarrow as pa
    >>> rows = {"completion": ["<answer>3*8</answer>"], "numbers": [[3, 8]], "target": [24]}
    >>> Grade()(pa.table(rows)).column("correct").to_pylist()
    [True]
    """

    def __init__(self, grader: fv.Grader | None = None, **options: Any) -> None:  # noqa: ANN401
        self._grader, self._options = grader, options

    def __call__(self, batch: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
        """The rows of a batch with their verdicts, as an Arrow table.

        Args:
            batch: an Arrow table, a dictionary of NumPy arrays, or a pandas data frame.

        Raises:
            FaceValueError: a column is missing, no row can be judged, or with `strict` one cannot
                be; pyarrow is missing.
        """
        try:
            import pyarrow.parquet as pq  # noqa: PLC0415 - an extra
        except ImportError:
            message = "batches need pyarrow: pip install 'facevalue[data]'"
            raise FaceValueError(message) from None
        rows, judged = BytesIO(), BytesIO()
        pq.write_table(_table(batch), rows, compression="none")
        rows.seek(0)
        # Graded as a file, so that it can never differ from what `grade` says.
        datasets.grade(
            _named(rows), self._grader, file_type="parquet", output=_named(judged), **self._options
        )
        return pq.read_table(BytesIO(judged.getvalue()))


def _named(stream: BytesIO) -> BytesIO:
    """A stream whose name says that it is Parquet."""
    stream.name = "batch.parquet"
    return stream


def _table(batch: Any) -> Any:  # noqa: ANN401 - of any of three packages
    import pyarrow as pa  # noqa: PLC0415 - installed, since its module was found

    if isinstance(batch, pa.Table):
        return batch
    if isinstance(batch, dict):
        return pa.table({name: pa.array(list(column)) for name, column in batch.items()})
    return pa.Table.from_pandas(batch, preserve_index=False)
