"""A file of puzzles read into arrays: what an audit needs of each row, in a few dozen bytes.

Texts are judged as they pass and not kept. Puzzles of whole numbers stand in arrays of the smallest
type that holds them; the few others stand in a dict.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import isnan
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.files import UNPARSED
from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.datasets.columns import Columns
    from facevalue.datasets.files import Batch

NO_LABEL, BAD_LABEL = -1, -2
NOT_JUDGED = 255
REASONS = tuple(fv.Reason)
_NO_ANSWER = REASONS.index(fv.Reason.NO_ANSWER)
_YES_OR_NO = {True: 1, False: 0, "true": 1, "false": 0, "1": 1, "0": 0, "yes": 1, "no": 0}
_NOTHING = (None, "")
_BRACKETS = " \t[]()"
_LARGEST = 2**63 - 1
_DIGITS = re.compile("0*[0-9]{1,19}")  # more are beyond the largest


class Labels:
    """How each label is read from a cell: a whole number, or `NO_LABEL` or `BAD_LABEL`."""

    @staticmethod
    def flag(cell: object) -> int:
        """1 for yes, 0 for no."""
        if cell in _NOTHING:
            return NO_LABEL
        key = cell.strip().lower() if isinstance(cell, str) else cell
        return _YES_OR_NO.get(key, BAD_LABEL) if isinstance(key, (bool, int, str)) else BAD_LABEL

    @staticmethod
    def count(cell: object) -> int:
        """A whole number from 0 up."""
        if cell in _NOTHING:
            return NO_LABEL
        if isinstance(cell, str) and _DIGITS.fullmatch(cell.strip()):
            cell = int(cell)
        is_count = isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell <= _LARGEST
        return cell if is_count else BAD_LABEL  # type: ignore[return-value]

    @staticmethod
    def percentile(cell: object) -> int:
        """Hundredths of a percentile."""
        if cell in _NOTHING:
            return NO_LABEL
        try:
            value = BAD_LABEL if isinstance(cell, bool) else float(cell)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return BAD_LABEL
        if isnan(value):  # a label that is missing
            return NO_LABEL
        return round(100 * value) if 0 <= value <= 100 else BAD_LABEL  # noqa: PLR2004 - percent


LABEL_READERS: dict[str, Callable[[object], int]] = {
    "solvable": Labels.flag,
    "solutions": Labels.count,
    "needs_fraction": Labels.flag,
    "difficulty": Labels.percentile,
}


class ColumnStore:
    """All rows of the files, in arrays that grow with each batch.

    Args:
        columns: which column holds what.
        rules: the rules of every row; None where each row tells its own, or else `classic`.
        extract: where in a completion the answer is, one of `EXTRACTS`.
        most: of how many bad answers of each column the message is kept.
    """

    def __init__(
        self, columns: Columns, rules: fv.Rules | None, extract: str, *, most: int
    ) -> None:
        self.columns = columns
        self.games: list[fv.Rules] = [rules or fv.RULES["classic"]]
        self.splits: list[str] = []
        self.starts: list[tuple[int, str]] = []
        self.malformed: dict[int, str] = {}
        self.fractions: dict[int, tuple[tuple[Fraction, ...], Fraction]] = {}
        self.messages: dict[tuple[str, int], str] = {}
        self.count = 0
        self._has_rules, self._extract, self._most = rules is not None, extract, most
        self._explained: Counter[str] = Counter()
        self._parts: dict[str, list[NDArray[Any]]] = {}

    def begin(self, file: str) -> None:
        """Begins another file."""
        self.starts.append((self.count, file))

    def add(self, batch: Batch, split: str) -> None:
        """Reads the rows of a batch; `split` is theirs where no column tells it."""
        size = len(next(iter(batch.values())))
        self._refuse_unread(batch)
        games = self._games_of(batch, size)
        numbers = self._numbers_of(batch, size)
        targets = self._targets_of(batch, games)
        self._part_fractions(numbers, targets)
        self._refuse_counts(numbers, games)
        self._keep("game", games)
        self._keep("split", self._splits_of(batch, size, split))
        for role, read in LABEL_READERS.items():
            column = self.columns.of(batch, role)
            self._keep(role, [NO_LABEL] * size if column is None else list(map(read, column)))
        for role in ("answer", "completion"):
            self._keep(role, self._judged(role, batch, numbers, targets, games))
        whole = [row if self._is_whole(at) else () for at, row in enumerate(numbers)]
        self._keep("size", list(map(len, whole)))
        self._keep("values", list(chain.from_iterable(whole)))
        self._keep(
            "target", [target if row else 0 for row, target in zip(whole, targets, strict=True)]
        )
        self.count += size

    def array(self, name: str) -> NDArray[Any]:
        """What was store under a name: a number for each row; in "values" all its numbers."""
        import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

        parts = self._parts.get(name, [])
        if len(parts) != 1:
            joined = np.concatenate(parts) if parts else np.empty(0, np.int8)
            self._parts[name] = parts = [joined]
        return parts[0]

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Where the numbers of each row begin in "values", after all is read."""
        import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

        sizes = self.array("size").astype(np.int64)
        return np.asarray(np.cumsum(sizes) - sizes)

    def puzzle(self, index: int) -> str:
        """The puzzle of a row as text, its numbers in their order, after all is read."""
        numbers, target = self.fractions.get(index, ((), Fraction(0)))
        if not numbers:
            start = self.offsets[index]
            numbers = self.array("values")[start : start + self.array("size")[index]].tolist()
            target = self.array("target")[index]
        return f"{' '.join(map(str, numbers))} -> {target}"

    def place(self, index: int) -> tuple[str, int]:
        """The file and the row, counted from 1, of a row of all."""
        start, file = next(pair for pair in reversed(self.starts) if pair[0] <= index)
        return file, index - start + 1

    def has(self, role: str) -> bool:
        """Whether there is a column for a role."""
        return role in self.columns.names

    def _keep(self, name: str, numbers: Sequence[object]) -> None:
        import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

        array = np.array(numbers, dtype=np.int64)
        least, most = (int(array.min()), int(array.max())) if len(array) else (0, 0)
        small = np.promote_types(np.min_scalar_type(least), np.min_scalar_type(most))
        signed = small if least < 0 else np.promote_types(small, np.int8)
        self._parts.setdefault(name, []).append(array.astype(signed))

    def _refuse_unread(self, batch: Batch) -> None:
        for at, text in enumerate(batch.get(UNPARSED, ())):
            if text is not None:
                self.malformed[self.count + at] = f"expected a row: {quoted(text)}"

    def _games_of(self, batch: Batch, size: int) -> list[int]:
        """The place in `games` of the rules of each row."""
        column = None if self._has_rules else self.columns.of(batch, "rules")
        return [0] * size if column is None else [self._game(*pair) for pair in enumerate(column)]

    def _game(self, at: int, name: object) -> int:
        if name in _NOTHING:
            return 0
        game = fv.RULES.get(name) if isinstance(name, str) else None
        if game is None:
            message = f"expected rules, one of {', '.join(fv.RULES)}: {quoted(name)}"
            self.malformed.setdefault(self.count + at, message)
            return 0
        if game not in self.games:
            self.games.append(game)
        return self.games.index(game)

    def _splits_of(self, batch: Batch, size: int, split: str) -> list[int]:
        column = self.columns.of(batch, "split")
        names = [split] * size if column is None else [str(c or split) for c in column]
        for name in dict.fromkeys(names):
            if name not in self.splits:
                self.splits.append(name)
        codes = {name: code for code, name in enumerate(self.splits)}
        return [codes[name] for name in names]

    def _numbers_of(self, batch: Batch, size: int) -> list[Sequence[Any]]:
        """The numbers of each row; none where they cannot be read."""
        column: Any = self.columns.of(batch, "numbers") or [None] * size
        if are_whole_rows(column):
            return list(column)
        return [self._row(self.count + at, cell) for at, cell in enumerate(column)]

    def _row(self, index: int, cell: object) -> Sequence[Any]:
        if index in self.malformed:
            return ()
        try:
            return read_row(cell)
        except FaceValueError as error:
            self.malformed[index] = str(error)
            return ()

    def _targets_of(self, batch: Batch, games: list[int]) -> list[Any]:
        column: Any = self.columns.of(batch, "target")
        if column is None:
            return [self.games[game].target for game in games]
        if set(map(type, column)) == {int} and -_LARGEST <= min(column) <= max(column) <= _LARGEST:
            return list(column)
        return [self._target(self.count + at, cell) for at, cell in enumerate(column)]

    def _target(self, index: int, cell: object) -> int | Fraction:
        if cell is None:
            self.malformed.setdefault(index, "expected a target: None")
            return 0
        try:
            return _simple(fv.Puzzle([1], cell).target)  # type: ignore[arg-type]
        except FaceValueError as error:
            self.malformed.setdefault(index, f"{error}, as the target")
            return 0

    def _part_fractions(self, numbers: list[Sequence[Any]], targets: list[Any]) -> None:
        """Puts aside what is not whole."""
        kinds = set(map(type, targets)) | set(map(type, chain.from_iterable(numbers)))
        if kinds <= {int}:
            return
        for at, (row, target) in enumerate(zip(numbers, targets, strict=True)):
            if row and Fraction in {type(target), *map(type, row)}:
                exact = tuple(map(Fraction, row)), Fraction(target)
                self.fractions[self.count + at] = exact

    def _refuse_counts(self, numbers: list[Sequence[Any]], games: list[int]) -> None:
        """Refuses rows of another count of numbers than their rules have."""
        if all(game.numbers is None for game in self.games):
            return
        for at, (row, code) in enumerate(zip(numbers, games, strict=True)):
            game = self.games[code]
            if row and game.numbers not in (None, len(row)):
                message = f"expected {game.numbers} numbers under {game.name}: {len(row)} given"
                self.malformed.setdefault(self.count + at, message)

    def _is_whole(self, at: int) -> bool:
        index = self.count + at
        return index not in self.malformed and index not in self.fractions

    def _judged(
        self,
        role: str,
        batch: Batch,
        numbers: list[Sequence[Any]],
        targets: list[Any],
        games: list[int],
    ) -> list[int]:
        """The place of the reason in `REASONS` for each row's answer."""
        codes = [NOT_JUDGED] * len(numbers)
        column = self.columns.of(batch, role)
        for code in set(games) if column else ():
            rows = [
                at
                for at, row in enumerate(numbers)
                if games[at] == code and row and self.count + at not in self.malformed
            ]
            texts = [_said(column[at]) for at in rows]  # type: ignore[index]
            puzzles = ([numbers[at] for at in rows], [targets[at] for at in rows])
            for at, reason in zip(rows, self._reasons(role, code, texts, puzzles), strict=True):
                codes[at] = reason
            self._explain(role, code, zip(rows, texts, *puzzles, strict=True), codes)
        return codes

    def _reasons(
        self, role: str, code: int, texts: list[Any], puzzles: tuple[list[Any], list[Any]]
    ) -> list[int]:
        if not texts:
            return []
        if role == "answer":
            reasons = fv.check_many(texts, *puzzles, rules=self.games[code])
        else:
            reasons = self._grader(code).check_many(texts, *puzzles)
        return list(map(int, reasons))

    def _grader(self, code: int) -> fv.Grader:
        return fv.Grader(self.games[code], extract=self._extract)

    def _explain(
        self, role: str, code: int, rows: Iterable[tuple[Any, ...]], codes: list[int]
    ) -> None:
        """Keeps what is said of the first bad answers."""
        for at, text, numbers, target in rows:
            if codes[at] in (0, _NO_ANSWER):
                continue
            if self._explained[role] >= self._most:
                return
            self._explained[role] += 1
            if role == "answer":
                verdict = fv.check(text, numbers, target, self.games[code])
            else:
                verdict = self._grader(code).verdict(text, numbers, target)
            self.messages[role, self.count + at] = f"{verdict.reason}: {verdict.message}"


