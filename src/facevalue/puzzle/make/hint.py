"""Hints: how many solutions there are, the last operation, the first step, then step by step.

A hint is about the simplest solution, and reveals no more than its level allows.
"""

from __future__ import annotations

from fractions import Fraction
from sys import maxsize
from typing import Any

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.options import whole_number
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from facevalue.puzzle.search.solve import Solutions, solve
from facevalue.value import Value, paragraph

NEEDS: tuple[str, ...] = tuple(_core.needs())


def is_needed(need: str, solutions: Solutions) -> bool:
    """Return whether there are solutions, and all of them have a feature of `NEEDS`.

    The results of all operations count, including the last one; the numbers of the puzzle do not.

    >>> is_needed("fraction", solve("8 8 3 3")), is_needed("fraction", solve("1 2 3 4"))
    (True, False)
    """
    return _core.is_needed(solutions._core, need, solutions.limit)  # noqa: SLF001 - the same search


@attrs.frozen(repr=False)
class Hint(Value):
    """A hint; `str` has a line for each thing that it reveals, in the order of the levels.

    Attributes:
        level: the level of the hint: the requested one, or the last one if that is lower.
        is_last: whether higher levels reveal no more.
        solution_count: how many distinct (essential) solutions there are.
        needs: which of "fraction", "negative" and "division" every solution has.
        allowed: which of these the rules allow; `str` mentions only these.
        operation: the symbol of the last operation, from level 2 on; None for a single number.
        steps: the first steps: one from level 3 on, two from level 4 on, and so on.
        solution: the whole solution, at the last level.
        closest_values: the values nearest to the target if there is no solution; None if the
            numbers are too many or too large to find them.

    >>> from facevalue import hint
    >>> print(hint("8 8 3 3", level=3))
    1 solution
    needed: a fraction, a division; not needed: a negative number
    the last operation is / (divided by)
    step 1: 8 / 3 = 8/3
    """

    level: int
    is_last: bool = attrs.field(kw_only=True)
    solution_count: int = attrs.field(kw_only=True)
    needs: tuple[str, ...] = attrs.field(kw_only=True, default=())
    allowed: tuple[str, ...] = attrs.field(kw_only=True, default=NEEDS)
    operation: str | None = attrs.field(kw_only=True, default=None)
    steps: tuple[str, ...] = attrs.field(kw_only=True, default=())
    solution: Expression | None = attrs.field(kw_only=True, default=None)
    closest_values: tuple[Fraction, ...] | None = attrs.field(kw_only=True, default=())

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON; `solution` has its value and its steps.

        JSON:
            level (count): how much the hint reveals.
            is_last (boolean): whether higher levels reveal no more.
            solution_count
            needs (list of text): what every solution has: a fraction, a negative number, a
                division.
            allowed (list of text): which of these the rules allow.
            operation (text or null): the last operation.
            steps
            solution (expression or null): the whole solution, at the last level.
            closest_values (list of number or null): the closest values; null if unknown.
        """
        return super().as_dict() | {"solution": self.solution and self.solution.as_dict()}

    def __repr__(self) -> str:
        return f"<Hint: {'; '.join(str(self).splitlines())}>"

    def _repr_html_(self) -> str:
        return "".join(map(paragraph, str(self).splitlines()))

    def __str__(self) -> str:
        closest = None if self.closest_values is None else list(map(str, self.closest_values))
        solution = None if self.solution is None else str(self.solution)
        lines = _core.hint_lines(
            self.solution_count,
            self.needs,
            self.allowed,
            self.operation,
            self.steps,
            solution,
            closest,
        )
        return "\n".join(lines)


def hint(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    level: int = 1,
    limit: float | None = USUAL_LIMIT,
) -> Hint:
    """Give a hint that reveals no more than its level allows.

    Level 1 shows how many solutions there are, and whether all of them need a fraction, a negative
    number or a division, as far as the rules allow these. Level 2 adds the last operation of the
    simplest solution, level 3 its first step, level 4 its second, and so on. The last level shows
    the whole solution. If there is no solution, every level says so and shows the closest values.

    Args:
        numbers: 1 to 16 numbers, as a string or one by one.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        level: 1 or more; a level beyond the last one gives the last hint.
        limit: the maximum time in seconds, estimated in advance; None for no limit.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules, too many or too few numbers for them, or a level below 1.
        LimitError: it would take longer than `limit` (the message gives an estimate).

    >>> print(hint("2 4 8 10"))
    11 solutions
    not needed: a fraction, a negative number, a division
    >>> hint("8 8 3 3", level=9).steps
    ('8 / 3 = 8/3', '3 - (8/3) = 1/3', '8 / (1/3) = 24')
    >>> print(hint("1 1 1 1"))
    no solution; closest is 4
    """
    return hint_from(solve(numbers, target, rules, limit=limit), level)


def hint_from(solutions: Solutions, level: int) -> Hint:
    """Return the hint of a level from the solutions; see `hint`."""
    wanted = min(whole_number("level", level, 1), maxsize)
    parts = _core.hint(solutions._core, wanted, solutions.limit)  # noqa: SLF001 - the same search
    reached, is_last, count, needs, allowed, operation, steps, solution, closest = parts
    return Hint(
        reached,
        is_last=is_last,
        solution_count=count,
        needs=tuple(needs),
        allowed=tuple(allowed),
        operation=operation,
        steps=tuple(steps),
        solution=None if solution is None else trusted_expression(solution),
        closest_values=None if closest is None else tuple(map(Fraction, closest)),
    )
