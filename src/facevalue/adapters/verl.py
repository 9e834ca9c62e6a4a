"""Scores for verl: set `reward.custom_reward_function.path` to this file.

`reward_kwargs` in verl's configuration are the options of the scorer.
"""

from facevalue.adapters.shared.rewards import verl_score as compute_score

__all__ = ["compute_score"]
