"""Rewards for TRL: `GRPOTrainer(reward_funcs=[reward], ...)`, or `reward_for(...)` with options.

The columns `target` and `nums` of the data set, and `rules` where it has one, arrive by name.
"""

from __future__ import annotations

from facevalue.adapters.scoring import DEFAULT_RULES, Scorer, as_lists, check_lengths, is_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import facevalue as fv


def reward_for(
    rules: str | fv.Rules = DEFAULT_RULES,
    *,
    name: str = "facevalue",
    **options: Any,  # noqa: ANN401 - a grader's
) -> Callable[..., list[float | None]]:
    r"""A reward function with options, called and answering as `reward`.

    Args:
        rules: for rows that name none; by default every number exactly once, with fractions.
        name: what TRL's logs call the function.
        **options: as for `Grader`: `syntax`, `extract`, `after_think`, `score`, `format_score`.

    Raises:
        RuleError: unknown rules, or an option that a grader refuses.
        TypeError: an option that a grader does not have.

    >>> short = reward_for("countdown", extract="boxed", format_score=0.1)
    >>> short([r"\boxed{3*8}", r"\boxed{3+8}"], target=[24, 24], nums=[[3, 8, 5], [3, 8, 5]])
    [1.0, 0.1]
    """
    scorer = Scorer(rules, **options)

    def rewarded(
        completions: Sequence[object],
        target: Sequence[Any],
        nums: Sequence[Any],
        **kwargs: Any,  # noqa: ANN401 - the other columns
    ) -> list[float | None]:
        return _rewards(scorer, completions, target, nums, kwargs.get("rules"))

    rewarded.__name__ = name
    return rewarded


def reward(
    completions: Sequence[object],
    target: Sequence[Any],
    nums: Sequence[Any],
    **kwargs: Any,  # noqa: ANN401 - the other columns
) -> list[float | None]:
    """The reward of each completion: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Rows whose `nums` is None are of another task: they get None, which TRL leaves out.

    Args:
        completions: texts, or lists of messages.
        target: the target of each; None for that of the rules.
        nums: the numbers of each, as lists or arrays.
        **kwargs: the other columns; `rules` names the rules of each row. Where it is missing, every
            number must be used exactly once and fractions are allowed.

    Raises:
        FaceValueError: a row of numbers, a target or rules are none, or columns differ in length.

    >>> reward(["<answer>3*8</answer>", None], target=[24, 24], nums=[[3, 8], [3, 8]])
    [1.0, 0.0]
    """
    return _rewards(_USUAL, completions, target, nums, kwargs.get("rules"))


_USUAL = Scorer()


def _rewards(
    scorer: Scorer,
    completions: Sequence[object],
    target: Sequence[Any],
    nums: Sequence[Any],
    rules: Any,  # noqa: ANN401 - a name, a column of names, or None
) -> list[float | None]:
    rows = as_lists(nums)
    check_lengths(len(completions), nums=rows)
    if None not in rows:
        return [*scorer.scores(completions, rows, target, rules)]
    named = as_lists(rules) if is_column(rules) else [rules] * len(rows)
    columns = (as_lists(completions), rows, as_lists(target), named)
    check_lengths(len(rows), target=columns[2], rules=named)
    ours = [row for row in zip(*columns, strict=True) if row[1] is not None]
    scores = iter(scorer.scores(*zip(*ours, strict=True)) if ours else ())
    return [None if row is None else next(scores) for row in rows]
