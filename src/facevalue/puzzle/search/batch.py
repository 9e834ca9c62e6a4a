"""`solve_many`, `count_many`, `solvable_many`: many puzzles at once, without Python's lock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, Union

from facevalue import _core
from facevalue.arrays import has_truth_value, masked_row, plain
from facevalue.budget import USUAL_LIMIT, check_deadline, time_limit
from facevalue.cards import Card
from facevalue.errors import LimitError, NotationError, RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.puzzle.model.numbers import (
    LARGEST_FLOAT,
    LARGEST_PART,
    NumberLike,
    NumbersLike,
    number_text,
    parse_number,
    parse_numbers,
)
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.notation.expression import MOST_BITS
from facevalue.puzzle.search.candidates import as_pairs, check_size
from facevalue.puzzle.search.cost import check_search, check_walk, counts_without_list
from facevalue.puzzle.search.solve import DISTINCT, check_raw

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from facevalue.puzzle.model.rules import RulesLike
    from facevalue.puzzle.search.cost import Wanted
    from facevalue.puzzle.search.solve import Distinct

# What functions for many puzzles take: rows of numbers; a target, or one for each row.
RowsLike: TypeAlias = Union["ArrayLike", Iterable[NumbersLike]]
TargetsLike: TypeAlias = Union["ArrayLike", NumberLike, Iterable[NumberLike]]
# Kinds of NumPy arrays; those of truth values and complex numbers are refused later.
_NUMERIC = "biufc"


def solve_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct = "essential",
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> list[list[str]]:
    """The solutions of many puzzles: a list of texts for each row of numbers, simplest first.

    Args:
        numbers: whole numbers, one puzzle a row: an array (N, k), a table, a list or a column of
            lists or texts.
        targets: one for each row, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        distinct: "raw", "canonical" or "essential", as for `solve`.
        workers: threads that share the rows, 1 to 64.
        limit: the most seconds that one row may take, by an estimate; None for any time.

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: a row would take more seconds than `limit`, or its numbers are too large.

    >>> solve_many([[8, 8, 3, 3], [1, 1, 1, 1]])
    [['8/(3-8/3)'], []]
    """
    batch = prepare_batch(numbers, targets, rules, distinct, workers, limit=limit)
    return _core.solve_many(*batch)


def count_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct = "essential",
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> NDArray[np.int64]:
    """How many solutions each of many puzzles has.

    Args:
        numbers: whole numbers, one puzzle a row: an array (N, k), a table, a list or a column of
            lists or texts.
        targets: one for each row, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        distinct: "raw", "canonical" or "essential", as for `solve`.
        workers: threads that share the rows, 1 to 64.
        limit: the most seconds that one row may take, by an estimate; None for any time.

    Returns:
        An int64 array of shape (N,).

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: a row would take more seconds than `limit`, or its numbers are too large.

    >>> count_many([[2, 4, 8, 10], [1, 1, 1, 1]]).tolist()
    [11, 0]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    batch = prepare_batch(numbers, targets, rules, distinct, workers, limit=limit, wanted="count")
    return _core.count_many(*batch).astype(np.int64)


