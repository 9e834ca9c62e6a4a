"""`solve_many`, `count_many`, `solvable_many`: many puzzles at once, without Python's lock."""

from __future__ import annotations

from fractions import Fraction

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.errors import LimitError, NotationError, RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.puzzle.model.numbers import LARGEST_FLOAT, parse_numbers
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.notation.expression import MOST_BITS
from facevalue.puzzle.search.candidates import as_pairs, check_size
from facevalue.puzzle.search.cost import check_search, check_walk
from facevalue.puzzle.search.solve import DISTINCT, check_raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from facevalue.puzzle.model.rules import RulesLike
    from facevalue.puzzle.search.solve import Distinct


def solve_many(
    numbers: ArrayLike,
    targets: ArrayLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct = "essential",
    workers: int = 1,
) -> list[list[str]]:
    """The solutions of many puzzles: a list of texts for each row of numbers, simplest first.

    Args:
        numbers: whole numbers, shape (N, k), one puzzle a row.
        targets: whole numbers, shape (N,), or one for all rows; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        distinct: "raw", "canonical" or "essential", as for `solve`.
        workers: threads that share the rows, 1 to 64.

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: it would take too long.

    >>> solve_many([[8, 8, 3, 3], [1, 1, 1, 1]])
    [['8/(3-8/3)'], []]
    """
    return _core.solve_many(*prepare_batch(numbers, targets, rules, distinct, workers))


def count_many(
    numbers: ArrayLike,
    targets: ArrayLike | None = None,
    rules: RulesLike = "classic",
    *,
    distinct: Distinct = "essential",
    workers: int = 1,
) -> NDArray[np.int64]:
    """How many solutions each of many puzzles has.

    Args:
        numbers: whole numbers, shape (N, k), one puzzle a row.
        targets: whole numbers, shape (N,), or one for all rows; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        distinct: "raw", "canonical" or "essential", as for `solve`.
        workers: threads that share the rows, 1 to 64.

    Returns:
        An int64 array of shape (N,).

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules or `distinct`, or shapes that do not match.
        LimitError: it would take too long.

    >>> count_many([[2, 4, 8, 10], [1, 1, 1, 1]]).tolist()
    [11, 0]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    counts = _core.count_many(*prepare_batch(numbers, targets, rules, distinct, workers))
    return np.array(counts, dtype=np.int64)


def solvable_many(
    numbers: ArrayLike,
    targets: ArrayLike | None = None,
    rules: RulesLike = "classic",
    *,
    workers: int = 1,
) -> NDArray[np.bool_]:
    """Whether each of many puzzles has a solution.

    Args:
        numbers: whole numbers, shape (N, k), one puzzle a row.
        targets: whole numbers, shape (N,), or one for all rows; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        workers: threads that share the rows, 1 to 64.

    Returns:
        A bool array of shape (N,).

    Raises:
        NotationError: numbers or targets are not whole, or do not fit 64 bits.
        RuleError: unknown rules, or shapes that do not match.
        LimitError: it would take too long.

    >>> solvable_many([[4, 4, 10, 10], [1, 1, 1, 1]]).tolist()
    [True, False]
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    rows, goals, row, _, count = prepare_batch(
        numbers, targets, rules, "essential", workers, is_first=True
    )
    return np.array(_core.solvable_many(rows, goals, row, count), dtype=np.bool_)


def prepare_batch(
    numbers: ArrayLike,
    targets: ArrayLike | None,
    rules: RulesLike,
    distinct: str,
    workers: int,
    *,
    is_first: bool = False,
) -> tuple[NDArray[np.int64], NDArray[np.int64], _core.Rules, str, int]:
    """The checked arguments as the core takes them."""
    game = rules_named(rules)
    rows = whole_array("numbers", numbers)
    if rows.ndim != 2 or rows.shape[1] == 0:  # noqa: PLR2004 - rows and columns
        raise RuleError(f"expected numbers of shape (N, k), k from 1 up: {rows.shape}")
    goals = _goals(targets, game, len(rows))
    level = one_of("distinct", distinct, DISTINCT)
    threads = worker_count(workers)
    _check_size(rows, game, level, is_first=is_first)
    return rows, goals, core_rules(game), level, threads


def whole_array(what: str, given: ArrayLike) -> NDArray[np.int64]:
    """Whole numbers as the core takes them.

    Raises:
        NotationError: some are not whole, or do not fit 64 bits.
        RuleError: rows of different length.

    >>> whole_array("numbers", [[8, 8, 3, 3]]).dtype.name
    'int64'
    """
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    try:
        array = np.asarray(given)
    except (ValueError, OverflowError):
        raise RuleError(f"expected {what} in rows of equal length: {quoted(given)}") from None
    # Whole floats, such as 24.0, are taken up to the largest that is exact.
    is_whole = array.dtype.kind == "f" and bool(
        np.all((np.trunc(array) == array) & (abs(array) <= LARGEST_FLOAT))
    )
    if array.size == 0 or is_whole:
        array = array.astype(np.int64)
    is_whole = array.dtype.kind in "iu"
    if not is_whole or (array.size and max(-int(array.min()), int(array.max())) > 2**63 - 1):
        raise NotationError(f"expected {what} that are whole and fit 64 bits", quoted(given), 0)
    return np.require(array, dtype=np.int64, requirements="C")


def _goals(targets: ArrayLike | None, game: Rules, count: int) -> NDArray[np.int64]:
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    goals = whole_array("targets", game.target if targets is None else targets)
    if goals.ndim == 0:
        return np.full(count, goals, dtype=np.int64)
    if goals.shape != (count,):
        raise RuleError(f"expected {count} targets, one for each row: shape {goals.shape}")
    return goals


def _check_size(rows: NDArray[np.int64], game: Rules, distinct: str, *, is_first: bool) -> None:
    """Checks the hardest row there could be: different numbers are the most work."""
    size = rows.shape[1]
    different = parse_numbers(range(2, size + 2))
    check_size(different, game)
    largest = int(abs(rows).max()) if rows.size else 0
    walks = _core.needs_walk(as_pairs(different), core_rules(game))
    if not walks:
        check_search(different, game, USUAL_LIMIT, is_first=is_first)
        check_raw(size, distinct)
    # A negative number under rules that forbid negative results makes the search a walk.
    least = int(rows.min()) if rows.size else 0
    with_least = as_pairs((*different[1:], Fraction(min(least, 2))))
    if walks or _core.needs_walk(with_least, core_rules(game)):
        check_walk([number + largest for number in different], game, USUAL_LIMIT)
    if largest.bit_length() * size >= MOST_BITS:
        raise LimitError("expected smaller numbers: their product is beyond 639 bits", MOST_BITS)
