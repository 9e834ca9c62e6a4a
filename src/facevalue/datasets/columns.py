"""What the columns of a file of puzzles are called, and how their cells are found.

A name may be a path into nested cells, as in verl's rows: `reward_model.ground_truth.numbers`.
"""

from __future__ import annotations

from types import MappingProxyType

from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from facevalue.datasets.files import Batch

# Where the frameworks put what belongs to the puzzle: on top, or in a cell of its own.
_PLACES = ("", "reward_model.ground_truth.", "extra_info.", "metadata.")
_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "numbers": ("numbers", "nums"),
        "target": ("target", "targets"),
        "rules": ("rules",),
        "answer": ("answer", "solution", "expression"),
        "completion": ("completion", "completions", "response", "responses", "output"),
        "solvable": ("solvable", "is_solvable"),
        "solutions": ("solutions",),
        "needs_fraction": ("needs_fraction",),
        "difficulty": ("difficulty",),
        "split": ("split",),
    }
)
ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        role: tuple(place + name for place in _PLACES for name in names)
        for role, names in _NAMES.items()
    }
)


def check_roles(wanted: Mapping[str, str | None]) -> Mapping[str, str | None]:
    """The wanted columns, none of which is for something that no column is for.

    Raises:
        FaceValueError: there is one.
    """
    for role in wanted:
        if role not in ROLES:
            raise FaceValueError(f"expected a column for one of {', '.join(ROLES)}: {quoted(role)}")
    return wanted


def cells(batch: Batch, name: str) -> list[object] | None:
    """The cells of a column, or of a path into nested ones; None where there is no such column.

    >>> cells({"nums": [[1, 2]]}, "nums")
    [[1, 2]]
    >>> cells({"metadata": [{"target": 24}, None]}, "metadata.target")
    [24, None]
    >>> cells({"metadata": [None]}, "metadata.target")
    """
    if name in batch:
        return batch[name]
    first, *path = name.split(".")
    if not path or first not in batch:
        return None
    found = batch[first]
    for part in path:
        found = [cell.get(part) if isinstance(cell, dict) else None for cell in found]
    return found if any(cell is not None for cell in found) else None


class Columns:
    """Which column holds what; a role's column is looked for until it is found.

    `wanted` names columns by their role; None stands for no column, whatever there is.
    """

    def __init__(self, wanted: Mapping[str, str | None]) -> None:
        self.names: dict[str, str] = {}
        self._wanted = check_roles(wanted)

    def of(self, batch: Batch, role: str) -> list[object] | None:
        """The cells for a role in a batch; None where there is no such column."""
        found = ((name, cells(batch, name)) for name in self._candidates(role))
        name, column = next((pair for pair in found if pair[1] is not None), ("", None))
        if column is not None:
            self.names.setdefault(role, name)
        return column

    def check(self, batch: Batch) -> None:
        """Whether a batch has the columns that are wanted.

        Raises:
            FaceValueError: one of them is missing, or nobody knows which holds the numbers.
        """
        shown = ", ".join(name for name in batch if name)
        for role, name in self._wanted.items():
            if name and cells(batch, name) is None:
                raise FaceValueError(f"expected a column {quoted(name)} for {role}: {shown}")
        if self.of(batch, "numbers") is None:
            remedy = "expected a column of numbers, name it with numbers=COLUMN"
            raise FaceValueError(f"{remedy}: {quoted(shown)}")

    def _candidates(self, role: str) -> Iterable[str]:
        if role not in self._wanted:
            found = self.names.get(role)
            return (found, *ROLES[role]) if found else ROLES[role]
        name = self._wanted[role]
        return () if name is None else (name,)
