"""Where what the rows of a file say differs from what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.column_store import BAD_LABEL, LABEL_READERS, NO_LABEL, NOT_JUDGED, REASONS
from facevalue.datasets.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from numpy.typing import NDArray

    from facevalue.datasets.column_store import ColumnStore
    from facevalue.datasets.labels import TrueLabels

    Bounds: TypeAlias = tuple[int, int] | None

_KINDS_OF_ANSWERS = {
    "wrong_answer": ("wrong_value", "false_claim", "division_by_zero", "forbidden_value"),
    "cheating_answer": ("wrong_numbers", "forbidden_operator"),
    "unreadable_answer": ("malformed", "unknown_symbol", "too_long"),
    "missing_answer": ("no_answer",),
}
# A guess needs so many values; what nearly all of them keep to is taken for the rule.
_ENOUGH = 1000
_NEARLY_ALL = 99, 100
_TAIL = 1000  # the thousandth part at each end of the values says nothing of their range
_FLAGS = ("solvable", "needs_fraction")


class Finding:
    """The rows with one kind of fault, what is said of each, and the earlier rows if there are."""

    def __init__(
        self,
        kind: str,
        rows: NDArray[Any],
        message: Callable[[int], str],
        earlier: NDArray[Any] | None = None,
    ) -> None:
        self.kind, self.rows, self.earlier = kind, rows, earlier
        self._message = message

    def faults(self, store: ColumnStore, most: int) -> Iterator[Fault]:
        """The first of the faults."""
        for at, row in enumerate(self.rows[:most].tolist()):
            rows = [row] if self.earlier is None else [row, int(self.earlier[at])]
            yield Fault(self.kind, tuple(map(store.place, rows)), self._message(row))


def found(
    store: ColumnStore, labels: TrueLabels, numbers: Bounds, targets: Bounds
) -> Iterator[Finding]:
    """All that is wrong, in the order of `FAULTS`."""
    yield _malformed(store)
    yield from _beyond(store, "number", numbers)
    yield from _beyond(store, "target", targets)
    yield _unmarked(store, labels)
    for role in LABEL_READERS:
        if store.has(role) and not is_foreign(store, role):
            yield _wrong_label(store, labels, role)
    for kind in _KINDS_OF_ANSWERS:
        for role in ("answer", "completion"):
            if store.has(role):
                yield _bad_answers(store, labels, role, kind)
    yield from _repeated(store, labels)


def notes(store: ColumnStore, labels: TrueLabels) -> Iterator[str]:
    """What was taken for granted, and what could not be compared."""
    if not store.has("rules"):
        yield f"the rules of all rows are taken to be {store.games[0].name}"
    if not store.has("target"):
        yield "no column tells the target, which is that of the rules"
    for role in LABEL_READERS:
        if store.has(role) and is_foreign(store, role):
            yield f"{store.columns.names[role]} holds no labels of ours and is not compared"
    if labels.refused:
        yield f"{labels.refused} different puzzles are too large to solve; their labels are unknown"


def is_foreign(store: ColumnStore, role: str) -> bool:
    """Whether nothing in a column of labels can be read as one: it means something else."""
    labels = store.array(role)
    return bool((labels < 0).all() and (labels == BAD_LABEL).any())


def _malformed(store: ColumnStore) -> Finding:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    messages = dict(store.malformed)
    for role in LABEL_READERS:
        if store.has(role) and not is_foreign(store, role):
            for row in np.flatnonzero(store.array(role) == BAD_LABEL).tolist():
                messages.setdefault(row, f"expected a label {role} that can be read")
    return Finding("malformed", np.array(sorted(messages), np.int64), messages.__getitem__)


def _beyond(store: ColumnStore, what: str, bounds: Bounds) -> Iterator[Finding]:
    """The rows with a number, or a target, beyond the bounds that are given or guessed."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    sizes = store.array("size")
    rows = np.arange(store.count)
    if what == "number":
        values, rows = store.array("values"), np.repeat(rows, sizes)
    else:
        values, rows = store.array("target")[sizes > 0], rows[sizes > 0]
    low, high = bounds or _guessed(store, what, values) or (None, None)
    if low is None or high is None:
        return
    outside = {
        row
        for row, (numbers, target) in store.fractions.items()
        if not all(low <= v <= high for v in (numbers if what == "number" else (target,)))
    }
    outside.update(rows[(values < low) | (values > high)].tolist())
    how = "" if bounds else ", as nearly all are"
    yield Finding(
        f"{what}_out_of_range",
        np.array(sorted(outside), np.int64),
        lambda row: f"expected {what}s of {low} to {high}{how}: {store.puzzle(row)}",
    )


