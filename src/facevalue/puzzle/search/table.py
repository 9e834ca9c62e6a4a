"""`table`: all rows of digits that make a target with operators between them."""

from __future__ import annotations

from collections.abc import Iterator

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.errors import RuleError, quoted
from facevalue.options import whole_number
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike, parse_number, parse_numbers
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named

MAX_TABLE_NUMBERS = 9
_ROW_SECONDS = 1e-7
# The Oberon program tries the operators in this order, which decides the order of its rows.
_ORDER = "-+*/"


def table(
    digits: NumbersLike,
    target: NumberLike,
    rules: RulesLike = "oberon",
    *,
    size: int = 4,
    limit: float | None = USUAL_LIMIT,
) -> Iterator[tuple[tuple[int, ...], str]]:
    """Find every row of `size` digits that makes the target with operators between them.

    Args:
        digits: whole numbers to choose from; a row may repeat them.
        target: the number to make.
        rules: a name in `RULES`, or custom rules, with the order "given" and the
            grouping "flat" or "left": only then do the operators define the calculation.
        size: how many digits a row has, 1 to 9.
        limit: the maximum time in seconds, estimated in advance; None for no limit.

    Yields:
        The digits of a row, and the operators as a string like "+**". The last digit changes
        fastest; rows with equal digits are sorted by their operators, in the order - + * / of the
        Oberon program.

    Raises:
        NotationError: a digit or the target is not a number.
        RuleError: unknown rules, rules with another order or grouping, digits that are not
            whole, or `size` out of range.
        LimitError: it would take longer than `limit` (the message gives an estimate).

    >>> next(iter(table(range(1, 10), 143)))
    ((2, 8, 9, 1), '**-')
    """
    exact_rules, exact_target = rules_named(rules), parse_number(target)
    if exact_rules.order != "given" or exact_rules.grouping not in ("flat", "left"):
        needed = "the order 'given' and the grouping 'flat' or 'left'"
        raise RuleError(f"the rules must have {needed}, unlike {exact_rules.name!r}")
    if exact_rules.join:
        raise RuleError(f"a table does not join digits, as {quoted(exact_rules.name)} allows")
    parsed = parse_numbers(digits)
    if not all(digit.denominator == 1 for digit in parsed):
        raise RuleError(f"digits must be whole numbers, not {quoted(digits)}")
    columns = whole_number("size", size, 1, MAX_TABLE_NUMBERS)
    numbers = [int(digit) for digit in parsed]
    walked = len(numbers) ** columns * len(exact_rules.operators) ** (columns - 1)
    check_cost(f"going through {walked:,} rows", walked * _ROW_SECONDS, limit)
    symbols = "".join(symbol for symbol in _ORDER if symbol in exact_rules.operators)
    pair, compiled = exact_target.as_integer_ratio(), core_rules(exact_rules, symbols)
    for chosen, operators in _core.table(numbers, columns, pair, compiled):
        yield tuple(chosen), operators
