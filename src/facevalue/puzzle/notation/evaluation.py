"""Judges parsed answers with numbers that do not fit the core's 64 bits.

This file computes their value; the core decides everything else. Values are exact fractions that
are not reduced, so a thousand operations need no common divisors.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from facevalue import _core
from facevalue.errors import LimitError
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.functions import MAX_LARGEST
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules import Rules, allows_ratio
from facevalue.puzzle.notation.parsing import (
    FUNCTION_OF,
    NEGATE,
    Postfix,
    subtree_starts,
    take_result,
)

LocatedTerms: TypeAlias = Sequence[tuple[Fraction | str, int]]
ReasonAndPlace: TypeAlias = tuple["Reason", int | None]


class Reason(StrEnum):
    """Why an answer is right or wrong.

    The members have the same order as the codes of the core.

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
    UNREADABLE = "unreadable"


_REASONS = tuple(Reason)
# Joined numbers are smaller.
_JOINED_END = 10**18
# There are too many ways to read an answer that joins more numbers in any order.
MAX_JOINED_TO_JUDGE = 16


class UnreducedFraction:
    """A fraction not in lowest terms; the denominator is positive."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int = 1) -> None:
        sign = -1 if denominator < 0 else 1
        self.numerator, self.denominator = sign * numerator, sign * denominator

    def __add__(self, other: UnreducedFraction) -> UnreducedFraction:
        crossed = self.numerator * other.denominator + other.numerator * self.denominator
        return UnreducedFraction(crossed, self.denominator * other.denominator)

    def __sub__(self, other: UnreducedFraction) -> UnreducedFraction:
        return self + -other

    def __mul__(self, other: UnreducedFraction) -> UnreducedFraction:
        return UnreducedFraction(
            self.numerator * other.numerator, self.denominator * other.denominator
        )

    def __truediv__(self, other: UnreducedFraction) -> UnreducedFraction:
        if other.numerator == 0:
            raise ZeroDivisionError
        return UnreducedFraction(
            self.numerator * other.denominator, self.denominator * other.numerator
        )

    def __neg__(self) -> UnreducedFraction:
        return UnreducedFraction(-self.numerator, self.denominator)

    def equals(self, value: Fraction) -> bool:
        """Return whether the fraction equals a value."""
        return self.numerator * value.denominator == value.numerator * self.denominator


def reason_for(
    terms: LocatedTerms, numbers: Sequence[Fraction], target: Fraction, rules: Rules
) -> ReasonAndPlace:
    """Return the reason for the verdict, and the position of the mistake, if there is one."""
    if rules.join and rules.order == "any" and len(numbers) > MAX_JOINED_TO_JUDGE:
        message = f"at most {MAX_JOINED_TO_JUDGE} numbers are joined in any order"
        raise LimitError(f"{message}, not {len(numbers)}", MAX_JOINED_TO_JUDGE)
    flaw = _core.structural_flaw(*_as_ids(terms, numbers), core_rules(rules))
    if flaw is not None:
        return _REASONS[flaw[0]], flaw[1]
    if rules.functions:
        return _reason_with_functions(terms, target, rules)
    values: list[UnreducedFraction] = []
    for token, place in terms:
        result = _applied(token, values)
        if result is None:
            return Reason.DIVISION_BY_ZERO, place
        if isinstance(token, str) and not allows_ratio(rules, result.numerator, result.denominator):
            return Reason.FORBIDDEN_VALUE, place
        values.append(result)
    return (Reason.CORRECT if values[0].equals(target) else Reason.WRONG_VALUE), None


def _reason_with_functions(terms: LocatedTerms, target: Fraction, rules: Rules) -> ReasonAndPlace:
    """Return the reason where rules allow functions, so that all results have small parts."""
    values: list[Fraction | None] = []
    for token, place in terms:
        if not isinstance(token, str):
            values.append(token)
            continue
        if token == "/" and not values[-1]:  # noqa: S105 - no password
            return Reason.DIVISION_BY_ZERO, place
        result = take_result(token, values)
        is_small = result is not None and max(map(abs, result.as_integer_ratio())) <= MAX_LARGEST
        if result is None or not is_small or not rules.allows(result):
            return Reason.FORBIDDEN_VALUE, place
        values.append(result)
    return (Reason.CORRECT if values == [target] else Reason.WRONG_VALUE), None


def _as_ids(
    terms: LocatedTerms, numbers: Sequence[Fraction]
) -> tuple[list[tuple[str, int, int]], list[int]]:
    """Replace each number in terms and numbers by an id, the same for equal numbers.

    The core decides everything except the value, and only needs to know which numbers are equal.
    """
    # Numbers that may be joined keep their digits; the ids of others are too long to be joined.
    used = (*numbers, *(token for token, _ in terms if not isinstance(token, str)))
    ids = {number: int(number) for number in used if number.denominator == 1 and number >= 0}
    ids = {number: number_id for number, number_id in ids.items() if number_id < _JOINED_END}
    for number in used:
        ids.setdefault(number, _JOINED_END + len(ids))
    number_ids = [ids[number] for number in numbers]
    located = [
        (token, place, 0) if isinstance(token, str) else ("", place, ids[token])
        for token, place in terms
    ]
    return located, number_ids


def value_of(terms: LocatedTerms) -> Fraction | None:
    """Return the exact value; None for a division by zero or a function without a value."""
    values: list[UnreducedFraction] = []
    for token, _ in terms:
        result = _applied(token, values)
        if result is None:
            return None
        values.append(result)
    return Fraction(values[0].numerator, values[0].denominator)


def _applied(token: Fraction | str, values: list[UnreducedFraction]) -> UnreducedFraction | None:
    """Return the value of a number, or of an operation on the last values, which are removed."""
    if not isinstance(token, str):
        return UnreducedFraction(token.numerator, token.denominator)
    right = values.pop()
    if token == NEGATE:
        return -right
    if token in FUNCTION_OF:
        return _function_value(token, right, values)
    left = values.pop()
    try:
        return OPERATIONS[token].function(left, right)  # type: ignore[arg-type, return-value]
    except ZeroDivisionError:
        return None


def _function_value(
    symbol: str, right: UnreducedFraction, values: list[UnreducedFraction]
) -> UnreducedFraction | None:
    operands = [right] if FUNCTION_OF[symbol].operands == 1 else [values.pop(), right]
    reduced = [Fraction(value.numerator, value.denominator) for value in operands]
    value = FUNCTION_OF[symbol].apply(*reduced)
    return None if value is None else UnreducedFraction(*value.as_integer_ratio())


def without_signs(tokens: Sequence[Fraction | str]) -> Postfix:
    """Move every sign into a number and keep the value: -(1+2)*3 becomes ({-1}-2)*3.

    A function with a sign is subtracted from 0: -2^2 becomes 0-2^2.
    """
    starts = subtree_starts(tokens)
    negated = [False] * len(tokens)
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token == NEGATE:
            negated[place - 1] = not negated[place]
        elif token in OPERATIONS and negated[place]:
            negated[starts[place - 1] - 1] = True
    functions = [place for place, token in enumerate(tokens) if token in FUNCTION_OF]
    subtracted = [starts[place] for place in functions if negated[place]]
    opposite = {"+": "-", "-": "+"}
    moved: list[Fraction | str] = []
    for place, (token, is_negated) in enumerate(zip(tokens, negated, strict=True)):
        moved += [Fraction(0)] * subtracted.count(place)
        if token == NEGATE:
            continue
        if not is_negated:
            moved.append(token)
        elif not isinstance(token, str):
            moved.append(-token)
        else:
            moved.append(opposite.get(token, token))
            moved += ["-"] * (token in FUNCTION_OF)
    return tuple(moved)
