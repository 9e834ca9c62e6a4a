"""A multi-turn environment for TRL.

GRPOTrainer(environment_factory=environment_for(...), ...)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.adapters.shared.episodes import episode_of
from facevalue.options import text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class PuzzleTools:
    """The tools of a puzzle that a model plays turn by turn; TRL shows their docstrings to it.

    Args:
        options: the options of `facevalue.puzzle.Episode`.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self.episode = episode_of({"numbers": [1]}, options)  # reports bad options now

    def reset(self, **row: Any) -> None:  # noqa: ANN401 - the columns of the dataset
        """Start an episode with the puzzle of a row.

        Raises:
            FaceValueError: the row has no numbers, invalid ones, or unknown rules.
        """
        self.episode = episode_of(row, self._options)

    def take_step(self, step: str) -> str:
        """Replace two of the numbers that are left by the result of an operation.

        Args:
            step: The step with its result, for example "6 * 4 = 24".

        Returns:
            The numbers that are left, or what is wrong with the step.
        """
        return self._take(step)

    def undo(self) -> str:
        """Take back the last step.

        Returns:
            The numbers that are left.
        """
        return self._take("undo")

    def calculate(self, expression: str) -> str:
        """Calculate the exact value of an expression, without changing the numbers that are left.

        Args:
            expression: The expression, for example "6 * (5 - 1)".

        Returns:
            The value as an integer or a fraction, or what is wrong with the expression.
        """
        return self.episode.calculate(expression)

    def submit(self, answer: str) -> str:
        """Submit the answer to the whole puzzle.

        Args:
            answer: The expression that makes the target, or "no solution".

        Returns:
            Whether the answer is right, and if not, why.
        """
        return self._take(f"<answer>{text('answer', answer)}</answer>")

    def get_reward(self) -> float:
        """Return the sum of all rewards of the episode."""
        return self.episode.reward

    def _take(self, reply: str) -> str:
        return "The game is over." if self.episode.is_over else self.episode.take(reply).message


def environment_for(**options: Any) -> Callable[[], PuzzleTools]:  # noqa: ANN401 - of an episode
    """Make an `environment_factory` for TRL's `GRPOTrainer`.

    The dataset has the columns `prompt`, `numbers` (or `nums`), `target` and optionally `rules`.
    The model calls the tools `take_step`, `undo`, `calculate` and `submit`. The reward is the sum
    of the rewards of the episode.

    Args:
        **options: the options of `facevalue.puzzle.Episode`.

    Raises:
        RuleError: an option is out of bounds.
        TypeError: an unknown option.

    >>> tools = environment_for(rewards={"solved": 1, "progress": 0.2})()
    >>> tools.reset(numbers=[3, 8, 1], target=24, rules="countdown", prompt="...")
    >>> tools.take_step("3 * 8 = 24"), tools.get_reward()
    ('solved: 3*8 = 24', 1.0)
    """
    PuzzleTools(options)
    return lambda: PuzzleTools(options)
