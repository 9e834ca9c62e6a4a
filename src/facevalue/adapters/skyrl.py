"""A multi-turn environment for SkyRL-Gym; this module needs skyrl-gym.

Register it in the script that starts the training:

    import skyrl_gym

    skyrl_gym.register(id="facevalue", entry_point="facevalue.adapters.skyrl:PuzzleTextEnv")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput

from facevalue.adapters.shared.puzzle_source import episode_metrics, episode_of
from facevalue.errors import FaceValueError


class PuzzleTextEnv(BaseTextEnv):  # type: ignore[misc] # the framework has no types
    """A puzzle that a model plays turn by turn, as in `facevalue.puzzle.Episode`.

    Args:
        env_config: the options of `Episode`, or None.
        extras: the row of the dataset; `reward_spec.ground_truth` has the puzzle, a mapping or the
            JSON of one, as in datasets that facevalue builds for verl.

    Raises:
        FaceValueError: the row has no puzzle, or an option is out of bounds.
        TypeError: an unknown option.
    """

    def __init__(
        self, env_config: Mapping[str, Any] | None = None, extras: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        label = (extras or {}).get("reward_spec", {}).get("ground_truth")
        if label is None:
            raise FaceValueError("the row has no reward_spec.ground_truth with a puzzle")
        self.episode = episode_of(label, dict(env_config or {}))
        self.max_turns = self.episode.max_turns

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Take a turn with the reply of the model."""
        turn = self.episode.take(action)
        self.turns = len(self.episode.turns)
        observation = {"role": "user", "content": turn.message}
        return BaseTextEnvStepOutput(
            observations=[] if turn.is_over else [observation],
            reward=turn.reward,
            done=turn.is_over,
            metadata={"kind": turn.kind, "solvable": turn.solvable, **turn.rewards},
        )

    def get_metrics(self) -> dict[str, float]:
        """Return the sum of each reward, `is_solved` and the number of turns."""
        return episode_metrics(self.episode)
