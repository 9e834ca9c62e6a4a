"""Rewards for OpenRLHF: its remote reward model is a file with this one line.

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

    Args:
        queries: prompt and response together.
        prompts: the prompts. Only the text after the prompt is judged, or the whole query if the
            prompt does not occur in it.
        labels: mappings, or JSON, with `target`, `numbers` (or `nums`) and perhaps `rules`. Without
            rules every number must be used exactly once, and fractions are allowed.
        **kwargs: options of the grader: `rules`, `syntax`, `extract`, `after_think`, `score`,
            `format_score`. Other keywords, which OpenRLHF passes too, are ignored.

    Returns:
        `rewards`, `scores` (the same) and `extra_logs` with `correct`, 1.0 or 0.0: tensors if torch
        is loaded, as it is in OpenRLHF, otherwise lists of floats.

    Raises:
        FaceValueError: a label has no numbers, invalid ones, or unknown rules; columns of different
            lengths.

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
