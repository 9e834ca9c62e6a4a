"""`Judge`: compiled rules, a syntax and where the answer is; all grading goes through it.

`check`, `check_many`, `verdict_columns` and `Grader` are the public ways to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from facevalue import _core
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.puzzle.judge.answer_column import Answers, ArrowStrings
from facevalue.puzzle.judge.verdict import (
    CORRECT_CODE,
    REASONS,
    Verdict,
)
from facevalue.puzzle.model.core_rules import core_rules, prepare
from facevalue.puzzle.model.numbers import NumberLike
from facevalue.puzzle.model.rows import PuzzleRows, PuzzlesLike, TargetsLike
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.notation.spelling import ask_puzzle
from facevalue.puzzle.notation.syntax import (
    SYNTAXES,
    Syntax,
    SyntaxLike,
    answer_reader,
    syntax_named,
)
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
        reader, relaxed = answer_reader(syntax, rules), answer_reader(SYNTAXES["relaxed"], rules)
        core = core_rules(rules)
        super().__init__(reader, relaxed, core, extract, after_think, rules, syntax)
        self.rules, self.syntax, self.target = rules, syntax, rules.target
        self.extracts = extract is not None

    def judge(self, text: object, numbers: Any, target: NumberLike | None = None) -> Verdict:
        """Judge the answer in a string; a target of None is the default target of the rules."""
        verdict: Any = self.verdict(text, numbers, self.target if target is None else target)
        if verdict is None:  # not all numbers are plain ints
            puzzle, rules = ask_puzzle(numbers, target, self.rules, any_size=True)
            if rules != self.rules:
                needed = f"a judge with the rules {quoted(rules.name)}"
                raise RuleError(f"the puzzle needs {needed}, not {quoted(self.rules.name)}")
            verdict = self.judge_puzzle(text, puzzle)
        return verdict  # type: ignore[no-any-return]

    def judge_puzzle(self, text: object, puzzle: _core.AskedPuzzle) -> Verdict:
        """Judge the answer in a string to a puzzle that was read."""
        verdict: Any = self.verdict(text, puzzle.numbers, puzzle.target, puzzle.prepared())
        return verdict  # type: ignore[no-any-return]

    def find_reasons(
        self, answers: Answers, numbers: PuzzlesLike, targets: TargetsLike | None, workers: int
    ) -> NDArray[np.uint8]:
        """Return for each answer the index of its reason in `REASONS`."""
        if isinstance(answers, ArrowStrings):
            judge = partial(self.check_arrow, *answers.parts)
        else:
            judge = partial(self.check_many, answers)
        return _judge_rows(judge, self._puzzles(numbers, targets, len(answers)), workers)

    def find_columns(
        self,
        answers: Answers,
        numbers: PuzzlesLike,
        targets: TargetsLike | None,
        columns: Iterable[str] | None,
        workers: int,
    ) -> dict[str, list[Any]]:
        """Compute the columns of verdicts."""
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
        codes, positions, found_by, values, messages = outlines
        for row, message in enumerate(messages):
            if message is None:
                messages[row] = _core.not_a_string(quoted(completions[row]))
        cells = {
            "correct": list(map(CORRECT_CODE.__eq__, codes)),
            "reason": list(map(_NAMES.__getitem__, codes)),
            "value": values,
            "position": positions,
            "message": messages,
            "found_by": found_by if self.extracts else [None] * len(codes),
        }
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
