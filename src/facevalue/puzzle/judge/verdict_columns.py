"""The verdicts on many answers as columns, without an object for each of them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from facevalue.budget import check_deadline
from facevalue.options import one_of, worker_count
from facevalue.puzzle.judge.answer_column import ArrowStrings, read_answers
from facevalue.puzzle.judge.batch import CORRECT, Puzzles, find_reasons
from facevalue.puzzle.judge.check import judge, judge_for
from facevalue.puzzle.judge.number_sentences import describe_numbers
from facevalue.puzzle.judge.verdict import (
    NO_ANSWER_MESSAGE,
    REASONS,
    correct_message,
    value_text,
    wrong_value_message,
)
from facevalue.puzzle.model.numbers import number_text, parse_number, parse_numbers
from facevalue.puzzle.notation.evaluation import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from facevalue.puzzle.judge.answer_column import Answers
    from facevalue.puzzle.judge.batch import PuzzlesLike
    from facevalue.puzzle.judge.check import CompiledJudge
    from facevalue.puzzle.model.rules import Rules, RulesLike
    from facevalue.puzzle.notation.syntax import SyntaxLike
    from facevalue.puzzle.search.batch import TargetsLike

    # Codes, positions, found_by, values, texts and used numbers, as the core writes them.
    Outlines: TypeAlias = tuple[list[Any], list[Any], list[Any], list[Any], list[Any], list[Any]]

VERDICT_COLUMNS: Mapping[str, type] = MappingProxyType(
    {
        "correct": bool,
        "reason": str,
        "value": str,
        "position": int,
        "message": str,
        "found_by": str,
    }
)
_TEXTS = [reason.value for reason in REASONS]
_NO_ANSWER = REASONS.index(Reason.NO_ANSWER)
_WRONG_VALUE = REASONS.index(Reason.WRONG_VALUE)
# At the clock; a row takes some microseconds, or a hundred where Python explains it.
_ROWS_A_LOOK = 256


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
    """The verdicts on many answers as columns, much faster than `check` one by one.

    Args:
        answers: N strings, as `check_many` takes them.
        numbers: a row of numbers for each answer, or one puzzle for all, as `check_many` takes
            them.
        targets: one for each answer, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or custom rules.
        syntax: what an answer may use, by name or as a `Syntax`.
        columns: names of `VERDICT_COLUMNS`; None for all. "correct" and "reason" alone are nearly
            as fast as `check_many`.
        workers: threads that share the answers, 1 to 64.

    Returns:
        Lists of N cells: "correct" (bool), "reason" (the string of a `Reason`), "value" (a string,
        since it may be a fraction), "position", "message" and "found_by", as `Verdict` has them;
        None where it has none.

    Raises:
        NotationError: a number or a target is not a number; the message names the row.
        RuleError: there are more or fewer rows or targets than answers, or a row is empty; unknown
            rules, syntax or columns; `workers` out of range.
        LimitError: a row of more than 1000 numbers, or a number of more than 4300 digits.

    >>> verdict_columns(["3*8", "3+8"], [3, 8], columns=["correct", "value"])
    {'correct': [True, False], 'value': ['24', '11']}
    """
    compiled = judge_for(rules, syntax)
    return find_columns(compiled, read_answers(answers), (numbers, targets), columns, workers)


def find_columns(
    compiled: CompiledJudge,
    answers: Answers,
    puzzles: tuple[PuzzlesLike, TargetsLike | None],
    columns: Iterable[str] | None,
    workers: int,
) -> dict[str, list[Any]]:
    """The columns for answers, as a compiled judge finds them."""
    names = list(VERDICT_COLUMNS if columns is None else columns)
    for name in names:
        one_of("column", name, VERDICT_COLUMNS)
    if set(names) <= {"correct", "reason"}:
        codes = find_reasons(compiled, answers, *puzzles, workers)
        cells: dict[str, list[Any]] = {"correct": (codes == CORRECT).tolist()}
        if "reason" in names:
            cells["reason"] = [_TEXTS[code] for code in codes.tolist()]
    else:
        texts = answers.column.to_pylist() if isinstance(answers, ArrowStrings) else answers
        numbers, targets = puzzles
        rows = Puzzles(numbers, compiled.target if targets is None else targets, len(texts))
        cells = _find_all_columns(compiled, texts, rows, worker_count(workers))
    return {name: cells[name] for name in names}


def _find_all_columns(
    compiled: CompiledJudge, texts: Sequence[object], puzzles: Puzzles, workers: int
) -> dict[str, list[Any]]:
    def outlines(rows: Any, goals: Any, threads: int) -> Outlines | None:  # noqa: ANN401
        return compiled.core.outlines(texts, rows, goals, threads)

    codes, positions, found_by, values, texts_read, used = puzzles.given_to(outlines, workers)
    if compiled.extract is None:
        found_by = [None] * len(texts)  # nothing was looked for
    columns = dict(zip(VERDICT_COLUMNS, ([], [], values, positions, [], found_by), strict=True))
    columns["correct"] += [code == CORRECT for code in codes]
    columns["reason"] += [_TEXTS[code] if code < len(_TEXTS) else None for code in codes]
    messages = columns["message"]
    for at, outline in enumerate(zip(codes, values, texts_read, used, strict=True)):
        if at % _ROWS_A_LOOK == 0:
            check_deadline()
        messages.append(_message(puzzles, compiled.rules, at, outline))
    for at, message in enumerate(messages):
        if message is None:
            check_deadline()
            verdict = judge(compiled, texts[at], *puzzles.at(at))
            for name, column in columns.items():
                column[at] = getattr(verdict, name)
            columns["reason"][at] = verdict.reason.value
            columns["value"][at] = None if verdict.value is None else number_text(verdict.value)
    return columns


def _message(
    puzzles: Puzzles, rules: Rules, at: int, outline: tuple[int, str | None, str, list[str]]
) -> str | None:
    """The message of a row; None where Python must explain the answer."""
    code, value, text, used = outline
    if code == _NO_ANSWER:
        return NO_ANSWER_MESSAGE
    if value is None:
        return None
    if code == _WRONG_VALUE:
        return wrong_value_message(_text_of(puzzles.target_at(at)), text, value)
    if code == CORRECT:
        return correct_message(_text_of(puzzles.target_at(at)), text)
    numbers = puzzles.at(at)[0]
    if type(numbers) is list and set(map(type, numbers)) == {int}:
        words = list(map(str, numbers))
    else:
        words = list(map(number_text, parse_numbers(numbers, any_size=True)))
    return describe_numbers(used, words, needs_all=rules.use == "all")


def _text_of(target: Any) -> str:  # noqa: ANN401 - whatever people write
    return str(target) if type(target) is int else value_text(parse_number(target))
