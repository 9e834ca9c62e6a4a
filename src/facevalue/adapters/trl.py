"""Rewards for TRL: `GRPOTrainer(reward_funcs=[reward], ...)`, or `reward_for(...)` with options.

TRL passes the columns of the dataset by name: `target`, `nums` or `numbers`, `rules`, `extract`
and `solvable`. To play turn by turn: `GRPOTrainer(environment_factory=environment_for(...), ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import facevalue as fv
from facevalue.adapters.shared.puzzle_source import episode_of
from facevalue.adapters.shared.scoring import DEFAULT_RULES, Scorer, scores_of
from facevalue.options import text


def reward_for(
    rules: str | fv.Rules = DEFAULT_RULES, *, name: str = "facevalue", **options: Any
) -> Callable[..., list[float | None]]:
    r"""Make a reward function with options and the arguments of `reward`.

    Args:
        rules: the rules of rows without rules. By default every number must be used exactly once,
            and fractions are allowed.
        name: the name of the function in TRL's logs.
        **options: the options of `facevalue.adapters.shared.scoring.Scorer`. TRL logs the measures
            as `NAME/closeness`, `NAME/format` and `NAME/no_solution`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.

    >>> short = reward_for("countdown", extract="boxed", format_score=0.1)
    >>> short([r"\boxed{3*8}", r"\boxed{3+8}"], target=[24, 24], nums=[[3, 8, 5], [3, 8, 5]])
    [1.0, 0.1]
    """
    scorer = Scorer(rules, **options)

    def rewards(
        completions: Sequence[object],
        target: Sequence[Any] | None = None,
        nums: Sequence[Any] | None = None,
        **kwargs: Any,
    ) -> list[float | None]:
        scores = scores_of(scorer, completions, {**kwargs, "target": target, "nums": nums})
        # Newer versions of TRL can log the measures and the reasons.
        ours = [score for score in scores if score is not None]
        if ours and callable(kwargs.get("log_metric")):
            for measure in scorer.measures:
                mean = sum(score.measures[measure] for score in ours) / len(ours)
                kwargs["log_metric"](f"{name}/{measure}", mean)
        if callable(kwargs.get("log_extra")):
            reasons = ["" if score is None else score.reason.value for score in scores]
            kwargs["log_extra"](f"{name}/reason", reasons)
        return [None if score is None else score.reward for score in scores]

    rewards.__name__ = name
    return rewards


def reward(
    completions: Sequence[object],
    target: Sequence[Any] | None = None,
    nums: Sequence[Any] | None = None,
    **kwargs: Any,
) -> list[float | None]:
    """Return the reward of each completion: 1.0 if the last `<answer>` tag is correct, else 0.0.

    A row whose numbers are None belongs to another task: its reward is None, which TRL ignores.

    Args:
        completions: strings, or lists of messages.
        target: the target of each row; None for the default target of its rules.
        nums: the numbers of each row, as lists or arrays; the column may also be called `numbers`.
        **kwargs: the other columns. `rules` has the rules of each row; without it, every number
            must be used exactly once, and fractions are allowed. `extract` says where the answer
            is, if not in an `<answer>` tag. `log_metric` and `log_extra` are TRL's loggers.

    Raises:
        FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers is
            missing; columns of different lengths.

    >>> reward(["<answer>3*8</answer>", None], target=[24, 24], nums=[[3, 8], [3, 8]])
    [1.0, 0.0]
    """
    return _DEFAULT(completions, target, nums, **kwargs)


_DEFAULT = reward_for()


class PuzzleTools:
    """The tools of a puzzle that a model plays turn by turn; TRL shows their docstrings to it.

    Args:
        options: the options of `facevalue.puzzle.Episode`.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self.episode = episode_of({"numbers": [1]}, options)  # reports bad options now

    def reset(self, **row: Any) -> None:
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


def environment_for(**options: Any) -> Callable[[], PuzzleTools]:
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
