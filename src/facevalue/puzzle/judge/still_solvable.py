"""Partial credit: after each step of an answer, whether it can still be brought to its end."""

from __future__ import annotations

from fractions import Fraction

from facevalue.errors import RuleError, quoted
from facevalue.puzzle.judge.check_steps import Table, answer_mark, step_lines
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, rules_named
from facevalue.puzzle.search.candidates import check_size
from facevalue.puzzle.search.solve import Solutions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike


def still_solvable(
    steps: str | Iterable[str],
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: str | Rules = "classic",
) -> list[bool]:
    r"""After each step, whether what is then on the table can make the target.

    Steps are lines as `check_steps` takes them, in one text or one by one; a line `Answer: ...`
    ends them and counts as none. A step that is wrong by itself makes nothing solvable: it and all
    that follow are False. So are all after the first that leads astray.

    Raises:
        NotationError: one of the numbers, or the target, is no number.
        RuleError: unknown rules, rules that keep the order or the grouping of the numbers, another
            count of numbers than they have, or steps that are no text.
        LimitError: the search would not end in reasonable time, or a number passes 64 bits.

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
    return _credits(_lines(steps), Table(given, game), goal)


def _lines(steps: str | Iterable[str]) -> list[str]:
    try:
        given = [steps] if isinstance(steps, str) else list(steps)
    except TypeError:  # what cannot be gone through
        given = [None]  # type: ignore[list-item]
    if not all(isinstance(text, str) for text in given):
        raise RuleError(f"expected steps as text: {quoted(steps)}")
    return [line for text in given for line, _ in step_lines(text)]


def _credits(lines: list[str], table: Table, goal: Fraction) -> list[bool]:
    found: list[bool] = []
    for line in lines:
        if answer_mark(line):
            break
        # What could not be solved before a step cannot be after it.
        is_open = all(found[-1:]) and table.take(line) is None
        found.append(is_open and can_make(table.values().elements(), goal, table.rules))
    return found


def can_make(values: Iterable[Fraction], goal: Fraction, rules: Rules) -> bool:
    """Whether values on the table make the target; fewer than the rules begin with, too."""
    free = rules.replaced(size=None)
    return bool(Solutions(tuple(values), goal, free, distinct="essential", workers=None))
