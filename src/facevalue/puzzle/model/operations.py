"""The four operations of arithmetic. The core defines them; they are rows of `OPERATIONS`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.value import Value


@attrs.frozen
class Operation(Value):
    """An operation: its symbol, name, function and precedence, and whether it commutes.

    A higher `precedence` is applied first, equal precedence from left to right.
    """

    symbol: str
    name: str
    function: Callable[[Fraction, Fraction], Fraction]
    precedence: int = attrs.field(kw_only=True)
    commutes: bool = attrs.field(kw_only=True)

    def __repr__(self) -> str:
        return f"OPERATIONS[{self.symbol!r}]"

    def apply(self, left: Fraction, right: Fraction) -> Fraction | None:
        """Return the exact result, or None for a division by zero.

        >>> from fractions import Fraction
        >>> OPERATIONS["/"].apply(Fraction(5), Fraction(6))
        Fraction(5, 6)
        """
        try:
            return self.function(left, right)
        except ZeroDivisionError:
            return None


# The core defines the four operations. There can be no others, because its search must undo them.
_FUNCTIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        symbol: Operation(
            symbol, name, _FUNCTIONS[symbol], precedence=precedence, commutes=commutes
        )
        for symbol, name, precedence, commutes in _core.operations()
    }
)
SYMBOLS = "".join(OPERATIONS)
