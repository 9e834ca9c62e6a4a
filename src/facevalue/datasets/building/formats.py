"""The columns of a dataset as Arrow arrays: shared columns, and the columns of each framework.

A `Format` has a name, and a function from the puzzles to the columns that it adds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import attrs

from facevalue.datasets.building.arrow_puzzles import ArrowPuzzles
from facevalue.datasets.building.templates import Template, template_named
from facevalue.datasets.examples.attempts import make_attempt, near_miss
from facevalue.datasets.examples.card_images import draw_cards
from facevalue.options import row_named
from facevalue.puzzle import rules_key
from facevalue.system.lazy_numpy import np
from facevalue.value import Value

Columns: TypeAlias = dict[str, Any]

NO_SOLUTION = "There is no solution."
IN_THE_PICTURE = "in the picture (A is 1, J is 11, Q is 12 and K is 13)"
DEFAULT_TEMPLATE = "chat"
# The strings around an answer, by the `extract` of a template; the default is an answer tag.
_AROUND = {"whole": ("", ""), "boxed": ("\\boxed{", "}")}


class Column(NamedTuple):
    """What a column contains, and the type of its values: integer, text, boolean or float."""

    summary: str
    kind: str


# The columns of every dataset.
COLUMNS: Mapping[str, Column] = {
    "numbers": Column(
        "the numbers, a list of integers; ascending, unless the rules fix their order or they "
        "are shuffled",
        "integer",
    ),
    "target": Column("the target", "integer"),
    "rules": Column("the name of the rules", "text"),
    "solvable": Column("whether a solution exists", "boolean"),
    "solution_count": Column("the number of distinct solutions", "integer"),
    "needs_fraction": Column(
        "whether every solution has a fraction among its intermediate results", "boolean"
    ),
    "percentile": Column("the difficulty, 0 to 100; null if there is no solution", "float"),
    "solution": Column("the simplest solution; null if there is no solution", "text"),
    "key": Column("a string that identifies the puzzle, whatever the order of its numbers", "text"),
    "split": Column("the split of the row", "text"),
}
# One more column if the spec rates for language models.
MODEL_PERCENTILE = "language_model_percentile"


def describe_columns(
    form: str, template: str | Template | None, difficulty_model: str | None
) -> dict[str, Column]:
    """Return the columns of a dataset, without the columns that only its format has."""
    columns = dict(COLUMNS)
    if difficulty_model == "language-model":
        columns[MODEL_PERCENTILE] = Column(
            "the difficulty for language models, 0 to 100, among the puzzles of this dataset's "
            "spec; null if there is no solution",
            "float",
        )
    if FORMATS[form].needs_prompt or template:
        columns["extract"] = Column("where the answer to the prompt should be", "text")
    return columns


def base_columns(puzzles: ArrowPuzzles) -> Columns:
    """Return the columns of every dataset."""
    pa, labels = puzzles.pa, puzzles.rows.labels
    words = puzzles.words(puzzles.given_numbers, " ")
    ending = f" ({rules_key(puzzles.rules)})"
    columns = {
        "numbers": puzzles.numbers,
        "target": puzzles.target,
        "rules": puzzles.repeated(puzzles.rules.name),
        "solvable": puzzles.solvable,
        "solution_count": pa.array(labels.solution_count),
        "needs_fraction": pa.array(labels.needs_fraction),
        "percentile": pa.array(labels.difficulty, from_pandas=True),
        "solution": puzzles.solution,
        "key": puzzles.joined(words, " -> ", puzzles.target_text, ending),
        "split": puzzles.splits,
    }
    if labels.language_model is not None:
        columns[MODEL_PERCENTILE] = pa.array(labels.language_model, from_pandas=True)
    return columns


@attrs.frozen
class Format(Value):
    """The columns that a framework reads.

    Args:
        name: the name of the format.
        summary: the columns that it adds, in one sentence.
        columns: a function from the puzzles and the name of a template to the columns.
        needs_prompt: if False, the template may be None.

    >>> FORMATS["verl"].summary
    '`data_source`, `prompt`, `ability`, `reward_model`, `extra_info`'
    """

    name: str
    summary: str
    columns: Callable[[ArrowPuzzles, Any], Columns]
    needs_prompt: bool = attrs.field(kw_only=True, default=True)

    def __repr__(self) -> str:
        return f"FORMATS[{self.name!r}]"

    # Pickle the name, because `columns` is a function.
    def __reduce__(self) -> tuple[object, ...]:
        return format_named, (self.name,)


def make_plain(puzzles: ArrowPuzzles, template: str | Template | None) -> Columns:
    """Return the prompt as a string, if a template is chosen."""
    return {} if template is None else {"prompt": puzzles.prompt_text(template)}


def make_trl(
    puzzles: ArrowPuzzles, template: str | Template, numbers: str | None = None
) -> Columns:
    """Return the prompt for TRL, as a string or messages; `numbers` are words in their place."""
    if template_named(template).is_text:
        return {"prompt": puzzles.prompt_text(template, numbers)}
    return {"prompt": puzzles.conversations(puzzles.messages(template, numbers))}


def make_images(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the prompt for TRL without the numbers, and a list with a picture of them."""
    pa = puzzles.pa
    pairs = zip(puzzles.numbers.to_pylist(), puzzles.rows.digests.tolist(), strict=True)
    files = [draw_cards(numbers, digest) for numbers, digest in pairs]
    names = puzzles.joined(puzzles.words(puzzles.numbers, "-"), ".png")
    picture = puzzles.struct(bytes=pa.array(files, pa.binary()), path=names)
    return {**make_trl(puzzles, template, IN_THE_PICTURE), "images": puzzles.lists([picture])}


