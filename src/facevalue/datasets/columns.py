"""Finds the columns of a file of puzzles by their usual names.

A name may be a path into nested cells, as in verl's rows: `reward_model.ground_truth.numbers`.
"""

from __future__ import annotations

from types import MappingProxyType

from facevalue.budget import watched
from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from facevalue.datasets.files import Batch

# The frameworks put the fields of a puzzle at the top or into one of these nested cells.
_PREFIXES = ("", "reward_model.ground_truth.", "extra_info.", "metadata.")
# From what a column holds to how people call it, the usual name first.
_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "numbers": ("numbers", "nums", "puzzle", "puzzles"),
        "target": ("target", "targets"),
        "rules": ("rules",),
        "extract": ("extract",),
        "answer": ("answer", "solution", "expression"),
        "completion": ("completion", "completions", "response", "responses", "output"),
        "solvable": ("solvable", "is_solvable"),
        "solution_count": ("solution_count", "solutions"),
        "needs_fraction": ("needs_fraction",),
        "difficulty": ("percentile", "difficulty.percentile", "difficulty"),
        "split": ("split",),
    }
)
# From what a column of puzzles holds, its role, to the names that are looked for, in this order.
ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        role: tuple(prefix + name for prefix in _PREFIXES for name in names)
        for role, names in _NAMES.items()
        if role != "extract"  # an audit says it for all rows
    }
)
# The same for a file of completions, where an answer is what a model said.
COMPLETION_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "completions": (*_NAMES["completion"], "answer"),
        "numbers": _NAMES["numbers"],
        "targets": _NAMES["target"],
        "rules": _NAMES["rules"],
        "extract": _NAMES["extract"],
    }
)


def nested_cells(batch: Batch, name: str) -> list[object] | None:
    """The cells of a column, or of a path into nested cells; None if it does not exist.

    >>> nested_cells({"nums": [[1, 2]]}, "nums")
    [[1, 2]]
    >>> nested_cells({"metadata": [{"target": 24}, None]}, "metadata.target")
    [24, None]
    >>> nested_cells({"metadata": [None]}, "metadata.target")
    """
    if name in batch:
        return batch[name]
    first, *path = name.split(".")
    if not path or first not in batch:
        return None
    found = batch[first]
    for key in path:
        found = [cell.get(key) if isinstance(cell, dict) else None for cell in watched(found)]
    return found if any(cell is not None for cell in found) else None


def _as_written(name: str, written: Mapping[str, str]) -> str:
    """The name with its first part as the file writes it, in whatever case."""
    first, dot, rest = name.partition(".")

    def in_file(word: str) -> str | None:
        return written.get(word) or written.get(word.lower())

    return in_file(name) or (in_file(first) or first) + dot + rest


class ColumnFinder:
    """Finds the column for each role, and remembers its name in `names`.

    Args:
        wanted: column names by role, instead of the usual ones; None leaves the role out.

    Raises:
        FaceValueError: a role is unknown.
    """

    def __init__(self, wanted: Mapping[str, str | None]) -> None:
        for role in wanted:
            if role not in ROLES:
                known = ", ".join(ROLES)
                raise FaceValueError(f"unknown role {quoted(role)}: choose one of {known}")
        self.names: dict[str, str] = {}
        self._wanted = wanted

    def cells(self, batch: Batch, role: str) -> list[object] | None:
        """The cells for a role in a batch; None if there is no column for it."""
        written = {column.lower(): column for column in reversed(list(batch))}
        written |= {column: column for column in batch}
        names = (_as_written(name, written) for name in self._candidates(role))
        found = ((name, nested_cells(batch, name)) for name in names)
        name, column = next((pair for pair in found if pair[1] is not None), ("", None))
        if column is not None:
            self.names.setdefault(role, name)
        return column

    def check(self, batch: Batch) -> None:
        """Checks that a batch has the columns that are needed.

        Raises:
            FaceValueError: a column asked for is missing, or no column of numbers is found.
        """
        shown = ", ".join(name for name in batch if name)
        for role, name in self._wanted.items():
            if name and nested_cells(batch, name) is None:
                raise FaceValueError(f"no column {quoted(name)} for {role}: the file has {shown}")
        if self.cells(batch, "numbers") is None:
            remedy = "no column of numbers found, name it with numbers=COLUMN"
            raise FaceValueError(f"{remedy}: the file has {shown}")

    def _candidates(self, role: str) -> Iterable[str]:
        if role not in self._wanted:
            found = self.names.get(role)
            return (found, *ROLES[role]) if found else ROLES[role]
        name = self._wanted[role]
        return () if name is None else (name,)
