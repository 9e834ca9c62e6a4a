"""`check`: whether a text is a right answer to a puzzle, and if not, why not."""

from __future__ import annotations

from functools import lru_cache

from facevalue import _core
from facevalue.puzzle.judge.verdict import needs_braces, verdict_from_code
from facevalue.puzzle.model.numbers import LARGEST_PART, parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.notation.syntax import Syntax, answer_reader, syntax_named
from facevalue.puzzle.search.candidates import as_pairs
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Any

    from facevalue.puzzle.judge.verdict import Start, Verdict
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import RulesLike
    from facevalue.puzzle.notation.syntax import SyntaxLike


def check(
    answer: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
) -> Verdict:
    """Whether an answer is right, and if not, why not; the verdict is exact.

    The answer is parsed and never run. No text raises an error, recurses or takes long.

    Args:
        answer: the text. None is `no_answer`; anything else that is not text is `malformed`.
        numbers: the 1 to 1000 numbers of the puzzle: a text, or whole numbers, whole floats,
            `Fraction`, `Decimal`, texts or cards.
        target: what to make; None for the target of the rules.
        rules: the name of a row of `RULES`, or rules of your own.
        syntax: what the answer may use, by name or as a `Syntax`.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: no numbers, unknown rules or syntax.
        LimitError: more than 1000 numbers, or one of more than 4300 digits.

    >>> check("6*(2+5/6)", "6 6 5 2", 17).correct
    True
    >>> verdict = check("6*(2+5)/6", [6, 6, 5, 2], 17)
    >>> verdict.reason, verdict.message
    (<Reason.WRONG_VALUE: 'wrong_value'>, 'expected 17: 6*(2+5)/6 makes 7')
    """
    compiled = judge_for(rules, syntax)
    return judge(compiled, answer, 0, numbers, compiled.target if target is None else target)


class CompiledJudge(Value):
    """The core's judge for some rules, a syntax, and the place of the answer in a completion."""

    core: _core.Judge
    rules: Rules
    syntax: Syntax
    target: int


def judge_for(
    rules: RulesLike, syntax: SyntaxLike, extract: str = "whole", *, after_think: bool = False
) -> CompiledJudge:
    """The compiled judge; the same arguments give the same one.

    Raises:
        RuleError: unknown rules or syntax.
    """
    try:
        return _compiled_judge(rules, syntax, extract, after_think)
    except TypeError:  # unhashable, so neither a name nor a value of ours: the next lines say so
        rules_named(rules)
        syntax_named(syntax)
        raise


@lru_cache(maxsize=64)
def _compiled_judge(
    rules: RulesLike,
    syntax: SyntaxLike,
    extract: str,
    after_think: bool,  # noqa: FBT001 - private, and `lru_cache` takes positions faster
) -> CompiledJudge:
    game, allowed = rules_named(rules), syntax_named(syntax)
    core = _core.Judge(answer_reader(allowed), core_rules(game), extract, after_think)
    return CompiledJudge(core, game, allowed, game.target)


def judge(
    compiled: CompiledJudge,
    answer: object,
    start: Start,
    numbers: Any,  # noqa: ANN401 - whatever people write
    target: NumberLike,
    *,
    found_by: str | None = None,
) -> Verdict:
    """The verdict on an answer that stands at `start` in a longer text."""
    # For None as numbers the core raises a TypeError of its own; ours is raised below.
    found = None if numbers is None else compiled.core.check(answer, numbers, target)
    if found is None:  # not all of them are plain whole numbers
        numbers = parse_numbers(numbers, any_size=True)
        target = parse_number(target, any_size=True)
        found = compiled.core.check(answer, prepare(numbers, target), 0)
        assert found is not None  # noqa: S101 - a prepared puzzle can always be judged
    elif type(numbers) is list:
        numbers = tuple(numbers)  # the caller may change the list before asking for the message
    submission = (answer, start, numbers, target, compiled.rules, compiled.syntax)
    return verdict_from_code(found, submission, found_by)


def prepare(numbers: Sequence[Fraction], target: Fraction) -> _core.PreparedPuzzle:
    """The puzzle as the core takes it; the core leaves one with big numbers to Python."""
    parts = [part for number in (*numbers, target) for part in number.as_integer_ratio()]
    if max(map(abs, parts)) > LARGEST_PART:
        return _core.PreparedPuzzle.wide(needs_braces(numbers))
    return _core.PreparedPuzzle(as_pairs(numbers), target.as_integer_ratio())
