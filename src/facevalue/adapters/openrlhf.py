"""Rewards for OpenRLHF: write a file for its remote reward model with this line.

from facevalue.adapters.openrlhf import reward_func
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from facevalue.adapters.shared.labels import as_lists, check_lengths, completion_list, parse_label
from facevalue.adapters.shared.scoring import scorer_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import facevalue as fv

# The number of characters, without spaces, at the end of a prompt that are searched in a query.
_TAIL = 40


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Any],
    **kwargs: Any,  # noqa: ANN401 - arguments of the framework, and options
) -> dict[str, Any]:
    """Return the reward of each query: 1.0 if the last `<answer>` tag is correct, else 0.0.

    Args:
        queries: prompt and response together.
        prompts: the prompts. Only the part of a query after the prompt is judged; in the query, the
            prompt may be truncated or have different whitespace. A query without its prompt is
            judged as a response, but an answer that is also in the prompt does not count.
        labels: mappings, or JSON, with `target`, `numbers` (or `nums`) and optionally `rules`,
            `extract` and `solvable`. Without rules, every number must be used exactly once, and
            fractions are allowed.
        **kwargs: the options of `facevalue.adapters.shared.scoring.Scorer`. The other keywords
            that OpenRLHF passes are ignored.

    Returns:
        `rewards`, `scores` (the same) and `extra_logs` with `correct`, 1.0 or 0.0, and the measures
        that are options, in the order of the queries: tensors if torch is loaded, as in OpenRLHF,
        otherwise lists.

    Raises:
        FaceValueError: a label has no numbers, invalid ones, or unknown rules; columns of different
            lengths.

    >>> reward_func(["Q: <answer>3*8</answer>"], ["Q:"], ['{"target": 24, "numbers": [3, 8]}'])
    {'rewards': [1.0], 'scores': [1.0], 'extra_logs': {'correct': [1.0]}}
    """
    label_list, prompt_list = as_lists(labels), as_lists(prompts)
    query_list = completion_list(queries)
    check_lengths(len(query_list), prompts=prompt_list, labels=label_list)
    scorer, parsed = scorer_for(kwargs), [parse_label(label) for label in label_list]
    responses = [
        _find_response(query, prompt, scorer.grader(label.rules, label.extract))
        for query, prompt, label in zip(query_list, prompt_list, parsed, strict=True)
    ]
    scores = scorer.score_many(responses, parsed)
    logs = {"correct": [float(score.correct) for score in scores]}
    logs |= {name: [score.measures[name] for score in scores] for name in scorer.measures}
    rewards = _as_tensor([score.reward for score in scores])
    extra = {name: _as_tensor(values) for name, values in logs.items()}
    return {"rewards": rewards, "scores": rewards, "extra_logs": extra}


def _find_response(query: object, prompt: object, grader: fv.Grader) -> object:
    """Return the part of a query after the prompt; None if its answer is from the prompt."""
    if not isinstance(query, str) or not isinstance(prompt, str) or not prompt.strip():
        return query
    _, separator, response = query.partition(prompt)
    if separator:
        return response
    # Look for the end of the prompt, ignoring whitespace.
    dense = _remove_spaces(prompt)
    tail = dense[-_TAIL:]
    start = _remove_spaces(query).rfind(tail)
    if start >= 0:
        positions = [position for position, sign in enumerate(query) if not sign.isspace()]
        return query[positions[start + len(tail) - 1] + 1 :]
    answer = grader.answer(query)
    return None if answer is not None and _remove_spaces(answer) in dense else query


def _remove_spaces(string: str) -> str:
    return "".join(string.split())


def _as_tensor(scores: list[float]) -> Any:  # noqa: ANN401 - torch has its own types
    torch = sys.modules.get("torch")
    return scores if torch is None else torch.tensor(scores)
