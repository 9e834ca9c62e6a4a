"""The packages on PyPI that people would use instead: the extra `bench` installs them."""

from __future__ import annotations

import contextlib
import importlib.util
import io
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# game24 takes half a minute for all 1820 hands.
SOME_HANDS = list(combinations_with_replacement(range(1, 14), 4))[::60]
ROUND, TARGET = (75, 50, 2, 3, 8, 7), 812


def is_installed(module: str) -> bool:
    """Whether a module can be imported."""
    return importlib.util.find_spec(module) is not None


def game24(hands: Sequence[Sequence[int]]) -> int:
    """How many solutions of 24 game24 finds for the hands."""
    from game24 import calc  # noqa: PLC0415 - an optional extra

    return sum(len(calc.solve(list(hand), 24)) for hand in hands)


def countdown_numbers_solver(numbers: Sequence[int], target: int) -> int:
    """How many solutions countdown-numbers-solver prints."""
    import countdown_numbers_solver  # noqa: PLC0415 - an optional extra

    with contextlib.redirect_stdout(io.StringIO()) as shown:
        countdown_numbers_solver.solve(list(numbers), target)
    return shown.getvalue().count("\n") - 1  # the last line is the total