def _guessed(store: ColumnStore, what: str, values: NDArray[Any]) -> Bounds:
    """The range of what the game is dealt from, or the target of the rules, or a wide guess."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    usual = _usual(store, what)
    share, whole = _NEARLY_ALL
    if usual and len(values):
        inside = np.count_nonzero((values >= usual[0]) & (values <= usual[1]))
        if inside * whole >= len(values) * share:
            return usual
    if len(values) < _ENOUGH:
        return None
    ordered = np.sort(values)
    tail = len(values) // _TAIL
    low, high = int(ordered[tail]), int(ordered[-1 - tail])
    margin = (high - low) // 10 + 1
    # What is never 0, or never negative, should not be.
    floor = min(low, 1) if low >= 0 else low - margin
    return max(low - margin, floor), high + margin


def _usual(store: ColumnStore, what: str) -> Bounds:
    """What the numbers or the target are where the game is played as usual."""
    rules = store.games[-1] if len(store.games) == 1 or store.has("rules") else None
    if rules is None or rules.name not in fv.STOCKS:
        return None
    if what == "target":
        return rules.target, rules.target
    stock = fv.STOCKS[rules.name]
    if stock.kind == "cards":
        return 1, 13
    pieces = stock.small + stock.large
    return min(pieces), max(pieces)


def _unmarked(store: ColumnStore, labels: TrueLabels) -> Finding:
    """Puzzles without a solution of which neither `solvable` nor `solutions` says so."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    is_silent = (store.array("solvable") < 0) & (store.array("solutions") < 0)
    rows = np.flatnonzero((labels.by_role["solvable"] == 0) & is_silent)
    return Finding("unmarked_unsolvable", rows, lambda row: f"no solution: {store.puzzle(row)}")


def _wrong_label(store: ColumnStore, labels: TrueLabels, role: str) -> Finding:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    told, true = store.array(role), labels.by_role[role]
    known = (told >= 0) & (labels.by_role["solvable"] != NO_LABEL)
    rows = np.flatnonzero(known & (told != true))

    def message(row: int) -> str:
        says, is_so = _shown(role, told[row]), _shown(role, true[row])
        return f"{role} is {is_so}, not {says}: {store.puzzle(row)}"

    return Finding(f"wrong_{role}", rows, message)


def _shown(role: str, label: int) -> str:
    if label == NO_LABEL:
        return "none"
    if role in _FLAGS:
        return "true" if label else "false"
    return f"{label / 100:g}" if role == "difficulty" else str(label)


def _bad_answers(store: ColumnStore, labels: TrueLabels, role: str, kind: str) -> Finding:
    """Answers of one kind; where there is no solution, none need be given."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    codes = [REASONS.index(fv.Reason(reason)) for reason in _KINDS_OF_ANSWERS[kind]]
    judged = store.array(role)
    is_bad = (judged != NOT_JUDGED) & np.isin(judged, codes)
    if kind == "missing_answer":
        is_bad &= labels.by_role["solvable"] != 0
    name = store.columns.names[role]

    def message(row: int) -> str:
        said = store.messages.get((role, row), f"no_answer in the column {name}")
        return f"{said}, for {store.puzzle(row)}"

    return Finding(kind, np.flatnonzero(is_bad), message)


def _repeated(store: ColumnStore, labels: TrueLabels) -> Iterator[Finding]:
    """Puzzles that stand in an earlier row: in the same split, and in another one."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    rows = np.flatnonzero(labels.puzzle >= 0)
    _, first, inverse = np.unique(labels.puzzle[rows], return_index=True, return_inverse=True)
    firsts, splits = rows[first][inverse], store.array("split")
    again = firsts != rows
    leaks = splits[firsts] != splits[rows]

    def message(row: int) -> str:
        return f"{store.puzzle(row)} again"

    def leak(row: int) -> str:
        return f"{store.puzzle(row)} again, now in {store.splits[splits[row]]}"

    yield Finding("duplicate", rows[again & ~leaks], message, firsts[again & ~leaks])
    yield Finding("leak", rows[again & leaks], leak, firsts[again & leaks])
