"""`check`: whether a text is a right answer to a puzzle, and if not, why not."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from facevalue import _core
from facevalue.puzzle.judge.verdict import big_number_verdict, needs_braces
from facevalue.puzzle.model.numbers import LARGEST_PART, parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.model.spelling import read_puzzle
from facevalue.puzzle.notation.syntax import Syntax, answer_reader, syntax_named
from facevalue.puzzle.search.candidates import as_pairs
from facevalue.value import Value

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
    try:
        compiled = _compiled_judge(rules, syntax)  # as `judge_for` does, without another call
    except TypeError:
        compiled = judge_for(rules, syntax)
    goal = compiled.target if target is None else target
    found: Any = compiled.core.verdict(answer, numbers, goal)
    if found is not None:
        verdict: Verdict = found
        return verdict
    exact_numbers, exact_target, game = read_puzzle(numbers, target, rules, any_size=True)
    return _judge_exactly(judge_for(game, syntax), answer, exact_numbers, exact_target)


@attrs.frozen
class CompiledJudge(Value):
    """The core's judge for some rules, a syntax, and the place of the answer in a completion."""

    core: _core.Judge
    rules: Rules
    syntax: Syntax
    extract: str | None
    target: int

    def located(self, text: object) -> tuple[Start, object, str | None]:
        """Where the answer of a completion begins, the answer, and what found it."""
        if self.extract is None or not isinstance(text, str):
            return 0, text, None
        # The core's stub cannot name the type of a start.
        found: tuple[Start, object, str] | None = self.core.extract(text)  # type: ignore[assignment]
        return found or (0, None, None)


def judge_for(
    rules: RulesLike, syntax: SyntaxLike, extract: str | None = None, *, after_think: bool = False
) -> CompiledJudge:
    """The compiled judge; the same arguments give the same one.

    Args:
        rules: the name of a row of `RULES`, or rules.
        syntax: what an answer may use.
        extract: where the answer is in a completion; None if the text is the answer.
        after_think: only text after the last `</think>` counts.

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
    extract: str | None = None,
    after_think: bool = False,  # noqa: FBT001, FBT002 - private, and `lru_cache` takes positions faster
) -> CompiledJudge:
    game, allowed = rules_named(rules), syntax_named(syntax)
    reader = answer_reader(allowed)
    core = _core.Judge(reader, core_rules(game), extract, after_think, game, allowed)
    return CompiledJudge(core, game, allowed, extract, game.target)


def judge(
    compiled: CompiledJudge,
    text: object,
    numbers: Any,  # noqa: ANN401 - whatever people write
    target: NumberLike,
) -> Verdict:
    """The verdict on the answer in a text."""
    found: Any = compiled.core.verdict(text, numbers, target)
    # The core takes plain whole numbers that do not become too large.
    if found is not None:
        verdict: Verdict = found
        return verdict
    exact_numbers = parse_numbers(numbers, any_size=True)
    return _judge_exactly(compiled, text, exact_numbers, parse_number(target, any_size=True))


def _judge_exactly(
    compiled: CompiledJudge, text: object, numbers: tuple[Fraction, ...], target: Fraction
) -> Verdict:
    puzzle = prepare(numbers, target)
    found: Any = compiled.core.verdict_prepared(text, numbers, target, puzzle)
    if found is None:  # numbers beyond 64 bits
        (start, answer, found_by) = compiled.located(text)
        submission = (answer, start, numbers, target, compiled.rules, compiled.syntax)
        found = big_number_verdict(submission, found_by)
    verdict: Verdict = found
    return verdict


def prepare(numbers: Sequence[Fraction], target: Fraction) -> _core.PreparedPuzzle:
    """The puzzle as the core takes it; the core leaves one with big numbers to Python."""
    parts = [part for number in (*numbers, target) for part in number.as_integer_ratio()]
    if max(map(abs, parts)) > LARGEST_PART:
        return _core.PreparedPuzzle.wide(needs_braces(numbers))
    return _core.PreparedPuzzle(as_pairs(numbers), target.as_integer_ratio())
