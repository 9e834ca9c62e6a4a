"""`check` judges one answer to a puzzle; `check_many` and `verdict_columns` judge many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from facevalue import _core
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import quick
from facevalue.puzzle.judge.answer_column import read_answers
from facevalue.puzzle.judge.judge import judge_for
from facevalue.puzzle.judge.verdict import CORRECT_CODE, Verdict
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rows import PuzzlesLike, TargetsLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.spelling import ask_puzzle
from facevalue.puzzle.notation.syntax import SyntaxLike
from facevalue.system.lazy_numpy import NDArray, np


# The core judges answers to puzzles of plain ints.
@quick(_core.quick_check, judge_for)
def check(
    answer: object,
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
) -> Verdict:
    """Check an answer; if it is wrong, show why and where.

    The answer is parsed and never run. The verdict is exact. No string raises an error, causes deep
    recursion or takes a long time.

    Args:
        answer: the answer as a string. None is `no_answer`; any other object is `malformed`.
        numbers: the 1 to 1000 numbers of the puzzle: a string, or integers, whole floats,
            `Fraction`, `Decimal`, strings or cards.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        syntax: what the answer may use, by name or as a `Syntax`.

    Returns:
        A `Verdict`, which is true if the answer is correct.

    Raises:
        NotationError: one of the numbers, or the target, is not a number.
        RuleError: no numbers, unknown rules or syntax.
        LimitError: more than 1000 numbers, or one with more than 4300 digits.

    >>> check("6*(2+5/6)", "6 6 5 2", 17).correct
    True
    >>> verdict = check("6*(2+5)/6", [6, 6, 5, 2], 17)
    >>> verdict.reason, verdict.message
    (<Reason.WRONG_VALUE: 'wrong_value'>, '6*(2+5)/6 is 7, not 17')
    """
    try:
        puzzle, exact_rules = ask_puzzle(numbers, target, rules, any_size=True)
    except FaceValueError:
        if isinstance(answer, (list, tuple)) and isinstance(numbers, str):
            message = f"the answer comes first: check({quoted(numbers)}, {quoted(answer)})"
            raise RuleError(message) from None
        raise
    return judge_for(exact_rules, syntax).judge_puzzle(answer, puzzle)


def check_many(
    answers: Iterable[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
    workers: int = 1,
) -> NDArray[np.bool_]:
    """Check many answers; the result is `bool(check(...))` for each.

    `verdict_columns` also returns the reasons.

    Args:
        answers: N strings: a list, an array, or a column of pandas, Polars or Arrow. A missing
            value means that there is no answer.
        numbers: a row of numbers for each answer: lists of any length, strings, an array (N, k), a
            table, or a column of lists. Or one puzzle for all answers: a string or a flat list.
        targets: one for each answer, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        syntax: what an answer may use, by name or as a `Syntax`.
        workers: threads that share the answers, 1 to 64.

    Returns:
        A bool array of shape (N,).

    Raises:
        NotationError: a number or a target is not a number; the message names the row.
        RuleError: there are more or fewer rows or targets than answers, or a row is empty; unknown
            rules or syntax; `workers` out of range.
        LimitError: a row with more than 1000 numbers, or a number with more than 4300 digits.

    >>> check_many(["3*8", "3+8", "3*8*1"], [3, 8], 24).tolist()
    [True, False, False]
    """
    judge, column = judge_for(rules, syntax), read_answers(answers)
    return judge.find_reasons(column, numbers, targets, workers) == CORRECT_CODE  # type: ignore[no-any-return]


def verdict_columns(
    answers: Iterable[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
    columns: Iterable[str] | None = None,
    workers: int = 1,
) -> dict[str, list[Any]]:
    """Check many answers and return the verdicts as columns, much faster than `check` one by one.

    Args:
        answers: N strings, as for `check_many`.
        numbers: a row of numbers for each answer, or one puzzle for all, as for `check_many`.
        targets: one for each answer, or one for all; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        syntax: what an answer may use, by name or as a `Syntax`.
        columns: names of `VERDICT_COLUMNS`; None for all. "correct" and "reason" alone are nearly
            as fast as `check_many`.
        workers: threads that share the answers, 1 to 64.

    Returns:
        Lists of N cells: "correct" (bool), "reason" (the string of a `Reason`), "value" (a string,
        since it may be a fraction), "position", "message" and "found_by", as `Verdict` has them;
        None if a verdict has no such value.

    Raises:
        NotationError: a number or a target is not a number; the message names the row.
        RuleError: there are more or fewer rows or targets than answers, or a row is empty; unknown
            rules, syntax or columns; `workers` out of range.
        LimitError: a row with more than 1000 numbers, or a number with more than 4300 digits.

    >>> verdict_columns(["3*8", "3+8"], [3, 8], columns=["correct", "value"])
    {'correct': [True, False], 'value': ['24', '11']}
    """
    judge, column = judge_for(rules, syntax), read_answers(answers)
    return judge.find_columns(column, numbers, targets, columns, workers)
