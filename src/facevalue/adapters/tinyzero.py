"""The score of TinyZero: 1.0 for a correct answer, 0.1 for a wrong one, 0.0 for no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import facevalue as fv
from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.scoring import scorer_for
from facevalue.options import finite_number, one_of

if TYPE_CHECKING:
    from typing import Any

# The response starts after the first of these. The prompt before it also contains an answer tag.
_MARKERS = ("Assistant:", "<|im_start|>assistant")
METHODS = {"strict": ("last_answer_tag",), "flexible": ("last_answer_tag", "boxed")}


def compute_score(
    solution_str: str,
    ground_truth: Any,  # noqa: ANN401 - a mapping, or the JSON of one
    method: str = "strict",
    format_score: float = 0.1,
    score: float = 1.0,
    **kwargs: Any,  # noqa: ANN401 - options of a scorer
) -> float:
    r"""Score a response: `score` or `format_score`, or 0.0 if there is no answer.

    Args:
        solution_str: prompt and response together, or the response alone. Only what follows
            "Assistant:" or "<|im_start|>assistant" is judged, if one of them occurs.
        ground_truth: a mapping, or JSON, with `numbers` (or `nums`), `target` and optionally
            `rules`. Without rules, every number must be used exactly once, and fractions are
            allowed.
        method: "strict" takes the answer from the last `<answer>` tag; "flexible" takes the last
            `\boxed{}` if there is no tag.
        format_score: the score of an answer that is not correct.
        score: the score of a correct answer.
        **kwargs: the options of `facevalue.adapters.shared.scoring.Scorer`, whose rewards are added
            to the score.

    Raises:
        FaceValueError: the ground truth has no numbers, or invalid ones.
        RuleError: an unknown method, or unknown rules.

    >>> truth = {"target": 24, "numbers": [3, 8]}
    >>> responses = ("3 times 8", "<answer>3 + 8</answer>", "<answer>3 * 8</answer>")
    >>> [compute_score(f"User: ... Assistant: {text}", truth) for text in responses]
    [0.0, 0.1, 1.0]
    """
    extracts = METHODS[one_of("method", method, METHODS)]
    correct, wrong = finite_number("score", score), finite_number("format_score", format_score)
    label, response = parse_label(ground_truth), solution_str
    if isinstance(solution_str, str):
        starts = (solution_str.partition(marker) for marker in _MARKERS)
        response = next((end for _, marker, end in starts if marker), solution_str)
    options = {**kwargs, "score": correct, "format_score": wrong}
    for extract in extracts:
        result = scorer_for(options).score(response, label._replace(extract=extract))
        if result.reason is not fv.Reason.NO_ANSWER:
            return result.reward
    return 0.0
