"""The rewards of frameworks that differ only in how they call, and in what they expect back.

| module of the framework | is called with | returns |
|---|---|---|
| `verl` | a response and a ground truth | a mapping that verl logs |
| `tinyzero` | a prompt with its response, and a ground truth | a number |
| `trinity` | a response and a truth | the parts of the reward |
| `openrlhf` | queries, prompts and labels | tensors |
| `ms_swift` | completions and the columns of a dataset | a list of numbers |

A label or ground truth is a mapping, or the JSON of one, with `target`, `numbers` (or `nums`), and
optionally `rules`, `extract` and `solvable`. Without rules, every number must be used exactly once,
and fractions are allowed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import facevalue as fv
from facevalue.adapters.shared.labels import as_lists, check_lengths, completion_list, parse_label
from facevalue.adapters.shared.scoring import Scorer, scorer_for, scores_of
from facevalue.options import finite_number, one_of

# A response starts after the first of these. The prompt before it also contains an answer tag.
_MARKERS = ("Assistant:", "<|im_start|>assistant")
METHODS = {"strict": ("last_answer_tag",), "flexible": ("last_answer_tag", "boxed")}
# The number of characters, without spaces, at the end of a prompt that are searched in a query.
_TAIL = 40


def verl_score(
    data_source: str, solution_str: str, ground_truth: Any, extra_info: Any = None, **kwargs: Any
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

    >>> verl_score("countdown", "<answer>3*8</answer>", {"target": 24, "numbers": [3, 8]})
    {'score': 1.0, 'acc': True, 'reason': 'correct'}
    """
    del data_source, extra_info
    score = scorer_for(kwargs).score(solution_str, parse_label(ground_truth))
    result = {"score": score.reward, "acc": score.correct, "reason": score.reason.value}
    return result | score.measures


def tinyzero_score(
    solution_str: str,
    ground_truth: Any,
    method: str = "strict",
    format_score: float = 0.1,
    score: float = 1.0,
    **kwargs: Any,
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
    >>> [tinyzero_score(f"User: ... Assistant: {text}", truth) for text in responses]
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


def openrlhf_rewards(
    queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], **kwargs: Any
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

    >>> openrlhf_rewards(["Q: <answer>3*8</answer>"], ["Q:"], ['{"target": 24, "numbers": [3, 8]}'])
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


def _as_tensor(scores: list[float]) -> Any:
    torch = sys.modules.get("torch")
    return scores if torch is None else torch.tensor(scores)


class TrinityReward:
    """Rewards a response: 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

    Args:
        **kwargs: `reward_fn_args` of the configuration: the options of
            `facevalue.adapters.shared.scoring.Scorer`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._scorer = Scorer(**kwargs)

    def __call__(self, response: str, truth: Any = None, **kwargs: Any) -> dict[str, float]:
        """Return the parts of the reward by name; Trinity logs and adds them.

        Args:
            response: the response.
            truth: a mapping, or JSON, with `target`, `numbers` (or `nums`) and optionally `rules`,
                `extract` and `solvable`.
            **kwargs: ignored.

        Raises:
            FaceValueError: the truth has no numbers, invalid ones, or unknown rules.
        """
        del kwargs
        return self._scorer.score(response, parse_label(truth)).parts


class SwiftReward:
    """Rewards completions like `facevalue.adapters.trl.reward`.

    A subclass may set `options`, as for `Scorer`; register it as `orms["my_name"] = MyReward`.

    Args:
        args: the arguments of ms-swift.
        **kwargs: other arguments of the framework.
    """

    options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    measure = ""  # the part of the score that is the reward; "" for the whole score

    def __init__(self, args: Any = None, **kwargs: Any) -> None:
        super().__init__(args, **kwargs)  # type: ignore[call-arg] # of the framework
        self._scorer = Scorer(**self.options)

    def __call__(self, completions: Sequence[object], **kwargs: Any) -> list[float | None]:
        """Return the reward of each completion; None where there are no numbers.

        Args:
            completions: strings.
            **kwargs: the columns of the dataset, as for `facevalue.adapters.trl.reward`.

        Raises:
            FaceValueError: invalid numbers, an invalid target or unknown rules; a column of numbers
                is missing.
        """
        scores = scores_of(self._scorer, completions, kwargs)
        return [
            None if score is None else score.parts[self.measure] if self.measure else score.reward
            for score in scores
        ]
