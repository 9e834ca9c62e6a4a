"""Rules as the core takes them, and the steps that the core allows under them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from facevalue import _core
from facevalue.puzzle.model.rules import Rules


def core_rules(rules: Rules, operators: str | None = None) -> _core.Rules:
    """Return the rules for the core; rules that allow the same share one object.

    Args:
        rules: the rules.
        operators: their operators in the order in which a walk tries them.

    Raises:
        RuleError: the core does not know an operator or another word of the rules.
    """
    symbols = operators or rules.operators
    options = (rules.use, rules.order, rules.grouping, rules.values, rules.join)
    return _core_rules(symbols, *options, rules.largest or 0, rules.functions, rules.unary)


# A cache on short values: the hash of all of `Rules` takes longer than a small search.
_core_rules = lru_cache(maxsize=256)(_core.Rules)


def step_mask(numbers: Sequence[Fraction | None], rules: Rules) -> bytes:
    """Return which steps from some numbers have a `Rules.result`, for the mask of an environment.

    Args:
        numbers: the numbers on the table, with parts of at most 64 bits; None at an empty place.
        rules: the rules.

    Returns:
        For n numbers and k operators, n * n * k bytes: 1 at `(first * n + second) * k + operator`
        if the operator at that index of `rules.operators` may be applied to the numbers at these
        places, and the parts of the result have at most 64 bits; otherwise 0.

    >>> from fractions import Fraction
    >>> from facevalue.puzzle.model.rules import RULES
    >>> list(step_mask([Fraction(8), Fraction(3)], RULES["countdown"]))
    [0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    """
    pairs = [None if number is None else number.as_integer_ratio() for number in numbers]
    return _core.step_mask(pairs, core_rules(rules))
