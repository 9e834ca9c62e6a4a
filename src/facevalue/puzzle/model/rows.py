"""Rows of numbers and targets, the puzzles of a batch: arrays, tables, columns, lists and strings.

`number_rows` and `target_column` make arrays of 64-bit integers, which searches take;
`split_rows` also takes rows of different lengths and fractions. `PuzzleRows` also keeps numbers of
any size, for judging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias, TypeVar, Union

import attrs

from facevalue.budget import check_deadline, watched
from facevalue.cards import Card
from facevalue.errors import NotationError, RuleError, counted, quoted
from facevalue.puzzle.model.numbers import (
    LARGEST_FLOAT,
    LARGEST_PART,
    NumberLike,
    NumbersLike,
    number_text,
    parse_number,
    parse_numbers,
)
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_options import MAX_NUMBERS
from facevalue.system.arrays import is_read_by_row, masked_row, plain, row_number
from facevalue.system.lazy_numpy import ArrayLike, NDArray, np

Parsed = TypeVar("Parsed")

# What functions for many puzzles take: rows of numbers; a target, or one for each row; rows of
# numbers, or one puzzle for all answers.
RowsLike: TypeAlias = Union["ArrayLike", Iterable[NumbersLike]]
TargetsLike: TypeAlias = Union["ArrayLike", NumberLike, Iterable[NumberLike]]
PuzzlesLike: TypeAlias = Union["NDArray[Any]", NumbersLike, Sequence[NumbersLike]]
# Kinds of NumPy arrays; truth values and complex numbers are refused later.
_NUMERIC = "biufc"


def number_rows(numbers: RowsLike, rules: RulesLike = "classic") -> NDArray[np.int64]:
    """Read rows of integers, one puzzle per row.

    Raises:
        NotationError: some are not integers, or do not fit 64 bits.
        RuleError: rows of different lengths, or one puzzle instead of rows.

    >>> number_rows(["8 8 3 3", "1 2 3 4"]).tolist()
    [[8, 8, 3, 3], [1, 2, 3, 4]]
    """
    array = _numeric(numbers)
    if array is None:

        def parse(row: NumbersLike) -> list[int]:
            return [*map(_integer, parse_numbers(row, any_size=True, rules=rules))]

        array = _parse_array("numbers", numbers, parse)
    rows = _as_integers("numbers", array, numbers)
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise RuleError(
            "numbers must have the shape (N, k), one puzzle per row such as [[8, 8, 3, 3]], not "
            f"{rows.shape}"
        )
    return rows


def target_column(targets: TargetsLike, count: int) -> NDArray[np.int64]:
    """Read one integer target for each of `count` rows, or one for all.

    Raises:
        NotationError: some are not integers, or do not fit 64 bits.
        RuleError: there are more or fewer targets than rows.

    >>> target_column("24", 2).tolist(), target_column([24, 10], 2).tolist()
    ([24, 24], [24, 10])
    """
    array = _numeric(targets)
    one: Any = plain(targets)
    if array is None and isinstance(one, (str, int, float, Fraction, Decimal, Card)):
        array = np.asarray(_parse_target(one))
    elif array is None:
        array = _parse_array("targets", targets, _parse_target)
    column = _as_integers("targets", array, targets)
    if column.ndim == 0:
        return np.full(count, column, dtype=np.int64)
    if column.shape != (count,):
        raise RuleError(f"{counted(count, 'row')} of numbers, but targets of shape {column.shape}")
    return column


@attrs.frozen
class RowsOfOneLength:
    """Rows of integers of one length, which can be searched together.

    Attributes:
        indices: their places among all rows, as an index of arrays: a slice if these are all.
        numbers: an array (N, k).
        targets: an array (N,).
    """

    indices: NDArray[np.intp] | slice
    numbers: NDArray[np.int64]
    targets: NDArray[np.int64]


# The index of a puzzle with a fraction, its numbers and its target.
ExactRow: TypeAlias = tuple[int, tuple[Fraction, ...], Fraction]


def split_rows(
    numbers: RowsLike, targets: TargetsLike | None, rules: Rules
) -> tuple[int, list[RowsOfOneLength], list[ExactRow]]:
    """Return the number of rows, the rows of integers by length, and the puzzles with fractions.

    A target of None means the target of the rules.

    Raises:
        NotationError: some are not numbers; the message names the row.
        RuleError: a row is empty, one puzzle instead of rows, or more or fewer targets than rows.
        LimitError: a row with more than 1000 numbers, or a number beyond 64 bits.

    >>> from facevalue.puzzle.model.rules import RULES
    >>> rows = [[8, 3], "1/2 12", [8, 8, 3, 3]]
    >>> count, arrays, exact = split_rows(rows, None, RULES["classic"])
    >>> count, [group.numbers.tolist() for group in arrays], [index for index, *_ in exact]
    (3, [[[8, 3]], [[8, 8, 3, 3]]], [1])
    """
    targets = rules.target if targets is None else targets
    # What can be read only once is kept, because rows with fractions are read again below.
    if isinstance(numbers, Iterable) and not isinstance(numbers, Sized):
        numbers = list(watched(numbers))
    if isinstance(targets, Iterable) and not isinstance(targets, Sized):
        count = len(numbers) if isinstance(numbers, Sized) else 0
        targets = list(islice(targets, count + 1))  # it may be endless
    try:
        rows = number_rows(numbers, rules)
        column = target_column(targets, len(rows))
        return len(rows), [RowsOfOneLength(slice(None), rows, column)], []
    except (NotationError, RuleError):
        listed = plain(numbers)
        if masked_row(numbers) is not None or masked_row(targets) is not None:
            raise
        is_column = isinstance(listed, Iterable) and not isinstance(listed, (str, bytes, Mapping))
        puzzles = list(listed) if is_column else []
        if not all(isinstance(plain(row), (str, Iterable)) for row in puzzles) or not puzzles:
            raise
        one: Any = plain(targets)
        is_one = isinstance(one, (str, int, float, Fraction, Decimal, Card))
        if not is_one and not isinstance(one, Iterable):
            raise
    exact_targets = [one] * len(puzzles) if is_one else list(one)
    if len(exact_targets) != len(puzzles):
        shape = (len(exact_targets),)
        raise RuleError(f"{counted(len(puzzles), 'row')} of numbers, but targets of shape {shape}")
    parsed = zip(
        _parse_rows(puzzles, lambda row: parse_numbers(row, rules=rules)),
        _parse_rows(exact_targets, parse_number),
        strict=True,
    )
    by_length: dict[int, list[ExactRow]] = {}
    exact: list[ExactRow] = []
    for index, (row, target) in enumerate(parsed):
        is_whole = all(number.denominator == 1 for number in (*row, target))
        (by_length.setdefault(len(row), []) if is_whole else exact).append((index, row, target))
    arrays = [
        RowsOfOneLength(
            np.array([index for index, _, _ in alike]),
            np.array([[*map(int, row)] for _, row, _ in alike], np.int64),
            np.array([int(target) for *_, target in alike], np.int64),
        )
        for alike in by_length.values()
    ]
    return len(puzzles), arrays, exact


class PuzzleRows:
    """The puzzles of answers: rows of numbers or one for all, targets or one for all.

    Args:
        numbers: a row of numbers for each answer; or the numbers of one puzzle.
        targets: a target for each answer, or one for all.
        size: how many answers there are.
        rules: the rules of the puzzles.

    Raises:
        RuleError: there are more or fewer rows or targets than answers.
    """

    def __init__(
        self, numbers: PuzzlesLike, targets: TargetsLike, size: int, rules: RulesLike
    ) -> None:
        self.size, self.rules = size, rules
        self.numbers, self.target = _as_list(numbers, size), _as_list(targets, size)
        self.rows: Sequence[Any] | None = None
        if isinstance(self.numbers, (list, tuple)):
            rows = tuple(self.numbers)
            # A list of rows, and not the numbers of one puzzle.
            if isinstance(plain(rows[0]), Iterable) if rows else size == 0:
                self.rows = rows
        has_targets = isinstance(self.target, (list, tuple))
        self.targets: Sequence[Any] | None = tuple(self.target) if has_targets else None
        for what, column in (("rows of numbers", self.rows), ("targets", self.targets)):
            if column is not None and len(column) != size:
                raise RuleError(f"there are {len(column)} {what} for {counted(size, 'answer')}")

    @property
    def is_one(self) -> bool:
        """True if all answers are to the same puzzle."""
        return self.rows is None and self.targets is None

    def at(self, row: int) -> tuple[Any, Any]:
        """Return the numbers and the target of a row."""
        numbers = self.numbers if self.rows is None else self.rows[row]
        return plain(numbers), self.target_at(row)

    def target_at(self, row: int) -> Any:
        """Return the target of a row."""
        return self.target if self.targets is None else self.targets[row]

    def plain(self) -> tuple[Any, Any]:
        """Return the rows of numbers, and the targets or one target, unconverted."""
        rows = [self.numbers] * self.size if self.rows is None else self.rows
        return rows, self.target if self.targets is None else self.targets

    def parse(self, make: Callable[[tuple[Fraction, ...], Fraction], Parsed]) -> list[Parsed]:
        """Call `make` with the exact numbers and target of each row, or of the one puzzle.

        Raises:
            NotationError: a number or a target is not a number; the message names the row.
            RuleError: a row is empty.
        """

        def parse(puzzle: tuple[Any, Any]) -> Parsed:
            numbers, target = puzzle
            exact_numbers = parse_numbers(numbers, any_size=True, rules=self.rules)
            return make(exact_numbers, parse_number(target, any_size=True))

        if self.is_one:
            return [parse((self.numbers, self.target))]
        return _parse_rows(map(self.at, range(self.size)), parse)


def _numeric(column: Any) -> NDArray[Any] | None:
    """Return the array of numbers that NumPy makes of a column; None to read it row by row."""
    if is_read_by_row(column):  # refused where rows are read one by one
        return None
    with suppress(ValueError, OverflowError, TypeError):
        array = np.asarray(column)
        if array.dtype.kind in _NUMERIC:
            return array
        rows = plain(column)
        if isinstance(rows, (list, tuple)) and not is_read_by_row(rows):  # of arrays, for example
            array = np.asarray([plain(row) for row in rows])
            return array if array.dtype.kind in _NUMERIC else None
    return None


def _parse_array(what: str, column: Any, parse: Callable[[Any], int | list[int]]) -> NDArray[Any]:
    """Convert everything else that people write as numbers."""
    rows = plain(column)
    if isinstance(rows, (str, bytes, bytearray, Mapping)) or not isinstance(rows, Iterable):
        raise NotationError(f"expected {what} in a list, one puzzle per row", column, 0)
    parsed = _parse_rows(rows, parse)
    try:
        return np.array(parsed, np.int64)
    except ValueError:
        raise RuleError(f"the rows of {what} must have the same length: {quoted(column)}") from None


def _parse_rows(rows: Iterable[Any], parse: Callable[[Any], Parsed]) -> list[Parsed]:
    """Parse each row with `parse`; errors name the row."""
    parsed = []
    for index, row in enumerate(rows):
        check_deadline()
        try:
            parsed.append(parse(row))
        except NotationError as error:
            message = f"{error.args[0]} in {row_number(index)}"
            raise NotationError(message, *error.args[1:]) from None
        except RuleError as error:
            raise RuleError(f"{error} in {row_number(index)}") from None
    return parsed


def _parse_target(target: NumberLike) -> int:
    return _integer(parse_number(target, any_size=True))


def _integer(number: Fraction) -> int:
    numerator, denominator = number.as_integer_ratio()
    if denominator != 1 or abs(numerator) > LARGEST_PART:
        raise NotationError("expected integers that fit 64 bits", number_text(number), 0)
    return numerator


def _as_integers(what: str, array: NDArray[Any], column: object) -> NDArray[np.int64]:
    """Return the array with integers of 64 bits."""
    masked = masked_row(column)
    if masked is not None:
        raise NotationError(f"the {what} of {row_number(masked)} are masked", column, 0)
    array = np.array(array, order="C")  # a copy, so that nobody changes what is checked here
    if array.dtype == np.float16:  # which cannot be compared with the largest
        array = array.astype(np.float64)
    # Whole floats, such as 24.0, are taken up to the largest that is exact.
    is_whole = array.dtype.kind == "f" and bool(
        np.all((np.trunc(array) == array) & (abs(array) <= LARGEST_FLOAT))
    )
    if array.size == 0 or is_whole:
        array = array.astype(np.int64)
    is_whole = array.dtype.kind in "iu"
    if not is_whole or (array.size and max(-int(array.min()), int(array.max())) > LARGEST_PART):
        raise NotationError(f"expected {what} that are integers of 64 bits", column, 0)
    return array.astype(np.int64, copy=False)


def _as_list(column: Any, size: int) -> Any:
    """Convert arrays, columns, tables and iterators to lists; return anything else unchanged."""
    found = plain(column)
    is_one = isinstance(found, (str, bytes, bytearray, Mapping, Sequence))
    if is_one or not isinstance(found, Iterable):
        return found
    return list(islice(found, max(size, MAX_NUMBERS) + 1))  # an iterator may be endless
