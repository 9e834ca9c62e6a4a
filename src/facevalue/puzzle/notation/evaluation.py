"""Judging what has been read, with numbers of any size: the exact way behind the core's fast one.

The core judges in 64 and 128 bits and hands on what does not fit. Nothing is rounded here either:
values are fractions that are not reduced, so that a thousand operations need no common divisor.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from fractions import Fraction

from facevalue.puzzle.model.rules import OPERATION, VALUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from facevalue.puzzle.model.rules import Rules, ValueSet
    from facevalue.puzzle.notation.parsing import Postfix

    Placed: TypeAlias = Sequence[tuple[Fraction | str, int]]
    Finding: TypeAlias = tuple["Reason", int | None]

NEGATE = "negate"  # the sign of an operand, among the symbols of operations


class Reason(StrEnum):
    """Why an answer is judged as it is; the order is that of the codes of `check_many`.

    >>> Reason("correct"), list(Reason)[5].value
    (<Reason.CORRECT: 'correct'>, 'wrong_numbers')
    """

    CORRECT = "correct"
    NO_ANSWER = "no_answer"
    MALFORMED = "malformed"
    UNKNOWN_SYMBOL = "unknown_symbol"
    FORBIDDEN_OPERATOR = "forbidden_operator"
    WRONG_NUMBERS = "wrong_numbers"
    DIVISION_BY_ZERO = "division_by_zero"
    FORBIDDEN_VALUE = "forbidden_value"
    WRONG_VALUE = "wrong_value"
    FALSE_CLAIM = "false_claim"
    TOO_LONG = "too_long"


class Unreduced:
    """A fraction as it falls out of the operations; the denominator is positive."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int = 1) -> None:
        sign = -1 if denominator < 0 else 1
        self.numerator, self.denominator = sign * numerator, sign * denominator

    def __add__(self, other: Unreduced) -> Unreduced:
        crossed = self.numerator * other.denominator + other.numerator * self.denominator
        return Unreduced(crossed, self.denominator * other.denominator)

    def __sub__(self, other: Unreduced) -> Unreduced:
        return self + -other

    def __mul__(self, other: Unreduced) -> Unreduced:
        return Unreduced(self.numerator * other.numerator, self.denominator * other.denominator)

    def __truediv__(self, other: Unreduced) -> Unreduced:
        if other.numerator == 0:
            raise ZeroDivisionError
        return Unreduced(self.numerator * other.denominator, self.denominator * other.numerator)

    def __neg__(self) -> Unreduced:
        return Unreduced(-self.numerator, self.denominator)

    def equals(self, value: Fraction) -> bool:
        """Whether it is the value."""
        return self.numerator * value.denominator == value.numerator * self.denominator

    def is_in(self, values: ValueSet) -> bool:
        """Whether a set of values holds it."""
        if values.whole and self.numerator % self.denominator:
            return False
        return values.least is None or self.numerator >= values.least * self.denominator


def judged(terms: Placed, numbers: Sequence[Fraction], target: Fraction, rules: Rules) -> Finding:
    """The reason and the position for an expression: its postfix, each item with its position."""
    return (
        _forbidden_operator(terms, rules)
        or _wrong_grouping(terms, rules.grouping)
        or _wrong_numbers(terms, numbers, rules)
        or _evaluated(terms, target, VALUES[rules.values])
    )


def value_of(terms: Placed) -> Fraction | None:
    """The exact value, or None where anything is divided by zero."""
    values: list[Unreduced] = []
    for token, _ in terms:
        result = _applied(token, values)
        if result is None:
            return None
        values.append(result)
    return Fraction(values[0].numerator, values[0].denominator)


def _applied(token: Fraction | str, values: list[Unreduced]) -> Unreduced | None:
    """The value of a number, or of an operation on the last values, which it takes off."""
    if isinstance(token, Fraction):
        return Unreduced(token.numerator, token.denominator)
    right = values.pop()
    if token == NEGATE:
        return -right
    left = values.pop()
    try:
        return OPERATION[token].function(left, right)  # type: ignore[arg-type, return-value]
    except ZeroDivisionError:
        return None


