"""Functions that rules may allow besides the operations: powers, factorials, roots, joined digits.

The core defines them, and how to undo them; they are rows of `FUNCTIONS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.value import Value

# The largest bound that rules may have for results.
MAX_LARGEST = _core.MOST_PART


@attrs.frozen
class Function(Value):
    """A function that rules may allow, such as powers: its name, symbol and number of operands."""

    name: str
    symbol: str
    operands: int
    plural: str = attrs.field(kw_only=True)
    summary: str = attrs.field(kw_only=True)

    def __repr__(self) -> str:
        return f"FUNCTIONS[{self.name!r}]"

    def apply(self, *operands: Fraction) -> Fraction | None:
        """Return the exact result; None if there is no such number.

        Also None if the numerator or denominator of an operand or the result exceeds 10^15.

        >>> from fractions import Fraction
        >>> FUNCTIONS["power"].apply(Fraction(2, 3), Fraction(-2))
        Fraction(9, 4)
        >>> FUNCTIONS["factorial"].apply(Fraction(4)), FUNCTIONS["root"].apply(Fraction(2))
        (Fraction(24, 1), None)
        >>> FUNCTIONS["concatenate"].apply(Fraction(12), Fraction(3))
        Fraction(123, 1)
        """
        pairs = [operand.as_integer_ratio() for operand in operands]
        if any(max(abs(n), d) > MAX_LARGEST for n, d in pairs):
            return None
        found = _core.function_value(self.name, pairs[0], pairs[-1])
        return None if found is None else Fraction(*found)


_FUNCTION_WORDS = {
    "power": ("powers (a^b)", "a^b for a whole exponent b; 0^0 has no value"),
    "factorial": ("factorials (a!)", "a! for a whole number a of at least 0"),
    "root": ("square roots (sqrt(a))", "the square root of a number, where it is rational"),
    "concatenate": (
        "concatenation (a||b)",
        "the digits of a, then the digits of b (12||3 is 123), for whole a from 1 and b from 0",
    ),
}
FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        name: Function(name, symbol, operands, plural=plural, summary=summary)
        for name, symbol, operands in _core.functions()
        for plural, summary in [_FUNCTION_WORDS[name]]
    }
)
