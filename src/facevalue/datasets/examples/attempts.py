"""Attempts at puzzles, step by step, with a label for each step: for process reward models."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import facevalue as fv
from facevalue.puzzle import Episode
from facevalue.randomness import mix64, split_mix64


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
