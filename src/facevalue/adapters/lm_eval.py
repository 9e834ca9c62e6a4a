"""A task for lm-eval over a file of puzzles: `write_task` writes a folder for `--include_path`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.puzzle_source import puzzle_of
from facevalue.adapters.shared.scoring import DEFAULT_RULES, Scorer
from facevalue.datasets import template_named
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import whole_number
from facevalue.system.files import atomic_file

MAX_TOKENS = 10**9
# The first line identifies our files; other files are never replaced.
_YAML_HEAD, _PYTHON_HEAD = "# Written by facevalue.", '"""Written by facevalue'
_TASK = """\
# Written by facevalue.
task: {name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {data}
test_split: test
output_type: generate_until
doc_to_text: !function {name}_functions.doc_to_text
doc_to_target: ""
process_results: !function {name}_functions.process_results
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: {tokens}
metric_list:
{metrics}metadata:
  version: 1.0
"""
_METRIC = """\
  - metric: {}
    aggregation: mean
    higher_is_better: true
"""
_FUNCTIONS = '''\
"""Written by facevalue: the functions of {name}.yaml."""

from facevalue.adapters.lm_eval import PuzzleTask

_task = PuzzleTask({options})
doc_to_text = _task.doc_to_text
process_results = _task.process_results
'''


class PuzzleTask:
    r"""The prompts and scores of a task, for rows with `nums` (or `numbers`), `target` and `rules`.

    Args:
        template: the prompt, a name in `TEMPLATES`.
        rules: the rules of rows without rules. By default every number must be used exactly once,
            and fractions are allowed.
        **options: the options of `Scorer`; `extract` defaults to the `extract` of the template.

    Raises:
        RuleError: unknown rules or template, or an option out of bounds.
        TypeError: an unknown option.

    >>> task, row = PuzzleTask("boxed"), {"nums": [3, 8], "target": 24}
    >>> task.doc_to_text(row).splitlines()[0]
    'Make 24 from the numbers 3, 8.'
    >>> task.process_results(row, ["The answer is \\boxed{3*8}."])
    {'acc': 1.0}
    """

    def __init__(self, template: str = "chat", rules: str = DEFAULT_RULES, **options: Any) -> None:
        self.template = template_named(template)
        self.rules = rules
        self._scorer = Scorer(rules, **{"extract": self.template.extract, **options})

    def doc_to_text(self, doc: Mapping[str, Any]) -> str:
        """Return the prompt for a row; lm-eval calls it."""
        return self.template.text(puzzle_of(doc, self.rules))

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
        """Return the metrics of a row; lm-eval calls it.

        The metrics are `acc`, the score of the completion, and the measures that are options of the
        task.
        """
        # The task has a separate prompt, so ignore the `extract` of the row's prompt.
        label = parse_label(doc)._replace(extract=None)
        score = self._scorer.score(next(iter(results), None), label)
        return {"acc": score.reward, **score.measures}

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return ("acc", *self._scorer.measures)


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Return the metric `acc` of a row: 1.0 if the last `<answer>` tag is correct, else 0.0.

    Args:
        doc: the row, with `nums` (or `numbers`), `target` and optionally `rules`.
        results: the completion, in a list.

    >>> process_results({"nums": [3, 8], "target": 24}, ["<answer>3*8</answer>"])
    {'acc': 1.0}
    """
    return PuzzleTask().process_results(doc, results)


def write_task(
    folder: str | Path,
    data: str | Path,
    *,
    name: str = "facevalue",
    template: str = "chat",
    max_tokens: int = 2048,
    **options: Any,
) -> Path:
    """Write the two files of a task and return the path of the YAML file.

    Args:
        folder: the folder for the files; it is created if it does not exist.
        data: a file of JSON Lines with the columns `nums`, `target` and optionally `rules`.
        name: the name of the task: letters, digits and `_`.
        template: the prompt, a name in `TEMPLATES`.
        max_tokens: the maximum number of tokens in a completion, 1 to 10^9.
        **options: as for `PuzzleTask`; only strings and numbers, because they go into a file.

    Raises:
        RuleError: an invalid name, unknown rules or template, or an option out of bounds.
        FaceValueError: a file with this name exists, and facevalue did not write it.
        OSError: the folder cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = write_task(folder, "puzzles.jsonl", name="make24")
    ...     print(path.name, path.read_text().splitlines()[1])
    make24.yaml task: make24
    """
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise RuleError(f"name must have only letters, digits and _, not {quoted(name)}")
    tokens = whole_number("max_tokens", max_tokens, 1, MAX_TOKENS)
    task = PuzzleTask(template, **options)  # reports bad options before a run
    named = {"template": template, **options}.items()
    files = {
        f"{name}_functions.py": _FUNCTIONS.format(
            name=name, options=", ".join(f"{key}={value!r}" for key, value in named)
        ),
        f"{name}.yaml": _TASK.format(
            name=name,
            data=json.dumps(str(Path(data).resolve())),  # a JSON string is also a YAML string
            tokens=tokens,
            metrics="".join(map(_METRIC.format, task.metrics)),
        ),
    }
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for path in (target / file for file in files):
        if path.exists():
            with path.open(encoding="utf-8", errors="replace") as stream:
                start = stream.read(len(_YAML_HEAD))
            if not start.startswith((_YAML_HEAD, _PYTHON_HEAD)):
                problem = f"{quoted(str(path))} was not written by facevalue"
                raise FaceValueError(f"{problem}; choose another name or folder")
    for file, content in files.items():
        with atomic_file(target / file) as stream:
            stream.write(content.encode())
    return target / f"{name}.yaml"
