"""Scores for verl: set `custom_reward_function.path` to this file, and `name` to a function of it.

`reward_kwargs` in verl's configuration are passed on as options of the grader.
"""

from __future__ import annotations

from facevalue.adapters.scoring import as_lists, check_lengths, parse_label, scorer_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,  # noqa: ANN401 - a mapping, or JSON that holds one
    extra_info: Any = None,  # noqa: ANN401 - the framework's
    **kwargs: Any,  # noqa: ANN401 - the framework's, and a grader's
) -> float:
    """The score of one response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        data_source: ignored.
        solution_str: the response.
        ground_truth: a mapping, or JSON, with `target`, `numbers` (or `nums`) and perhaps `rules`.
            Without rules every number must be used exactly once, and fractions are allowed.
        extra_info: ignored.
        **kwargs: options of the grader: `rules`, `syntax`, `extract`, `after_think`, `score`,
            `format_score`. Other keywords, which verl passes too, are ignored.

    Raises:
        FaceValueError: the ground truth has no numbers, invalid ones, or unknown rules.

    >>> compute_score("countdown", "<answer>3*8</answer>", {"target": 24, "numbers": [3, 8]})
    1.0
    """
    del data_source, extra_info
    numbers, target, rules = parse_label(ground_truth)
    return scorer_for(kwargs).grader(rules).score(solution_str, numbers, target)


def compute_score_batched(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Any] | None = None,
    **kwargs: Any,  # noqa: ANN401 - the framework's, and a grader's
) -> list[float]:
    """The score of each response, for verl's batch reward manager.

    Args:
        data_sources: ignored.
        solution_strs: the responses.
        ground_truths: the ground truth of each, as for `compute_score`.
        extra_infos: ignored.
        **kwargs: as for `compute_score`.

    Raises:
        FaceValueError: as for `compute_score`, or the columns differ in length.

    >>> truth = {"target": 24, "numbers": [3, 8]}
    >>> compute_score_batched(["a", "a"], ["<answer>3*8</answer>", "?"], [truth, truth], [{}, {}])
    [1.0, 0.0]
    """
    del data_sources, extra_infos
    truths = as_lists(ground_truths)
    check_lengths(len(solution_strs), ground_truths=truths)
    if not truths:
        return []
    numbers, targets, rules = zip(*map(parse_label, truths), strict=True)
    return scorer_for(kwargs).scores(solution_strs, numbers, targets, rules)
