"""The columns of an Arrow table as lists, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from facevalue.budget import check_deadline

if TYPE_CHECKING:
    from collections.abc import Iterator


_AT_ONCE = 256  # cells, between two looks at the deadline


class ArrowColumns(Mapping[str, list[object]]):
    """A record batch as a batch; of columns with the same name, the first counts."""

    def __init__(self, table: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self._table = table
        self._names = list(dict.fromkeys(table.schema.names))
        self._lists: dict[str, list[object]] = {}

    def __getitem__(self, name: str) -> list[object]:
        if name not in self._lists:
            place = self._table.schema.names.index(name) if name in self._names else -1
            if place < 0:
                raise KeyError(name)
            column = self._table.column(place)
            found: list[object] = []
            for start in range(0, len(column), _AT_ONCE):
                check_deadline()
                part = column.slice(start, _AT_ONCE)
                try:
                    found += part.to_pylist()
                except (ValueError, OverflowError):
                    for scalar in part:
                        try:
                            found.append(scalar.as_py())
                        except (ValueError, OverflowError):
                            found.append(UnreadableCell(str(scalar.type)))
            self._lists[name] = found
        return self._lists[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def arrow_bytes(batch: Any) -> bytes:  # noqa: ANN401 - pyarrow has no types
    """A record batch as bytes, without the rows around it that share its memory."""
    import pyarrow as pa  # noqa: PLC0415 - installed, since the batch is one of its

    with pa.BufferOutputStream() as stream:
        with pa.ipc.new_stream(stream, batch.schema) as writer:
            writer.write_batch(batch)
        return bytes(stream.getvalue())


def arrow_batch(content: bytes) -> Any:  # noqa: ANN401
    """The record batch that `arrow_bytes` describes."""
    import pyarrow as pa  # noqa: PLC0415 - the sender has it, so it is needed here too

    return pa.ipc.open_stream(content).read_next_batch()


class UnreadableCell:
    """A cell that Python cannot represent: a time in nanoseconds, or text that is not UTF-8."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __repr__(self) -> str:
        return f"<unreadable {self._kind}>"