def are_whole_rows(column: Sequence[Any]) -> bool:
    """Whether every cell is a list of whole numbers that 64 bits hold, none of them empty."""
    if not set(map(type, column)) <= {list, tuple} or not all(column):
        return False
    values = list(chain.from_iterable(column))
    return set(map(type, values)) == {int} and -_LARGEST <= min(values) <= max(values) <= _LARGEST


def read_row(cell: Any) -> list[int] | tuple[int | Fraction, ...]:  # noqa: ANN401 - whatever stands in a file
    """The numbers of a cell, in which text may stand in brackets.

    Raises:
        FaceValueError: they are no numbers.

    >>> read_row("[3, 3, 8, 8]"), read_row("KS 1/2")
    ([3, 3, 8, 8], (13, Fraction(1, 2)))
    """
    if isinstance(cell, str):
        cell = cell.strip(_BRACKETS)
        words = cell.replace(",", " ").split()
        if words and all(word.isascii() and word.isdigit() and word[0] != "0" for word in words):
            cell = list(map(int, words))
            return cell if max(cell) <= _LARGEST else _parsed(cell)
    return _parsed(cell)


def _parsed(cell: Any) -> tuple[int | Fraction, ...]:  # noqa: ANN401
    return tuple(map(_simple, fv.Puzzle(cell).numbers))


def _simple(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _said(text: object) -> object:
    """An answer; None where it holds no digit, and so names no number."""
    if isinstance(text, str):
        return text if any(map(str.isdigit, text)) else None
    return str(text) if isinstance(text, int) else text
