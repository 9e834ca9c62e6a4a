"""Attempts at puzzles with a label for each step, for process reward models; and near misses.

A near miss is a wrong answer that is nearly right, for preference pairs.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

import facevalue as fv
from facevalue.puzzle import Episode
from facevalue.randomness import mix64, split_mix64

# An operator follows a number or a closing bracket; other signs belong to numbers.
_OPERATOR = re.compile(r"(?<=[0-9)}])[-+*/]")


class Attempt(NamedTuple):
    """The steps of an attempt.

    Attributes:
        steps: each step with its result and the numbers that it leaves.
        labels: whether the target can still be made after each step.
        solutions_left: how many distinct solutions the numbers left by each step have.
    """

    steps: tuple[str, ...]
    labels: tuple[bool, ...]
    solutions_left: tuple[int, ...]


def make_attempt(puzzle: fv.Puzzle, seed: int) -> Attempt:
    """Make an attempt that stays on the way to a solution for a random number of steps.

    The number of good steps is uniform from 0 to all, so that as many attempts fail at the first
    step as at the last. After the good steps, the attempt takes any step that the rules allow. It
    ends when it has made the target or has no step left.

    Args:
        puzzle: the puzzle, under rules that allow a step with any two numbers.
        seed: decides the number of good steps, and which steps are taken.

    Raises:
        LimitError: a search would take too long.

    >>> attempt = make_attempt(fv.Puzzle("3 3 8 8"), 1)
    >>> for row in zip(*attempt):
    ...     print(*row)
    8 / 3 = 8/3 (left: 8/3 3 8) True 1
    3 - (8/3) = 1/3 (left: 1/3 8) True 1
    (1/3) / 8 = 1/24 (left: 1/24) False 0
    """
    words = split_mix64(mix64(seed))
    good = next(words) % len(puzzle.numbers)
    rules, target = puzzle.rules.replace(size=None), puzzle.target
    episode = Episode(puzzle)
    steps: list[str] = []
    labels: list[bool] = []
    counts: list[int] = []
    while not is_done(episode.numbers, puzzle) and (choices := episode.next_steps()):
        promising = [step for step in choices if step.solvable]
        choices = promising if len(steps) < good and promising else choices
        step = choices[next(words) % len(choices)]
        episode.take(step.step)
        steps.append(f"{step.step} (left: {' '.join(map(str, step.numbers))})")
        labels.append(step.solvable)
        counts.append(len(fv.solve(step.numbers, target, rules)) if step.solvable else 0)
    return Attempt(tuple(steps), tuple(labels), tuple(counts))


def is_done(numbers: tuple[Fraction, ...], puzzle: fv.Puzzle) -> bool:
    """Return whether the target is on the table, and no other number must be used."""
    is_last = len(numbers) == 1 or puzzle.rules.use == "any"
    return is_last and puzzle.target in numbers


class NearMiss(NamedTuple):
    """A wrong answer, and the name of the reason why it is wrong."""

    answer: str
    reason: str


def near_miss(puzzle: fv.Puzzle, solution: str | None, give_up: str) -> NearMiss:
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
            if verdict.reason is fv.Reason.WRONG_VALUE and verdict.value is not None:
                found.append((abs(verdict.value - target), answer))
    if not found:
        return NearMiss(give_up, fv.Reason.NO_ANSWER.value)
    return NearMiss(min(found, key=lambda pair: pair[0])[1], fv.Reason.WRONG_VALUE.value)
