"""The score of TinyZero: 0.0 without an answer, 0.1 for a wrong one, 1.0 for a correct one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import facevalue as fv
from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.scoring import scorer_for
from facevalue.options import finite_number, one_of

if TYPE_CHECKING:
    from typing import Any

# The response starts after the first of these. The prompt before it has an answer tag too.
_MARKERS = ("Assistant:", "<|im_start|>assistant")
METHODS = {"strict": ("last_answer_tag",), "flexible": ("last_answer_tag", "boxed")}


def compute_score(
    solution_str: str,
    ground_truth: Any,  # noqa: ANN401 - a mapping, or JSON that holds one
    method: str = "strict",
    format_score: float = 0.1,
    score: float = 1.0,
    **kwargs: Any,  # noqa: ANN401 - a scorer's
) -> float:
    r"""The score of a response: 0.0 without an answer, `format_score` or `score`.

    Args:
        solution_str: prompt and response together, or the response alone. Only the text after
            "Assistant:" or "<|im_start|>assistant" is judged, if one of them occurs.
        ground_truth: a mapping, or JSON, with `target`, `numbers` (or `nums`) and perhaps `rules`.
            Without rules every number must be used exactly once, and fractions are allowed.
        method: "strict" takes the answer from the last `<answer>` tag; "flexible" takes the last
            `\boxed{}` if there is no tag.
        format_score: the score of an answer that is not correct.
        score: the score of a correct answer.
        **kwargs: `syntax`, `allow`, `after_think`, `closeness`, `format_reward` and `no_solution`,
            as for `Scorer`. The score is the sum.

    Raises:
        FaceValueError: the ground truth has no numbers, or invalid ones.
        RuleError: an unknown method, or unknown rules.

    >>> truth = {"target": 24, "numbers": [3, 8]}
    >>> responses = ("3 times 8", "<answer>3 + 8</answer>", "<answer>3 * 8</answer>")
    >>> [compute_score(f"User: ... Assistant: {text}", truth) for text in responses]
    [0.0, 0.1, 1.0]
    """
    places = METHODS[one_of("method", method, METHODS)]
    correct, wrong = finite_number("score", score), finite_number("format_score", format_score)
    label, response = parse_label(ground_truth), _response(solution_str)
    options = {**kwargs, "score": correct, "format_score": wrong}
    for extract in places:
        found = scorer_for(options).score(response, label._replace(extract=extract))
        if found.reason is not fv.Reason.NO_ANSWER:
            return found.reward
    return 0.0


def _response(text: object) -> object:
    if not isinstance(text, str):
        return text
    for marker in _MARKERS:
        _, found, response = text.partition(marker)
        if found:
            return response
    return text
