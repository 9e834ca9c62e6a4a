"""`candidates`: every expression that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from sys import maxsize
from typing import Any

import attrs
from attrs import field

from facevalue import _core
from facevalue.errors import LimitError
from facevalue.options import take
from facevalue.puzzle.model.core_rules import as_pairs, check_size, core_rules
from facevalue.puzzle.model.numbers import NumbersLike, parse_numbers, unread
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from facevalue.value import Value, keep, spelled

_BATCH = 256


def candidates(numbers: NumbersLike, rules: RulesLike = "classic") -> Candidates:
    """List every expression that the rules allow.

    The values of the expressions do not matter.

    Equal numbers are not swapped with each other, except under `forth`, as in the Forth program.
    `raku` repeats a tree for every order of its operations, as the Raku program does.

    Args:
        numbers: 1 to 16 numbers, as for `solve`.
        rules: a name in `RULES`, or custom rules.

    Returns:
        A lazy view: iterate it for the expressions; `len` and `count` do not need to list them.

    Raises:
        NotationError: one of the numbers is not a number.
        RuleError: unknown rules, or too many or too few numbers for them.
        LimitError: more than 16 numbers.

    >>> len(candidates("6 6 5 2", "forth")), len(candidates("6 6 5 2", "raku"))
    (3072, 4608)
    >>> [str(e) for e in candidates("1 2", "classic")][:3]
    ['1+2', '1-2', '1*2']
    """
    return Candidates(numbers, rules)


@attrs.frozen
class Candidates(Value):
    """A lazy view of the raw candidates of a puzzle; see `candidates`.

    It keeps no state: threads may share it, and every iteration starts at the first candidate.

    >>> [str(candidate) for candidate in Candidates("1 2", "oberon")]
    ['1+2', '1-2', '1*2', '1/2']
    """

    numbers: tuple[Fraction, ...] = field(converter=unread)
    rules: Rules = field(default=spelled("classic"), converter=rules_named)

    def __attrs_post_init__(self) -> None:
        keep(self, numbers=parse_numbers(self.numbers, rules=self.rules))
        check_size(len(self.numbers), self.rules)
        self.rules.need_no_functions()

    def __len__(self) -> int:
        """How many candidates there are.

        Raises:
            LimitError: more than `sys.maxsize`; `count` has no such limit.
        """
        count = self.count()
        if count > maxsize:
            message = f"there are {count} candidates, too many for len(); use count()"
            raise LimitError(message, maxsize)
        return count

    def __bool__(self) -> bool:
        return self.count() > 0

    def count(self) -> int:
        """Return the number of candidates, by a formula; unlike `len`, it has no limit.

        >>> candidates(range(1, 17), "raku").count()
        29377786804838893735448150016000000
        """
        return candidate_count(self.numbers, self.rules)

    def as_dict(self, notation: str = "infix", *, most: int | None = None) -> dict[str, Any]:
        """Return the numbers, the rules and the expressions for JSON.

        Args:
            notation: one of `NOTATIONS`.
            most: list at most this many expressions, at least 0; None for all. `candidate_count`
                counts all, and `truncated` says whether some are not listed.

        Raises:
            RuleError: no notation has that name, or `most` is not such a number.

        JSON:
            numbers, rules
            candidate_count (count or null): how many expressions the rules allow; null if
                unknown.
            expressions (list of expression): expressions whose values need not be the target.
            truncated

        >>> Candidates("1 2", "oberon").as_dict(most=0)["candidate_count"]
        4
        """
        listed = [expression.as_dict(notation) for expression in take(self, most)]
        count = self.count()
        found = {"expressions": listed, "truncated": len(listed) < count}
        return super().as_dict() | {"candidate_count": count} | found

    def __iter__(self) -> Iterator[Expression]:
        walk = _core.Candidates(as_pairs(self.numbers), core_rules(self.rules))
        while batch := walk.next(_BATCH):
            yield from map(trusted_expression, batch)


def candidate_count(numbers: Sequence[Fraction], rules: Rules) -> int:
    """Return how many raw candidates there are, by a formula."""
    return int(_core.candidate_count(as_pairs(numbers), core_rules(rules)))
