"""Rewards for OpenRLHF: the file that its option for a remote reward model names imports this.

from facevalue.adapters.openrlhf import reward_func
"""

from __future__ import annotations

import sys

from facevalue.adapters.scoring import as_lists, check_lengths, parse_label, scorer_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Any],
    **kwargs: Any,  # noqa: ANN401 - the framework's, and a grader's
) -> dict[str, Any]:
    """The reward of each query: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    `rewards`, `scores` (the same) and `extra_logs` (`correct`, 1.0 or 0.0) are tensors where torch
    is loaded, as it is in OpenRLHF, and lists of floats elsewhere.

    Args:
        queries: prompt and response together.
        prompts: the prompts. What stands after the prompt in its query is judged; all of the query
            where the prompt is not in it.
        labels: `{target, numbers}`, and `rules` by name if it has some, each as JSON or as a
            mapping; without rules every number must be used exactly once, fractions are allowed.
        **kwargs: options of a grader: `rules`, `syntax`, `extract`, `after_think`, `score`,
            `format_score`; others, which OpenRLHF passes along, are not read.

    Raises:
        FaceValueError: a label has no numbers, or one that is none, or unknown rules; columns
            differ in length.

    >>> reward_func(["Q: <answer>3*8</answer>"], ["Q:"], ['{"target": 24, "numbers": [3, 8]}'])
    {'rewards': [1.0], 'scores': [1.0], 'extra_logs': {'correct': [1.0]}}
    """
    truths = as_lists(labels)
    check_lengths(len(queries), prompts=as_lists(prompts), labels=truths)
    responses = [_response(*pair) for pair in zip(queries, prompts, strict=True)]
    columns = tuple(zip(*map(parse_label, truths), strict=True)) or ((), (), ())
    scores = scorer_for(kwargs).scores(responses, *columns)
    correct = scorer_for({**kwargs, "score": 1.0, "format_score": 0.0}).scores(responses, *columns)
    rewards = _tensor(scores)
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"correct": _tensor(correct)}}


def _response(query: object, prompt: object) -> object:
    if not isinstance(query, str) or not isinstance(prompt, str) or not prompt:
        return query
    _, found, response = query.partition(prompt)
    return response if found else query


def _tensor(scores: list[float]) -> Any:  # noqa: ANN401 - torch has its own types
    torch = sys.modules.get("torch")
    return scores if torch is None else torch.tensor(scores)
