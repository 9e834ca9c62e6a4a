"""`Expression`: a string in any notation, its tree, and its exact value."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.errors import LimitError, NotationError, RuleError, quoted
from facevalue.puzzle.model.numbers import LARGEST_PART, NumberLike, parse_number
from facevalue.puzzle.notation import notations
from facevalue.puzzle.notation.parsing import FUNCTION_OF, Postfix, read_infix
from facevalue.value import Value, as_json, keep, make_trusted

# How wide the core's exact types are: the product of (|numerator| + denominator) of all numbers.
MAX_BITS = _core.WIDEST_BOUND_BITS


@attrs.frozen(init=False)
class Expression(Value):
    """A tree of operations over numbers; two expressions are equal if their trees are.

    Make one with `parse` or `from_postfix`. `1+2+3` and `1+(2+3)` are different expressions with
    the same `canonical` form.

    >>> Expression.parse("5 6 / 2 + 6 *")
    Expression.parse('(5/6+2)*6')
    """

    # Each tree has its own minimal infix, so the string alone is the content. Solvers make many
    # expressions that are only printed, so postfix is made when it is first needed.
    _text: str
    _postfix: Postfix | None = attrs.field(eq=False)

    def __init__(self, text: str, notation: str = "auto") -> None:
        postfix = notations.read(text, notation)
        self.__attrs_init__(text=_core.infix(postfix), postfix=postfix)

    @classmethod
    def parse(cls, text: str, notation: str = "auto") -> Expression:
        """Parse an expression.

        Args:
            text: up to 1,000,000 characters with up to 1000 numbers.
            notation: one of `NOTATIONS`, or "auto" to guess it.

        Raises:
            NotationError: the string is malformed in that notation; `position` says where.
            RuleError: no notation has that name.
            LimitError: the string is too long, or has too many or too large numbers.

        >>> Expression.parse("(5 ÷ 6 + 2) × 6").value
        Fraction(17, 1)
        """
        return cls(text, notation)

    @classmethod
    def from_postfix(cls, tokens: Iterable[NumberLike]) -> Expression:
        """Make an expression from numbers and operator symbols, each operator after its operands.

        Args:
            tokens: up to 1000 numbers, as for `solve`, and the symbols `+ - * /`.

        Raises:
            NotationError: a token is something else, or operators and operands do not match.
            LimitError: there are too many numbers, or one is too large.

        >>> str(Expression.from_postfix([5, 6, "/"]))
        '5/6'
        """
        words = (
            token if isinstance(token, str) else str(parse_number(token, any_size=True))
            for token in tokens
        )
        return expression_of(notations.read(" ".join(words), "postfix"))

    @property
    def postfix(self) -> Postfix:
        """The numbers and the operator symbols, each after its operands.

        >>> Expression.parse("5/6").postfix
        (Fraction(5, 1), Fraction(6, 1), '/')
        """
        if self._postfix is None:
            keep(self, _postfix=read_infix(self._text))
        assert self._postfix is not None  # noqa: S101 - our own invariant
        return self._postfix

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers from left to right, with repeats.

        >>> [str(number) for number in Expression.parse("(6-1)*6").numbers]
        ['6', '1', '6']
        """
        return tuple(token for token in self.postfix if not isinstance(token, str))

    @property
    def value(self) -> Fraction | None:
        """The exact value, or None for a division by zero or a function without a value.

        It may have more than 4300 digits, which Python prints only if `sys.set_int_max_str_digits`
        allows it.

        >>> Expression.parse("0*(1/(2-2))").value is None
        True
        """
        value = _core.value(self._text)
        return None if value is None else Fraction(*value)

    @property
    def results(self) -> tuple[Fraction | None, ...]:
        """The result of each operation, in the order of `steps`; the last is the value.

        A division by zero gives None, a function without a value too (`Function.apply`), and so
        does every operation on None.

        >>> Expression.parse("(5/6+2)*6").results
        (Fraction(5, 6), Fraction(17, 6), Fraction(17, 1))
        >>> Expression.parse("4!-sqrt(4)^3").results
        (Fraction(24, 1), Fraction(2, 1), Fraction(8, 1), Fraction(16, 1))
        """
        found = _core.results(self._text)
        return tuple(None if value is None else Fraction(*value) for value in found)

    def to(self, notation: str) -> str:
        """Write the expression in a notation; `parse` with the same notation reads it back.

        Args:
            notation: one of `NOTATIONS`.

        Raises:
            RuleError: no notation has that name.
            LimitError: the notation is "steps" and a result has more than 4300 digits.

        >>> Expression.parse("(5/6+2)*6").to("apl")
        '×+÷5 6 2 6'
        """
        is_infix = type(notation) is str and notation == "infix"  # not an array of them
        return self._text if is_infix else notations.write_infix(self._text, notation)

    def steps(self) -> list[str]:
        """Return the operations with their results, one per line; a number alone is one line.

        A result of a division by zero is `undefined`. Where an operand could be another result or
        number, the step says which is meant.

        Raises:
            LimitError: a result has more than 4300 digits.

        >>> Expression.parse("(5/6+2)*6").steps()
        ['5 / 6 = 5/6', '(5/6) + 2 = 17/6', '(17/6) * 6 = 17']
        >>> Expression.parse("(3-1)*2").steps()
        ['3 - 1 = 2', '2 * 2 = 4 (from: step 1, number)']
        """
        return _core.steps(self._text)

    def canonical(self) -> Expression:
        """Return a form that does not depend on order, grouping and signs.

        Raises:
            RuleError: it has a power, factorial or root.
            NotationError: it divides by zero.
            LimitError: its numbers are too large: the product of all (|numerator| + denominator)
                is 2^639 or more.

        >>> str(Expression.parse("(1-5)*(2-4)").canonical())
        '(4-2)*(5-1)'
        """
        if any(token in FUNCTION_OF for token in self.postfix):
            raise RuleError(f"a canonical form has no functions, unlike {quoted(self._text)}")
        pairs = [(number.numerator, number.denominator) for number in self.numbers]
        if max(max(abs(n), d) for n, d in pairs) > LARGEST_PART or not _core.fits(pairs):
            raise LimitError(f"the numbers are too large: {quoted(self._text)}", MAX_BITS)
        text = _core.canonical(
            [
                (token, 0, 1) if isinstance(token, str) else ("", *token.as_integer_ratio())
                for token in self.postfix
            ]
        )
        if text is None:
            raise NotationError("division by zero", self._text, 0)
        return trusted_expression(text)

    def as_dict(self, notation: str = "infix") -> dict[str, Any]:
        """Return the expression in a notation, its value and its steps, for JSON.

        `steps` is None if a step has more than 4300 digits.

        Raises:
            RuleError: no notation has that name.

        JSON:
            expression (text or null): an expression in the notation requested.
            value (number or null): the exact value; null for a division by zero.
            steps (list of text or null): one operation each, such as `8 / (1/3) = 24`.

        >>> Expression.parse("5/6+2").as_dict()
        {'expression': '5/6+2', 'value': '17/6', 'steps': ['5 / 6 = 5/6', '(5/6) + 2 = 17/6']}
        """
        parts, steps = _core.describe(self._text)
        value = None if parts is None else Fraction(*parts)
        return {"expression": self.to(notation), "value": as_json(value), "steps": steps}

    def _by_name(self) -> dict[str, Any]:
        return {"text": self._text}

    def as_item(self) -> str:
        """Return the string of the expression."""
        return self._text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        # A fraction alone has braces, so "auto" reads every minimal string as infix.
        return f"Expression.parse({self._text!r})"

    def _repr_latex_(self) -> str:
        return f"${self.to('latex')}$"


# Solvers make expressions by the thousand, so the slots are set directly.
_set_text = Expression.__dict__["_text"].__set__
_set_postfix = Expression.__dict__["_postfix"].__set__


def trusted_expression(text: str) -> Expression:
    """Return the expression for a minimal infix string of the core, without parsing it."""
    expression = object.__new__(Expression)
    _set_text(expression, text)
    _set_postfix(expression, None)
    return expression


def expression_of(postfix: Postfix) -> Expression:
    """Return the expression for valid postfix, which is not checked."""
    return make_trusted(Expression, _text=_core.infix(postfix), _postfix=postfix)
