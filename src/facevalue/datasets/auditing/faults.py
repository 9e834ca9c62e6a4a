"""The kinds of faults that an audit finds, and one fault as a value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from facevalue.value import Value

# From a kind of fault to its meaning, in the order of the report.
FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "malformed": "the numbers, the target, the rules or a label cannot be read",
        "number_out_of_range": "a number is not in the expected range",
        "target_out_of_range": "the target is not in the expected range",
        "unmarked_unsolvable": "the puzzle has no solution, and no label says so",
        "wrong_solvable": "the label solvable is wrong",
        "wrong_solution_count": "the label solution_count is wrong",
        "wrong_needs_fraction": "the label needs_fraction is wrong",
        "wrong_difficulty": "the label difficulty is wrong",
        "wrong_answer": "the answer does not make the target",
        "cheating_answer": "the answer uses numbers or operators that are not allowed",
        "unreadable_answer": "the answer is not an expression",
        "missing_answer": "there is no answer, although the puzzle has a solution",
        "duplicate": "the puzzle is the same as in an earlier row",
        "leak": "the puzzle is the same as in a row of another split",
        "scaled_leak": "the puzzle is the same as in a row of another split, up to a common factor",
        "shared_solution": "a solution of a row in another split also solves this puzzle",
    }
)


@attrs.frozen
class Fault(Value):
    """One fault in a file.

    Args:
        kind: one of `FAULTS`.
        locations: pairs of a file and a row number, from 1: the faulty row and, for a duplicate or
            a leak, the earlier row that it repeats.
        message: what is wrong with the row.

    >>> locations = (("train.csv", 7), ("train.csv", 2))
    >>> fault = Fault("duplicate", locations, "8 8 3 3 -> 24 is a duplicate")
    >>> fault.rows
    (7, 2)
    >>> print(fault)
    train.csv, row 7: 8 8 3 3 -> 24 is a duplicate
    """

    kind: str
    locations: tuple[tuple[str, int], ...]
    message: str

    @property
    def rows(self) -> tuple[int, ...]:
        """The row numbers of the locations."""
        return tuple(row for _, row in self.locations)

    def as_dict(self) -> dict[str, Any]:
        """Return the fault for JSON; each location is an object with `file` and `row`.

        JSON:
            kind
            locations (list of location): where it is.
            message

        JSON of `location`:
            file, row

        >>> Fault("duplicate", (("train.csv", 7),), "again").as_dict()["locations"]
        [{'file': 'train.csv', 'row': 7}]
        """
        locations = [{"file": file, "row": row} for file, row in self.locations]
        return {"kind": self.kind, "locations": locations, "message": self.message}

    def __str__(self) -> str:
        file, row = self.locations[0]
        return f"{file}, row {row}: {self.message}"