def solvable_many(
    numbers: RowsLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> NDArray[np.bool_]:
    """Whether each of many puzzles has a solution.

    Args:
        numbers: whole numbers, one puzzle a row: an array (N, k), a table, a list or a column of
            lists or texts.
        targets: one for each row, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        workers: threads that share the rows, 1 to 64.
        limit: the most seconds that one row may take, by an estimate; None for any time.

    Returns:
        A bool array of shape (N,).

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules, or shapes that do not match.
        LimitError: a row would take more seconds than `limit`, or its numbers are too large.

    >>> solvable_many([[4, 4, 10, 10], [1, 1, 1, 1]]).tolist()
    [True, False]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    rows, goals, row, _, count = prepare_batch(
        numbers, targets, rules, "essential", workers, limit=limit, wanted="first"
    )
    return _core.solvable_many(rows, goals, row, count).astype(np.bool_)


def prepare_batch(
    numbers: RowsLike,
    targets: TargetsLike | None,
    rules: RulesLike,
    distinct: str,
    workers: int,
    *,
    limit: float | None,
    wanted: Wanted = "all",
) -> tuple[NDArray[np.int64], NDArray[np.int64], _core.Rules, str, int]:
    """The checked arguments as the core takes them, for what is wanted of each row."""
    game = rules_named(rules)
    rows = number_rows(numbers)
    goals = _goals(targets, game, len(rows))
    level = one_of("distinct", distinct, DISTINCT)
    threads = worker_count(workers)
    if wanted == "count" and rows.size:
        is_counted = counts_without_list(game, level, int(rows.min()), int(goals.min()))
        wanted = "count" if is_counted else "all"
    _check_size(rows, game, level, time_limit(limit), wanted)
    return rows, goals, core_rules(game), level, threads


def number_rows(numbers: RowsLike) -> NDArray[np.int64]:
    """Rows of whole numbers as the core takes them, one puzzle a row.

    Raises:
        NotationError: some are not whole, or do not fit 64 bits.
        RuleError: rows of different length, or one puzzle instead of rows.

    >>> number_rows(["8 8 3 3", "1 2 3 4"]).tolist()
    [[8, 8, 3, 3], [1, 2, 3, 4]]
    """
    array = _numeric(numbers)
    if array is None:
        array = _parsed(
            "numbers", numbers, lambda row: [*map(_whole, parse_numbers(row, any_size=True))]
        )
    rows = _whole_array("numbers", array, numbers)
    if rows.ndim != 2 or rows.shape[1] == 0:
        one_each = "expected numbers of shape (N, k), one puzzle a row such as [[8, 8, 3, 3]]"
        raise RuleError(f"{one_each}: {rows.shape}")
    return rows


def _numeric(given: Any) -> NDArray[Any] | None:  # noqa: ANN401 - whatever holds numbers
    """The array of numbers that NumPy makes of it; None if it has to be read one by one."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    if has_truth_value(given):  # refused where they are read one by one
        return None
    with suppress(ValueError, OverflowError, TypeError):
        array = np.asarray(given)
        if array.dtype.kind in _NUMERIC:
            return array
        rows = plain(given)
        if isinstance(rows, (list, tuple)) and not has_truth_value(rows):  # of arrays, for example
            array = np.asarray([plain(row) for row in rows])
            return array if array.dtype.kind in _NUMERIC else None
    return None


def _parsed(
    what: str,
    given: Any,  # noqa: ANN401 - whatever holds numbers
    parse: Callable[[Any], int | list[int]],
) -> NDArray[Any]:
    """Everything else that people write as numbers, read row by row."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    rows = plain(given)
    if isinstance(rows, (str, bytes, bytearray, Mapping)) or not isinstance(rows, Iterable):
        raise NotationError(f"expected {what} in a list, one puzzle a row", quoted(given), 0)
    found = []
    for place, row in enumerate(rows):
        check_deadline()
        try:
            found.append(parse(row))
        except NotationError as error:
            message = f"{error.args[0]} in row {place}"
            raise NotationError(message, error.text, error.position) from None
        except RuleError as error:
            raise RuleError(f"{error} in row {place}") from None
    try:
        return np.array(found, np.int64)
    except ValueError:
        raise RuleError(f"expected {what} in rows of equal length: {quoted(given)}") from None


def _whole(number: Fraction) -> int:
    if number.denominator != 1 or abs(number) > LARGEST_PART:
        raise NotationError("expected whole numbers that fit 64 bits", number_text(number), 0)
    return int(number)


def _whole_array(what: str, array: NDArray[Any], given: object) -> NDArray[np.int64]:
    """The array with whole numbers of 64 bits.

    Raises:
        NotationError: some are not whole, or do not fit 64 bits.
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    masked = masked_row(given)
    if masked is not None:
        raise NotationError(f"the {what} of row {masked + 1} are masked", quoted(given), 0)
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
    if not is_whole or (array.size and max(-int(array.min()), int(array.max())) > 2**63 - 1):
        raise NotationError(f"expected {what} that are whole and fit 64 bits", quoted(given), 0)
    return array.astype(np.int64, copy=False)


def _goals(targets: Any, game: Rules, count: int) -> NDArray[np.int64]:  # noqa: ANN401
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    targets = game.target if targets is None else targets
    array = _numeric(targets)
    if array is None and isinstance(plain(targets), (str, int, float, Fraction, Decimal, Card)):
        array = np.asarray(_whole(parse_number(targets, any_size=True)))
    elif array is None:
        array = _parsed(
            "targets", targets, lambda target: _whole(parse_number(target, any_size=True))
        )
    goals = _whole_array("targets", array, targets)
    if goals.ndim == 0:
        return np.full(count, goals, dtype=np.int64)
    if goals.shape != (count,):
        raise RuleError(f"expected {count} targets, one for each row: shape {goals.shape}")
    return goals


def _check_size(
    rows: NDArray[np.int64], game: Rules, distinct: str, limit: float | None, wanted: Wanted
) -> None:
    """Checks the hardest row there could be: different numbers are the most work."""
    size = rows.shape[1]
    different = parse_numbers(range(2, size + 2))
    check_size(different, game)
    largest = int(abs(rows).max()) if rows.size else 0
    walks = _core.needs_walk(as_pairs(different), core_rules(game))
    if not walks:
        check_search(different, game, limit, wanted=wanted)
        check_raw(size, distinct)
    # A negative number under rules that forbid negative results makes the search a walk.
    least = int(rows.min()) if rows.size else 0
    with_least = as_pairs((*different[1:], Fraction(min(least, 2))))
    if walks or _core.needs_walk(with_least, core_rules(game)):
        check_walk([number + largest for number in different], game, limit)
    if largest.bit_length() * size >= MOST_BITS:
        raise LimitError("expected smaller numbers: their product is beyond 639 bits", MOST_BITS)
