"""A reward function for Trinity-RFT: name it by its path in the configuration.

default_reward_fn_type: facevalue.adapters.trinity.PuzzleReward
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trinity.common.rewards.reward_fn import RewardFn

from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.scoring import Scorer

if TYPE_CHECKING:
    from typing import Any


class PuzzleReward(RewardFn):  # type: ignore[misc] # the framework has no types
    """Rewards a response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        **kwargs: `reward_fn_args` of the configuration: the options of
            `facevalue.adapters.shared.scoring.Scorer`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.
    """

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - options of a scorer
        self._scorer = Scorer(**kwargs)

    def __call__(
        self,
        response: str,
        truth: Any = None,  # noqa: ANN401 - a mapping, or the JSON of one
        **kwargs: Any,  # noqa: ANN401 - types of the framework
    ) -> dict[str, float]:
        """Return the parts of the reward by name; Trinity logs and adds them.

        Args:
            response: the response.
            truth: a mapping, or JSON, with `target`, `numbers` (or `nums`) and optionally `rules`,
                `extract` and `solvable`.
            **kwargs: ignored.

        Raises:
            FaceValueError: the truth has no numbers, invalid ones, or unknown rules.
        """
        del kwargs
        return self._scorer.score(response, parse_label(truth)).parts
