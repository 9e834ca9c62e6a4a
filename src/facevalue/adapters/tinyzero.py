"""The score of TinyZero: 0 without an answer, a little for a wrong one, all for a correct one."""

from __future__ import annotations

from facevalue.adapters.scoring import parse_label, scorer_for
from facevalue.options import finite_number, one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is judged begins after the first of them; the prompt before it holds an answer tag too.
_MARKERS = ("Assistant:", "<|im_start|>assistant")
METHODS = {"strict": ("last_answer_tag",), "flexible": ("last_answer_tag", "boxed")}


def compute_score(
    solution_str: str,
    ground_truth: Any,  # noqa: ANN401 - a mapping, or JSON that holds one
    method: str = "strict",
    format_score: float = 0.1,
    score: float = 1.0,
) -> float:
    r"""What prompt and response together are worth: 0.0, `format_score` or `score`.

    Args:
        solution_str: what the model was given and what it wrote, or the latter alone. It is judged
            from "Assistant:" or "<|im_start|>assistant" on, where it holds one of them.
        ground_truth: `{target, numbers}`, and `rules` by name if it has some, as a mapping or as
            JSON; without rules every number must be used exactly once and fractions are allowed.
        method: "strict": the answer is in the last `<answer>` tag; "flexible": where there is no
            tag, it is in the last `\boxed{}`.
        format_score: what an answer is worth that is not correct.
        score: what a correct answer is worth.

    Raises:
        FaceValueError: the ground truth has no numbers, or one that is none.
        RuleError: an unknown method, or unknown rules.

    >>> truth = {"target": 24, "numbers": [3, 8]}
    >>> said = ("3 times 8", "<answer>3 + 8</answer>", "<answer>3 * 8</answer>")
    >>> [compute_score(f"User: ... Assistant: {text}", truth) for text in said]
    [0.0, 0.1, 1.0]
    """
    places = METHODS[one_of("a method", method, METHODS)]
    worth = finite_number("score", score), finite_number("format_score", format_score)
    numbers, target, rules = parse_label(ground_truth)
    response = _response(solution_str)
    for extract in places:
        options = {"extract": extract, "score": worth[0], "format_score": worth[1]}
        verdict = scorer_for(options).grader(rules).verdict(response, numbers, target)
        if verdict.reason != "no_answer":
            return worth[0] if verdict.correct else worth[1]
    return 0.0


def _response(text: object) -> object:
    if not isinstance(text, str):
        return text
    for marker in _MARKERS:
        _, found, response = text.partition(marker)
        if found:
            return response
    return text
