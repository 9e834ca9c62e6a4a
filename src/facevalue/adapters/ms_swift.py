"""Reward functions for ms-swift: write a plugin file with this line.

from facevalue.adapters.ms_swift import Closeness, Format, PuzzleReward

Then use `--reward_funcs facevalue facevalue_closeness facevalue_format`. Put the file into a
separate folder, because ms-swift adds its folder to `sys.path`.
"""

from types import MappingProxyType

from swift.rewards import ORM, orms

from facevalue.adapters.shared.rewards import SwiftReward


class PuzzleReward(SwiftReward, ORM):  # type: ignore[misc] # the framework has no types
    """Rewards completions like `facevalue.adapters.trl.reward`.

    A subclass may set `options`, as for `Scorer`; register it as `orms["my_name"] = MyReward`.
    """


class Closeness(PuzzleReward):
    """Rewards a valid answer with 1 / (1 + its distance from the target), as a separate reward."""

    options = MappingProxyType({"closeness": 1.0})
    measure = "closeness"


class Format(PuzzleReward):
    """Rewards a readable expression where the answer should be with 1.0, as a separate reward."""

    options = MappingProxyType({"format_reward": 1.0})
    measure = "format"


orms["facevalue"] = PuzzleReward
orms["facevalue_closeness"] = Closeness
orms["facevalue_format"] = Format
