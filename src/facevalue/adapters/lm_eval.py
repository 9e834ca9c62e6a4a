"""A task for lm-eval over a file of puzzles: `write_task` writes what `--include_path` reads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import facevalue as fv
from facevalue.adapters.scoring import DEFAULT_RULES, Scorer, parse_label
from facevalue.datasets.templates import template_named
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

MAX_TOKENS = 10**9
# The first line of a file says who wrote it: others are never replaced.
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
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""
_FUNCTIONS = '''\
"""Written by facevalue: what {name}.yaml asks for."""

from facevalue.adapters.lm_eval import PuzzleTask

_task = PuzzleTask({options})
doc_to_text = _task.doc_to_text
process_results = _task.process_results
'''


class PuzzleTask:
    r"""Prompt and score for the rows of a file, with `nums` (or `numbers`), `target`.

    Args:
        template: how the question is put, a name of `TEMPLATES`.
        rules: for rows that name none; by default every number exactly once, with fractions.
        **options: as for `Grader`: `syntax`, `extract` (the template's unless given),
            `after_think`, `score`, `format_score`.

    Raises:
        RuleError: unknown rules or template, or an option that a grader refuses.

    >>> task, row = PuzzleTask("boxed"), {"nums": [3, 8], "target": 24}
    >>> task.doc_to_text(row).splitlines()[0]
    'Make 24 from the numbers 3, 8.'
    >>> task.process_results(row, ["The answer is \\boxed{3*8}."])
    {'acc': 1.0}
    """

    def __init__(self, template: str = "chat", rules: str = DEFAULT_RULES, **options: Any) -> None:  # noqa: ANN401 - a grader's
        self.template = template_named(template)
        self.rules = rules
        self._scorer = Scorer(rules, **{"extract": self.template.extract, **options})

    def doc_to_text(self, doc: Mapping[str, Any]) -> str:
        """The prompt for a row."""
        numbers, target, rules = parse_label(doc)
        return self.template.text(fv.Puzzle(numbers, target, rules or self.rules))

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
        """The metric `acc` of a row: what its one completion is worth."""
        numbers, target, rules = parse_label(doc)
        completion = next(iter(results), None)
        return {"acc": self._scorer.grader(rules).score(completion, numbers, target)}


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """The metric `acc` of a row, 1.0 for a correct answer in the last `<answer>` tag, else 0.0.

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
    **options: Any,  # noqa: ANN401 - of PuzzleTask
) -> Path:
    """Writes a task into a folder, two files, and tells the path of the YAML file.

    Args:
        folder: where to; it is made if it is not there.
        data: a file of JSON lines with the columns `nums`, `target`, and `rules` if it has some.
        name: how the task is called: letters, digits and `_`.
        template: how the question is put, a name of `TEMPLATES`.
        max_tokens: how many tokens a completion may have.
        **options: as for `PuzzleTask`; names and numbers only, for they are written out.

    Raises:
        RuleError: a name that cannot be one, unknown rules or template, or an option that a grader
            refuses.
        FaceValueError: a file of the name is there, and facevalue has not written it.
        OSError: the folder cannot be written to.
    """
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise RuleError(f"expected a name of letters, digits and _: {quoted(name)}")
    tokens = whole_number("max_tokens", max_tokens, 1, MAX_TOKENS)
    PuzzleTask(template, **options)  # what is no option is told here, not in the middle of a run
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    written = ", ".join(
        f"{key}={value!r}" for key, value in {"template": template, **options}.items()
    )
    functions = _FUNCTIONS.format(name=name, options=written)
    place = json.dumps(str(Path(data).resolve()))  # a text of JSON is one of YAML
    task = _TASK.format(name=name, data=place, tokens=tokens)
    files = ((f"{name}_functions.py", functions), (f"{name}.yaml", task))
    for file, _ in files:
        _refuse_others(where / file)
    for file, text in files:
        (where / file).write_text(text, encoding="utf-8")
    return where / f"{name}.yaml"


def _refuse_others(path: Path) -> None:
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        if not file.read(len(_YAML_HEAD)).startswith((_YAML_HEAD, _PYTHON_HEAD)):
            problem = f"{quoted(str(path))} was not written by facevalue"
            raise FaceValueError(f"{problem}; choose another name or folder")
