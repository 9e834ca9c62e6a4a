"""Rewards for OpenRLHF: write a file for its remote reward model with this line.

from facevalue.adapters.openrlhf import reward_func
"""

from facevalue.adapters.shared.rewards import openrlhf_rewards as reward_func

__all__ = ["reward_func"]
