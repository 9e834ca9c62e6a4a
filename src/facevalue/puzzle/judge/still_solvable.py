"""`still_solvable`: whether the target can still be made after each step of an answer."""

from __future__ import annotations

from collections.abc import Iterable

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import RuleError
from facevalue.puzzle.model.core_rules import core_rules
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.spelling import ask_puzzle


def still_solvable(
    steps: str | Iterable[str],
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    limit: float | None = USUAL_LIMIT,
) -> list[bool | None]:
    r"""Show after each step whether the target is still reachable.

    A wrong step is False, and so is every step after it. The same is true for a step after which
    the target cannot be made. A line that looks like a step but cannot be read is None, and so are
    the steps after it (unless an earlier step made them False), because it is not known which
    numbers are left.

    Args:
        steps: lines as for `check_steps`, in one string or one by one. Lines that are not
            steps have no result. A line `Answer: ...` ends the steps.
        numbers: the numbers of the puzzle, as for `solve`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules. They must allow a step with any
            two numbers.
        limit: the maximum estimated time per search, in seconds; None for no limit.

    Returns:
        True, False or None for each step.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: unknown rules, rules that keep the order or the grouping of the numbers, too many
            or too few numbers for them, or steps that are not strings.
        LimitError: a search would take longer than `limit`, or a number needs more than 64
            bits.

    >>> still_solvable("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24", "3 3 8 8")
    [True, True, True]
    >>> still_solvable(["8 / 3 = 8/3", "8 - 3 = 5", "5 * 8/3 = 40/3"], "3 3 8 8")
    [True, False, False]
    >>> still_solvable("Steps:\n1. 8 ÷ 3 = 8/3\n2. 2 ** 3 = 8", "3 3 8 8")
    [True, None]
    """
    puzzle, exact_rules = ask_puzzle(numbers, target, rules)
    exact_rules.need_any_two()
    puzzle.check_size()
    try:
        parts = [steps] if isinstance(steps, str) else list(steps)
    except TypeError:  # not iterable
        parts = [None]  # type: ignore[list-item]
    if not all(isinstance(part, str) for part in parts):
        raise RuleError(_core.wrong_string("steps", steps))
    prepared = puzzle.prepared()
    return _core.still_solvable(parts, prepared, core_rules(exact_rules), time_limit(limit))
