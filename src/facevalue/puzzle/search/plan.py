"""`plan`: the engine for a query about a puzzle, and how long it takes, before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any, Literal

from facevalue import _core
from facevalue.puzzle.model.core_rules import as_pairs, core_rules
from facevalue.puzzle.model.rules import Rules

Find = Literal["first", "all", "count", "closest", "values", "targets"]


def plan(
    numbers: Sequence[Fraction],
    rules: Rules,
    find: Find,
    *,
    target: Fraction | int = 0,
    distinct: str = "essential",
    limit: float | None = None,
) -> _core.Plan:
    """Choose the engine for a query, and estimate its cost.

    Args:
        numbers: at most 16, in the order they keep if the rules fix it.
        rules: their rules.
        find: one solution, all or their number; the value closest to the target, all values, or
            which of many targets can be made.
        target: the target; 0 for values and targets.
        distinct: which solutions count as different.
        limit: the maximum time in seconds. If the formula of the estimate exceeds it, the core
            tries the query for as long, but at most about a second; None for no trial.

    Returns:
        The `engine` ("backward", "bounded", "parts", "functions" or "walk", or "nothing" if the
        target is out of reach) and estimates: `seconds`, `megabytes` and the `work` that takes
        them. Its method `check` refuses a query that exceeds a limit or is impossible.

    >>> from facevalue.puzzle.model.rules import RULES
    >>> made = plan([8, 8, 3, 3], RULES["raku-left"], "first", target=24)
    >>> made.engine, made.seconds
    ('walk', 3.84e-05)
    """
    pairs, goal = as_pairs(numbers), target.as_integer_ratio()
    seconds = inf if limit is None else limit
    return _core.plan(pairs, goal, core_rules(rules), distinct, find, seconds)


def check_plan(
    numbers: Sequence[Fraction],
    rules: Rules,
    find: Find,
    limit: float | None,
    **options: Any,
) -> None:
    """Refuse a query that is impossible or would take too long; see `plan`.

    Raises:
        LimitError: it would take more seconds than `limit`, which is None for any time; or there
            are too many numbers for functions, or too large ones.
    """
    plan(numbers, rules, find, limit=limit, **options).check(limit)
