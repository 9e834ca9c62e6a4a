"""`values`: all values that numbers can make, including fractions, with an expression for each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

import attrs
from attrs import field

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import refuse
from facevalue.puzzle.model.core_rules import as_pairs, check_size, core_rules
from facevalue.puzzle.model.numbers import (
    NumberLike,
    NumbersLike,
    as_number,
    parse_number,
    parse_numbers,
    unread,
)
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from facevalue.puzzle.search.plan import check_plan
from facevalue.value import Value, keep, spelled

# How many expressions the core returns at a time, and how many values.
_BATCH = 256
_PART = 10_000
_IN_REPR = 10


def values(
    numbers: NumbersLike,
    rules: RulesLike = "classic",
    *,
    low: NumberLike | None = None,
    high: NumberLike | None = None,
    limit: float | None = USUAL_LIMIT,
) -> Values:
    """Find every value that the numbers make.

    The result is a lazy view.

    Args:
        numbers: the numbers of the puzzle, as for `solve`.
        rules: a name in `RULES`, or custom rules.
        low: the smallest value of the view; None for no bound.
        high: the largest value of the view; None for no bound.
        limit: the maximum time in seconds for finding the values, or an expression for each of
            them, estimated in advance; None for no limit.

    Raises:
        NotationError: a number or a bound is not a number.
        RuleError: unknown rules, too many or too few numbers for them, or `low` above `high`.
        LimitError: it would take longer than `limit` (the message gives an estimate), as with
            seven different numbers; or the numbers are too large.

    >>> found = values("1 2")
    >>> [f"{value} = {expression}" for value, expression in found.items()]
    ['-1 = 1-2', '1/2 = 1/2', '1 = 2-1', '2 = 1*2', '3 = 1+2']
    >>> str(values("5 6 6 2")["17"])
    '(5/6+2)*6'
    """
    return Values(numbers, rules, low=low, high=high, limit=limit)


def _bound(bound: NumberLike | None) -> Fraction | None:
    return None if bound is None else parse_number(bound)


@attrs.frozen
class Values(Value):
    """The values that numbers can make, ascending; see `values` for the arguments and errors.

    Iterating yields the values; `items()` yields pairs of a value and its simplest expression, and
    `[value]` returns the expression of a value. `len` and `in` also work. The search runs on first
    use. Two views are equal if their numbers, rules and bounds are equal. Threads may share it.

    >>> found = Values("3 8")
    >>> len(found), 24 in found, str(found["8/3"])
    (6, True, '8/3')
    """

    numbers: tuple[Fraction, ...] = field(converter=unread)
    rules: Rules = field(default=spelled("classic"), converter=rules_named)
    low: Fraction | None = field(default=None, kw_only=True, converter=_bound)
    high: Fraction | None = field(default=None, kw_only=True, converter=_bound)
    limit: float | None = field(default=USUAL_LIMIT, kw_only=True, eq=False)
    _found: tuple[Fraction, ...] | None = field(default=None, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        keep(self, numbers=parse_numbers(self.numbers, rules=self.rules))
        if self.low is not None and self.high is not None and self.low > self.high:
            refuse("wrong order", str(self.low), str(self.high))
        check_size(len(self.numbers), self.rules)
        check_plan(self.numbers, self.rules, "values", time_limit(self.limit))

    def __len__(self) -> int:
        return len(self._values())

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self._values())

    def __contains__(self, value: object) -> bool:
        """True if the numbers make a value; False for anything that is not a number."""
        number = as_number(value)
        if number is None:
            return False
        values = self._values()
        index = bisect_left(values, number)
        return index < len(values) and values[index] == number

    def __getitem__(self, value: NumberLike) -> Expression:
        """Return the simplest expression with a value.

        Raises:
            KeyError: the numbers do not make the value.
            NotationError: the value is not a number.
        """
        number = parse_number(value)
        if number not in self:
            raise KeyError(value)
        return self._expressions((number,))[0]

    def items(self) -> Iterator[tuple[Fraction, Expression]]:
        """Return an iterator of each value with its simplest expression, ascending.

        Raises:
            LimitError: finding the expressions would take longer than `limit`.
        """
        values = self._values()
        pairs, compiled = as_pairs(self.numbers), core_rules(self.rules)
        _core.plan_expressions(pairs, compiled, len(values)).check(self.limit)
        batches = (values[start : start + _BATCH] for start in range(0, len(values), _BATCH))
        return zip(values, chain.from_iterable(map(self._expressions, batches)), strict=True)

    def as_dict(self, notation: str = "infix") -> dict[str, Any]:
        """Return the arguments, and each value with its expression and steps, for JSON.

        Raises:
            RuleError: an unknown notation.
            LimitError: as for `items`.

        JSON:
            numbers, rules
            low (integer or null): the first target.
            high (integer or null): the last target.
            value_count (count): how many different values can be made.
            expressions
        """
        listed = [expression.as_dict(notation) for _, expression in self.items()]
        fields = super().as_dict()
        del fields["limit"]
        return fields | {"value_count": len(listed), "expressions": listed}

    def __str__(self) -> str:
        """Return one value per line, with its expression."""
        return "\n".join(f"{value} = {expression}" for value, expression in self.items())

    def __repr__(self) -> str:
        first = ", ".join(map(str, self._values()[:_IN_REPR]))
        return f"<Values: {len(self)}: {first}{', ...' if len(self) > _IN_REPR else ''}>"

    def _values(self) -> tuple[Fraction, ...]:
        if self._found is None:
            cursor = _core.all_values(as_pairs(self.numbers), core_rules(self.rules))
            values: list[Fraction] = []
            while part := cursor.next(_PART):
                values.extend(Fraction(*pair) for pair in part)
            first = 0 if self.low is None else bisect_left(values, self.low)
            last = len(values) if self.high is None else bisect_right(values, self.high)
            keep(self, _found=tuple(values[first:last]))
        assert self._found is not None  # noqa: S101 - our own invariant
        return self._found

    def _expressions(self, number: tuple[Fraction, ...]) -> list[Expression]:
        pairs, compiled = as_pairs(self.numbers), core_rules(self.rules)
        results = _core.simplest(pairs, as_pairs(number), compiled)
        return [trusted_expression(first) for (first, *_) in results]
