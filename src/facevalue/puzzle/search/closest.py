"""`Closest`: the reachable values nearest to a target, and how to make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.puzzle.model.core_rules import as_pairs, core_rules
from facevalue.puzzle.model.rules import Rules
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.search.plan import check_plan
from facevalue.value import Value, as_json, paragraph, table


@attrs.frozen(repr=False)
class Closest(Value):
    """The reachable values nearest to a target, each with a way to make it; see `closest`.

    Iterate it for the ways: one, or two if a value below the target and one above are equally near,
    or none if the rules do not allow any result. Each way is the simplest one with the fewest
    steps.

    Args:
        target: the target.
        ways: expressions with the nearest values, the lower value first.

    >>> from facevalue import closest
    >>> print(closest("1 3 4 6", rules="whole"))
    23 = 3*6+1+4 (1 away, 3 steps)
    25 = (1+6)*3+4 (1 away, 3 steps)
    """

    target: Fraction
    ways: tuple[Expression, ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The nearest values, the lower first."""
        return tuple(value for way in self.ways if (value := way.value) is not None)

    @property
    def distance(self) -> Fraction | None:
        """How far the nearest values are from the target; None if no value can be made."""
        return min((abs(value - self.target) for value in self.values), default=None)

    @property
    def steps(self) -> tuple[int, ...]:
        """For each value, the smallest number of operations that makes it."""
        return tuple(len(way.results) for way in self.ways)

    def as_dict(self, notation: str = "infix") -> dict[str, Any]:
        """Return the target, the `distance`, and the ways as a list called `closest`, for JSON.

        Raises:
            RuleError: no notation has that name.

        JSON:
            target
            distance (number or null): how far the closest values or the answer are from the
                target; null if unknown.
            closest (list of expression): the values closest to the target if there is no
                solution.
        """
        return {
            "target": as_json(self.target),
            "distance": as_json(self.distance),
            "closest": [way.as_dict(notation) for way in self.ways],
        }

    def __iter__(self) -> Iterator[Expression]:
        return iter(self.ways)

    def __len__(self) -> int:
        return len(self.ways)

    def __str__(self) -> str:
        lines = (
            f"{way.value} = {way} ({self.distance} away, {steps} step{'' if steps == 1 else 's'})"
            for way, steps in zip(self.ways, self.steps, strict=True)
        )
        return "\n".join(lines) or "nothing can be made"

    def __repr__(self) -> str:
        return f"<Closest: {'; '.join(str(self).splitlines())}>"

    def _repr_html_(self) -> str:
        rows = zip(self.values, self.ways, self.steps, strict=True)
        if not self.ways:
            return paragraph(self)
        ways = table(rows, ("value", "expression", "steps"))
        return paragraph(f"closest to {self.target}: {self.distance} away") + ways


def nearest_values(
    numbers: Sequence[Fraction], target: Fraction, rules: Rules, limit: float | None
) -> list[tuple[int, int]]:
    """Return the reachable values nearest to the target, as numerators and denominators.

    Raises:
        LimitError: it would take longer than `limit`, or the numbers are too large.
    """
    check_plan(numbers, rules, "closest", limit, target=target)
    pairs, compiled = as_pairs(numbers), core_rules(rules)
    return _core.closest(pairs, (target.numerator, target.denominator), compiled)
