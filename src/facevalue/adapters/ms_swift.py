"""Reward functions for ms-swift: its plugin is a file of yours with this one line.

from facevalue.adapters.ms_swift import Closeness, Format, PuzzleReward

Then `--reward_funcs facevalue facevalue_closeness facevalue_format` names them. Put the file into a
folder of your own: ms-swift adds that folder to the places where Python looks for modules.
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
    """Rewards completions as `facevalue.adapters.trl.reward` does.

    A subclass may set `options`, as for `Scorer`; register it as `orms["my_name"] = MyReward`.

    Args:
        args: the arguments of ms-swift.
        **kwargs: other arguments of the framework.
    """

    options: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init__(self, args: Any = None, **kwargs: Any) -> None:  # noqa: ANN401 - the framework's
        super().__init__(args, **kwargs)
        self._scorer = Scorer(**self.options)

    def __call__(
        self,
        completions: Sequence[object],
        **kwargs: Any,  # noqa: ANN401 - the columns of the data set
    ) -> list[float | None]:
        """The reward of each completion; None where there are no numbers.

        Args:
            completions: texts.
            **kwargs: the columns of the data set, as for `facevalue.adapters.trl.reward`.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers
                is missing.
        """
        scores = scores_of(self._scorer, completions, kwargs)
        return [None if each is None else self._chosen(each.parts) for each in scores]

    def _chosen(self, parts: dict[str, float]) -> float:
        return sum(parts.values())


class _Measure(PuzzleReward):
    """Rewards one measure alone, which ms-swift logs by its name and weighs by `reward_weights`."""

    measure = ""

    def _chosen(self, parts: dict[str, float]) -> float:
        return parts[self.measure]


class Closeness(_Measure):
    """Rewards a valid answer by 1 / (1 + its distance from the target)."""

    options = MappingProxyType({"closeness": 1.0})
    measure = "closeness"


class Format(_Measure):
    """Rewards a readable expression where the answer should be by 1.0."""

    options = MappingProxyType({"format_reward": 1.0})
    measure = "format"


orms["facevalue"] = PuzzleReward
orms["facevalue_closeness"] = Closeness
orms["facevalue_format"] = Format
