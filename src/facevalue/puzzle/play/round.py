"""Rounds: a puzzle as it is played, with answers, hints, giving up, and points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from facevalue.budget import allowed_by
from facevalue.errors import RuleError
from facevalue.locks import Lock
from facevalue.options import of_class, true_or_false, whole_number
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.judge.reason import Reason
from facevalue.puzzle.judge.verdict import Verdict
from facevalue.puzzle.make.hint import hint_from
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.search.solve import Solutions
from facevalue.value import as_json


class _State(NamedTuple):
    """What the player changes. It never changes itself, so that other threads may read it."""

    best: Fraction | None = None
    answered: str | None = None
    hints: int = 0
    says_no_solution: bool = False
    is_over: bool = False


class Round:
    """One round of a game: the answers so far, and the points for them.

    A round has no clock: call `end` when the time is up. Threads may share it: they take turns, and
    what they read is from before a turn or from after it.

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
        self._now = _State()
        self._lock = Lock()

    @property
    def best(self) -> Fraction | None:
        """The value of the best answer."""
        return self._now.best

    @property
    def answered(self) -> str | None:
        """The best answer."""
        return self._now.answered

    @property
    def hints(self) -> int:
        """How many hints the player has taken."""
        return self._now.hints

    @property
    def says_no_solution(self) -> bool:
        """True if the player claimed that there is no solution."""
        return self._now.says_no_solution

    @property
    def is_over(self) -> bool:
        """True after the end of the round."""
        return self._now.is_over

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
            state = self._open_state()
            if is_legal and verdict.value is not None:
                distance = self._distance(verdict.value)
                if state.best is None or distance < self._distance(state.best):
                    state = state._replace(best=verdict.value, answered=text.strip())
            self._now = state._replace(is_over=verdict.correct)
        return verdict

    def hint(self) -> str | None:
        """Take the next hint, which reveals more than the last one and costs 2 points.

        The result is None if there are no more hints.

        Raises:
            RuleError: the round is over.
        """
        with self._lock:
            state = self._open_state()
            text = hint_text(self.puzzle, state.hints + 1)
            self._now = state._replace(hints=state.hints + (text is not None))
        return text

    def __repr__(self) -> str:
        return f"<round of {self.puzzle}: {'over' if self.is_over else 'open'}>"

    def give_up(self) -> None:
        """End the round; without an answer that counts, this claims that there is no solution.

        Raises:
            RuleError: the round is over.
        """
        with self._lock:
            state = self._open_state()
            claims = not self._points_of_best(state)
            self._now = state._replace(says_no_solution=claims, is_over=True)

    def end(self) -> None:
        """End the round: the time is up, or the player has seen the solutions."""
        with self._lock:
            self._now = self._now._replace(is_over=True)

    def __reduce__(self) -> tuple[object, ...]:
        _, *so_far = self._now
        return _restore, (self.puzzle, *so_far)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle and the state of the round for JSON.

        `answer` is the best answer and `value` its value; both are None without an answer.

        JSON:
            numbers, target, rules, cards
            answer (text or null): the answer that was checked.
            value
            no_solution (boolean): whether the player claimed that there is no solution.
            correct
            hints (count): how many hints were taken.
            points (count or null): the points for the answer in the game.
        """
        state = self._now
        return self.puzzle.as_dict() | {
            "answer": state.answered,
            "value": as_json(state.best),
            "no_solution": state.says_no_solution,
            "correct": self._is_right(state),
            "hints": state.hints,
            "points": self._points(state),
        }

    @property
    def solutions(self) -> Solutions:
        """The solutions of the puzzle."""
        with allowed_by("round.puzzle.solve(limit=None)"):
            return self.puzzle.solve()

    @property
    def is_right(self) -> bool:
        """True if the player made the target, or correctly claimed that it cannot be made."""
        return self._is_right(self._now)

    @property
    def points(self) -> int:
        """The points so far, 0 or more; each hint costs 2."""
        return self._points(self._now)

    @property
    def most_points(self) -> int:
        """The points for making the target without a hint."""
        return self.scoring.points[0][1]

    def _is_right(self, state: _State) -> bool:
        if state.best == self.puzzle.target:
            return True
        return state.says_no_solution and not self.solutions

    def _points(self, state: _State) -> int:
        earned = self._points_of_best(state)
        if not earned and self._is_right(state):
            earned = self.scoring.no_solution
        return max(0, earned - self.hint_cost * state.hints)

    def _points_of_best(self, state: _State) -> int:
        return 0 if state.best is None else self.scoring.points_for(self._distance(state.best))

    def _distance(self, value: Fraction) -> Fraction:
        return abs(value - self.puzzle.target)

    def _open_state(self) -> _State:
        if self._now.is_over:
            raise RuleError(f"this round is over; begin a new one: '{self.puzzle}'")
        return self._now


def _restore(
    puzzle: Puzzle, answered: str | None, hints: int, says_no_solution: object, is_over: object
) -> Round:
    """A round from a pickle or a copy; its answer is judged again."""
    made = Round(puzzle)
    if answered is not None:
        made.answer(answered)
    made._now = made._now._replace(  # noqa: SLF001 - a private constructor
        hints=whole_number("hints", hints, 0),
        says_no_solution=true_or_false("says_no_solution", says_no_solution),
        is_over=true_or_false("is_over", is_over),
    )
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
