"""Converts arrays, columns and tables of NumPy, pandas, Polars and Arrow to plain lists.

These packages are not imported: their objects are recognized by their methods.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

# Methods of values of Arrow arrays, Arrow arrays, columns of Polars, and everything else.
_CONVERSIONS = ("as_py", "to_pylist", "to_list", "tolist")
_LEVELS = 3  # of lists in lists: deals, players and cards


def plain(container: Any) -> Any:
    """Convert arrays, columns and tables to lists, and a value of an array to a Python value.

    A table becomes the list of its rows. The rows of a column of lists may still be arrays.
    Anything else is returned unchanged.

    >>> import numpy as np
    >>> plain(np.array([[8.0, 3.0]])), plain(np.int8(24)), plain("8 3")
    ([[8.0, 3.0]], 24, '8 3')
    """
    if isinstance(container, (str, list, tuple, int, type)):
        return container
    if is_table(container):
        import numpy as np  # noqa: PLC0415 - packages with tables need it

        return np.asarray(container).tolist()
    for name in _CONVERSIONS:
        convert = getattr(container, name, None)
        if callable(convert):
            return convert()
    return container


def row_number(index: int) -> str:
    """Return how messages name a row: they count rows from 1, like the lines of a file.

    >>> row_number(0)
    'row 1'
    """
    return f"row {index + 1}"


def masked_row(values: object) -> int | None:
    """Return the index of the first row of a NumPy array with a masked value, or None.

    >>> import numpy as np
    >>> masked_row(np.ma.array([[3, 8], [4, 6]], mask=[[0, 0], [0, 1]]))
    1
    """
    mask = getattr(values, "mask", None)
    if mask is None or not hasattr(values, "filled") or not getattr(mask, "any", bool)():
        return None
    rows = mask.reshape(len(mask), -1).any(axis=1) if mask.ndim else mask.reshape(1)
    return int(rows.argmax())


def is_read_by_row(values: object) -> bool:
    """Return whether a list has booleans or masked values, which NumPy would convert to integers.

    They may also be in lists and tuples in it, as in the hands of a deal.

    >>> import numpy as np
    >>> is_read_by_row([[8, 8, 3, True]]), is_read_by_row([[8, 8, 3, 1]])
    (True, False)
    >>> is_read_by_row([np.ma.array([8, 3], mask=[0, 1])])
    True
    """
    if not isinstance(values, (list, tuple)):
        return False
    kinds: set[type] = set()
    lists: list[Any] = [values]
    for _ in range(_LEVELS):
        # Sets of types are fast for millions of rows.
        found = set(map(type, chain.from_iterable(lists)))
        kinds |= found
        if not found & {list, tuple}:
            break
        lists = list(chain.from_iterable(lists))
        if not found <= {list, tuple}:
            lists = [item for item in lists if type(item) in (list, tuple)]
    return any(kind.__name__ in ("bool", "bool_") or hasattr(kind, "filled") for kind in kinds)


def is_table(values: object) -> bool:
    """Return whether a value is a table with named columns, such as a data frame."""
    return hasattr(values, "columns") and hasattr(values, "__array__")