def _forbidden_operator(terms: Placed, rules: Rules) -> Finding | None:
    known = {*rules.operators, NEGATE}
    positions = [place for token, place in terms if isinstance(token, str) and token not in known]
    return (Reason.FORBIDDEN_OPERATOR, min(positions)) if positions else None


def _wrong_grouping(terms: Placed, grouping: str) -> Finding | None:
    if grouping == "flat":
        return _bracketed(terms)
    shape = "".join("n" if isinstance(t, Fraction) else "o" for t, _ in terms if t != NEGATE)
    if grouping == "left":
        is_wrong = shape != "n" + "no" * (len(shape) // 2)
    else:
        is_wrong = grouping == "forth" and shape not in {"nnnnooo", "nnonnoo"}
    return (Reason.MALFORMED, terms[-1][1]) if is_wrong else None


def _bracketed(terms: Placed) -> Finding | None:
    """The first operation that could not be written without brackets."""
    operands: list[tuple[int, int]] = []  # how much each binds, and where its operation stands
    alone = 1 + max(row.precedence for row in OPERATION.values())
    for token, place in terms:
        if isinstance(token, Fraction):
            operands.append((alone, place))
        elif token != NEGATE:
            right, left = operands.pop(), operands.pop()
            own = OPERATION[token].precedence
            if left[0] < own or right[0] <= own:
                return Reason.MALFORMED, (left if left[0] < own else right)[1]
            operands.append((own, place))
    return None


def _wrong_numbers(terms: Placed, numbers: Sequence[Fraction], rules: Rules) -> Finding | None:
    """The first number that is not given, or not so often, or out of order."""
    used = [(token, place) for token, place in terms if isinstance(token, Fraction)]
    taken = _in_order(used, numbers, rules) if rules.order == "given" else _taken(used, numbers)
    if taken is not None:
        return Reason.WRONG_NUMBERS, taken
    is_short = rules.use == "all" and len(used) < len(numbers)
    return (Reason.WRONG_NUMBERS, None) if is_short else None


def _taken(used: Sequence[tuple[Fraction, int]], numbers: Sequence[Fraction]) -> int | None:
    left_over = Counter(numbers)
    for number, place in used:
        if not left_over[number]:
            return place
        left_over[number] -= 1
    return None


def _in_order(
    used: Sequence[tuple[Fraction, int]], numbers: Sequence[Fraction], rules: Rules
) -> int | None:
    following = iter(numbers)
    for number, place in used:
        is_next = number == next(following, None) if rules.use == "all" else number in following
        if not is_next:
            return place
    return None


def _evaluated(terms: Placed, target: Fraction, allowed: ValueSet) -> Finding:
    values: list[Unreduced] = []
    for token, place in terms:
        result = _applied(token, values)
        if result is None:
            return Reason.DIVISION_BY_ZERO, place
        if isinstance(token, str) and not result.is_in(allowed):
            return Reason.FORBIDDEN_VALUE, place
        values.append(result)
    return (Reason.CORRECT if values[0].equals(target) else Reason.WRONG_VALUE), None


def without_signs(tokens: Sequence[Fraction | str]) -> Postfix:
    """The same value with every sign moved into a number: -(1+2)*3 becomes ({-1}-2)*3."""
    starts: list[int] = []  # where the subtree that ends at each token begins
    for place, token in enumerate(tokens):
        operand = 0 if isinstance(token, Fraction) else starts[place - 1]
        is_binary = isinstance(token, str) and token != NEGATE
        starts.append(
            place if isinstance(token, Fraction) else starts[operand - 1] if is_binary else operand
        )
    turned = [False] * len(tokens)
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token == NEGATE:
            turned[place - 1] = not turned[place]
        elif isinstance(token, str) and turned[place]:
            turned[starts[place - 1] - 1] = True
    return tuple(
        _turned(token) if is_turned else token
        for token, is_turned in zip(tokens, turned, strict=True)
        if token != NEGATE
    )


def _turned(token: Fraction | str) -> Fraction | str:
    if isinstance(token, Fraction):
        return -token
    return {"+": "-", "-": "+"}.get(token, token)
