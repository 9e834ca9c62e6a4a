"""Rounds: a puzzle as it is played, with answers, hints, giving up, and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.budget import allowed_by
from facevalue.errors import RuleError
from facevalue.locks import forkable_lock
from facevalue.options import of_class, true_or_false, whole_number
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.make.hint import hint_from
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.notation.evaluation import Reason
from facevalue.value import as_json

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from facevalue.puzzle.judge.verdict import Verdict
    from facevalue.puzzle.search.solve import Solutions


class Round:
    """One round of a game: the answers so far, and the points for them.

    A round has no clock: call `end` when the time is up. Threads may share it; they take turns.

    Args:
        puzzle: the puzzle to play.

    >>> play = Round(Puzzle("75 50 2 3 8 7", 812, "countdown"))
    >>> play.answer("(75+7)*(8+2)").message
    '(75+7)*(8+2) is 820, not 812'
    >>> play.best, play.points, play.is_over
    (Fraction(820, 1), 5, False)
    """

    hint_cost = 2

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = of_class("puzzle", puzzle, Puzzle)
        self.scoring = puzzle.rules.scoring
        self.best: Fraction | None = None
        self.answered: str | None = None
        self.hints = 0
        self.says_no_solution = False
        self.is_over = False
        self._lock = forkable_lock()

    def answer(self, text: str) -> Verdict:
        """Judge an answer. The best answer counts, and a correct one ends the round.

        The syntax is `relaxed`: `x` means multiplication, and J, Q and K are 11, 12 and 13.

        Raises:
            RuleError: the round is over.
        """
        verdict = check(
            text, self.puzzle.numbers, self.puzzle.target, self.puzzle.rules, syntax="relaxed"
        )
        is_legal = verdict.reason in (Reason.CORRECT, Reason.WRONG_VALUE)
        with self._lock:
            self._check_open()
            if (
                is_legal
                and verdict.value is not None
                and (self.best is None or self._distance(verdict.value) < self._distance(self.best))
            ):
                self.best, self.answered = verdict.value, text.strip()
            self.is_over = verdict.correct
        return verdict

    def hint(self) -> str | None:
        """Take the next hint, which reveals more than the last one and costs 2 points.

        The result is None if there are no more hints.

        Raises:
            RuleError: the round is over.
        """
        with self._lock:
            self._check_open()
            text = hint_text(self.puzzle, self.hints + 1)
            self.hints += text is not None
        return text

    def __repr__(self) -> str:
        return f"<round of {self.puzzle}: {'over' if self.is_over else 'open'}>"

    def give_up(self) -> None:
        """End the round; without an answer that counts, this claims that there is no solution.

        Raises:
            RuleError: the round is over.
        """
        with self._lock:
            self._check_open()
            self.says_no_solution = not self._points_of_best
            self.end()

    def end(self) -> None:
        """End the round: the time is up, or the player has seen the solutions."""
        with self._lock:
            self.is_over = True

    def __reduce__(self) -> tuple[object, ...]:
        with self._lock:
            so_far = (self.answered, self.hints, self.says_no_solution, self.is_over)
        return _restore, (self.puzzle, *so_far)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle and the state of the round for JSON.

        `answer` is the best answer and `value` its value; both are None without an answer.
        """
        return self.puzzle.as_dict() | {
            "answer": self.answered,
            "value": as_json(self.best),
            "no_solution": self.says_no_solution,
            "correct": self.is_right,
            "hints": self.hints,
            "points": self.points,
        }

    @property
    def solutions(self) -> Solutions:
        """The solutions of the puzzle."""
        with allowed_by("round.puzzle.solve(limit=None)"):
            return self.puzzle.solve()

    @property
    def is_right(self) -> bool:
        """True if the player made the target, or correctly claimed that it cannot be made."""
        if self.best == self.puzzle.target:
            return True
        return self.says_no_solution and not self.solutions

    @property
    def points(self) -> int:
        """The points so far, 0 or more; each hint costs 2."""
        earned = self._points_of_best
        if not earned and self.is_right:
            earned = self.scoring.no_solution
        return max(0, earned - self.hint_cost * self.hints)

    @property
    def most_points(self) -> int:
        """The points for making the target without a hint."""
        return self.scoring.points[0][1]

    @property
    def _points_of_best(self) -> int:
        return 0 if self.best is None else self.scoring.points_for(self._distance(self.best))

    def _distance(self, value: Fraction) -> Fraction:
        return abs(value - self.puzzle.target)

    def _check_open(self) -> None:
        if self.is_over:
            raise RuleError(f"this round is over; begin a new one: '{self.puzzle}'")


def _restore(
    puzzle: Puzzle, answered: str | None, hints: int, says_no_solution: object, is_over: object
) -> Round:
    """A round from a pickle or a copy; its answer is judged again."""
    made = Round(puzzle)
    if answered is not None:
        made.answer(answered)
    made.hints = whole_number("hints", hints, 0)
    made.says_no_solution = true_or_false("says_no_solution", says_no_solution)
    made.is_over = true_or_false("is_over", is_over)
    return made


def hint_text(puzzle: Puzzle, level: int) -> str | None:
    """Return the lines that a level, from 1 up, adds to the hint; None after the last level."""
    with allowed_by(f"round.puzzle.hint({level}, limit=None)"):
        solutions = puzzle.solve()
        hint = hint_from(solutions, level)
        if hint.level < level:
            return None
        before = str(hint_from(solutions, level - 1)).splitlines() if level > 1 else []
    return "\n".join(str(hint).splitlines()[len(before) :])
