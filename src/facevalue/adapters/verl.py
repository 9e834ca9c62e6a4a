"""Scores for verl: set `reward.custom_reward_function.path` to this file.

`reward_kwargs` in verl's configuration are the options of the scorer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.scoring import scorer_for

if TYPE_CHECKING:
    from typing import Any


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,  # noqa: ANN401 - a mapping, or the JSON of one
    extra_info: Any = None,  # noqa: ANN401 - types of the framework
    **kwargs: Any,  # noqa: ANN401 - arguments of the framework, and options
) -> dict[str, Any]:
    """Score one response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        data_source: ignored.
        solution_str: the response.
        ground_truth: a mapping, or JSON, with `target`, `numbers` (or `nums`), and optionally
            `rules`, `extract` and `solvable`. Without rules every number must be used exactly
            once, and fractions are allowed.
        extra_info: ignored.
        **kwargs: the options of `facevalue.adapters.shared.scoring.Scorer`. The other keywords
            that verl passes are ignored.

    Returns:
        `score`; `acc`, whether the answer is correct; `reason`, and the measures that are options.
        verl logs each of them by its name.

    Raises:
        FaceValueError: the ground truth has no numbers, invalid ones, or unknown rules.

    >>> compute_score("countdown", "<answer>3*8</answer>", {"target": 24, "numbers": [3, 8]})
    {'score': 1.0, 'acc': True, 'reason': 'correct'}
    """
    del data_source, extra_info
    score = scorer_for(kwargs).score(solution_str, parse_label(ground_truth))
    result = {"score": score.reward, "acc": score.correct, "reason": score.reason.value}
    return result | score.measures
