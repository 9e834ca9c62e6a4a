"""Scores for verl: set `reward.custom_reward_function.path` to this file.

`reward_kwargs` in verl's configuration are passed on as options of the scorer.
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
    ground_truth: Any,  # noqa: ANN401 - a mapping, or JSON that holds one
    extra_info: Any = None,  # noqa: ANN401 - the framework's
    **kwargs: Any,  # noqa: ANN401 - the framework's, and a scorer's
) -> dict[str, Any]:
    """The score of one response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        data_source: ignored.
        solution_str: the response.
        ground_truth: a mapping, or JSON, with `target`, `numbers` (or `nums`) and perhaps `rules`,
            `extract` and `solvable`. Without rules every number must be used exactly once, and
            fractions are allowed.
        extra_info: ignored.
        **kwargs: `rules`, `syntax`, `allow`, `extract`, `after_think`, `score`, `format_score`,
            `closeness`, `format_reward` and `no_solution`, as for `Scorer`. Other keywords, which
            verl passes too, are ignored.

    Returns:
        `score`; `acc`, whether the answer is correct; `reason`, and the measures that are options.
        verl logs each of them by its name.

    Raises:
        FaceValueError: the ground truth has no numbers, invalid ones, or unknown rules.

    >>> compute_score("countdown", "<answer>3*8</answer>", {"target": 24, "numbers": [3, 8]})
    {'score': 1.0, 'acc': True, 'reason': 'correct'}
    """
    del data_source, extra_info
    found = scorer_for(kwargs).score(solution_str, parse_label(ground_truth))
    answer = {"score": found.reward, "acc": found.correct, "reason": found.reason.value}
    return answer | found.measures
