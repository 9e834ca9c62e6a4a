"""`check_many`: many answers at once, judged by threads without Python's lock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from facevalue.arrays import plain
from facevalue.errors import NotationError, RuleError
from facevalue.options import worker_count
from facevalue.puzzle.judge.answer_column import ArrowStrings, read_answers
from facevalue.puzzle.judge.check import judge_for, prepare
from facevalue.puzzle.judge.verdict import NEEDS_BIG_NUMBERS, REASONS, big_number_verdict
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike, parse_number, parse_numbers
from facevalue.puzzle.model.rules import MOST_NUMBERS
from facevalue.puzzle.notation.evaluation import Reason
from facevalue.puzzle.search.batch import RowsLike, TargetsLike

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    import numpy as np
    from numpy.typing import NDArray

    from facevalue import _core
    from facevalue.puzzle.judge.answer_column import Answers
    from facevalue.puzzle.judge.check import CompiledJudge
    from facevalue.puzzle.model.rules import RulesLike
    from facevalue.puzzle.notation.syntax import SyntaxLike

    Found = TypeVar("Found")

# The numbers of one puzzle for all answers, or a row for each.
PuzzlesLike: TypeAlias = NumbersLike | RowsLike
CORRECT = REASONS.index(Reason.CORRECT)


def check_many(
    answers: Iterable[object],
    numbers: PuzzlesLike,
    targets: TargetsLike | None = None,
    rules: RulesLike = "classic",
    *,
    syntax: SyntaxLike = "lenient",
    workers: int = 1,
) -> NDArray[np.bool_]:
    """Whether each answer is right, as `bool(check(...))` says of one.

    `verdict_columns` says why.

    Args:
        answers: N strings: a list, an array, or a column of pandas, Polars or Arrow. A missing
            value is no answer.
        numbers: a row of numbers for each answer: lists of any length, strings, an array (N, k), a
            table, or a column of lists. Or one puzzle for all answers: a string or a flat list.
        targets: one for each answer, or one for all; None for the target of the rules.
        rules: the name of a row of `RULES`, or custom rules.
        syntax: what an answer may use, by name or as a `Syntax`.
        workers: threads that share the answers, 1 to 64.

    Returns:
        A bool array of shape (N,).

    Raises:
        NotationError: a number or a target is not a number; the message names the row.
        RuleError: there are more or fewer rows or targets than answers, or a row is empty; unknown
            rules or syntax; `workers` out of range.
        LimitError: a row of more than 1000 numbers, or a number of more than 4300 digits.

    >>> check_many(["3*8", "3+8", "3*8*1"], [3, 8], 24).tolist()
    [True, False, False]
    """
    compiled = judge_for(rules, syntax)
    return find_correct(compiled, read_answers(answers), numbers, targets, workers)


def find_correct(
    compiled: CompiledJudge,
    answers: Answers,
    numbers: PuzzlesLike,
    targets: TargetsLike | None,
    workers: int,
) -> NDArray[np.bool_]:
    """Whether each answer is right, as a compiled judge finds it."""
    right: NDArray[np.bool_]
    right = find_reasons(compiled, answers, numbers, targets, workers) == CORRECT
    return right


def find_reasons(
    compiled: CompiledJudge,
    answers: Answers,
    numbers: PuzzlesLike,
    targets: TargetsLike | None,
    workers: int,
) -> NDArray[np.uint8]:
    """The place of each answer's reason in `REASONS`, as a compiled judge finds it."""
    threads = worker_count(workers)
    puzzles = Puzzles(numbers, compiled.target if targets is None else targets, len(answers))
    if isinstance(answers, ArrowStrings):
        check = partial(compiled.core.check_arrow, *answers.parts)
    else:
        check = partial(compiled.core.check_many, answers)
    codes = puzzles.given_to(check, threads)
    for row in (codes == NEEDS_BIG_NUMBERS).nonzero()[0].tolist():
        extracted = compiled.core.extract(str(answers[row]))
        puzzle = *puzzles.at(row), compiled.rules, compiled.syntax
        verdict = big_number_verdict((extracted and extracted[1], 0, *puzzle))
        codes[row] = REASONS.index(verdict.reason)
    return codes


class Puzzles:
    """The puzzle of each answer: rows of numbers or one puzzle for all, targets or one for all."""

    def __init__(self, numbers: PuzzlesLike, targets: TargetsLike, size: int) -> None:
        self.size = size
        self.numbers, self.target = _listed(numbers, size), _listed(targets, size)
        self.rows: Sequence[Any] | None = None
        if isinstance(self.numbers, (list, tuple)):
            rows = tuple(self.numbers)
            # A list of rows, and not the numbers of one puzzle.
            if isinstance(plain(rows[0]), Iterable) if rows else size == 0:
                self.rows = rows
        has_targets = isinstance(self.target, (list, tuple))
        self.targets: Sequence[Any] | None = tuple(self.target) if has_targets else None
        for what, column in (("rows of numbers", self.rows), ("targets", self.targets)):
            if column is not None and len(column) != size:
                message = f"expected {size} {what}, one for each answer: {len(column)} given"
                raise RuleError(message)

    def at(self, row: int) -> tuple[Any, Any]:
        """The numbers and the target of a row."""
        numbers = self.numbers if self.rows is None else self.rows[row]
        return plain(numbers), self.target_at(row)

    def target_at(self, row: int) -> Any:  # noqa: ANN401 - whatever people write
        """The target of a row."""
        return self.target if self.targets is None else self.targets[row]

    def given_to(self, judge: Callable[[Any, Any, int], Found | None], workers: int) -> Found:
        """What a judge of the core says of the answers to these puzzles."""
        found = judge(*self.plain(), workers)
        if found is None:  # not all of them are plain whole numbers
            found = judge(*self.prepared(), workers)
        assert found is not None  # noqa: S101 - prepared puzzles can always be judged
        return found

    @property
    def _is_one(self) -> bool:
        """Whether all answers are to the same puzzle."""
        return self.rows is None and self.targets is None

    def plain(self) -> tuple[Any, Any]:
        """As they are: the core takes plain whole numbers directly."""
        if self._is_one:
            return self.prepared()
        rows = [self.numbers] * self.size if self.rows is None else self.rows
        return rows, self.target if self.targets is None else self.targets

    def prepared(self) -> tuple[Any, Any]:
        """Parsed in Python, for everything else that people write as numbers."""
        if self._is_one:
            return _prepare(self.numbers, self.target), 0
        prepared_rows = []
        for row in range(self.size):
            try:
                prepared_rows.append(_prepare(*self.at(row)))
            except NotationError as error:
                message = f"{error.args[0]} in row {row}"
                raise NotationError(message, error.text, error.position) from None
            except RuleError as error:
                raise RuleError(f"{error} in row {row}") from None
        return prepared_rows, 0


def _prepare(numbers: NumbersLike, target: NumberLike) -> _core.PreparedPuzzle:
    return prepare(parse_numbers(numbers, any_size=True), parse_number(target, any_size=True))


def _listed(given: Any, size: int) -> Any:  # noqa: ANN401 - whatever holds numbers
    """Arrays, columns, tables and iterators as lists, anything else unchanged."""
    found = plain(given)
    is_one = isinstance(found, (str, bytes, bytearray, Mapping, Sequence))
    if is_one or not isinstance(found, Iterable):
        return found
    return list(islice(found, max(size, MOST_NUMBERS) + 1))  # an iterator may be endless
