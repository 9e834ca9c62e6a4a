"""Episodes: a puzzle played turn by turn by a model, with the exact value of every turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import LimitError, NotationError, RuleError, quoted
from facevalue.locks import Lock
from facevalue.options import (
    finite_number,
    of_class,
    one_of,
    text,
    true_or_false,
    whole_number,
)
from facevalue.puzzle.judge.grader import Grader
from facevalue.puzzle.judge.reason import Reason
from facevalue.puzzle.judge.verdict import REASONS, Verdict
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.core_rules import as_pairs, core_rules, prepare
from facevalue.puzzle.model.numbers import number_text
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.play.turns import REWARDS, Facts, NextStep, Outlook, Turn
from facevalue.puzzle.search.batch import solvable_many
from facevalue.puzzle.search.solve import Solutions
from facevalue.value import as_json

MAX_TURNS = 1000
_THOUGHT = "</think>"


class _State(NamedTuple):
    """What turns change. It never changes itself, so that other threads may read it at any time."""

    numbers: tuple[Fraction, ...]  # on the table
    made: Fraction  # by the last step
    solvable: bool
    turns: tuple[Turn, ...] = ()
    steps: tuple[str, ...] = ()
    answered: Fraction | None = None  # the value of the last valid answer
    is_solved: bool = False
    is_over: bool = False

    @property
    def final(self) -> Fraction | None:
        """The value of the last valid answer, or else of the last step on the table."""
        if self.answered is not None:
            return self.answered
        return self.made if self.steps else None


class _Response(NamedTuple):
    """The reply to a turn, and the state after it, without `turns` and `solvable`."""

    state: _State
    kind: str
    message: str
    reason: Reason | None = None


class Episode:
    r"""A puzzle that a model plays turn by turn.

    A turn is a string. Text up to the last `</think>` is ignored. The rest is one of these:

    - steps such as `8 / 3 = 8/3`, in any form that `check_steps` reads. Each replaces two numbers
      on the table by their result;
    - an expression for the whole puzzle in `<answer>` and `</answer>`, or in a line that begins
      with `Answer:`; it may also be "no solution";
    - `undo` or `hint`.

    An invalid turn, or one that a deadline or Ctrl-C ends, changes nothing. Threads may share an
    episode: they take turns, and what they read is from before a turn or from after it.

    The episode ends when the target is made, when one number is left, after a wrong claim that
    there is no solution, after the last wrong answer, or after the last turn.

    Args:
        puzzle: the puzzle, whose rules allow steps with any two numbers.
        rewards: the weight of each reward, by its name in `REWARDS`; or one name.
        max_turns: the maximum number of turns, 1 to 1000.
        answers: how many answers the model may give, 1 to 1000; a wrong last one ends the episode.
        hints: True to answer `hint` with a step of the simplest solution from the numbers on the
            table.
        limit: the maximum estimated time per search, in seconds; None for no limit.

    Attributes:
        puzzle: the puzzle.

    Raises:
        RuleError: rules that keep the order or the grouping of the numbers, or an option out of
            bounds.
        LimitError: a search would take longer than `limit`.

    >>> episode = Episode(Puzzle("8 8 3 3"), rewards={"solved": 1, "progress": 0.5})
    >>> turn = episode.take("8 - 3 = 5")
    >>> turn.message, turn.solvable, turn.rewards
    ('numbers left: 8 3 5', False, {'solved': 0.0, 'progress': -0.5})
    >>> _ = episode.take("undo")
    >>> turn = episode.take("8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24")
    >>> turn.message, turn.reward, episode.is_over
    ('solved: 8/(3-8/3) = 24', 1.0, True)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        rewards: str | Mapping[str, float] = "solved",
        max_turns: int = 30,
        answers: int = 1,
        hints: bool = False,
        limit: float | None = USUAL_LIMIT,
    ) -> None:
        self.puzzle = of_class("puzzle", puzzle, Puzzle)
        puzzle.rules.need_any_two()
        weights = {rewards: 1.0} if isinstance(rewards, str) else rewards
        if not isinstance(weights, Mapping):
            raise RuleError(f"rewards must be a name or weights by name, not {quoted(rewards)}")
        self.weights = {
            one_of("reward", name, REWARDS): finite_number(name, weight)
            for name, weight in weights.items()
        }
        self.max_turns = whole_number("max_turns", max_turns, 1, MAX_TURNS)
        self.answers = whole_number("answers", answers, 1, MAX_TURNS)
        self.hints = true_or_false("hints", hints)
        self._seconds = time_limit(limit)
        self._grader = Grader(puzzle.rules, extract="last_answer_tag")
        self._whole = Grader(puzzle.rules, extract="whole")
        table = _table_of(self._after_steps(()))
        self._now = _State(**table, solvable=bool(self._solutions(table["numbers"])))
        self._lock = Lock()

    @property
    def turns(self) -> list[Turn]:
        """The turns so far."""
        return list(self._now.turns)

    @property
    def steps(self) -> list[str]:
        """The steps on the table."""
        return list(self._now.steps)

    @property
    def is_solved(self) -> bool:
        """True if the target was made, or correctly claimed impossible."""
        return self._now.is_solved

    @property
    def is_over(self) -> bool:
        """True after the last turn."""
        return self._now.is_over

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers on the table."""
        return self._now.numbers

    @property
    def rewards(self) -> dict[str, float]:
        """The sum of each reward over the turns so far."""
        return self._sum(self._now.turns)

    @property
    def reward(self) -> float:
        """The sum of all rewards so far."""
        return sum(self.rewards.values())

    def take(self, reply: str) -> Turn:
        """Take a turn.

        Args:
            reply: what the model wrote.

        Raises:
            RuleError: the episode is over, or the reply is not a string.
        """
        reply = text("reply", reply).rpartition(_THOUGHT)[2]
        with self._lock:
            before = self._now
            if before.is_over:
                raise RuleError("the episode is over; start a new one")
            after, kind, message, reason = self._respond(before, reply)
            after = after._replace(
                solvable=after.is_solved or bool(self._solutions(after.numbers)),
                is_over=after.is_over or len(before.turns) + 1 == self.max_turns,
            )
            distance = None
            if after.is_over and after.final is not None:
                distance = abs(after.final - self.puzzle.target)
            elif after.is_over and after.is_solved:
                distance = Fraction(0)
            facts = Facts(kind, after.is_solved, before.solvable, after.solvable, distance)
            parts = tuple(
                (name, weight * REWARDS[name].compute(facts))
                for name, weight in self.weights.items()
            )
            table = (after.numbers, after.solvable)
            turn = Turn(kind, message, *table, reason, parts, after.is_over)
            self._now = after._replace(turns=(*before.turns, turn))
        return turn

    def _respond(self, state: _State, reply: str) -> _Response:
        word = reply.strip().rstrip(".").casefold()
        if word == "undo":
            return self._undo(state)
        if word == "hint":
            return self._hint(state)
        answer = self._grader.answer(reply)
        return self._take_steps(state, reply) if answer is None else self._judge(state, answer)

    def next_steps(self) -> list[NextStep]:
        """Return every step that the rules allow, and whether the target can be made after it.

        Steps that leave the same numbers count once.

        Raises:
            LimitError: a search would take longer than `limit`.

        >>> [row.step for row in Episode(Puzzle("8 8 3 3")).next_steps() if row.solvable]
        ['8 / 3 = 8/3']
        """
        return self._steps_from(self._now)

    def _steps_from(self, state: _State) -> list[NextStep]:
        rules, target, numbers = self.puzzle.rules, self.puzzle.target, state.numbers
        found, solvable = _core.next_steps(
            as_pairs(numbers), target.as_integer_ratio(), core_rules(rules)
        )
        if not found:
            return []
        table: list[Any] = [*numbers, None]
        steps, rows = [], []
        for step, result, places in found:
            table[-1] = Fraction(*result)
            steps.append(step)
            rows.append(tuple([table[place] for place in places]))
        if solvable is None:
            made = solvable_many(rows, target, rules.replace(size=None), limit=self._seconds)
            solvable = made.tolist()
        return [*map(NextStep, steps, rows, solvable)]

    def outlook(self) -> Outlook:
        """Return what can still be made.

        Raises:
            LimitError: a search would take longer than `limit`.

        >>> outlook = Episode(Puzzle("8 8 3 3")).outlook()
        >>> outlook.solution_count, outlook.best_steps
        (1, ('8 / 3 = 8/3',))
        """
        state = self._now
        solutions = self._solutions(state.numbers)
        return Outlook(
            solvable=bool(solutions),
            solution_count=solutions.count(),
            distance=solutions.closest().distance,
            best_steps=tuple(row.step for row in self._steps_from(state) if row.solvable),
        )

    @staticmethod
    def calculate(expression: str) -> str:
        """Return the exact value of an expression as a string.

        The expression may have any numbers. An invalid one gives a message that says why.

        >>> Episode.calculate("3 - 8/3")
        '1/3'
        """
        try:
            value = Expression.parse(text("expression", expression)).value
        except (LimitError, NotationError) as error:
            return str(error)
        return "division by zero" if value is None else number_text(value)

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle, the turns and the rewards for JSON."""
        state = self._now
        return {
            "puzzle": str(self.puzzle),
            "turns": [as_json(turn) for turn in state.turns],
            "rewards": self._sum(state.turns),
            "is_solved": state.is_solved,
            "is_over": state.is_over,
        }

    def __repr__(self) -> str:
        now = self._now
        state = "solved" if now.is_solved else "over" if now.is_over else "open"
        return f"<episode of {self.puzzle}: {state}>"

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_lock": Lock()}

    def _sum(self, turns: tuple[Turn, ...]) -> dict[str, float]:
        """Return the sum of each reward over some turns."""
        return {name: sum(turn.rewards[name] for turn in turns) for name in self.weights}

    def _prepared(self) -> _core.PreparedPuzzle:
        return prepare(self.puzzle.numbers, self.puzzle.target)

    def _after_steps(self, steps: tuple[str, ...]) -> _core.NumbersLeft:
        """Return the numbers that are left after some steps."""
        left = _core.NumbersLeft(self._prepared(), core_rules(self.puzzle.rules))
        for step in steps:
            left.take(step)
        return left

    def _take_steps(self, state: _State, reply: str) -> _Response:
        steps, left = state.steps, self._after_steps(state.steps)
        for kind, start, end, expression in _core.step_lines(reply):
            if kind == "answer":
                return self._judge(state, reply[expression:end])
            if kind == "other":
                continue
            step = reply[start:end]
            if flaw := left.take(step):
                code, position, what = flaw
                place = _core.place_in_words(reply, start + position)
                message = f"{what} {place}: {quoted(reply)}"
                return _Response(state, "invalid", message, REASONS[code])
            steps = (*steps, step)
            table = _table_of(left)
            is_last = len(table["numbers"]) == 1
            can_end = is_last or self.puzzle.rules.use == "any"
            is_solved = can_end and table["made"] == self.puzzle.target
            if is_solved or is_last:
                state = state._replace(steps=steps, **table, is_solved=is_solved, is_over=True)
                verdict: Any = left.verdict(self._prepared())
                return _Response(state, "step", _closing(verdict, is_solved), verdict.reason)
        if len(steps) == len(state.steps):
            expected = f"expected {_core.A_STEP}, or <answer>an expression</answer>"
            return _Response(state, "invalid", f"{expected}: {quoted(reply)}")
        state = state._replace(steps=steps, **_table_of(left))
        return _Response(state, "step", _table(state))

    def _judge(self, state: _State, answer: str) -> _Response:
        puzzle = self.puzzle
        if self._whole.says_no_solution(answer):
            is_right = not puzzle.solve(limit=self._seconds)
            message = "right: there is no solution" if is_right else "there is a solution"
            state = state._replace(is_solved=is_right, is_over=True)
            return _Response(state, "no_solution", message)
        verdict = self._whole.verdict(answer, puzzle.numbers, puzzle.target)
        if verdict.reason is Reason.WRONG_VALUE or verdict.correct:
            state = state._replace(answered=verdict.value)
        tried = sum(turn.kind == "answer" for turn in state.turns) + 1
        is_over = verdict.correct or tried == self.answers
        state = state._replace(is_solved=verdict.correct, is_over=is_over)
        return _Response(state, "answer", _closing(verdict, verdict.correct), verdict.reason)

    def _undo(self, state: _State) -> _Response:
        if not state.steps:
            return _Response(state, "invalid", "there is no step to undo")
        steps = state.steps[:-1]
        state = state._replace(steps=steps, **_table_of(self._after_steps(steps)))
        return _Response(state, "undo", _table(state))

    def _hint(self, state: _State) -> _Response:
        if not self.hints:
            return _Response(state, "invalid", "there are no hints")
        first = self._solutions(state.numbers).first
        if first is not None:
            return _Response(state, "hint", f"a good next step: {first.steps()[0]}")
        problem = "the target cannot be made from these numbers"
        return _Response(state, "hint", f"{problem}; undo a step" if state.steps else problem)

    def _solutions(self, numbers: Sequence[Fraction]) -> Solutions:
        """Return the solutions from numbers on the table."""
        rules = self.puzzle.rules.replace(size=None)
        return Solutions(numbers, self.puzzle.target, rules, limit=self._seconds)


def _closing(verdict: Verdict, is_solved: bool) -> str:  # noqa: FBT001
    return f"solved: {verdict.message}" if is_solved else verdict.message


def _table_of(left: _core.NumbersLeft) -> dict[str, Any]:
    """Return the fields of a `_State` that steps decide."""
    numbers = tuple(Fraction(*value) for value in left.values())
    return {"numbers": numbers, "made": Fraction(*left.last)}


def _table(state: _State) -> str:
    return f"numbers left: {' '.join(map(number_text, state.numbers))}"
