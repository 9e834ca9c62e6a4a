"""What can be wrong with a row of puzzles, as rows of data, and a fault that was found."""

from __future__ import annotations

from types import MappingProxyType

from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# From name to what it means, in the order in which they are told.
FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "malformed": "numbers, target, rules or a label that cannot be read",
        "number_out_of_range": "a number that is smaller or larger than they should be",
        "target_out_of_range": "a target that is smaller or larger than they should be",
        "unmarked_unsolvable": "no solution, and nothing in the row says so",
        "wrong_solvable": "the label solvable is not so",
        "wrong_solutions": "another number of solutions than the label tells",
        "wrong_needs_fraction": "the label needs_fraction is not so",
        "wrong_difficulty": "another difficulty than the label tells",
        "wrong_answer": "the reference answer keeps the rules and does not make the target",
        "cheating_answer": "the reference answer uses what the puzzle does not have",
        "unreadable_answer": "the reference answer is no expression",
        "missing_answer": "there is a solution, and no reference answer",
        "duplicate": "the puzzle of an earlier row, up to the order of its numbers",
        "leak": "the puzzle of an earlier row of another split",
    }
)


class Fault(Value):
    """A fault: its `kind`, of `FAULTS`, its `places`, and a `message`.

    `places` are pairs of a file and a row, which counts from 1 in its file: the row at fault, and
    after it the earlier row that a duplicate or a leak repeats.

    >>> fault = Fault("duplicate", (("train.csv", 7), ("train.csv", 2)), "8 8 3 3 -> 24 again")
    >>> fault.rows
    (7, 2)
    >>> print(fault)
    train.csv, row 7: 8 8 3 3 -> 24 again
    """

    __slots__ = ("kind", "locations", "message")

    kind: str
    locations: tuple[tuple[str, int], ...]
    message: str

    def __init__(self, kind: str, locations: tuple[tuple[str, int], ...], message: str) -> None:
        self._set(kind=kind, locations=locations, message=message)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the places."""
        return tuple(row for _, row in self.locations)

    def __str__(self) -> str:
        file, row = self.locations[0]
        return f"{file}, row {row}: {self.message}"
