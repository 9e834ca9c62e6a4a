"""Arrays, columns and tables of NumPy, pandas, Polars and Arrow, turned into plain lists.

None of these packages is imported here: their objects are known by their methods.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

# Looked up in this order: values of Arrow arrays, Arrow arrays, columns of Polars, everything else.
_CONVERSIONS = ("as_py", "to_pylist", "to_list", "tolist")


def plain(given: Any) -> Any:  # noqa: ANN401 - any container of numbers or cards
    """Arrays, columns and tables as lists, a value of an array as Python's, all else unchanged.

    A table becomes the list of its rows. The rows of a column of lists may still be arrays.

    >>> import numpy as np
    >>> plain(np.array([[8.0, 3.0]])), plain(np.int8(24)), plain("8 3")
    ([[8.0, 3.0]], 24, '8 3')
    """
    if isinstance(given, (str, list, tuple, int, type)):
        return given
    if is_table(given):
        import numpy as np  # noqa: PLC0415 - installed, since somebody has a table

        return np.asarray(given).tolist()
    for name in _CONVERSIONS:
        convert = getattr(given, name, None)
        if callable(convert):
            return convert()
    return given


def masked_row(given: object) -> int | None:
    """The first row with a masked value of an array of NumPy, from 0; None if there is none.

    >>> import numpy as np
    >>> masked_row(np.ma.array([[3, 8], [4, 6]], mask=[[0, 0], [0, 1]]))
    1
    """
    mask = getattr(given, "mask", None)
    if mask is None or not hasattr(given, "filled") or not getattr(mask, "any", bool)():
        return None
    rows = mask.reshape(len(mask), -1).any(axis=1) if mask.ndim else mask.reshape(1)
    return int(rows.argmax())


def has_truth_value(given: object) -> bool:
    """Whether a list, or one of the lists in it, contains booleans, which NumPy turns into 1 or 0.

    >>> has_truth_value([[8, 8, 3, True]]), has_truth_value([[8, 8, 3, 1]])
    (True, False)
    """
    if not isinstance(given, (list, tuple)):
        return False
    # Sets of types, since lists come with millions of rows.
    kinds = set(map(type, given))
    rows = given if kinds <= {list, tuple} else [row for row in given if type(row) in (list, tuple)]
    kinds.update(map(type, chain.from_iterable(rows)))
    return any(kind.__name__ in ("bool", "bool_") for kind in kinds)  # of Python and of NumPy


def is_table(given: object) -> bool:
    """Whether it is a table with named columns, a data frame for example."""
    return hasattr(given, "columns") and hasattr(given, "__array__")
