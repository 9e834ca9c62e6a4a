"""Reads columns of answers and of completions: lists, iterators, arrays and columns of any package.

Each value is read like a single answer: a missing value means that there is no answer, and a value
that is not a string is malformed. Arrow columns of strings are judged without making a Python
object for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from facevalue.errors import RuleError, quoted
from facevalue.system.arrays import is_table, plain
from facevalue.system.lazy_numpy import NDArray, np

ArrowParts: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]"
Answers: TypeAlias = "ArrowStrings | tuple[object, ...]"


class ArrowStrings:
    """An Arrow column of strings: the bytes of all, where each begins, and which are null."""

    __slots__ = ("column", "parts")

    def __init__(self, column: Any) -> None:
        import pyarrow as pa  # noqa: PLC0415 - it is installed, since the caller has one of its arrays

        large = column.cast(pa.large_string())
        array = large.combine_chunks() if isinstance(large, pa.ChunkedArray) else large
        _, offsets, data = array.buffers()
        window = slice(array.offset, array.offset + len(array) + 1)
        self.column = column
        self.parts: ArrowParts = (
            np.frombuffer(offsets, np.int64)[window],
            np.frombuffer(data or b"", np.uint8),
            array.is_null().to_numpy(zero_copy_only=False).astype(np.uint8),
        )

    def __len__(self) -> int:
        return len(self.column)

    def __getitem__(self, row: int) -> str | None:
        text: str | None = self.column[row].as_py()
        return text


def read_answers(column: Iterable[object], what: str = "answers") -> Answers:
    """Return the answers in a tuple, or as an Arrow column of strings.

    Raises:
        RuleError: it is one string, a mapping, a table, or not iterable.

    >>> read_answers(["3*8", None])
    ('3*8', None)
    """
    is_arrow = hasattr(column, "to_pylist") and type(column).__module__.startswith("pyarrow.")
    # A column may be a dictionary of strings.
    kind = str(getattr(column, "type", "")).removeprefix("dictionary<values=").partition(",")[0]
    if is_arrow and kind in ("string", "large_string", "string_view"):
        return ArrowStrings(column)
    # The characters of a string, the keys of a mapping and the names of columns are not answers.
    if not is_table(column) and not isinstance(column, Mapping):
        if hasattr(column, "isna"):  # pandas; a missing string of a column may be NaN
            cells = zip(column, column.isna(), strict=True)
            return tuple(None if is_missing else value for value, is_missing in cells)
        values = plain(column)
        if isinstance(values, Iterable) and not isinstance(values, (str, bytes, bytearray)):
            return tuple(values)  # a copy, because another thread may change a list
    raise RuleError(f"{what} must be in a list, not {quoted(column)}")


def read_completions(column: Iterable[object]) -> Answers:
    """Return completions like `read_answers`; lists of messages become their content.

    Raises:
        RuleError: as `read_answers`; or these are the messages of one completion.
    """
    items = read_answers(column, "completions")
    if isinstance(items, ArrowStrings) or set(map(type, items)) <= {str}:
        return items
    if items and all(isinstance(value, Mapping) and "role" in value for value in items):
        raise RuleError(
            "these are the messages of one completion; put them into a list of completions"
        )
    return tuple(value if isinstance(value, str) else content_of(value) for value in items)


def content_of(completion: object) -> object:
    """Return a completion as a string: the assistant's last message, with its parts joined.

    A list of strings, which are several completions, stays a list, as does any other list.

    >>> content_of([{"role": "user", "content": "?"}, {"role": "assistant", "content": "3*8"}])
    '3*8'
    >>> content_of({"role": "assistant", "content": [{"type": "text", "text": "3*8"}]})
    '3*8'
    """
    completion = plain(completion)
    if isinstance(completion, Mapping) and "content" in completion:
        return _text_of(completion["content"])
    if not isinstance(completion, (list, tuple)):
        return completion
    if not all(isinstance(message, Mapping) for message in completion):
        return completion  # several completions, or not messages
    for message in reversed(completion):
        if isinstance(message, Mapping) and message.get("role") == "assistant":
            return _text_of(message.get("content"))
    return None


def _text_of(content: object) -> object:
    """Return the content of a message as one string; it may be a list of parts."""
    if not isinstance(content, (list, tuple)):
        return content
    if not all(isinstance(part, (str, Mapping)) for part in content):
        return content  # not parts of a message
    parts = (part.get("text") if isinstance(part, Mapping) else part for part in content)
    return "".join(part for part in parts if isinstance(part, str))
