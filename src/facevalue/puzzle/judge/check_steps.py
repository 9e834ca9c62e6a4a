"""`check_steps`: judges answers in steps, as in Tree of Thoughts and Stream of Search."""

from __future__ import annotations

from typing import Any

from facevalue import _core
from facevalue.options import quick
from facevalue.puzzle.judge.judge import judge_for
from facevalue.puzzle.judge.verdict import Verdict
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.spelling import ask_puzzle
from facevalue.puzzle.notation.syntax import SyntaxLike


# The core judges answers to puzzles of plain ints.
@quick(_core.quick_check_steps, judge_for)
def check_steps(
    answer: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
) -> Verdict:
    r"""Check whether a list of steps makes the target, with a true result in every step.

    A step is a line `a op b = c`, which replaces two of the numbers by their result. The line may
    end with `(from: step 1, number)`, as `Expression.steps` writes it if an operand could be a
    result or a number, and with `(left: ...)`, which lists the numbers that remain. Steps may also
    be separated by `;` or arrows. Numbering, bullets and signs such as `×` are read. Headings and
    other lines that are not steps are skipped; the message counts them. A list such as `OPERATIONS:
    ['8*3=24']` contains the steps: everything before the last such list is skipped. A last line
    `Answer: expression = target` may follow; `check` judges its expression.

    A step with a wrong result is `false_claim`; a wrong `(from: ...)` or `(left: ...)` is
    `malformed`. A line that looks like a step but cannot be read, such as `2 ** 3 = 8`, is
    `unreadable`. No string raises an error.

    Args:
        answer: the steps, one per line.
        numbers: the numbers of the puzzle, as for `check`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        syntax: what the expression after `Answer:` may use, by name or as a `Syntax`. Steps are
            read in the same way under every syntax; with `decimals` they may also contain `2.5`.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: no numbers, unknown rules or syntax, or rules that join numbers or
            allow functions such as powers.
        LimitError: more than 1000 numbers, or one with more than 4300 digits.

    >>> check_steps("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24", [3, 3, 8, 8]).correct
    True
    >>> check_steps("4 * 6 = 24 (left: 24)", [4, 4, 6, 8]).reason
    <Reason.MALFORMED: 'malformed'>
    """
    puzzle, exact_rules = ask_puzzle(numbers, target, rules, any_size=True)
    judge = judge_for(exact_rules, syntax)
    verdict: Any = judge.steps_verdict(answer, puzzle.numbers, puzzle.target, puzzle.prepared())
    return verdict  # type: ignore[no-any-return]
