"""Registers the Gymnasium environments on import, if gymnasium is installed.

import facevalue.adapters.gymnasium
env = gymnasium.make("facevalue/Countdown-v0")
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType

# From the id of an environment to the rules of its puzzles.
ENVIRONMENTS: Mapping[str, str] = MappingProxyType(
    {"facevalue/Countdown-v0": "countdown", "facevalue/Game24-v0": "classic"}
)


def register() -> None:
    """Register the environments with gymnasium; a second call does nothing.

    Raises:
        ImportError: gymnasium is not installed.

    >>> import gymnasium
    >>> register()
    >>> env = gymnasium.make("facevalue/Game24-v0")
    >>> observation, info = env.reset(seed=24)
    >>> info["numbers"], info["target"], int(info["action_mask"].sum())
    ([2, 9, 2, 3], 24, 48)
    """
    import gymnasium  # noqa: PLC0415 - an optional framework

    for name, rules in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            entry_point = "facevalue.adapters.environment:PuzzleEnv"
            gymnasium.register(id=name, entry_point=entry_point, kwargs={"rules": rules})


if find_spec("gymnasium") is not None:
    register()
