"""Hints: how many solutions there are, the last operation, the first step, then step by step.

A hint is about the simplest solution, and reveals no more than its level allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import attrs

from facevalue.budget import USUAL_LIMIT
from facevalue.errors import LimitError
from facevalue.options import whole_number
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.value_sets import VALUES
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.notation.parsing import FUNCTION_OF
from facevalue.puzzle.search.solve import Solutions, solve
from facevalue.value import Value, paragraph

# This level reveals the last operation, and each level after it one more step.
_LAST_OPERATION = 2


@attrs.frozen
class Need(Value):
    """A feature that a puzzle needs if every solution has it, such as a fraction or a division.

    `is_in` says whether a solution has it, and `is_allowed` whether rules allow it at all.
    `forbidden` gives the same rules without it, or None if they would have no operators left.
    """

    name: str
    title: str
    is_in: Callable[[Expression], bool] = attrs.field(kw_only=True)
    is_allowed: Callable[[Rules], bool] = attrs.field(kw_only=True)
    forbidden: Callable[[Rules], Rules | None] = attrs.field(kw_only=True)


@lru_cache(maxsize=64)
def _without_fractions(rules: Rules) -> Rules:
    return rules.replace(values={"nonnegative": "natural"}.get(rules.values, "integer"))


@lru_cache(maxsize=64)
def _without_negatives(rules: Rules) -> Rules:
    return rules.replace(values={"integer": "natural"}.get(rules.values, "nonnegative"))


@lru_cache(maxsize=64)
def _without_division(rules: Rules) -> Rules | None:
    left = rules.operators.replace("/", "")
    return rules.replace(operators=left) if left else None


_ROWS = (
    Need(
        "fraction",
        "a fraction",
        is_in=lambda solution: any(
            result is not None and result.denominator != 1 for result in solution.results
        ),
        is_allowed=lambda rules: not VALUES[rules.values].whole,
        forbidden=_without_fractions,
    ),
    Need(
        "negative",
        "a negative number",
        is_in=lambda solution: any(
            result is not None and result < 0 for result in solution.results
        ),
        is_allowed=lambda rules: VALUES[rules.values].least is None,
        forbidden=_without_negatives,
    ),
    Need(
        "division",
        "a division",
        is_in=lambda solution: "/" in solution.postfix,
        is_allowed=lambda rules: "/" in rules.operators,
        forbidden=_without_division,
    ),
)
NEEDS: Mapping[str, Need] = MappingProxyType({row.name: row for row in _ROWS})


def is_needed(need: str, solutions: Solutions) -> bool:
    """Return whether there are solutions, and all of them have a feature of `NEEDS`.

    The results of all operations count, including the last one; the numbers of the puzzle do not.

    >>> is_needed("fraction", solve("8 8 3 3")), is_needed("fraction", solve("1 2 3 4"))
    (True, False)
    """
    row, simplest = NEEDS[need], solutions.first
    if simplest is None or not row.is_in(simplest):
        return False
    rules = row.forbidden(solutions.rules)
    if rules is None:
        # Without operators and functions only a single number could be a solution, and it would be
        # the simplest. Functions may make other solutions.
        return not solutions.rules.functions or all(map(row.is_in, solutions))
    return not solve(solutions.numbers, solutions.target, rules, limit=solutions.limit)


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
    allowed: tuple[str, ...] = attrs.field(kw_only=True, default=tuple(NEEDS))
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
        if not self.solution_count:
            if self.closest_values is None:
                return (
                    "no solution; the numbers are too many or too large to find the closest value"
                )
            values = " and ".join(map(str, self.closest_values))
            verb = "is" if len(self.closest_values) == 1 else "are"
            return f"no solution; closest {verb} {values}" if values else "no solution"
        lines = [f"{self.solution_count} solution{'' if self.solution_count == 1 else 's'}"]
        allowed = [row for row in NEEDS.values() if row.name in self.allowed]
        needed = [row.title for row in allowed if row.name in self.needs]
        more = [row.title for row in allowed if row.name not in self.needs]
        parts = (("needed", needed), ("not needed", more))
        if needs := "; ".join(f"{lead}: {', '.join(titles)}" for lead, titles in parts if titles):
            lines.append(needs)
        if self.operation is not None:
            row = OPERATIONS.get(self.operation) or FUNCTION_OF[self.operation]
            lines.append(f"the last operation is {self.operation} ({row.name})")
        lines += [f"step {number}: {step}" for number, step in enumerate(self.steps, 1)]
        if self.solution is not None:
            lines.append(f"solution: {self.solution}")
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
    level = whole_number("level", level, 1)
    count = (
        solutions.count()
    )  # first, so that a call that would take too long is refused before any search
    simplest = solutions.first
    allowed = tuple(row.name for row in NEEDS.values() if row.is_allowed(solutions.rules))
    if simplest is None:
        values: tuple[Fraction, ...] | None = None
        with suppress(LimitError):
            values = solutions.closest().values
        return Hint(1, is_last=True, solution_count=0, allowed=allowed, closest_values=values)
    steps = tuple(simplest.steps()) if simplest.results else ()
    last = _LAST_OPERATION + len(steps)
    level = min(level, last)
    return Hint(
        level,
        is_last=level == last,
        solution_count=count,
        needs=tuple(name for name in allowed if is_needed(name, solutions)),
        allowed=allowed,
        operation=str(simplest.postfix[-1]) if steps and level >= _LAST_OPERATION else None,
        steps=steps[: max(0, level - _LAST_OPERATION)],
        solution=simplest if level == last else None,
    )
