"""Reads the lines of files in bounded memory, whatever the files contain."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from facevalue.budget import check_deadline

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 2**24  # bytes; an answer of a million characters is too long to be judged
MAX_AT_ONCE = 2**23  # bytes of the rows that are read at once; as strings, up to four times as many
BLOCK = 2**20
TOO_LONG = b"\0"  # replaces a line of more than MAX_LINE bytes
NOT_UTF8 = "save the file as UTF-8, for example with iconv -f windows-1252 -t utf-8"


class Lines(NamedTuple):
    """Consecutive lines of a file.

    Attributes:
        number: the number of the first line, from 1.
        lines: the lines with their line ends.
        size: how many bytes they have.
    """

    number: int
    lines: list[bytes]
    size: int


def read_lines(stream: BinaryIO, start: bytes | None = None) -> Iterator[Lines]:
    """Yield the lines of a stream, about a megabyte at a time; `start` is the part already read.

    Long runs of empty lines are skipped. A line of more than 16 MB is replaced by `TOO_LONG`.
    """
    block = stream.read(BLOCK) if start is None else start
    number, rest = 1, b""
    while block:
        check_deadline()
        data = rest + block
        if not rest and block.endswith(b"\n") and not block.strip():
            number += len(block.splitlines())
            block = stream.read(BLOCK)
            continue
        lines = data.splitlines(keepends=True)
        # The next block may continue the last line, or start with the second half of \r\n.
        rest = lines.pop() if not data.endswith(b"\n") else b""
        if len(rest) > MAX_LINE:
            lines.append(TOO_LONG)
            end = b""
            while not end and (skipped := stream.read(BLOCK)):
                check_deadline()
                _, end, rest = skipped.partition(b"\n")
            rest = rest if end else b""
        if lines:
            yield Lines(number, lines, len(data) - len(rest))
            number += len(lines)
        block = stream.read(BLOCK)
    if rest:
        yield Lines(number, [rest], len(rest))


def batches(
    stream: BinaryIO, max_lines: int, start: bytes | None = None
) -> Iterator[tuple[int, list[bytes]]]:
    """Yield lines, `max_lines` or 8 MB at a time, with the number of the first."""
    number, size = 1, 0
    pending: list[bytes] = []
    for block in read_lines(stream, start):
        if pending and block.number != number + len(pending):  # empty lines were skipped
            yield number, pending
            pending, size = [], 0
        number = number if pending else block.number
        pending += block.lines
        size += block.size
        while len(pending) >= max_lines or (pending and size > MAX_AT_ONCE):
            yield number, pending[:max_lines]
            number += len(pending[:max_lines])
            pending = pending[max_lines:]
            size = sum(map(len, pending))
    if pending:
        yield number, pending
