"""`Grader`: finds the answer in the output of a model, judges it and scores it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import attrs
from attrs import field

from facevalue.errors import RuleError
from facevalue.options import finite_number, one_of, true_or_false
from facevalue.puzzle.judge.answer_column import content_of, read_completions
from facevalue.puzzle.judge.judge import Judge, judge_for
from facevalue.puzzle.judge.reason import Reason
from facevalue.puzzle.judge.verdict import CORRECT_CODE, Verdict
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rows import PuzzlesLike, TargetsLike
from facevalue.puzzle.model.rules import RULES, Rules
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.notation.syntax import SYNTAXES, Syntax, syntax_named
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value, checked, keep, spelled

EXTRACTS: Mapping[str, str] = MappingProxyType(
    {
        "last_answer_tag": "in the last closed <answer>...</answer>",
        "first_answer_tag": "in the first closed <answer>...</answer>",
        "only_answer_tag": "in <answer>...</answer>, which must be the only one",
        "boxed": r"in the last closed \boxed{...}",
        "any": "wherever the first matching rule of `FOUND_BY` finds it; for evaluation only",
        "whole": "the whole completion is the answer",
    }
)
# How `any` finds an answer: by the first rule that fits, in the last place where it fits.
FOUND_BY: Mapping[str, str] = MappingProxyType(
    {
        "answer_tag": "the last closed <answer>...</answer>, in any case",
        "boxed": r"the last closed \boxed{...} or \fbox{...}",
        "hashes": "the last line with #### followed by an expression",
        "phrase": 'the last line with "final answer", "the answer is" or "answer:", or the next; '
        'or a later line such as "Correction: ..."',
        "json": 'the last {"answer": "..."}, with escapes as JSON defines them',
        "code_block": "the last code block that ends in an expression",
        "bold": "the last bold expression",
        "last_line": "the last line that contains an expression",
    }
)

# Answers that say that there is no solution, in any case, without the last full stop.
NO_SOLUTION_ANSWERS = frozenset(
    {"no solution", "no solutions", "there is no solution", "unsolvable", "impossible", "none"}
)


@attrs.frozen
class Grader(Value):
    """Judges completions: strings that a model wrote, with the answer somewhere in them.

    A completion is a string, or a list of messages, of which the last one from the assistant
    counts. Threads may share a grader.

    Args:
        rules: a name in `RULES`, or custom rules.
        syntax: what an answer may use, by name or as a `Syntax`.
        extract: where the answer is, one of `EXTRACTS`. Tags must match exactly. A tag that is
            never closed does not count, and a tag opened inside another starts over. "any" is for
            evaluating models without a prescribed format that reply in English, not for rewards. It
            ignores answers that the model rejects, takes back, strikes out, marks as wrong, shows
            as an example, or offers as one of several; a later correction counts.
        after_think: if True, only what follows the last `</think>` counts; without one there is
            no answer.
        score: what a correct answer is worth, a finite number.
        format_score: what a wrong answer is worth if it was found where it should be.

    Raises:
        RuleError: unknown rules, syntax or `extract`, or an option of the wrong type.

    >>> grader = Grader("countdown", format_score=0.1)
    >>> grader.score("3*8, so <answer>3*8</answer>", [3, 8, 5], 24)
    1.0
    >>> grader.verdict("no idea", [3, 8, 5], 24).reason
    <Reason.NO_ANSWER: 'no_answer'>
    """

    rules: Rules = field(default=spelled("classic"), converter=rules_named)
    syntax: Syntax = field(default=spelled("lenient"), converter=syntax_named)
    extract: str = field(default="last_answer_tag", validator=checked(one_of, EXTRACTS))
    after_think: bool = field(default=False, kw_only=True, validator=checked(true_or_false))
    _score: float = field(default=1.0, kw_only=True, validator=checked(finite_number))
    format_score: float = field(default=0.0, kw_only=True, validator=checked(finite_number))
    _judge: Judge = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        place = self.rules, self.syntax, self.extract
        keep(self, _judge=judge_for(*place, after_think=self.after_think))

    def verdict(
        self, completion: object, numbers: NumbersLike, target: NumberLike | None = None
    ) -> Verdict:
        r"""Judge a completion and return the verdict.

        Its `position` counts from the start of the completion, and `found_by` says how the answer
        was found.

        Args:
            completion: a string or a list of messages.
            numbers: the numbers of the puzzle, as for `check`.
            target: the number to make; None for the default target of the rules.

        Raises:
            NotationError: one of the numbers, or the target, is not a number.
            RuleError: there are no numbers, or several completions instead of one.
            LimitError: more than 1000 numbers, or one with more than 4300 digits.

        >>> Grader(extract="boxed").verdict(r"It is \boxed{3 \times 8}.", [3, 8]).correct
        True
        >>> Grader(extract="any", syntax="relaxed").verdict("The answer is 3 x 8.", [3, 8]).found_by
        'phrase'
        """
        text = completion if type(completion) is str else _one_text(completion)
        return self._judge.judge(text, numbers, target)

    def check(
        self, completion: object, numbers: NumbersLike, target: NumberLike | None = None
    ) -> Verdict:
        """Do the same as `verdict`; named like `facevalue.check`.

        >>> Grader().check("<answer>3*8</answer>", [3, 8]).correct
        True
        """
        return self.verdict(completion, numbers, target)

    def answer(self, completion: object) -> str | None:
        """Return the answer in a completion, as it is judged; None if no answer was found.

        Args:
            completion: a string or a list of messages.

        Raises:
            RuleError: several completions instead of one.

        >>> Grader().answer("3*8 makes 24, so <answer>3*8</answer>")
        '3*8'
        """
        text = _one_text(completion)
        found = self._judge.extract(text) if isinstance(text, str) else None
        return None if found is None else str(found[1])

    def score(
        self, completion: object, numbers: NumbersLike, target: NumberLike | None = None
    ) -> float:
        """Return `score` for a right answer, `format_score` for a wrong one, 0.0 if none is found.

        Args:
            completion: a string or a list of messages.
            numbers: the numbers of the puzzle, as for `check`.
            target: the number to make; None for the default target of the rules.

        Raises:
            NotationError: one of the numbers, or the target, is not a number.
            RuleError: there are no numbers.
            LimitError: more than 1000 numbers, or one with more than 4300 digits.

        >>> Grader(format_score=0.1).score("<answer>3+8</answer>", [3, 8])
        0.1
        """
        return self._worth(self.verdict(completion, numbers, target).reason)

    def check_many(
        self,
        completions: Iterable[object],
        numbers: PuzzlesLike,
        targets: TargetsLike | None = None,
        *,
        workers: int = 1,
    ) -> NDArray[np.bool_]:
        """Check many completions; the result is `bool(verdict(...))` for each.

        `verdict_columns` also returns the reasons.

        Args:
            completions: N strings or lists of messages, as a list or a column.
            numbers: a row of numbers for each completion, or one puzzle for all, as for
                `check_many`.
            targets: one for each completion, or one for all; None for the default target of the
                rules.
            workers: threads that share the completions, 1 to 64.

        Returns:
            A bool array of shape (N,).

        Raises:
            NotationError: a number or a target is not a number; the message names the row.
            RuleError: there are more or fewer rows or targets than completions, or a row is empty.
            LimitError: a row with more than 1000 numbers, or a number with more than 4300 digits.

        >>> Grader().check_many(["<answer>3*8</answer>", "?"], [3, 8]).tolist()
        [True, False]
        """
        texts = read_completions(completions)
        codes = self._judge.find_reasons(texts, numbers, targets, workers)
        return codes == CORRECT_CODE  # type: ignore[no-any-return]

    def score_many(
        self,
        completions: Iterable[object],
        numbers: PuzzlesLike,
        targets: TargetsLike | None = None,
        *,
        workers: int = 1,
    ) -> NDArray[np.float64]:
        """Return the score of each completion, as `score` does.

        Args:
            completions: N strings or lists of messages, as a list or a column.
            numbers: a row of numbers for each completion, or one puzzle for all, as for
                `check_many`.
            targets: one for each completion, or one for all; None for the default target of the
                rules.
            workers: threads that share the completions, 1 to 64.

        Returns:
            A float64 array of shape (N,).

        Raises:
            NotationError: a number or a target is not a number; the message names the row.
            RuleError: there are more or fewer rows or targets than completions, or a row is empty.
            LimitError: a row with more than 1000 numbers, or a number with more than 4300 digits.

        >>> Grader(format_score=0.1).score_many(["<answer>3*8</answer>", "?"], [3, 8]).tolist()
        [1.0, 0.0]
        """
        texts = read_completions(completions)
        worths = np.array([self._worth(reason) for reason in Reason])
        return worths[self._judge.find_reasons(texts, numbers, targets, workers)]

    def verdict_columns(
        self,
        completions: Iterable[object],
        numbers: PuzzlesLike,
        targets: TargetsLike | None = None,
        *,
        columns: Iterable[str] | None = None,
        workers: int = 1,
    ) -> dict[str, list[Any]]:
        """Judge many completions and return columns, much faster than `verdict` one by one.

        Args:
            completions: N strings or lists of messages, as a list or a column.
            numbers: a row of numbers for each completion, or one puzzle for all, as for
                `check_many`.
            targets: one for each completion, or one for all; None for the default target of the
                rules.
            columns: names of `VERDICT_COLUMNS`; None for all. "correct" and "reason" alone are
                nearly as fast as `check_many`.
            workers: threads that share the completions, 1 to 64.

        Returns:
            Lists of N cells: "correct" (bool), "reason" (the string of a `Reason`), "value" (a
            string, since it may be a fraction), "position", "message" and "found_by", as `Verdict`
            has them; None if a verdict has no such value.

        Raises:
            NotationError: a number or a target is not a number; the message names the row.
            RuleError: there are more or fewer rows or targets than completions, or a row is empty;
                an unknown column.
            LimitError: a row with more than 1000 numbers, or a number with more than 4300 digits.

        >>> columns = Grader().verdict_columns(["<answer>3*8</answer>", "?"], [3, 8])
        >>> columns["correct"], columns["message"]
        ([True, False], ['3*8 = 24', 'no answer found'])
        """
        texts = read_completions(completions)
        return self._judge.find_columns(texts, numbers, targets, columns, workers)

    def says_no_solution(self, completion: object) -> bool:
        """Return whether the answer of a completion says that the puzzle has no solution.

        Such an answer is one of `NO_SOLUTION_ANSWERS`, in any case, with or without a full stop.

        Raises:
            RuleError: several completions instead of one.

        >>> Grader().says_no_solution("<answer>No solution.</answer>")
        True
        """
        answer = (self.answer(completion) or "").strip().removeprefix("\\text{")
        words = answer.rstrip("}").rstrip(".").casefold().split()
        return " ".join(words) in NO_SOLUTION_ANSWERS

    def __repr__(self) -> str:
        rules, syntax = self.rules, self.syntax
        names = [name for name, row in SYNTAXES.items() if row == syntax]
        words = (
            rules.name if RULES.get(rules.name) == rules else rules,
            names[0] if names else syntax,
            self.extract,
        )
        usual = {"after_think": False, "score": 1.0, "format_score": 0.0}
        content = self._by_name()
        changed = (f", {name}={content[name]!r}" for name in usual if content[name] != usual[name])
        return f"Grader({', '.join(map(repr, words))}{''.join(changed)})"

    def _worth(self, reason: Reason) -> float:
        if reason is Reason.CORRECT:
            return self._score
        return 0.0 if reason is Reason.NO_ANSWER else self.format_score


def _one_text(completion: object) -> object:
    """Return the string of one completion; anything else is returned unchanged.

    Raises:
        RuleError: several completions instead of one.
    """
    text = content_of(completion)
    if isinstance(text, (list, tuple)) and all(isinstance(item, str) for item in text):
        message = f"there must be one completion, not {len(text)}; judge them one by one"
        raise RuleError(message)
    return text
