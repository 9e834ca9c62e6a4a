"""The public door for answers: is this text a right answer to the puzzle, and if not, why not?"""

from __future__ import annotations

from functools import lru_cache

from facevalue import _core
from facevalue.puzzle.judge.verdict import has_forms, verdict_of
from facevalue.puzzle.model.numbers import LARGEST_PART, parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, rules_named
from facevalue.puzzle.notation.syntax import Syntax, answer_reader, syntax_named
from facevalue.puzzle.search.candidates import as_pairs, as_row
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Any

    from facevalue.puzzle.judge.verdict import Verdict
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike


def check(
    answer: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: str | Rules = "classic",
    *,
    syntax: str | Syntax = "lenient",
) -> Verdict:
    """Whether an answer is right, and if not, why not: exactly, whatever the text.

    The answer is read by our own parser and never run; no text raises, recurses or takes long.
    None is `no_answer`, anything else that is no text is `malformed`. The target is the rules' own
    unless one is given. A verdict is true where the answer is correct.

    Raises:
        NotationError: one of the numbers, or the target, is no number.
        RuleError: no numbers, unknown rules or syntax.
        LimitError: more than 1000 numbers, or one of more than 4300 digits.

    >>> check("6*(2+5/6)", "6 6 5 2", 17).correct
    True
    >>> verdict = check("6*(2+5)/6", [6, 6, 5, 2], 17)
    >>> verdict.reason, verdict.message
    (<Reason.WRONG_VALUE: 'wrong_value'>, 'expected 17: 6*(2+5)/6 makes 7')
    """
    court = court_for(rules, syntax)
    return heard(court, answer, 0, numbers, court.goal if target is None else target)


class Court(Value):
    """The core's judge for some rules and a syntax, and for where a completion has its answer."""

    goal: int
    judge: _core.Judge
    rules: Rules
    syntax: Syntax


def court_for(
    rules: str | Rules, syntax: str | Syntax, extract: str = "whole", *, after_think: bool = False
) -> Court:
    """The court for them, the same one for the same question.

    Raises:
        RuleError: unknown rules or syntax.
    """
    try:
        return _court(rules, syntax, extract, after_think)
    except TypeError:  # it cannot be looked up, so it is no name and no value either
        rules_named(rules)
        syntax_named(syntax)
        raise


@lru_cache(maxsize=64)
def _court(rules: str | Rules, syntax: str | Syntax, extract: str, after_think: bool) -> Court:  # noqa: FBT001 - private
    game, spelling = rules_named(rules), syntax_named(syntax)
    judge = _core.Judge(answer_reader(spelling), as_row(game), extract, after_think)
    return Court._of(goal=game.target, judge=judge, rules=game, syntax=spelling)  # noqa: SLF001


def heard(
    court: Court,
    answer: object,
    start: int,
    numbers: Any,  # noqa: ANN401 - whatever people write
    target: NumberLike,
) -> Verdict:
    """The verdict on an answer that begins at a place of a longer text."""
    # The core takes anything but None for numbers, and says so in words of its own.
    found = None if numbers is None else court.judge.check(answer, numbers, target)
    if found is None:  # no plain whole numbers
        numbers = parse_numbers(numbers, any_size=True)
        target = parse_number(target, any_size=True)
        found = court.judge.check(answer, posed(numbers, target), 0)
        assert found is not None  # noqa: S101 - what is prepared can be judged
    elif type(numbers) is list:
        numbers = tuple(numbers)  # nobody can change it before the verdict is explained
    return verdict_of(found, (answer, start, numbers, target, court.rules, court.syntax))


def posed(numbers: Sequence[Fraction], target: Fraction) -> _core.PreparedPuzzle:
    """The puzzle as the core takes it; one that its words do not hold comes back unjudged."""
    parts = [part for number in (*numbers, target) for part in number.as_integer_ratio()]
    if max(map(abs, parts)) > LARGEST_PART:
        return _core.PreparedPuzzle.wide(has_forms(numbers))
    return _core.PreparedPuzzle(as_pairs(numbers), target.as_integer_ratio())
