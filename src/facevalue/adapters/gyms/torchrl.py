"""An environment for TorchRL with an action mask; this module needs torchrl and gymnasium.

from facevalue.adapters.gyms.torchrl import puzzle_env

env = puzzle_env(rules="countdown")
"""

from __future__ import annotations

from typing import Any

import torch
from torchrl.data import Binary
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.envs.libs.gym import GymWrapper

from facevalue.adapters.gymnasium import PuzzleEnv

_MASK = "action_mask"


def puzzle_env(**options: Any) -> TransformedEnv:
    """Make an environment of TorchRL in which each step replaces two numbers by their result.

    The observations come from `facevalue.adapters.gymnasium.PuzzleEnv`, and `action_mask` is
    True for the allowed actions. A random action of the environment is always allowed.

    Args:
        **options: the options of `PuzzleEnv`.

    Raises:
        RuleError: as for `PuzzleEnv`.
        TypeError: an unknown option.
    """
    table = PuzzleEnv(**options)
    env = GymWrapper(table, categorical_action_encoding=True)
    mask = {_MASK: Binary(table.action_count, dtype=torch.int8)}
    env.set_info_dict_reader(default_info_dict_reader([_MASK], spec=mask))
    as_boolean = DTypeCastTransform(torch.int8, torch.bool, in_keys=[_MASK])
    return TransformedEnv(env, Compose(as_boolean, ActionMask()))
