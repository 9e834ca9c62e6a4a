"""A reward function for Trinity-RFT: name it by its path in the configuration.

default_reward_fn_type: facevalue.adapters.trinity.PuzzleReward
"""

from trinity.common.rewards.reward_fn import RewardFn

from facevalue.adapters.shared.rewards import TrinityReward


class PuzzleReward(TrinityReward, RewardFn):  # type: ignore[misc] # the framework has no types
    """Rewards a response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0."""
