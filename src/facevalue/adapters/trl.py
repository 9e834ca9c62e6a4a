"""Rewards for TRL: `GRPOTrainer(reward_funcs=[reward], ...)`, or `reward_for(...)` with options.

TRL passes the columns of the dataset by name: `target`, `nums` or `numbers`, `rules`, `extract`
and `solvable`. To play turn by turn, see `facevalue.adapters.gyms.trl`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.adapters.shared.scoring import DEFAULT_RULES, Scorer, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import facevalue as fv


def reward_for(
    rules: str | fv.Rules = DEFAULT_RULES,
    *,
    name: str = "facevalue",
    **options: Any,  # noqa: ANN401 - options of a scorer
) -> Callable[..., list[float | None]]:
    r"""Make a reward function with options and the arguments of `reward`.

    Args:
        rules: the rules of rows without rules. By default every number must be used exactly once,
            and fractions are allowed.
        name: the name of the function in TRL's logs.
        **options: the options of `facevalue.adapters.shared.scoring.Scorer`. TRL logs the measures
            as `NAME/closeness`, `NAME/format` and `NAME/no_solution`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.

    >>> short = reward_for("countdown", extract="boxed", format_score=0.1)
    >>> short([r"\boxed{3*8}", r"\boxed{3+8}"], target=[24, 24], nums=[[3, 8, 5], [3, 8, 5]])
    [1.0, 0.1]
    """
    scorer = Scorer(rules, **options)

    def rewards(
        completions: Sequence[object],
        target: Sequence[Any] | None = None,
        nums: Sequence[Any] | None = None,
        **kwargs: Any,  # noqa: ANN401 - the other columns
    ) -> list[float | None]:
        scores = scores_of(scorer, completions, {**kwargs, "target": target, "nums": nums})
        # Newer versions of TRL can log the measures and the reasons.
        ours = [score for score in scores if score is not None]
        if ours and callable(kwargs.get("log_metric")):
            for measure in scorer.measures:
                mean = sum(score.measures[measure] for score in ours) / len(ours)
                kwargs["log_metric"](f"{name}/{measure}", mean)
        if callable(kwargs.get("log_extra")):
            reasons = ["" if score is None else score.reason.value for score in scores]
            kwargs["log_extra"](f"{name}/reason", reasons)
        return [None if score is None else score.reward for score in scores]

    rewards.__name__ = name
    return rewards


def reward(
    completions: Sequence[object],
    target: Sequence[Any] | None = None,
    nums: Sequence[Any] | None = None,
    **kwargs: Any,  # noqa: ANN401 - the other columns
) -> list[float | None]:
    """Return the reward of each completion: 1.0 if the last `<answer>` tag is correct, else 0.0.

    A row whose numbers are None belongs to another task: its reward is None, which TRL ignores.

    Args:
        completions: strings, or lists of messages.
        target: the target of each row; None for the default target of its rules.
        nums: the numbers of each row, as lists or arrays; the column may also be called `numbers`.
        **kwargs: the other columns. `rules` has the rules of each row; without it, every number
            must be used exactly once, and fractions are allowed. `extract` says where the answer
            is, if not in an `<answer>` tag. `log_metric` and `log_extra` are TRL's loggers.

    Raises:
        FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers is
            missing; columns of different lengths.

    >>> reward(["<answer>3*8</answer>", None], target=[24, 24], nums=[[3, 8], [3, 8]])
    [1.0, 0.0]
    """
    return _DEFAULT(completions, target, nums, **kwargs)


_DEFAULT = reward_for()
