"""`Judge`: compiled rules, a syntax and where the answer is; all grading goes through it.

`check`, `check_many`, `verdict_columns` and `Grader` are the public ways to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from facevalue import _core
from facevalue.budget import check_deadline
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.puzzle.judge.answer_column import Answers, ArrowStrings
from facevalue.puzzle.judge.verdict import (
    CORRECT_CODE,
    REASONS,
    Start,
    Verdict,
    big_number_verdict,
    describe_outline,
    needs_braces,
)
from facevalue.puzzle.model.core_rules import as_pairs, core_rules
from facevalue.puzzle.model.numbers import LARGEST_PART, NumberLike, number_text
from facevalue.puzzle.model.rows import PuzzleRows, PuzzlesLike, TargetsLike
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.model.spelling import read_puzzle
from facevalue.puzzle.notation.syntax import Syntax, SyntaxLike, answer_reader, syntax_named
from facevalue.system.lazy_numpy import NDArray, np

Found = TypeVar("Found")

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
_NAMES = [reason.value for reason in REASONS]
# The core's code for an answer with numbers beyond 64 bits, which Python judges. Never returned.
NEEDS_BIG_NUMBERS = len(REASONS)
# A row takes a few microseconds, or a hundred if Python explains it.
_ROWS_PER_DEADLINE_CHECK = 256


class Judge(_core.Judge):
    """A compiled judge; `judge_for` returns the same judge for the same arguments.

    Args:
        rules: the rules of the puzzles.
        syntax: what an answer may use.
        extract: where the answer is in a completion; None if the whole string is the answer.
        after_think: True if only the part after the last `</think>` counts.
    """

    __slots__ = ("extracts", "rules", "syntax", "target")

    def __init__(
        self, rules: Rules, syntax: Syntax, extract: str | None = None, *, after_think: bool = False
    ) -> None:
        reader = answer_reader(syntax, rules)
        super().__init__(reader, core_rules(rules), extract, after_think, rules, syntax)
        self.rules, self.syntax, self.target = rules, syntax, rules.target
        self.extracts = extract is not None

    def judge(self, text: object, numbers: Any, target: NumberLike | None = None) -> Verdict:
        """Judge the answer in a string; a target of None is the default target of the rules."""
        verdict: Any = self.verdict(text, numbers, self.target if target is None else target)
        if verdict is None:  # not all numbers are plain ints
            puzzle = read_puzzle(numbers, target, self.rules, any_size=True)
            exact_numbers, exact_target, rules = puzzle
            if rules != self.rules:
                needed = f"a judge with the rules {quoted(rules.name)}"
                raise RuleError(f"the puzzle needs {needed}, not {quoted(self.rules.name)}")
            verdict = self.judge_exact(text, exact_numbers, exact_target)
        return verdict  # type: ignore[no-any-return]

    def judge_exact(self, text: object, numbers: tuple[Fraction, ...], target: Fraction) -> Verdict:
        """Judge the answer in a string, for exact numbers of any size."""
        verdict: Any = self.verdict(text, numbers, target, prepare(numbers, target))
        if verdict is None:  # numbers beyond 64 bits
            start, answer, found_by = self.locate(text)
            submission = (answer, start, numbers, target, self.rules, self.syntax)
            verdict = big_number_verdict(submission, found_by)
        return verdict  # type: ignore[no-any-return]

    def locate(self, text: object) -> tuple[Start, object, str | None]:
        """Find the answer in a completion; return its start, the answer, and how it was found."""
        if not self.extracts or not isinstance(text, str):
            return 0, text, None
        # The core's stub cannot name the type of a start.
        return self.extract(text) or (0, None, None)  # type: ignore[return-value]

    def find_reasons(
        self, answers: Answers, numbers: PuzzlesLike, targets: TargetsLike | None, workers: int
    ) -> NDArray[np.uint8]:
        """Return for each answer the index of its reason in `REASONS`."""
        if isinstance(answers, ArrowStrings):
            judge = partial(self.check_arrow, *answers.parts)
        else:
            judge = partial(self.check_many, answers)
        puzzles = self._puzzles(numbers, targets, len(answers))
        codes = _judge_rows(judge, puzzles, workers)
        for row in (codes == NEEDS_BIG_NUMBERS).nonzero()[0].tolist():
            codes[row] = REASONS.index(self.judge(answers[row], *puzzles.at(row)).reason)
        return codes

    def find_columns(
        self,
        answers: Answers,
        numbers: PuzzlesLike,
        targets: TargetsLike | None,
        columns: Iterable[str] | None,
        workers: int,
    ) -> dict[str, list[Any]]:
        """Compute the columns of verdicts; Python explains answers that the core does not."""
        names = [
            one_of("column", name, VERDICT_COLUMNS)
            for name in (VERDICT_COLUMNS if columns is None else columns)
        ]
        if set(names) <= {"correct", "reason"}:
            codes = self.find_reasons(answers, numbers, targets, workers).tolist()
            cells: dict[str, list[Any]] = {
                "correct": list(map(CORRECT_CODE.__eq__, codes)),
                "reason": list(map(_NAMES.__getitem__, codes)),
            }
            return {name: cells[name] for name in names}
        completions = answers.column.to_pylist() if isinstance(answers, ArrowStrings) else answers
        puzzles = self._puzzles(numbers, targets, len(completions))
        outlines: Any = _judge_rows(partial(self.outlines, completions), puzzles, workers)
        codes, positions, found_by, values, expressions, used = outlines
        if not self.extracts:
            found_by = [None] * len(completions)
        right: list[bool] = []
        reasons: list[str] = []
        messages: list[str] = []
        columns_found = (right, reasons, values, positions, messages, found_by)
        cells = dict(zip(VERDICT_COLUMNS, columns_found, strict=True))
        right += [code == CORRECT_CODE for code in codes]
        reasons += [_NAMES[code] if code < len(_NAMES) else "" for code in codes]
        unexplained = []
        for row, outline in enumerate(zip(codes, values, expressions, used, strict=True)):
            if row % _ROWS_PER_DEADLINE_CHECK == 0:
                check_deadline()
            message = describe_outline(outline, puzzles, row, self.rules)
            messages.append(message or "")
            if message is None:
                unexplained.append(row)
        for row in unexplained:
            check_deadline()
            verdict = self.judge(completions[row], *puzzles.at(row))
            right[row], reasons[row] = verdict.correct, verdict.reason.value
            values[row] = None if verdict.value is None else number_text(verdict.value)
            positions[row], found_by[row] = verdict.position, verdict.found_by
            messages[row] = verdict.message
        return {name: cells[name] for name in names}

    def _puzzles(self, numbers: PuzzlesLike, targets: TargetsLike | None, size: int) -> PuzzleRows:
        return PuzzleRows(numbers, self.target if targets is None else targets, size, self.rules)


def judge_for(
    rules: RulesLike, syntax: SyntaxLike, extract: str | None = None, *, after_think: bool = False
) -> Judge:
    """Return the judge for the arguments of `Judge`; rules and syntax may be names.

    Raises:
        RuleError: unknown rules or syntax.
    """
    try:
        return cached_judge(rules, syntax, extract, after_think)
    except TypeError:  # unhashable: one of the next lines raises the right error
        rules_named(rules)
        syntax_named(syntax)
        raise


@lru_cache(maxsize=64)
def cached_judge(
    rules: RulesLike,
    syntax: SyntaxLike,
    extract: str | None = None,
    after_think: bool = False,  # noqa: FBT001, FBT002 - `lru_cache` takes positions faster
) -> Judge:
    """Return the judge for hashable arguments."""
    return Judge(rules_named(rules), syntax_named(syntax), extract, after_think=after_think)


def prepare(numbers: Sequence[Fraction], target: Fraction) -> _core.PreparedPuzzle:
    """Convert a puzzle for the core; Python judges puzzles with big numbers."""
    parts = [part for number in (*numbers, target) for part in number.as_integer_ratio()]
    if max(map(abs, parts)) > LARGEST_PART:
        return _core.PreparedPuzzle.wide(needs_braces(numbers))
    return _core.PreparedPuzzle(as_pairs(numbers), target.as_integer_ratio())


def _judge_rows(
    judge: Callable[[Any, Any, int], Found | None], puzzles: PuzzleRows, workers: int
) -> Found:
    """Call a judge of the core with rows of plain ints, or with prepared puzzles."""
    threads = worker_count(workers)
    results = None if puzzles.is_one else judge(*puzzles.plain(), threads)
    if results is None:
        prepared = puzzles.parse(prepare)
        results = judge(prepared[0] if puzzles.is_one else prepared, 0, threads)
    assert results is not None  # noqa: S101 - prepared puzzles can always be judged
    return results
