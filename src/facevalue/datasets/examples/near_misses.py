"""Wrong answers that are nearly right, for preference pairs."""

from __future__ import annotations

import re
from typing import NamedTuple

import facevalue as fv
from facevalue.puzzle import Puzzle

# An operator follows a number or a closing bracket; other signs belong to numbers.
_OPERATOR = re.compile(r"(?<=[0-9)}])[-+*/]")


class NearMiss(NamedTuple):
    """A wrong answer, and the name of the reason why it is wrong."""

    answer: str
    reason: str


def near_miss(puzzle: Puzzle, solution: str | None, give_up: str) -> NearMiss:
    """Return a wrong answer that is close to a right one.

    Args:
        puzzle: the puzzle.
        solution: its simplest solution as infix; None without a solution.
        give_up: the answer that claims that there is no solution.

    Returns:
        The solution with one operator replaced by another, such that the value is wrong, but as
        close to the target as possible; the first of several. If no such replacement is wrong, the
        answer that gives up. Without a solution, an expression for the closest value, or the sum of
        the numbers if the rules allow no value.

    >>> near_miss(fv.Puzzle("1 2 3 4"), "1*2*3*4", "no solution")
    NearMiss(answer='1+2*3*4', reason='wrong_value')
    >>> near_miss(fv.Puzzle("1 1 1 1"), None, "no solution")
    NearMiss(answer='1+1+1+1', reason='wrong_value')
    """
    numbers, target, rules = puzzle.numbers, puzzle.target, puzzle.rules
    if solution is None:
        ways = fv.closest(numbers, target, rules).ways
        answer = str(ways[0]) if ways else "+".join(map(str, numbers))
        return NearMiss(answer, fv.check(answer, numbers, target, rules).reason.value)
    found = []
    for place in _OPERATOR.finditer(solution):
        for operator in rules.operators.replace(place[0], ""):
            answer = solution[: place.start()] + operator + solution[place.end() :]
            verdict = fv.check(answer, numbers, target, rules)
            if verdict.reason is fv.Reason.WRONG_VALUE:
                assert verdict.value is not None  # noqa: S101 - it was computed
                found.append((abs(verdict.value - target), answer))
    if not found:
        return NearMiss(give_up, fv.Reason.NO_ANSWER.value)
    return NearMiss(min(found, key=lambda pair: pair[0])[1], fv.Reason.WRONG_VALUE.value)
