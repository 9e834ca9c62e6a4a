"""The logs of other programs: where each has the completion, the puzzle, the prompt and the model.

A path such as `response.body.choices.*.message.content` names the fields of nested records; `*` is
each item of a list.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import attrs

from facevalue.value import Value

EACH = "*"


def _words(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(words.split()) if isinstance(words, str) else words


@attrs.frozen
class LogFormat(Value):
    """Where a program logs what is needed to judge its completions.

    Columns and paths are written as words in a string. Without a path, the usual names are looked
    for; see `ROLES`.

    Attributes:
        name: the program and what it writes.
        version: the version whose logs were read to write this row.
        columns: a table with all these columns is such a log.
        completion: paths of the completions; a row uses the first path that leads to one.
        puzzle: columns with records that contain the puzzle; other columns are ignored.
        prompt: paths of the prompt, which may contain the puzzle.
        model: paths of the name of the model.
    """

    name: str
    version: str
    columns: tuple[str, ...] = attrs.field(converter=_words)
    completion: tuple[str, ...] = attrs.field(default="", kw_only=True, converter=_words)
    puzzle: tuple[str, ...] = attrs.field(default="", kw_only=True, converter=_words)
    prompt: tuple[str, ...] = attrs.field(default="", kw_only=True, converter=_words)
    model: tuple[str, ...] = attrs.field(default="", kw_only=True, converter=_words)


LOG_FORMATS = (
    LogFormat(
        "TRL: `log_completions`", "1.16.0", "step prompt completion advantage", prompt="prompt"
    ),
    LogFormat(
        "verl: rollout dumps",
        "0.9.1",
        "input output gts",
        completion="output",
        puzzle="gts",
        prompt="input",
    ),
    LogFormat("lm-eval: `--log_samples`", "0.4.13", "doc resps", completion="resps", puzzle="doc"),
    LogFormat(
        "lm-eval: `--log_samples` without `resps`",
        "0.4.13",
        "doc filtered_resps",
        completion="filtered_resps",
        puzzle="doc",
    ),
    LogFormat(
        "Inspect AI: `.eval`",
        "0.3.285",
        "id epoch input output metadata",
        completion="output.completion",
        puzzle="metadata",
        prompt="input",
        model="model",
    ),
    LogFormat(
        "verifiers: `traces.jsonl`",
        "0.4.0",
        "task traces",
        completion="traces.*.nodes.*.message",
        puzzle="task.data.info task.data",
        prompt="task.data.prompt",
        model="traces.*.agent.config.model",
    ),
    LogFormat(
        "verifiers: `results.jsonl`",
        "0.1.14",
        "example_id prompt completion",
        completion="completion",
        puzzle="info",
        prompt="prompt",
    ),
    LogFormat(
        "reasoning-gym: rows with an added column of completions",
        "0.1.25",
        "question answer metadata",
        puzzle="metadata",
        prompt="question",
    ),
    LogFormat(
        "OpenAI: the output of a batch",
        "API v1",
        "custom_id response",
        completion="response.body.choices.*.message.content response.body.output",
        model="response.body.model",
    ),
    LogFormat(
        "OpenAI: the input of a batch",
        "API v1",
        "custom_id body",
        prompt="body.messages body.input body.prompt",
    ),
)


def find_log_format(columns: Container[str]) -> LogFormat | None:
    """Return the first format whose columns are all there; None if there is none.

    >>> find_log_format({"custom_id", "response", "error"}).name
    'OpenAI: the output of a batch'
    """
    return next((log for log in LOG_FORMATS if all(name in columns for name in log.columns)), None)


def follow(cell: object, path: Sequence[str]) -> object:
    """Return what is at a path below a cell; None if the path ends earlier.

    >>> follow({"choices": [{"text": "3*8"}, {}]}, ("choices", "*", "text"))
    ['3*8', '']
    """
    for depth, name in enumerate(path):
        if name == EACH:
            if not isinstance(cell, (list, tuple)):
                return None
            found = [follow(item, path[depth + 1 :]) for item in cell]
            return ["" if item is None else item for item in found]
        cell = cell.get(name) if isinstance(cell, Mapping) else None
    return cell
