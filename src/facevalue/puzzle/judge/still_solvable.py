"""`still_solvable`: after each step of an answer, whether the target can still be made."""

from __future__ import annotations

from fractions import Fraction

from facevalue.errors import RuleError, quoted
from facevalue.puzzle.judge.check_steps import NumbersLeft, answer_mark, step_lines
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, rules_named
from facevalue.puzzle.search.candidates import check_size
from facevalue.puzzle.search.solve import Solutions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import RulesLike


def still_solvable(
    steps: str | Iterable[str],
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
) -> list[bool]:
    r"""Show after each step whether the target is still reachable.

    A wrong step makes this and every later answer False. So does a step after which nothing makes
    the target.

    Args:
        steps: lines as `check_steps` takes them, in one text or one by one. A line `Answer: ...`
            ends them and has no answer of its own.
        numbers: the numbers of the puzzle, as `solve` takes them.
        target: what to make; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own. They must allow a step with any
            two numbers.

    Returns:
        One bool for each step.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: unknown rules, rules that keep the order or the grouping of the numbers, another
            count of numbers than they have, or steps that are not text.
        LimitError: the search would take too long, or a number needs more than 64 bits.

    >>> still_solvable("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / 1/3 = 24", "3 3 8 8")
    [True, True, True]
    >>> still_solvable(["8 / 3 = 8/3", "8 - 3 = 5", "5 * 8/3 = 40/3"], "3 3 8 8")
    [True, False, False]
    """
    game = rules_named(rules)
    if not game.takes_any_two:
        raise RuleError(f"expected rules that take any two numbers: {quoted(game.name)}")
    given = parse_numbers(numbers)
    check_size(given, game)
    goal = Fraction(game.target) if target is None else parse_number(target)
    return _credits(_lines(steps), NumbersLeft(given, game), goal)


def _lines(steps: str | Iterable[str]) -> list[str]:
    try:
        given = [steps] if isinstance(steps, str) else list(steps)
    except TypeError:  # not iterable
        given = [None]  # type: ignore[list-item]
    if not all(isinstance(text, str) for text in given):
        raise RuleError(f"expected steps as text: {quoted(steps)}")
    return [line for text in given for line, _ in step_lines(text)]


def _credits(lines: list[str], left: NumbersLeft, goal: Fraction) -> list[bool]:
    found: list[bool] = []
    for line in lines:
        if answer_mark(line):
            break
        # After a step that made it unsolvable, no later step can help.
        is_open = all(found[-1:]) and left.take(line) is None
        found.append(is_open and can_make(left.values().elements(), goal, left.rules))
    return found


def can_make(values: Iterable[Fraction], goal: Fraction, rules: Rules) -> bool:
    """Whether values make the target; there may be fewer than the rules start with."""
    return bool(Solutions(tuple(values), goal, rules.replaced(size=None)))
