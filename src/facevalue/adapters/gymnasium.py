"""The Gymnasium environments, which this module registers: each step joins two numbers.

import facevalue.adapters.gymnasium
env = gymnasium.make("facevalue/Countdown-v0")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

import facevalue as fv
from facevalue.adapters.shared.puzzle_source import (
    DEFAULT_GAME,
    ENVIRONMENTS,
    deal_at,
    puzzle_row,
    puzzles_for,
)
from facevalue.datasets import Curriculum
from facevalue.errors import RuleError, quoted
from facevalue.options import of_class
from facevalue.puzzle import rules_named, step_mask, step_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[Any]]

_INT64_MAX = 2**63 - 1


class PuzzleEnv(gym.Env[Any, Any]):
    """A puzzle as an environment: each step replaces two numbers on the table by their result.

    Observations are exact. For n places on the table, they have `numerators` and `denominators`,
    int64 of shape (n,), 0 and 1 at empty places; `on_table`, int8 of shape (n,), 1 where there is a
    number; and `target`, int64 of shape (2,), its numerator and denominator.

    There are n * n * k actions for k operators: action `(first * n + second) * k + operator`
    applies the operator at that index of `rules.operators` to the numbers at two places. The result
    goes to the first place, and the second becomes empty. `info["action_mask"]`, int8 of shape
    (n * n * k,), is 1 for the allowed actions. Any other action ends the episode without a change.

    The reward is 1.0 for the step that makes the target, otherwise 0.0. Under rules that use all
    numbers, only the last step can make it. An episode ends when the target is made or no action is
    left. `info` also has `numbers`, `target`, `rules`, the `steps` so far as strings, and
    `is_solved`.

    Attributes:
        action_count: how many actions there are, allowed or not.

    Args:
        puzzles: `Puzzle`s, of which `reset` draws one; None to deal solvable ones.
        rules: the rules to deal for, by default "classic"; only without `puzzles`.
        curriculum: a `Curriculum` that chooses the puzzle of each episode and learns its result;
            then its seed decides the puzzles. Only without `puzzles` and `rules`.
        render_mode: "ansi" if `render` should return the table as a string, or None.

    Raises:
        RuleError: rules that fix the order or the grouping of the numbers, or that cannot be dealt.

    >>> import facevalue as fv
    >>> env = PuzzleEnv([fv.Puzzle("3 8")])
    >>> observation, info = env.reset()
    >>> env.step(env.encode_action(0, 1, "*"))[1]
    1.0
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        puzzles: Iterable[fv.Puzzle] | None = None,
        *,
        rules: str | fv.Rules | None = None,
        curriculum: Curriculum | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._curriculum = curriculum
        self._band: int | None = None  # of the puzzle, if its result is not known yet
        self._puzzles: Sequence[fv.Puzzle] | None = None
        if curriculum is not None:
            if puzzles is not None or rules is not None:
                raise RuleError("pass either a curriculum, or puzzles or rules")
            self._rules = of_class("curriculum", curriculum, Curriculum).rules
            size = curriculum.size
        elif puzzles is None:
            self._rules = rules_named(DEFAULT_GAME if rules is None else rules)
            deal_at(self._rules, 0)  # checks that the rules can be dealt
            size = self._rules.dealt
        else:
            self._puzzles = puzzles_for(puzzles, rules=rules)
            different = list(dict.fromkeys(puzzle.rules for puzzle in self._puzzles))
            if len(different) > 1:
                names = ", ".join(rules.name for rules in different)
                raise RuleError(f"all puzzles must have the same rules, not {quoted(names)}")
            self._rules = different[0]
            size = max(len(puzzle.numbers) for puzzle in self._puzzles)
        self._rules.need_any_two()
        self._size = size
        self.action_count = size * size * len(self._rules.operators)
        self.action_space = spaces.Discrete(self.action_count)

        def integers(low: int, count: int) -> spaces.Box[Any]:
            return spaces.Box(low, _INT64_MAX, (count,), np.int64)

        self.observation_space = spaces.Dict(
            {
                "numerators": integers(-_INT64_MAX, size),
                "denominators": integers(1, size),
                "on_table": spaces.MultiBinary(size),
                "target": integers(-_INT64_MAX, 2),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode with `options["puzzle"]`, or with a puzzle drawn by the seed.

        Args:
            seed: the new seed of the environment's random numbers; None to continue them.
            options: None, or a dict whose `puzzle` is a `Puzzle`.

        Returns:
            The observation and the info.

        Raises:
            RuleError: the puzzle has different rules from the environment, or too many numbers.
        """
        super().reset(seed=seed)
        puzzle, self._band = (options or {}).get("puzzle"), None
        if puzzle is None and self._curriculum is not None:
            self._band, puzzle = self._curriculum.draw()
        elif puzzle is None:
            count = _INT64_MAX if self._puzzles is None else len(self._puzzles)
            number = int(self.np_random.integers(count))
            puzzle = self._puzzles[number] if self._puzzles else deal_at(self._rules, number)
        if puzzle.rules != self._rules or len(puzzle.numbers) > self._size:
            rules = f"rules {self._rules.name!r} and up to {self._size} numbers"
            raise RuleError(f"the puzzle must have {rules}: {quoted(puzzle)}")
        self._puzzle = puzzle
        self._row: dict[str, Any] = puzzle_row(puzzle)
        self._table: list[Fraction | None] = [None] * self._size
        self._state: Observation = {
            "numerators": np.zeros(self._size, np.int64),
            "denominators": np.ones(self._size, np.int64),
            "on_table": np.zeros(self._size, np.int8),
            "target": np.array(puzzle.target.as_integer_ratio(), np.int64),
        }
        for place, number in enumerate(puzzle.numbers):
            self._put(place, number)
        self._steps: tuple[str, ...] = ()
        self._is_solved = False
        self._mask = step_mask(self._table, self._rules)
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an action and return the observation, reward, terminated, False and the info.

        Args:
            action: the index of an action.

        Raises:
            RuleError: the action is not in the action space.
        """
        first, second, symbol = self.decode_action(action)
        left, right = self._table[first], self._table[second]
        if not self._mask[action] or left is None or right is None:
            self._record()
            return self._observation(), 0.0, True, False, self._info()
        result = self._rules.result(left, symbol, right)
        self._steps += (step_text(left, symbol, right, result),)
        self._put(first, result)
        self._put(second, None)
        is_last = self._rules.use == "any" or len(self._on_table()) == 1
        self._is_solved = is_last and result == self._puzzle.target
        self._mask = (
            bytes(self.action_count) if self._is_solved else step_mask(self._table, self._rules)
        )
        is_over = self._is_solved or not any(self._mask)
        if is_over:
            self._record()
        return self._observation(), float(self._is_solved), is_over, False, self._info()

    def encode_action(self, first: int, second: int, symbol: str) -> int:
        """Return the action that applies an operator to the numbers at two places."""
        operators = self._rules.operators
        return (first * self._size + second) * len(operators) + operators.index(symbol)

    def decode_action(self, action: np.int64 | int) -> tuple[int, int, str]:
        """Return the two places and the operator of an action.

        Raises:
            RuleError: the action is not in the action space.
        """
        if not self.action_space.contains(action):
            raise RuleError(
                f"action must be from 0 to {self.action_count - 1}, not {quoted(action)}"
            )
        pair, operation = divmod(int(action), len(self._rules.operators))
        return *divmod(pair, self._size), self._rules.operators[operation]

    def render(self) -> str | None:
        """Return the steps and the table as a string if the render mode is "ansi", else None."""
        if self.render_mode is None:
            return None
        lines = [*self._steps, f"{' '.join(map(str, self._on_table()))} -> {self._puzzle.target}"]
        return "\n".join(lines)

    def _record(self) -> None:
        """Record the result of the episode in the curriculum, once."""
        if self._curriculum is not None and self._band is not None:
            self._curriculum.record(self._band, is_solved=self._is_solved)
        self._band = None

    def _on_table(self) -> list[Fraction]:
        return [number for number in self._table if number is not None]

    def _put(self, place: int, number: Fraction | None) -> None:
        """Put a number on a place of the table, or make it empty."""
        self._table[place] = number
        numerator, denominator = (0, 1) if number is None else number.as_integer_ratio()
        self._state["numerators"][place] = numerator
        self._state["denominators"][place] = denominator
        self._state["on_table"][place] = number is not None

    def _observation(self) -> Observation:
        return {name: array.copy() for name, array in self._state.items()}

    def _info(self) -> dict[str, Any]:
        mask = np.frombuffer(self._mask, np.int8).copy()
        numbers = [*self._row["numbers"]]
        state = {"numbers": numbers, "steps": self._steps, "is_solved": self._is_solved}
        return {"action_mask": mask, **self._row, **state}


def register() -> None:
    """Register the environments with gymnasium; a second call does nothing.

    >>> register()
    >>> env = gym.make("facevalue/Game24-v0")
    >>> observation, info = env.reset(seed=24)
    >>> info["numbers"], info["target"], int(info["action_mask"].sum())
    ([2, 9, 2, 3], 24, 48)
    """
    for name, rules in ENVIRONMENTS.items():
        if name not in gym.registry:
            gym.register(id=name, entry_point=f"{__name__}:PuzzleEnv", kwargs={"rules": rules})


register()
