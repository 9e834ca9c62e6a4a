"""Episodes: a puzzle played turn by turn by a model, with the exact value of every turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, time_limit
from facevalue.errors import LimitError, NotationError, RuleError, quoted, shortened
from facevalue.locks import forkable_lock
from facevalue.options import finite_number, of_class, one_of, text, true_or_false, whole_number
from facevalue.puzzle.judge.check_steps import NumbersLeft
from facevalue.puzzle.judge.grader import Grader
from facevalue.puzzle.judge.step_reader import A_STEP, ANSWER, OTHER, read_step_lines
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.numbers import cached_fraction, number_text
from facevalue.puzzle.model.rules import core_rules
from facevalue.puzzle.notation.evaluation import Reason
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.notation.parsing import place_of
from facevalue.puzzle.search.batch import solvable_many
from facevalue.puzzle.search.candidates import as_pairs
from facevalue.puzzle.search.solve import Solutions
from facevalue.value import Value, as_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from facevalue.puzzle.judge.verdict import Verdict

MAX_TURNS = 1000
_THOUGHT = "</think>"
# What a turn changes; each is replaced, never changed in place.
_STATE = ("steps", "is_solved", "is_over", "_answered", "_left", "_solvable")

# What a turn can be.
TURNS: Mapping[str, str] = MappingProxyType(
    {
        "step": "one or more steps, each of which replaced two numbers by their result",
        "answer": "a whole expression for the target",
        "no_solution": "the claim that the target cannot be made from the numbers of the puzzle",
        "hint": "a request for a good next step",
        "undo": "the last step taken back",
        "invalid": "something else, or a step that cannot be taken; the numbers are unchanged",
    }
)


class _Facts(NamedTuple):
    """What the rewards of a turn depend on."""

    kind: str
    is_solved: bool
    was_solvable: bool
    is_solvable: bool
    distance: Fraction | None  # of the final value from the target, in the last turn only


@attrs.frozen
class Reward:
    """A reward of a turn.

    Attributes:
        name: its name.
        summary: what it rewards.
        compute: returns it from the facts of a turn.
    """

    name: str
    summary: str
    compute: Callable[[_Facts], float]


_ROWS = (
    Reward(
        "solved",
        "1 for making the target, or for correctly claiming that there is no solution",
        lambda facts: float(facts.is_solved),
    ),
    Reward(
        "progress",
        "-1 for a step after which the target cannot be made any more, 1 for taking it back",
        lambda facts: float(facts.is_solvable - facts.was_solvable),
    ),
    Reward(
        "closeness",
        "in the last turn, 1 / (1 + the distance of the final value from the target)",
        lambda facts: 0.0 if facts.distance is None else float(1 / (1 + facts.distance)),
    ),
    Reward("format", "1 for a turn that can be used", lambda facts: facts.kind != "invalid"),
    Reward("hints", "-1 for each hint", lambda facts: -float(facts.kind == "hint")),
)
REWARDS: Mapping[str, Reward] = MappingProxyType({row.name: row for row in _ROWS})


@attrs.frozen(repr=False)
class Turn(Value):
    """What a turn of an episode did.

    Attributes:
        kind: what the turn was, one of `TURNS`.
        message: the reply to the model. It reveals nothing about solutions, except for a hint.
        numbers: the numbers on the table after the turn.
        solvable: True if they make the target; the model does not see this.
        reason: why an answer or an invalid step is right or wrong; None for other turns.
        parts: the weighted rewards of the turn, as pairs of a name and a number.
        is_over: True for the last turn.
    """

    kind: str
    message: str
    numbers: tuple[Fraction, ...]
    solvable: bool
    reason: Reason | None
    parts: tuple[tuple[str, float], ...]
    is_over: bool

    @property
    def rewards(self) -> dict[str, float]:
        """The weighted rewards of the turn by name."""
        return dict(self.parts)

    @property
    def reward(self) -> float:
        """The sum of the rewards."""
        return sum(self.rewards.values())

    def __repr__(self) -> str:
        return f"<Turn: {self.kind}, {shortened(self.message)}>"


@attrs.frozen
class NextStep(Value):
    """A step that the rules allow.

    Attributes:
        step: the step with its result, such as "8 / 3 = 8/3".
        numbers: the numbers on the table after it.
        solvable: True if these make the target.
    """

    step: str
    numbers: tuple[Fraction, ...]
    solvable: bool


@attrs.frozen
class Outlook(Value):
    """What can still be made from the numbers on the table.

    Attributes:
        solvable: True if the target can be made.
        solution_count: the number of distinct (essential) solutions.
        distance: how far the closest value is from the target; None if the rules allow no value.
        best_steps: the steps after which the target can still be made, in the order of the table.
    """

    solvable: bool
    solution_count: int
    distance: Fraction | None
    best_steps: tuple[str, ...]


class Episode:
    r"""A puzzle that a model plays turn by turn.

    A turn is a string. Text up to the last `</think>` is ignored. The rest is one of these:

    - steps such as `8 / 3 = 8/3`, in any form that `check_steps` reads. Each replaces two numbers
      on the table by their result;
    - an expression for the whole puzzle in `<answer>` and `</answer>`, or in a line that begins
      with `Answer:`; it may also be "no solution";
    - `undo` or `hint`.

    An invalid turn, or one that a deadline or Ctrl-C ends, changes nothing. Threads may share an
    episode; they take turns.

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
        turns: the turns so far, a list of `Turn`.
        is_solved: True if the target was made, or if the model correctly claimed that there is no
            solution.
        is_over: True after the last turn.

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
        self.turns: list[Turn] = []
        self.steps: list[str] = []
        self.is_solved = self.is_over = False
        self._answered: Fraction | None = None  # the value of the last valid answer
        self._left = self._after_steps()
        self._solvable = self._is_solvable()
        self._lock = forkable_lock()

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers on the table."""
        return tuple(self._left.values())

    @property
    def rewards(self) -> dict[str, float]:
        """The sum of each reward over the turns so far."""
        return {name: sum(turn.rewards[name] for turn in self.turns) for name in self.weights}

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
            if self.is_over:
                raise RuleError("the episode is over; start a new one")
            before = {name: getattr(self, name) for name in _STATE}
            try:
                kind, reason, message = self._respond(reply)
                self._solvable = self._is_solvable()
                self.is_over |= len(self.turns) + 1 == self.max_turns
                turn = self._make_turn(kind, reason, message, was_solvable=before["_solvable"])
            except BaseException:
                for name, value in before.items():
                    setattr(self, name, value)
                raise
            self.turns.append(turn)
        return turn

    def _respond(self, reply: str) -> tuple[str, Reason | None, str]:
        """Return the kind of a turn, the reason of its verdict, and the message."""
        word = reply.strip().rstrip(".").casefold()
        if word == "undo":
            return self._undo()
        if word == "hint":
            return self._hint()
        answer = self._grader.answer(reply)
        return self._take_steps(reply) if answer is None else self._judge(answer)

    def next_steps(self) -> list[NextStep]:
        """Return every step that the rules allow, and whether the target can be made after it.

        Steps that leave the same numbers count once.

        Raises:
            LimitError: a search would take longer than `limit`.

        >>> [row.step for row in Episode(Puzzle("8 8 3 3")).next_steps() if row.solvable]
        ['8 / 3 = 8/3']
        """
        rules, target = self.puzzle.rules, self.puzzle.target
        found, solvable = _core.next_steps(
            as_pairs(self.numbers), target.as_integer_ratio(), core_rules(rules)
        )
        if not found:
            return []
        table: list[Any] = [*self.numbers, None]
        steps, rows = [], []
        for step, result, places in found:
            table[-1] = cached_fraction(*result)
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
        solutions = self._solutions()
        return Outlook(
            solvable=bool(solutions),
            solution_count=solutions.count(),
            distance=solutions.closest().distance,
            best_steps=tuple(row.step for row in self.next_steps() if row.solvable),
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
        return {
            "puzzle": str(self.puzzle),
            "turns": [as_json(turn) for turn in self.turns],
            "rewards": self.rewards,
            "is_solved": self.is_solved,
            "is_over": self.is_over,
        }

    def __repr__(self) -> str:
        state = "solved" if self.is_solved else "over" if self.is_over else "open"
        return f"<episode of {self.puzzle}: {state}>"

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            state = self.__dict__ | {"turns": self.turns.copy()}
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = forkable_lock()

    def _after_steps(self) -> NumbersLeft:
        """Return the numbers that are left after the steps."""
        left = NumbersLeft(self.puzzle.numbers, self.puzzle.rules)
        for step in self.steps:
            for line in read_step_lines(step):
                left.take(line)
        return left

    def _make_turn(
        self, kind: str, reason: Reason | None, message: str, *, was_solvable: bool
    ) -> Turn:
        distance = None
        if self.is_over and self._final is not None:
            distance = abs(self._final - self.puzzle.target)
        elif self.is_over and self.is_solved:
            distance = Fraction(0)
        facts = _Facts(kind, self.is_solved, was_solvable, self._solvable, distance)
        parts = tuple(
            (name, weight * REWARDS[name].compute(facts)) for name, weight in self.weights.items()
        )
        return Turn(kind, message, self.numbers, self._solvable, reason, parts, self.is_over)

    @property
    def _final(self) -> Fraction | None:
        """The value of the last valid answer, or else of the last step on the table."""
        if self._answered is not None:
            return self._answered
        return self._left.last if self.steps else None

    def _take_steps(self, reply: str) -> tuple[str, Reason | None, str]:
        steps, left = self.steps, self._left
        self.steps, self._left = steps.copy(), self._after_steps()
        for line in read_step_lines(reply):
            if line.kind == ANSWER and line.match is not None:
                self.steps, self._left = steps, left
                return self._judge(reply[line.match.end() : line.end])
            if line.kind == OTHER:
                continue
            if flaw := self._left.take(line):
                self.steps, self._left = steps, left
                reason, position, what = flaw
                return "invalid", reason, f"{what} {place_of(reply, position)}: {quoted(reply)}"
            self.steps.append(reply[line.start : line.end])
            if self._ends():
                break
        if len(self.steps) == len(steps):
            expected = f"expected {A_STEP}, or <answer>an expression</answer>"
            return "invalid", None, f"{expected}: {quoted(reply)}"
        if self.is_over:
            verdict = self._left.verdict(self.puzzle.target)
            return "step", verdict.reason, self._closing(verdict)
        return "step", None, self._table()

    def _ends(self) -> bool:
        """Note whether the last step made the target, or left a single number."""
        is_last = len(self.numbers) == 1
        if is_last or self.puzzle.rules.use == "any":
            self.is_solved = self._left.last == self.puzzle.target
        self.is_over = self.is_solved or is_last
        return self.is_over

    def _judge(self, answer: str) -> tuple[str, Reason | None, str]:
        if self._whole.says_no_solution(answer):
            self.is_over = True
            self.is_solved = not Solutions(
                self.puzzle.numbers, self.puzzle.target, self.puzzle.rules, limit=self._seconds
            )
            message = "right: there is no solution" if self.is_solved else "there is a solution"
            return "no_solution", None, message
        verdict = self._whole.verdict(answer, self.puzzle.numbers, self.puzzle.target)
        if verdict.reason is Reason.WRONG_VALUE or verdict.correct:
            self._answered = verdict.value
        tried = sum(turn.kind == "answer" for turn in self.turns) + 1
        self.is_solved = verdict.correct
        self.is_over = self.is_solved or tried == self.answers
        return "answer", verdict.reason, self._closing(verdict)

    def _closing(self, verdict: Verdict) -> str:
        return f"solved: {verdict.message}" if self.is_solved else verdict.message

    def _undo(self) -> tuple[str, Reason | None, str]:
        if not self.steps:
            return "invalid", None, "there is no step to undo"
        self.steps = self.steps[:-1]
        self._left = self._after_steps()
        return "undo", None, self._table()

    def _hint(self) -> tuple[str, Reason | None, str]:
        if not self.hints:
            return "invalid", None, "there are no hints"
        first = self._solutions().first
        if first is not None:
            return "hint", None, f"a good next step: {first.steps()[0]}"
        problem = "the target cannot be made from these numbers"
        return "hint", None, f"{problem}; undo a step" if self.steps else problem

    def _table(self) -> str:
        return f"numbers left: {' '.join(map(number_text, self.numbers))}"

    def _solutions(self) -> Solutions:
        """Return the solutions from the numbers on the table."""
        rules = self.puzzle.rules.replace(size=None)
        return Solutions(self.numbers, self.puzzle.target, rules, limit=self._seconds)

    def _is_solvable(self) -> bool:
        return self.is_solved or bool(self._solutions())
