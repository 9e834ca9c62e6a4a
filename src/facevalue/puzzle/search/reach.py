"""`reachable`: the targets that a set of numbers can make, as a view and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import compress, islice
from math import inf
from typing import Any

import attrs
from attrs import field

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import counted, makes
from facevalue.puzzle.model.core_rules import as_pairs, check_size, core_rules
from facevalue.puzzle.model.numbers import NumbersLike, as_number, parse_numbers, unread
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.search.reach_picture import svg, text
from facevalue.value import Value, keep, spelled

_IN_REPR = 10


def reachable(
    numbers: NumbersLike,
    rules: RulesLike = "countdown",
    *,
    low: int = 100,
    high: int = 999,
    limit: float | None = USUAL_LIMIT,
) -> Reachable:
    """Find which whole targets from low to high the numbers make.

    Args:
        numbers: the numbers of the puzzle, as for `solve`.
        rules: a name in `RULES`, or custom rules.
        low: the first target, which may be negative.
        high: the last target; there may be up to ten million targets.
        limit: the maximum time in seconds, estimated in advance; None for no limit.

    Raises:
        NotationError: a number is not a number.
        RuleError: unknown rules, too many or too few numbers for them, or `low` above `high`.
        LimitError: it would take longer than `limit` (the message gives an estimate), as with
            eight different fractions; or the numbers or the targets are too large.

    >>> reach = reachable("1 2 3 4 5 50")
    >>> len(reach), 765 in reach, reach.missing
    (893, True, (766, 838, 842, 857, 858, 859, 861))
    """
    return Reachable(numbers, rules, low=low, high=high, limit=limit)


@attrs.frozen
class Reachable(Value):
    """A lazy view of the targets that can be made, ascending; see `reachable` for the arguments.

    Iterate it, or use `len`, `in`, `values` or `missing`; `str` and notebooks draw it. The search
    runs on first use. Two views are equal if their arguments are equal. Threads may share it; the
    first ones may search at the same time, and all get the same result.

    >>> Reachable("1 2", low=1, high=4).values
    (1, 2, 3)
    """

    numbers: tuple[Fraction, ...] = field(converter=unread)
    rules: Rules = field(default=spelled("countdown"), converter=rules_named)
    low: int = field(default=100, kw_only=True)
    high: int = field(default=999, kw_only=True)
    limit: float | None = field(default=USUAL_LIMIT, kw_only=True, eq=False)
    _reached: bytes | None = field(default=None, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        numbers = parse_numbers(self.numbers, rules=self.rules)
        low, high = target_range(self.low, self.high)
        check_reach(numbers, self.rules, low, high, time_limit(self.limit))
        keep(self, numbers=numbers, low=low, high=high)

    def __len__(self) -> int:
        return self.marks.count(1)

    def __iter__(self) -> Iterator[int]:
        return compress(range(self.low, self.high + 1), self.marks)

    def __contains__(self, target: object) -> bool:
        """True if a target can be made; False for anything that is not one of the targets."""
        value = as_number(target)
        if value is None or value.denominator != 1 or not self.low <= value <= self.high:
            return False
        return self.marks[int(value) - self.low] == 1

    def __str__(self) -> str:
        """Return the picture of the targets, and how many can be made."""
        targets = counted(len(self.marks), "target")
        made = makes(self.numbers, f"{len(self)} of {targets}")
        return f"{text(self.marks, self.low)}\n{made}"

    def as_dict(self) -> dict[str, Any]:
        """Return the arguments, and which of the targets can be made, for JSON.

        JSON:
            numbers, rules, low, high
            reachable_count (count): how many targets can be made.
            reachable (list of integer): the targets that can be made.
            missing (list of integer): the targets that cannot be made.
        """
        fields = super().as_dict()
        del fields["limit"]
        made = {"reachable": list(self.values), "missing": list(self.missing)}
        return fields | {"reachable_count": len(self)} | made

    def __repr__(self) -> str:
        missing = ", ".join(map(str, islice(self.missing, _IN_REPR)))
        more = ", ..." if len(self.marks) - len(self) > _IN_REPR else ""
        counts = f"{len(self)} of the targets {self.low} to {self.high}"
        return f"<Reachable: {counts}{f'; missing {missing}{more}' if missing else ''}>"

    @property
    def values(self) -> tuple[int, ...]:
        """The targets that can be made, ascending."""
        return tuple(self)

    @property
    def missing(self) -> tuple[int, ...]:
        """The targets that cannot be made, ascending.

        >>> reachable("1 2", low=1, high=4).missing
        (4,)
        """
        cannot = (not reached for reached in self.marks)
        return tuple(compress(range(self.low, self.high + 1), cannot))

    @property
    def svg(self) -> str:
        """An SVG picture with a square for each target; targets that cannot be made are red."""
        return svg(self.marks, self.low, " ".join(map(str, self.numbers)))

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def marks(self) -> bytes:
        """A byte for each target from `low` on: 1 if it can be made, else 0.

        >>> list(reachable("1 2", low=1, high=4).marks)
        [1, 1, 1, 0]
        """
        if self._reached is None:
            pairs, compiled = as_pairs(self.numbers), core_rules(self.rules)
            keep(self, _reached=_core.reach(pairs, compiled, (self.low, self.high)))
        return self._reached or b""


def target_range(low: int, high: int) -> tuple[int, int]:
    """Return the bounds as plain ints, both included.

    Raises:
        RuleError: they are not whole, or low is above high.
        LimitError: they are too large or too far apart.

    >>> target_range(100, 999)
    (100, 999)
    """
    return _core.read_targets(low, high)


def plan_reach(
    numbers: Sequence[Fraction],
    rules: Rules,
    low: int,
    high: int,
    limit: float | None = None,
) -> _core.Plan:
    """Choose how to find which targets the numbers make, and estimate its cost; see `plan`.

    >>> from facevalue.puzzle.model.rules import RULES
    >>> plan_reach(parse_numbers("1 2 3 4 5 6"), RULES["countdown"], 100, 1000).seconds
    3.2e-05
    """
    seconds = inf if limit is None else limit
    return _core.plan_reach(as_pairs(numbers), core_rules(rules), (low, high), seconds)


def check_reach(
    numbers: Sequence[Fraction], rules: Rules, low: int, high: int, limit: float | None
) -> None:
    """Refuse numbers that the rules do not allow or that would take too long."""
    check_size(len(numbers), rules)
    plan_reach(numbers, rules, low, high, limit).check(limit)
