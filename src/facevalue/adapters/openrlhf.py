"""Rewards for OpenRLHF: its remote reward model is a file with this one line.

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

# So many characters of the end of a prompt, blanks left out, tell where it ends in a query.
_TAIL = 40


def reward_func(
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Any],
    **kwargs: Any,  # noqa: ANN401 - the framework's, and a scorer's
) -> dict[str, Any]:
    """The reward of each query: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        queries: prompt and response together.
        prompts: the prompts. Only the text after the prompt is judged; the prompt may be cut or
            have other blanks in the query. If a query does not contain its prompt, it is a
            response, and an answer that stands in the prompt too is none.
        labels: mappings, or JSON, with `target`, `numbers` (or `nums`) and perhaps `rules`,
            `extract` and `solvable`. Without rules every number must be used exactly once, and
            fractions are allowed.
        **kwargs: `rules`, `syntax`, `allow`, `extract`, `after_think`, `score`, `format_score`,
            `closeness`, `format_reward` and `no_solution`, as for `Scorer`. Other keywords, which
            OpenRLHF passes too, are ignored.

    Returns:
        `rewards`, `scores` (the same) and `extra_logs` with `correct`, 1.0 or 0.0, and the measures
        that are options: tensors if torch is loaded, as it is in OpenRLHF, otherwise lists.

    Raises:
        FaceValueError: a label has no numbers, invalid ones, or unknown rules; columns of different
            lengths.

    >>> reward_func(["Q: <answer>3*8</answer>"], ["Q:"], ['{"target": 24, "numbers": [3, 8]}'])
    {'rewards': [1.0], 'scores': [1.0], 'extra_logs': {'correct': [1.0]}}
    """
    truths, asked = as_lists(labels), as_lists(prompts)
    texts = completion_list(queries)
    check_lengths(len(texts), prompts=asked, labels=truths)
    scorer, rows = scorer_for(kwargs), [parse_label(label) for label in truths]
    graders = [scorer.grader(row.rules, row.extract) for row in rows]
    responses = [_response(*each) for each in zip(texts, asked, graders, strict=True)]
    scores = scorer.judged(responses, rows)
    logs = {"correct": [float(each.correct) for each in scores]}
    logs |= {name: [each.measures[name] for each in scores] for name in scorer.measures}
    rewards = _tensor([each.reward for each in scores])
    extra = {name: _tensor(values) for name, values in logs.items()}
    return {"rewards": rewards, "scores": rewards, "extra_logs": extra}


def _response(query: object, prompt: object, grader: fv.Grader) -> object:
    """The part of a query after the prompt; None if its answer is one of the prompt."""
    if not isinstance(query, str) or not isinstance(prompt, str) or not prompt.strip():
        return query
    _, found, response = query.partition(prompt)
    if found:
        return response
    end = _end_of_prompt(query, prompt)
    if end is not None:
        return query[end:]
    answer = grader.answer(query)
    return None if answer is not None and _dense(answer) in _dense(prompt) else query


def _end_of_prompt(query: str, prompt: str) -> int | None:
    """Where the end of the prompt ends in the query, whatever blanks they have."""
    tail, dense = _dense(prompt)[-_TAIL:], _dense(query)
    start = dense.rfind(tail)
    if start < 0:
        return None
    places = [place for place, sign in enumerate(query) if not sign.isspace()]
    return places[start + len(tail) - 1] + 1


def _dense(text: str) -> str:
    return "".join(text.split())


def _tensor(scores: list[float]) -> Any:  # noqa: ANN401 - torch has its own types
    torch = sys.modules.get("torch")
    return scores if torch is None else torch.tensor(scores)