def make_verl(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the prompt and the ground truth for verl."""
    indices = puzzles.pa.array(np.arange(puzzles.first, puzzles.first + len(puzzles)))
    # Everything that a reward function needs; some frameworks pass it nothing else.
    truth = puzzles.struct(
        target=puzzles.target,
        numbers=puzzles.numbers,
        rules=puzzles.repeated(puzzles.rules.name),
        extract=puzzles.repeated(template_named(template).extract),
        solvable=puzzles.solvable,
    )
    return {
        "data_source": puzzles.repeated(f"facevalue/{puzzles.rules.name}"),
        "prompt": puzzles.conversations(puzzles.messages(template)),
        "ability": puzzles.repeated("math"),
        "reward_model": puzzles.struct(style=puzzles.repeated("rule"), ground_truth=truth),
        "extra_info": puzzles.struct(split=puzzles.splits, index=indices),
    }


def make_openrlhf(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the prompt and the label for OpenRLHF."""
    same = {"rules": puzzles.rules.name, "extract": template_named(template).extract}
    solvable = puzzles.solvable.cast(puzzles.pa.string())
    start = puzzles.filled('{"numbers": [{numbers}], "target": {target}')
    label = puzzles.joined(start, f', {json.dumps(same)[1:-1]}, "solvable": ', solvable, "}")
    return {**make_trl(puzzles, template), "label": label}


def make_messages(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return a conversation that ends with the answer."""
    reply = _answer(puzzles, template, puzzles.solution)
    if template_named(template).ends_in_think:  # the reply must close the tag
        thought = puzzles.joined(puzzles.solution, " = ", puzzles.target_text)
        reply = puzzles.joined(puzzles.or_else(thought, NO_SOLUTION), "</think>\n", reply)
    return _conversation(puzzles, template, reply)


def make_traces(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return a conversation that ends with a search trace and the answer."""
    pa = puzzles.pa
    judged = puzzles.traces
    traces = pa.array([item.trace.text for item in judged], pa.string())
    steps = pa.array([item.trace.steps for item in judged], pa.list_(pa.string()))
    expressions = pa.array([item.expression for item in judged], pa.string())
    begin = "\n" if template_named(template).ends_in_think else "<think>\n"
    reply = puzzles.joined(begin, traces, "\n</think>\n", _answer(puzzles, template, expressions))
    return {**_conversation(puzzles, template, reply), "trace": traces, "steps": steps}


def _answer(puzzles: ArrowPuzzles, template: str | Template, solution: Any) -> Any:
    """Format the solutions as the template requests."""
    before, after = _AROUND.get(template_named(template).extract, ("<answer>", "</answer>"))
    return puzzles.joined(before, puzzles.or_else(solution, NO_SOLUTION), after)


def _conversation(puzzles: ArrowPuzzles, template: str | Template, reply: Any) -> Columns:
    """Return the prompts of a template with these replies."""
    *prompt, last = puzzles.messages(template)
    if last[0] == "assistant":  # the reply continues it
        reply = puzzles.joined(last[1], reply)
    else:
        prompt.append(last)
    return {"messages": puzzles.conversations([*prompt, ("assistant", reply)])}


def make_stepwise(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the prompt, and the steps of an attempt with labels, for process reward models."""
    pa = puzzles.pa
    pairs = zip(puzzles.rows, puzzles.rows.digests.tolist(), strict=True)
    attempts = [make_attempt(puzzle, puzzles.seed ^ digest) for puzzle, digest in pairs]
    steps, labels, solutions = zip(*attempts, strict=True) if attempts else ((), (), ())
    return {
        "prompt": puzzles.prompt_text(template),
        "completions": pa.array(steps, pa.list_(pa.string())),
        "labels": pa.array(labels, pa.list_(pa.bool_())),
        "solutions_left": pa.array(solutions, pa.list_(pa.int64())),
    }


def make_preference(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the prompt for TRL, a right answer, a near miss, and why the near miss is wrong."""
    pa = puzzles.pa
    pairs = zip(puzzles.rows, puzzles.solution.to_pylist(), strict=True)
    misses = [near_miss(puzzle, solution, NO_SOLUTION) for puzzle, solution in pairs]
    wrong = pa.array([miss.answer for miss in misses], pa.string())
    replies = {
        "chosen": _answer(puzzles, template, puzzles.solution),
        "rejected": _answer(puzzles, template, wrong),
    }
    if template_named(template).ends_in_think:  # the reply must close the tag
        replies = {name: puzzles.joined("</think>\n", reply) for name, reply in replies.items()}
    if not template_named(template).is_text:
        replies = {
            name: puzzles.conversations([("assistant", reply)]) for name, reply in replies.items()
        }
    reasons = pa.array([miss.reason for miss in misses], pa.string())
    return {**make_trl(puzzles, template), **replies, "rejected_reason": reasons}


def make_reasoning_gym(puzzles: ArrowPuzzles, template: str | Template) -> Columns:
    """Return the question, the answer and the metadata for reasoning-gym."""
    metadata = puzzles.struct(
        source_dataset=puzzles.repeated("facevalue"),
        rules=puzzles.repeated(puzzles.rules.name),
        numbers=puzzles.numbers,
        target=puzzles.target,
        extract=puzzles.repeated(template_named(template).extract),
        solvable=puzzles.solvable,
    )
    question = puzzles.prompt_text(template)
    return {"question": question, "answer": puzzles.solution, "metadata": metadata}


_ROWS = (
    Format(
        "plain",
        "no more columns, or `prompt` as a string if you choose a template",
        make_plain,
        needs_prompt=False,
    ),
    Format("trl", "`prompt`, as messages or as a string, depending on the template", make_trl),
    Format(
        "images",
        "`prompt` as for `trl`, but without the numbers, and `images`, a list with a picture of "
        "them as cards (PNG)",
        make_images,
    ),
    Format("verl", "`data_source`, `prompt`, `ability`, `reward_model`, `extra_info`", make_verl),
    Format("messages", "`messages` that end with the answer, for fine-tuning", make_messages),
    Format(
        "traces",
        "`messages` in which a search trace leads to the answer, `trace` and `steps`",
        make_traces,
    ),
    Format(
        "preference",
        "`prompt` as for `trl`, `chosen` (a right answer), `rejected` (a near miss) and "
        "`rejected_reason`",
        make_preference,
    ),
    Format(
        "stepwise",
        "`prompt` as a string, `completions` (the steps of an attempt), `labels` (whether the "
        "target can still be made after each) and `solutions_left`",
        make_stepwise,
    ),
    Format("openrlhf", "`prompt` as for `trl`, and `label` as JSON", make_openrlhf),
    Format("reasoning-gym", "`question`, `answer`, `metadata`", make_reasoning_gym),
)
FORMATS: Mapping[str, Format] = MappingProxyType({row.name: row for row in _ROWS})


def format_named(name: str) -> Format:
    """Return the format with this name.

    Raises:
        RuleError: no format has that name.

    >>> format_named("verl").name
    'verl'
    """
    return row_named("format", name, FORMATS)


def all_columns(puzzles: ArrowPuzzles, form: str, template: str | Template | None) -> Columns:
    """Return all columns of a format, by name; a template of None is the default of the format."""
    chosen_format = FORMATS[form]
    template = template or (DEFAULT_TEMPLATE if chosen_format.needs_prompt else None)
    columns = base_columns(puzzles)
    if template is not None:
        columns["extract"] = puzzles.repeated(template_named(template).extract)
    return columns | chosen_format.columns(puzzles, template)
