"""Reward functions for ms-swift: write a plugin file with this line.

from facevalue.adapters.ms_swift import Closeness, Format, PuzzleReward

Then use `--reward_funcs facevalue facevalue_closeness facevalue_format`. Put the file into a
separate folder, because ms-swift adds its folder to `sys.path`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from swift.rewards import ORM, orms

from facevalue.adapters.shared.scoring import Scorer, scores_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, ClassVar


class PuzzleReward(ORM):  # type: ignore[misc] # the framework has no types
    """Rewards completions like `facevalue.adapters.trl.reward`.

    A subclass may set `options`, as for `Scorer`; register it as `orms["my_name"] = MyReward`.

    Args:
        args: the arguments of ms-swift.
        **kwargs: other arguments of the framework.
    """

    options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    measure = ""  # the part of the score that is the reward; "" for the whole score

    def __init__(self, args: Any = None, **kwargs: Any) -> None:  # noqa: ANN401 - types of the framework
        super().__init__(args, **kwargs)
        self._scorer = Scorer(**self.options)

    def __call__(
        self,
        completions: Sequence[object],
        **kwargs: Any,  # noqa: ANN401 - the columns of the dataset
    ) -> list[float | None]:
        """Return the reward of each completion; None where there are no numbers.

        Args:
            completions: strings.
            **kwargs: the columns of the dataset, as for `facevalue.adapters.trl.reward`.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers
                is missing.
        """
        scores = scores_of(self._scorer, completions, kwargs)
        return [
            None if score is None else score.parts[self.measure] if self.measure else score.reward
            for score in scores
        ]


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
