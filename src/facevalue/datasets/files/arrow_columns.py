"""The columns of an Arrow table as lists, each converted when it is first used."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from facevalue.budget import check_deadline

_AT_ONCE = 256  # cells between two checks of the deadline


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's garbage collector, which would go through the rows while they are made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class ArrowColumns(Mapping[str, list[object]]):
    """A mapping from column names to lists of cells; of columns with one name, the first counts."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._names = list(dict.fromkeys(table.schema.names))
        self._lists: dict[str, list[object]] = {}

    def __getitem__(self, name: str) -> list[object]:
        if name not in self._lists:
            if name not in self._names:
                raise KeyError(name)
            column = self._table.column(self._table.schema.names.index(name))
            cells: list[object] = []
            with collector_paused():
                for start in range(0, len(column), _AT_ONCE):
                    check_deadline()
                    cells += _cells(column.slice(start, _AT_ONCE))
            self._lists[name] = cells
        return self._lists[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _cells(chunk: Any) -> list[object]:
    cells: list[object]
    try:
        cells = chunk.to_pylist()
    except (ValueError, OverflowError):
        cells = []
        for scalar in chunk:
            try:
                cells.append(scalar.as_py())
            except (ValueError, OverflowError):
                cells.append(UnreadableCell(str(scalar.type)))
    return cells


def arrow_bytes(batch: Any) -> bytes:
    """A record batch as bytes, without other rows that share its memory."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which made the batch

    with pa.BufferOutputStream() as stream:
        with pa.ipc.new_stream(stream, batch.schema) as writer:
            writer.write_batch(batch)
        return bytes(stream.getvalue())


def arrow_batch(content: bytes) -> Any:
    """The record batch in the result of `arrow_bytes`."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which the sender has used

    return pa.ipc.open_stream(content).read_next_batch()


class UnreadableCell:
    """A cell that Python cannot represent: a time in nanoseconds, or text that is not UTF-8."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __repr__(self) -> str:
        return f"<unreadable {self._kind}>"
