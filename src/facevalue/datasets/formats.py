"""The columns of a data set, as Arrow arrays: those of every set, and those that a framework reads.

A format is a row: a function from what is known of some puzzles to its columns.
"""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from facevalue.datasets.templates import TEMPLATES
from facevalue.errors import FaceValueError
from facevalue.puzzle.model.digest import allowed
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.puzzle import Rows, Rules

    Columns: TypeAlias = dict[str, Any]

NO_SOLUTION = "There is no solution."
USUAL_TEMPLATE = "chat"
# What an answer stands in, by where it is looked for; else in a tag.
_AROUND = {"whole": ("", ""), "boxed": ("\\boxed{", "}")}


def arrow() -> Any:  # noqa: ANN401 - a module that has no types
    """The module pyarrow.

    Raises:
        FaceValueError: it is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.compute  # noqa: PLC0415
    except ImportError:
        remedy = "expected pyarrow for data sets: pip install 'facevalue[data]'"
        raise FaceValueError(remedy) from None
    return pa


class ArrowPuzzles:
    """Some puzzles with their labels, and all texts about them, each made once for all of them."""

    def __init__(
        self, rows: Rows, splits: NDArray[np.intp], names: tuple[str, ...], first: int
    ) -> None:
        self.pa = arrow()
        self.rows = rows
        self.splits = self.pa.array(names).take(self.pa.array(splits))
        self.first = first  # the number of the first row in the whole set

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def game(self) -> Rules:
        """The rules of all of them."""
        return self.rows.rules

    @cached_property
    def nums(self) -> Any:  # noqa: ANN401 - an Arrow array
        """The numbers of each puzzle, a list of whole numbers."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        sizes, numbers = self.rows.sizes, self.rows.numbers
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        values = numbers[np.arange(numbers.shape[1]) < sizes[:, None]]
        return self.pa.ListArray.from_arrays(self.pa.array(ends), self.pa.array(values))

    @cached_property
    def target(self) -> Any:  # noqa: ANN401 - an Arrow array
        """What each is to make."""
        return self.pa.array(self.rows.targets)

    @cached_property
    def solution(self) -> Any:  # noqa: ANN401 - an Arrow array
        """The simplest solution of each as text, or null."""
        return self.pa.array(self.rows.labels.simplest, self.pa.string())

    @cached_property
    def target_text(self) -> Any:  # noqa: ANN401 - an Arrow array
        """What each is to make, as text."""
        return self.target.cast(self.pa.string())

    def numbers_text(self, separator: str) -> Any:  # noqa: ANN401 - an Arrow array
        """The numbers of each puzzle in one text."""
        texts = self.nums.cast(self.pa.list_(self.pa.string()))
        return self.pa.compute.binary_join(texts, separator)

    def same(self, value: object) -> Any:  # noqa: ANN401 - an Arrow array
        """The same value for each."""
        return self.pa.repeat(value, len(self))

    def filled(self, text: str) -> Any:  # noqa: ANN401 - an Arrow array
        """A text for each, `{numbers}` and `{target}` being its own."""
        own = {"numbers": self.numbers_text(", "), "target": self.target_text}
        parts = [own.get(part, part) for part in _parts(text)]
        joined = self.pa.compute.binary_join_element_wise(*parts, "")
        return joined if isinstance(joined, self.pa.Array) else self.same(text)

    def struct(self, **columns: Any) -> Any:  # noqa: ANN401 - Arrow arrays
        """One column of several."""
        return self.pa.StructArray.from_arrays(list(columns.values()), list(columns))

    def lists(self, items: list[Any]) -> Any:  # noqa: ANN401 - Arrow arrays
        """A list for each puzzle: the first of all items, and so on."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        count, size = len(self), len(items)
        order = np.arange(count * size).reshape(size, count).T.ravel()
        values = self.pa.concat_arrays(items).take(self.pa.array(order))
        ends = self.pa.array(np.arange(0, count * size + 1, size, dtype=np.int32))
        return self.pa.ListArray.from_arrays(ends, values)

    def messages(self, said: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - Arrow arrays
        """Conversations, of a role and a column of contents each."""
        items = [self.struct(role=self.same(role), content=content) for role, content in said]
        return self.lists(items)

    def put(self, template: str) -> list[tuple[str, Any]]:
        """The puzzles put by a template: roles and columns of contents."""
        framed = TEMPLATES[template].frame(self.game)
        return [(role, self.filled(content)) for role, content in framed]

    def text(self, template: str) -> Any:  # noqa: ANN401 - an Arrow array
        """The same as one text each."""
        texts = [text for _, text in TEMPLATES[template].frame(self.game)]
        return self.filled("\n".join(texts))


def _parts(text: str) -> list[str]:
    """A text cut at what is open in it, whose names stand alone.

    >>> _parts("Make {target} from {numbers}.")
    ['Make ', 'target', ' from ', 'numbers', '.']
    """
    head, brace, rest = text.partition("{")
    if not brace:
        return [text]
    name, _, tail = rest.partition("}")
    return [head, name, *_parts(tail)]


def base(asked: ArrowPuzzles) -> Columns:
    """The columns of every data set."""
    pa, labels = asked.pa, asked.rows.labels
    words = asked.numbers_text(" ")
    ending = f" ({allowed(asked.game)})"
    join = pa.compute.binary_join_element_wise
    return {
        "nums": asked.nums,
        "target": asked.target,
        "rules": asked.same(asked.game.name),
        "solvable": pa.array(labels.solvable),
        "solutions": pa.array(labels.solutions),
        "needs_fraction": pa.array(labels.needs_fraction),
        "difficulty": pa.array(labels.difficulty, from_pandas=True),
        "solution": asked.solution,
        "key": join(words, join(asked.target_text, ending, ""), " -> "),
        "split": asked.splits,
    }


class Format(Value):
    """The columns that a framework reads: its name, what they are, and what makes them.

    `columns` takes what is asked and the name of a template, which is None where nobody chose one
    and `needs_prompt` is not set.
    """

    __slots__ = ("name", "summary", "needs_prompt", "columns")

    name: str
    summary: str
    needs_prompt: bool
    columns: Callable[[ArrowPuzzles, Any], Columns]

    def __init__(
        self,
        name: str,
        summary: str,
        columns: Callable[[ArrowPuzzles, Any], Columns],
        *,
        needs_prompt: bool = True,
    ) -> None:
        self._set(name=name, summary=summary, columns=columns, needs_prompt=needs_prompt)


def _plain(asked: ArrowPuzzles, template: str | None) -> Columns:
    return {} if template is None else {"prompt": asked.text(template)}


def _trl(asked: ArrowPuzzles, template: str) -> Columns:
    if TEMPLATES[template].is_text:
        return {"prompt": asked.text(template)}
    return {"prompt": asked.messages(asked.put(template))}


def _verl(asked: ArrowPuzzles, template: str) -> Columns:
    import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

    numbers = np.arange(asked.first, asked.first + len(asked))
    # The grader reads the rules from the labels, since verl passes no other column to it.
    labels = asked.struct(
        target=asked.target, numbers=asked.nums, rules=asked.same(asked.game.name)
    )
    return {
        "data_source": asked.same(f"facevalue/{asked.game.name}"),
        "prompt": asked.messages(asked.put(template)),
        "ability": asked.same("math"),
        "reward_model": asked.struct(style=asked.same("rule"), ground_truth=labels),
        "extra_info": asked.struct(split=asked.splits, index=asked.pa.array(numbers)),
    }


def _messages(asked: ArrowPuzzles, template: str) -> Columns:
    pc = asked.pa.compute
    around = _AROUND.get(TEMPLATES[template].extract, ("<answer>", "</answer>"))
    answer = pc.binary_join_element_wise(around[0], asked.solution, around[1], "")
    said = pc.fill_null(answer, NO_SOLUTION)
    asking = [(role, text) for role, text in asked.put(template) if role != "assistant"]
    return {"messages": asked.messages([*asking, ("assistant", said)])}


def _reasoning_gym(asked: ArrowPuzzles, template: str) -> Columns:
    metadata = asked.struct(
        source_dataset=asked.same("facevalue"),
        rules=asked.same(asked.game.name),
        numbers=asked.nums,
        target=asked.target,
    )
    return {
        "question": asked.text(template),
        "answer": asked.solution,
        "metadata": metadata,
    }


_ROWS = (
    Format(
        "plain",
        "nothing more, or `prompt` as text where a template is chosen",
        _plain,
        needs_prompt=False,
    ),
    Format("trl", "`prompt`, messages or text as the template is", _trl),
    Format("verl", "`data_source`, `prompt`, `ability`, `reward_model`, `extra_info`", _verl),
    Format("messages", "`messages` that end with the solution, for fine-tuning", _messages),
    Format("reasoning-gym", "`question`, `answer`, `metadata`", _reasoning_gym),
)
FORMATS: Mapping[str, Format] = MappingProxyType({row.name: row for row in _ROWS})


def columns(asked: ArrowPuzzles, form: str, template: str | None) -> Columns:
    """All columns of some puzzles, by name."""
    row = FORMATS[form]
    chosen = template or (USUAL_TEMPLATE if row.needs_prompt else None)
    return base(asked) | row.columns(asked, chosen)
