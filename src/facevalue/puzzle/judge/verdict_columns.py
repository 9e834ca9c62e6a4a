"""The verdicts on many answers as columns, without an object for each of them."""

from __future__ import annotations

from facevalue.budget import check_deadline
from facevalue.options import worker_count
from facevalue.puzzle.judge.batch import Puzzles
from facevalue.puzzle.judge.check import judge
from facevalue.puzzle.judge.verdict import (
    NO_ANSWER_MESSAGE,
    REASONS,
    correct_message,
    value_text,
    wrong_numbers_message,
    wrong_value_message,
)
from facevalue.puzzle.model.numbers import number_text, parse_number, parse_numbers
from facevalue.puzzle.notation.evaluation import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from facevalue.puzzle.judge.batch import PuzzlesLike, TargetsLike
    from facevalue.puzzle.judge.check import CompiledJudge

    # Correct, reason, value, position, message, found_by.
    Row: TypeAlias = tuple[bool, str, str | None, int | None, str, str | None]

COLUMNS = ("correct", "reason", "value", "position", "message", "found_by")
_TEXTS = [reason.value for reason in REASONS]
_CORRECT, _NO_ANSWER = REASONS.index(Reason.CORRECT), REASONS.index(Reason.NO_ANSWER)
_WRONG_VALUE = REASONS.index(Reason.WRONG_VALUE)
_ROWS_A_LOOK = (
    256  # at the clock; a row is some microseconds, or a hundred where Python explains it
)


def verdict_columns(
    judges: tuple[CompiledJudge, CompiledJudge],
    texts: Sequence[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None,
    workers: int,
) -> dict[str, list[Any]]:
    """The columns for texts, of judges of completions and of what is found in them."""
    completions, answers = judges
    puzzles = Puzzles(numbers, completions.target if targets is None else targets, len(texts))

    def outlines(rows: Any, goals: Any, threads: int) -> list[Any] | None:  # noqa: ANN401
        return completions.core.outlines(texts, rows, goals, threads)

    found = puzzles.given_to(outlines, worker_count(workers))
    rows = _Rows(completions, answers)
    made = []
    for at, outline in enumerate(found):
        if at % _ROWS_A_LOOK == 0:
            check_deadline()
        made.append(rows.row(outline, texts[at], puzzles, at))
    columns = zip(*made, strict=True) if made else [()] * len(COLUMNS)
    return {name: list(column) for name, column in zip(COLUMNS, columns, strict=True)}


class _Rows:
    """Makes rows of outlines; asks for a verdict where an outline does not tell all."""

    def __init__(self, completions: CompiledJudge, answers: CompiledJudge) -> None:
        self._completions, self._answers = completions, answers

    def row(self, outline: tuple[Any, ...], text: object, puzzles: Puzzles, at: int) -> Row:
        code, position, found_by, value, expression, used = outline
        if code == _NO_ANSWER:
            return False, _TEXTS[code], None, None, NO_ANSWER_MESSAGE, None
        if value is None:
            return self._explained(text, *puzzles.at(at))
        if code == _WRONG_VALUE:
            message = wrong_value_message(_text_of(puzzles.target_at(at)), expression, value)
        elif code == _CORRECT:
            message = correct_message(_text_of(puzzles.target_at(at)), expression)
        else:
            given, _ = puzzles.at(at)
            message = wrong_numbers_message(self._answers.rules, _texts(given), used)
        return code == _CORRECT, _TEXTS[code], value, position, message, found_by

    def _explained(self, text: object, numbers: Any, target: Any) -> Row:  # noqa: ANN401
        found = self._completions.core.extract(text) if isinstance(text, str) else None
        start, answer, found_by = found or (0, text, None)
        verdict = judge(self._answers, answer, start, numbers, target, found_by=found_by)
        value = None if verdict.value is None else number_text(verdict.value)
        reason = verdict.reason.value
        return verdict.correct, reason, value, verdict.position, verdict.message, verdict.found_by


def _text_of(target: Any) -> str:  # noqa: ANN401 - whatever people write
    return str(target) if type(target) is int else value_text(parse_number(target, any_size=True))


def _texts(numbers: Any) -> list[str]:  # noqa: ANN401 - whatever people write
    if type(numbers) is list and set(map(type, numbers)) == {int}:
        return list(map(str, numbers))
    return list(map(number_text, parse_numbers(numbers, any_size=True)))
