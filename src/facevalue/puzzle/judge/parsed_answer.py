"""A parsed answer: the expression, the position of each term, and the value it claims."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from facevalue import _core
from facevalue.puzzle.notation.evaluation import LocatedTerms, value_of, without_signs
from facevalue.puzzle.notation.expression import Expression, expression_of, trusted_expression
from facevalue.puzzle.notation.parsing import NEGATE, located

# The first and last term, whether it is a literal, whether it has a sign, where it begins.
_Side: TypeAlias = tuple[int, int, bool, bool, int]


class PlainAnswer:
    """The value and the expression of an answer, written by the core."""

    __slots__ = ("expression", "value")

    def __init__(self, numerator: int, denominator: int, text: str) -> None:
        self.value = Fraction(numerator, denominator)
        self.expression = trusted_expression(text)


def plain_answer(text: str, reader: _core.Syntax, *, forms: bool) -> PlainAnswer | None:
    """Return the value and expression of a plain answer, or None.

    An answer with signs, a claim or values beyond 64 bits is not plain.
    """
    found = reader.plain(text, forms)
    return None if found is None else PlainAnswer(*found)


class ParsedAnswer:
    """An answer as the core parsed it; `flaw` is empty if it is an expression.

    The target decides which side of `=` is the claim. With `forms`, `{-5}` and `{3/4}` are numbers.
    """

    def __init__(self, text: str, target: Fraction, reader: _core.Syntax, *, forms: bool) -> None:
        found = reader.read(text, forms)
        self.flaw, self.position, self.expected, _, terms, left, right, between = found
        self._target = target
        self._all = located(terms)
        self._sides = (left, right)
        self._between = between

    @cached_property
    def terms(self) -> LocatedTerms:
        """The postfix of the expression, each item with its position."""
        return self._side(0 if self._claiming else 1) if self._has_claim else self._all

    @cached_property
    def claim(self) -> Fraction | None:
        """The value that the answer claims; None without a claim, or for a division by zero."""
        return value_of(self._part(self._claimed)) if self._has_claim else None

    @property
    def claim_holds(self) -> bool:
        """True if the claim is the target, or there is no claim."""
        return not self._has_claim or self.claim == self._target

    @property
    def claim_position(self) -> int:
        """Where the claim begins."""
        start: int = self._claimed[4]
        return start

    @cached_property
    def _claimed(self) -> _Side:
        """The claimed number, or the first part of a chain that is not the target."""
        parts: list[_Side] = [*self._between, self._sides[self._claiming]]
        wrong = (part for part in parts if value_of(self._part(part)) != self._target)
        return next(wrong, parts[-1])

    @cached_property
    def value(self) -> Fraction | None:
        """The value of the expression; None if it divides by zero."""
        return value_of(self.terms)

    @cached_property
    def expression(self) -> Expression:
        """The expression, with every sign moved into a number."""
        tokens = [token for token, _ in self.terms]
        return expression_of(without_signs(tokens) if NEGATE in tokens else tuple(tokens))

    @property
    def _has_claim(self) -> bool:
        return self._sides[1] is not None

    @cached_property
    def _claiming(self) -> int:
        """The side that is the claim: the right one, unless only the left one can be the target."""
        # The core decides which side is the claim, for numbers of any size.
        described = []
        for side, (_, _, is_literal, has_sign, _) in enumerate(self._sides):
            terms = self._side(side)
            numbers = [token for token, _ in terms if not isinstance(token, str)]
            # Whether a literal is the target in lowest terms: 24 and 1/2, but not 48/2.
            is_lowest = len(numbers) == 1 or numbers[1] == self._target.denominator
            is_target = is_literal and is_lowest and value_of(terms) == self._target
            described.append((is_literal, has_sign, is_target))
        return 0 if _core.is_left_claimed(*described) else 1

    def _side(self, side: int) -> LocatedTerms:
        return self._part(self._sides[side])

    def _part(self, side: _Side) -> LocatedTerms:
        first, last, *_ = side
        return self._all[first:last]
