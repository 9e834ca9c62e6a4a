"""Rewards for TRL: `GRPOTrainer(reward_funcs=[reward], ...)`, or `reward_for(...)` with options.

TRL passes the columns of the data set by name: `target`, `nums` or `numbers`, and `rules`.
"""

from __future__ import annotations

from facevalue.adapters.scoring import DEFAULT_RULES, Scorer, as_lists, check_lengths, is_column
from facevalue.errors import FaceValueError

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
    r"""A reward function with options, to be called like `reward`.

    Args:
        rules: the rules of rows that name none. By default every number must be used exactly once,
            and fractions are allowed.
        name: the name of the function in TRL's logs.
        **options: `syntax`, `extract`, `after_think`, `score` and `format_score`, as for `Grader`.

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
        return _rewards(scorer, completions, target, nums, kwargs)

    rewards.__name__ = name
    return rewards


def reward(
    completions: Sequence[object],
    target: Sequence[Any] | None = None,
    nums: Sequence[Any] | None = None,
    **kwargs: Any,  # noqa: ANN401 - the other columns
) -> list[float | None]:
    """The reward of each completion: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    A row whose numbers are None belongs to another task: its reward is None, which TRL ignores.

    Args:
        completions: texts, or lists of messages.
        target: the target of each row; None for the target of its rules.
        nums: the numbers of each row, as lists or arrays; the column may also be called `numbers`.
        **kwargs: the other columns. `rules` names the rules of each row; without it, every number
            must be used exactly once, and fractions are allowed.

    Raises:
        FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers is
            missing; columns of different lengths.

    >>> reward(["<answer>3*8</answer>", None], target=[24, 24], nums=[[3, 8], [3, 8]])
    [1.0, 0.0]
    """
    return _rewards(_DEFAULT, completions, target, nums, kwargs)


_DEFAULT = Scorer()


def _rewards(
    scorer: Scorer,
    completions: Sequence[object],
    target: Sequence[Any] | None,
    nums: Sequence[Any] | None,
    others: dict[str, Any],
) -> list[float | None]:
    rows = as_lists(others.get("numbers") if nums is None else nums)
    if rows is None:
        raise FaceValueError("expected a column of numbers, called nums or numbers: none given")
    check_lengths(len(completions), nums=rows)
    targets = [None] * len(rows) if target is None else target
    rules = others.get("rules")
    if None not in rows:
        return [*scorer.scores(completions, rows, targets, rules)]
    names = as_lists(rules) if is_column(rules) else [rules] * len(rows)
    columns = (as_lists(completions), rows, as_lists(targets), names)
    check_lengths(len(rows), target=columns[2], rules=names)
    ours = [row for row in zip(*columns, strict=True) if row[1] is not None]
    scores = iter(scorer.scores(*zip(*ours, strict=True)) if ours else ())
    return [None if row is None else next(scores) for row in rows]
