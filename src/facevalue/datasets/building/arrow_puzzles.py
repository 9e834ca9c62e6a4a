"""Puzzles with their labels as Arrow arrays, and columns of strings and messages made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from facevalue.datasets.building.templates import Template, fill, template_named
from facevalue.datasets.examples.search_traces import JudgedTrace
from facevalue.puzzle import PuzzleBatch, Rules
from facevalue.randomness import mix64, mix64_many
from facevalue.system.extras import import_extra
from facevalue.system.lazy_numpy import NDArray, np


def arrow() -> Any:
    """Import pyarrow.

    Raises:
        FaceValueError: it is not installed.
    """
    import_extra("pyarrow.compute", "datasets need pyarrow")
    return import_extra("pyarrow", "datasets need pyarrow")


@attrs.define(slots=False, eq=False, repr=False)
class ArrowPuzzles:
    """Puzzles with their labels and strings as Arrow arrays; each array is made once.

    Args:
        rows: the puzzles.
        splits: the index of each puzzle's split.
        names: the names of the splits.
        first: the number of the first row in the whole dataset.
        order_seed: the seed of the order in which numbers are written; None for ascending.
        seed: the seed of the dataset.
        traces: search traces by the digest of their puzzle, for the format "traces"; each puzzle
            has as many, in consecutive rows.
    """

    rows: PuzzleBatch
    _splits: NDArray[np.intp]
    _names: tuple[str, ...]
    first: int
    _order_seed: int | None = None
    seed: int = 0
    _traces: Mapping[int, Sequence[JudgedTrace]] = {}
    pa: Any = attrs.field(factory=arrow, init=False)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def splits(self) -> Any:
        """The split of each puzzle."""
        return self.pa.array(self._names).take(self.pa.array(self._splits))

    @property
    def rules(self) -> Rules:
        """The rules, the same for all rows."""
        return self.rows.rules

    @cached_property
    def numbers(self) -> Any:
        """The numbers of each puzzle as written in the dataset: lists of integers."""
        if self._order_seed is None:
            return self.given_numbers
        # The seed and the puzzle decide the order.
        columns = np.arange(self.rows.numbers.shape[1], dtype=np.uint64)
        mixed = mix64_many(self.rows.digests ^ np.uint64(mix64(self._order_seed)))
        keys = mix64_many((mixed[:, None] + columns).ravel()).reshape(-1, len(columns))
        keys[columns >= self.rows.sizes[:, None].astype(np.uint64)] = np.iinfo(np.uint64).max
        order = np.argsort(keys, axis=1, kind="stable")
        return self._lists(np.take_along_axis(self.rows.numbers, order, axis=1))

    @cached_property
    def given_numbers(self) -> Any:
        """The numbers of each puzzle, ascending unless the rules fix their order."""
        return self._lists(self.rows.numbers)

    def _lists(self, numbers: NDArray[np.int64]) -> Any:
        sizes = self.rows.sizes
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        values = numbers[np.arange(numbers.shape[1]) < sizes[:, None]]
        return self.pa.ListArray.from_arrays(self.pa.array(ends), self.pa.array(values))

    @cached_property
    def target(self) -> Any:
        """The target of each puzzle."""
        return self.pa.array(self.rows.targets)

    @cached_property
    def solution(self) -> Any:
        """The simplest solution of each puzzle as a string, or null."""
        return self.pa.array(self.rows.labels.simplest, self.pa.string())

    @cached_property
    def solvable(self) -> Any:
        """True if each puzzle has a solution."""
        return self.pa.array(self.rows.labels.solvable)

    @cached_property
    def traces(self) -> list[JudgedTrace]:
        """The search trace of each row; empty unless traces were made."""
        digests = self.rows.digests.tolist() if self._traces else ()
        found = (self._traces[digest] for digest in digests)
        return [traces[index % len(traces)] for index, traces in enumerate(found)]

    @cached_property
    def target_text(self) -> Any:
        """The target of each puzzle as a string."""
        return self.target.cast(self.pa.string())

    def words(self, lists: Any, separator: str) -> Any:
        """Join the numbers of each list to a string."""
        return self.pa.compute.binary_join(lists.cast(self.pa.list_(self.pa.string())), separator)

    def joined(self, *parts: Any) -> Any:
        """Concatenate strings and columns row by row; null where a column is null."""
        return self.pa.compute.binary_join_element_wise(*parts, "")

    def or_else(self, column: Any, default: str) -> Any:
        """Replace null by a string."""
        return self.pa.compute.fill_null(column, default)

    def repeated(self, value: object) -> Any:
        """Return a column with the same value in every row."""
        return self.pa.repeat(value, len(self))

    def filled(self, pattern: str, numbers: str | None = None) -> Any:
        """Fill the row's `{numbers}` (or these words) and `{target}` into a string."""
        values = {"numbers": numbers or self.words(self.numbers, ", "), "target": self.target_text}
        joined = self.joined(*fill(pattern, values))
        return joined if isinstance(joined, self.pa.Array) else self.repeated(joined.as_py())

    def struct(self, **columns: Any) -> Any:
        """Return a column of objects with these fields."""
        return self.pa.StructArray.from_arrays(list(columns.values()), list(columns))

    def lists(self, items: list[Any]) -> Any:
        """Return a column of lists; the list of a row contains its cell of each array."""
        count, size = len(self), len(items)
        order = np.arange(count * size).reshape(size, count).T.ravel()
        values = self.pa.concat_arrays(items).take(self.pa.array(order))
        ends = self.pa.array(np.arange(0, count * size + 1, size, dtype=np.int32))
        return self.pa.ListArray.from_arrays(ends, values)

    def conversations(self, messages: list[tuple[str, Any]]) -> Any:
        """Return a column of message lists, from pairs of a role and a column of contents."""
        roles = [(self.repeated(role), content) for role, content in messages]
        return self.lists([self.struct(role=role, content=content) for role, content in roles])

    def messages(
        self, template: str | Template, numbers: str | None = None
    ) -> list[tuple[str, Any]]:
        """Return the prompts of a template: pairs of a role and a column of contents."""
        messages = template_named(template).for_rules(self.rules)
        return [(role, self.filled(content, numbers)) for role, content in messages]

    def prompt_text(self, template: str | Template, numbers: str | None = None) -> Any:
        """Return the prompts of a template as one string per row."""
        messages = [content for _, content in template_named(template).for_rules(self.rules)]
        return self.filled("\n".join(messages), numbers)
