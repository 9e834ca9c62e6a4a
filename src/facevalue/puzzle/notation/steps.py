"""Step lists: one operation per line, each with its result; the core writes and reads them."""

from __future__ import annotations

from fractions import Fraction

from facevalue import _core
from facevalue.puzzle.notation.parsing import Postfix, read_infix


def step_text(
    left: Fraction | None, symbol: str, right: Fraction | None, result: Fraction | None
) -> str:
    """Return a step as a line; fractions as operands are in brackets.

    Args:
        left: the value on the left, or the only one; None if it is undefined.
        symbol: the operator.
        right: the value on the right; None if it is undefined.
        result: the result; None if it is undefined.

    Raises:
        LimitError: a value has more than 4300 digits.

    >>> step_text(Fraction(8), "/", Fraction(1, 3), Fraction(24))
    '8 / (1/3) = 24'
    >>> step_text(Fraction(4), "!", Fraction(4), Fraction(24))
    '4! = 24'
    """
    return _core.step_line(left, symbol, right, result)


def write_steps(postfix: Postfix) -> str:
    """Return the steps as one string, one per line.

    Raises:
        RuleError: there is a power, factorial or root, which could not be read back.
        LimitError: a result has more than 4300 digits.
    """
    return _core.write_steps(postfix)


def read_steps(text: str) -> Postfix:
    """Read a list of steps; every result must be true."""
    return read_infix(_core.read_steps(text))
