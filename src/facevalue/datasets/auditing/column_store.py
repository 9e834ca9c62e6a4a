"""Keeps the puzzles of files in NumPy arrays that take a few dozen bytes a row.

Answers are judged while they are read, and their text is dropped. Puzzles of whole numbers are
stored in arrays of the smallest fitting type; the few with fractions are kept in a dict.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

import facevalue as fv
from facevalue.budget import check_deadline, watched
from facevalue.datasets.tables.row_reader import row_name, row_rules
from facevalue.errors import FaceValueError, RuleError
from facevalue.options import one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from facevalue.datasets.tables.files import Batch, Piece
    from facevalue.datasets.tables.row_reader import RowReader

NO_LABEL, BAD_LABEL = -1, -2
NOT_JUDGED = 255
REASONS = tuple(fv.Reason)
_CODES = {reason.value: code for code, reason in enumerate(REASONS)}
_NO_ANSWER = REASONS.index(fv.Reason.NO_ANSWER)
_YES_OR_NO = {True: 1, False: 0, "true": 1, "false": 0, "yes": 1, "no": 0}
_YES_OR_NO |= {"1": 1, "0": 0, "1.0": 1, "0.0": 0}
_INT64_MAX = 2**63 - 1
_DIGITS = re.compile(r"(0*[0-9]{1,19})(\.0+)?")  # more digits do not fit into 64 bits
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?|\.[0-9]+")


def _plain(cell: object) -> object:
    """None for a missing label; text without blanks around it, and an int for a whole float.

    If a cell is missing, pandas stores a column of whole numbers or flags as floats.
    """
    if isinstance(cell, str):
        return cell.strip().lower() or None
    if isinstance(cell, float):
        return None if isnan(cell) else int(cell) if cell.is_integer() else cell
    return cell


def read_flag(cell: object) -> int:
    """1 for yes, 0 for no, `NO_LABEL` or `BAD_LABEL`."""
    flag = _plain(cell)
    if flag is None:
        return NO_LABEL
    return _YES_OR_NO.get(flag, BAD_LABEL) if isinstance(flag, (int, str)) else BAD_LABEL


def read_count(cell: object) -> int:
    """A whole number from 0 up, `NO_LABEL` or `BAD_LABEL`."""
    count = _plain(cell)
    if count is None:
        return NO_LABEL
    digits = _DIGITS.fullmatch(count) if isinstance(count, str) else None
    if digits:
        count = int(digits[1])
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _INT64_MAX
    return count if is_count else BAD_LABEL  # type: ignore[return-value]


def read_percentile(cell: object) -> int:
    """A percentile in hundredths, 0 to 10,000, `NO_LABEL` or `BAD_LABEL`."""
    percentile = _plain(cell.get("percentile") if isinstance(cell, dict) else cell)
    if percentile is None:
        return NO_LABEL
    if percentile == "nan":  # a missing number as text
        return NO_LABEL
    if isinstance(percentile, str) and _DECIMAL.fullmatch(percentile):
        percentile = float(percentile)
    is_number = isinstance(percentile, (int, float)) and not isinstance(percentile, bool)
    is_percentile = is_number and 0 <= percentile <= 100  # type: ignore[operator]
    return round(100 * percentile) if is_percentile else BAD_LABEL  # type: ignore[operator]


LABEL_READERS: Mapping[str, Callable[[object], int]] = MappingProxyType(
    {
        "solvable": read_flag,
        "solution_count": read_count,
        "needs_fraction": read_flag,
        "difficulty": read_percentile,
    }
)


class ColumnStore:
    """All rows of the files, in arrays that grow with each batch.

    Args:
        reader: finds the cells.
        rules: the rules of every row; None to read them from each row, or else `classic`.
        grader: what answers may use, and where in a completion the answer is.
        has_extract: whether it is there in all rows, whatever a row names.
        max_messages: for how many wrong answers of each column the message is kept.
    """

    def __init__(
        self,
        reader: RowReader,
        rules: fv.Rules | None,
        grader: fv.Grader,
        *,
        has_extract: bool,
        max_messages: int,
    ) -> None:
        self.reader = reader
        self.games: list[fv.Rules] = [rules or fv.RULES["classic"]]
        self.splits: list[str] = []
        self.starts: list[tuple[int, str]] = []
        self.malformed: dict[int, str] = {}
        self.fractions: dict[int, tuple[tuple[Fraction, ...], Fraction]] = {}
        self.messages: dict[tuple[str, int], str] = {}
        self.count = 0
        self._has_rules, self._has_extract = rules is not None, has_extract
        self._usual = grader
        self._max_messages = max_messages
        self._explained: Counter[str] = Counter()
        self._chunks: dict[str, list[NDArray[Any]]] = {}

    def begin(self, file: str) -> None:
        """Starts the next file."""
        self.starts.append((self.count, file))

    def add(self, piece: Piece, split: str) -> None:
        """Stores some rows; `split` is used if there is no column for it."""
        batch, size = piece.columns, piece.size
        for place, message in piece.unreadable.items():
            self.malformed[self.count + place] = message
        cells = self.reader.puzzles(batch, size)
        games = [self._game(*pair) for pair in enumerate(watched(cells["rules"]))]
        numbers = self._read_numbers(cells["numbers"])
        targets = self._read_targets(cells["target"], games)
        self._set_fractions_aside(numbers, targets)
        self._check_sizes(numbers, games)
        self._keep("game", games)
        column = self.reader.cells(batch, "split")
        names = [split] * size if column is None else [str(c or split) for c in column]
        for name in dict.fromkeys(names):
            if name not in self.splits:
                self.splits.append(name)
        codes = {name: code for code, name in enumerate(self.splits)}
        self._keep("split", [codes[name] for name in names])
        for role, read in LABEL_READERS.items():
            column = self.reader.cells(batch, role)
            labels = [NO_LABEL] * size if column is None else map(read, watched(column))
            self._keep(role, list(labels))
        for role in ("answer", "completion"):
            self._keep(role, self._judge(role, batch, numbers, targets, games))
        # Rows without a puzzle of whole numbers get the size 0.
        whole = [
            () if index in self.malformed or index in self.fractions else row
            for index, row in enumerate(numbers, self.count)
        ]
        self._keep("size", list(map(len, whole)))
        self._keep("values", list(chain.from_iterable(whole)))
        self._keep(
            "target", [target if row else 0 for row, target in zip(whole, targets, strict=True)]
        )
        self.count += size

    def array(self, name: str) -> NDArray[Any]:
        """The stored column: one number a row, but in "values" all the numbers of each row."""
        chunks = self._chunks.get(name, [])
        if len(chunks) != 1:
            joined = np.concatenate(chunks) if chunks else np.empty(0, np.int8)
            self._chunks[name] = chunks = [joined]
        return chunks[0]

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Where the numbers of each row start in "values"; call it after the last `add`."""
        sizes = self.array("size").astype(np.int64)
        return np.asarray(np.cumsum(sizes) - sizes)

    def puzzle_text(self, index: int) -> str:
        """The puzzle of a row, its numbers in their order; call it after the last `add`."""
        numbers, target = self.fractions.get(index, ((), Fraction(0)))
        if not numbers:
            start = self.offsets[index]
            numbers = self.array("values")[start : start + self.array("size")[index]].tolist()
            target = self.array("target")[index]
        return f"{' '.join(map(str, numbers))} -> {target}"

    def location(self, index: int) -> tuple[str, int]:
        """The file of a row, and its row number there, counted from 1."""
        start, file = next(pair for pair in reversed(self.starts) if pair[0] <= index)
        return file, index - start + 1

    def has(self, role: str) -> bool:
        """Whether a column was found for a role."""
        return role in self.reader.names

    def _keep(self, name: str, numbers: Sequence[object]) -> None:
        check_deadline()
        array = np.array(numbers, dtype=np.int64)
        least, most = (int(array.min()), int(array.max())) if len(array) else (0, 0)
        # All types are signed: joined with unsigned 64 bits, they would become floats.
        types = (np.min_scalar_type(bound) for bound in (min(least, -1), min(~most, -1)))
        self._chunks.setdefault(name, []).append(array.astype(np.promote_types(*types)))

    def _game(self, at: int, name: object) -> int:
        """The index in `games` of the rules that a cell names."""
        if self._has_rules or name is None:
            return 0
        try:
            game = row_rules(name, self.games[0])
        except RuleError as error:
            self.malformed.setdefault(self.count + at, str(error))
            return 0
        if game not in self.games:
            self.games.append(game)
        return self.games.index(game)

    def _read_numbers(self, cells: list[Any]) -> list[Sequence[Any]]:
        """The numbers of each row, or () if they cannot be read."""
        if are_whole_rows(cells):
            return cells
        rows: list[Sequence[Any]] = [()] * len(cells)
        for at, cell in enumerate(watched(cells)):
            if self.count + at not in self.malformed:
                try:
                    rows[at] = tuple(map(_int_if_whole, fv.Puzzle(cell).numbers))
                except FaceValueError as error:
                    self.malformed[self.count + at] = str(error)
        return rows

    def _read_targets(self, cells: list[Any], games: list[int]) -> list[Any]:
        if set(map(type, cells)) == {int} and _fit_into_int64(cells):
            return cells
        targets: list[Any] = [self.games[game].target for game in games]
        for at, cell in enumerate(watched(cells)):
            if cell is not None:
                try:
                    targets[at] = _int_if_whole(fv.Puzzle([1], cell).target)
                except FaceValueError as error:
                    self.malformed.setdefault(self.count + at, f"{error}, as the target")
                    targets[at] = 0
        return targets

    def _set_fractions_aside(self, numbers: list[Sequence[Any]], targets: list[Any]) -> None:
        kinds = set(map(type, targets)) | set(map(type, chain.from_iterable(numbers)))
        if kinds <= {int}:
            return
        for at, (row, target) in enumerate(watched(zip(numbers, targets, strict=True))):
            if row and Fraction in {type(target), *map(type, row)}:
                exact = tuple(map(Fraction, row)), Fraction(target)
                self.fractions[self.count + at] = exact

    def _check_sizes(self, numbers: list[Sequence[Any]], games: list[int]) -> None:
        """Marks rows as malformed if their rules need another count of numbers."""
        if all(game.size is None for game in self.games):
            return
        for at, (row, code) in enumerate(watched(zip(numbers, games, strict=True))):
            game = self.games[code]
            if row and game.size not in (None, len(row)):
                message = f"expected {game.size} numbers under {game.name}: {len(row)} given"
                self.malformed.setdefault(self.count + at, message)

    def _judge(
        self,
        role: str,
        batch: Batch,
        numbers: list[Sequence[Any]],
        targets: list[Any],
        games: list[int],
    ) -> list[int]:
        """The index in `REASONS` for the answer of each row, or `NOT_JUDGED`."""
        codes = [NOT_JUDGED] * len(numbers)
        column = self.reader.cells(batch, role)
        if column is None:
            return codes
        extracts = self._extracts(role, batch, len(numbers))
        for code, extract in set(zip(games, extracts, strict=True)):
            rows = [
                at
                for at, row in enumerate(numbers)
                if (games[at], extracts[at]) == (code, extract)
                and row
                and self.count + at not in self.malformed
            ]
            texts = [_answer_text(column[at]) for at in rows]
            puzzles = ([numbers[at] for at in rows], [targets[at] for at in rows])
            if rows:
                grader = self._usual.replace(rules=self.games[code], extract=extract)
                found = grader.verdict_columns(texts, *puzzles, columns=["reason"])["reason"]
                for at, reason in zip(rows, found, strict=True):
                    codes[at] = _CODES[reason]
                self._explain(role, grader, zip(rows, texts, *puzzles, strict=True), codes)
        return codes

    def _extracts(self, role: str, batch: Batch, size: int) -> list[str]:
        """Where the answer of each row is."""
        if role == "answer":
            return ["whole"] * size
        usual = self._usual.extract
        column = None if self._has_extract else self.reader.cells(batch, "extract")
        if column is None:
            return [usual] * size
        extracts = [usual] * size
        for at, cell in enumerate(watched(column)):
            try:
                name = row_name("extract", cell)
                extracts[at] = one_of("extract", name, fv.puzzle.EXTRACTS) if name else usual
            except RuleError as error:
                self.malformed.setdefault(self.count + at, str(error))
        return extracts

    def _explain(
        self, role: str, grader: fv.Grader, rows: Iterable[tuple[Any, ...]], codes: list[int]
    ) -> None:
        """Keeps the messages of the first wrong answers."""
        for at, text, numbers, target in watched(rows):
            if codes[at] in (0, _NO_ANSWER):
                continue
            if self._explained[role] >= self._max_messages:
                return
            self._explained[role] += 1
            try:
                verdict = grader.verdict(text, numbers, target)
                message = f"{verdict.reason}: {verdict.message}"
            except RuleError as error:  # several texts in place of one completion
                message = f"malformed: {error}"
            self.messages[role, self.count + at] = message


def are_whole_rows(column: Sequence[Any]) -> bool:
    """Whether every cell is a non-empty list of whole numbers that fit into 64 bits."""
    if not set(map(type, column)) <= {list, tuple} or not all(column):
        return False
    values = list(chain.from_iterable(column))
    return set(map(type, values)) == {int} and _fit_into_int64(values)


def _fit_into_int64(values: Sequence[int]) -> bool:
    return -_INT64_MAX <= min(values) <= max(values) <= _INT64_MAX


def _int_if_whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _answer_text(text: object) -> object:
    """The answer, or None if it has no digit: "no solution" is not an expression."""
    if isinstance(text, list) and len(text) == 1 and isinstance(text[0], str):
        text = text[0]  # the only one of several completions
    if isinstance(text, str):
        return text if any(map(str.isdigit, text)) else None
    return str(text) if isinstance(text, int) else text
