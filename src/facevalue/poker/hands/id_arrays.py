"""Reads arrays of card ids, one hand, deal or board per row."""

from __future__ import annotations

from typing import Any

from facevalue.cards import DECK_SIZE
from facevalue.errors import CardError
from facevalue.system.arrays import is_read_by_row, masked_row, plain, row_number
from facevalue.system.lazy_numpy import NDArray, np

_BEYOND = 2**DECK_SIZE  # all ids and masks


def numeric_array(rows: Any) -> NDArray[Any] | None:
    """Return the array that NumPy makes of rows; None if they are not numbers of one shape.

    Whole floats, as in a column of a data frame, become integers.

    Raises:
        CardError: some are masked; the message gives the row.
    """
    masked = masked_row(rows)
    if masked is not None:
        raise CardError(f"the cards of {row_number(masked)} are masked")
    if hasattr(rows, "to_pylist"):  # NumPy does not look into Arrow arrays
        rows = plain(rows)
    if is_read_by_row(rows):
        return None
    try:
        array = np.asarray(rows)
    except (ValueError, OverflowError, TypeError):  # rows of different lengths
        return None
    if array.dtype.kind == "f" and array.size:
        # The cast of a float beyond 64 bits would warn. Half floats need a typed bound.
        whole = array.astype(np.int64) if (abs(array) < np.float64(_BEYOND)).all() else array
        array = whole if (whole == array).all() else array
    return None if array.dtype.kind in "OUS" else array


def ids_in_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Convert an array of integers to bytes; those that are not ids become 52."""
    if array.dtype != np.uint8:  # integers out of range must not become ids
        array = np.where((array < 0) | (array >= DECK_SIZE), DECK_SIZE, array)
    return np.ascontiguousarray(array, np.uint8)
