"""Reads the lines of files in bounded memory, and estimates the memory of JSON before it is parsed.

A megabyte of `[],` has 350,000 lists, which take 22 megabytes, and gzip makes a kilobyte of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from facevalue.budget import check_deadline
from facevalue.errors import FaceValueError

MAX_LINE = 2**24  # bytes; an answer of a million characters is too long to be judged
MAX_AT_ONCE = 2**23  # bytes of the rows that are read at once; as strings, up to four times as many
MAX_MEMORY_AT_ONCE = 75_000_000  # of their values; the rows before them may still be in memory
BLOCK = 2**20
MAX_MEMORY = 300_000_000  # bytes for a document
MAX_LINE_MEMORY = 150_000_000  # bytes for a line
# What each of these characters means in bytes, at most: a list or an object, a key, a value.
_BRACKET, _COLON, _COMMA = 80, 80, 60
TOO_LONG = b"\0"  # replaces a line of more than MAX_LINE bytes
NOT_UTF8 = "save the file as UTF-8, for example with iconv -f windows-1252 -t utf-8"


def read_lines(
    stream: BinaryIO, start: bytes | None = None
) -> Iterator[tuple[int, list[bytes], int, int]]:
    """Yield the lines of a stream, about a megabyte at a time; `start` is the part already read.

    Yields the number of the first line, from 1, the lines with their ends, how many bytes they
    have, and how many bytes their values take if they are JSON, rather too many. Long runs of empty
    lines are skipped. A line of more than 16 MB is replaced by `TOO_LONG`.
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
            size = len(data) - len(rest)
            yield number, lines, size, estimate_memory(data[:size])
            number += len(lines)
        block = stream.read(BLOCK)
    if rest:
        yield number, [rest], len(rest), estimate_memory(rest)


def batches(
    stream: BinaryIO, max_lines: int, start: bytes | None = None
) -> Iterator[tuple[int, list[bytes]]]:
    """Yield lines and the number of the first: `max_lines` at a time, or fewer that are large."""
    number, size, memory = 1, 0, 0
    pending: list[bytes] = []
    for first, lines, more_size, more_memory in read_lines(stream, start):
        if pending and first != number + len(pending):  # empty lines were skipped
            yield number, pending
            pending, size, memory = [], 0, 0
        number = number if pending else first
        pending += lines
        size += more_size
        memory += more_memory
        while len(pending) >= max_lines or (
            pending and (size > MAX_AT_ONCE or memory > MAX_MEMORY_AT_ONCE)
        ):
            yield number, pending[:max_lines]
            number += len(pending[:max_lines])
            memory = memory * max(0, len(pending) - max_lines) // len(pending)
            pending = pending[max_lines:]
            size = sum(map(len, pending))
    if pending:
        yield number, pending


def estimate_memory(json: bytes) -> int:
    """Return how many bytes JSON in UTF-8 and its values take in memory, rather too many.

    >>> estimate_memory(b"[[], []]")
    316
    """
    return _memory_of_text(json) + _memory_of_values(np.frombuffer(json, np.uint8))


def check_memory(json: bytes, what: str, limit: int = MAX_MEMORY, remedy: str = "") -> int:
    """Refuse JSON that would take too much memory; return the estimate of other JSON.

    Raises:
        FaceValueError: it would take more than `limit` bytes; `what` names it, and `remedy` says
            what to do.

    >>> check_memory(b"[" + b"[]," * 9 + b"1]", "an array", 1000)
    Traceback (most recent call last):
    facevalue.errors.FaceValueError: an array may take up to 0 MB of memory
    """
    needed = estimate_memory(json)
    if needed > limit and _estimate_without_strings(json) > limit:
        ending = f"; {remedy}" if remedy else ""
        raise FaceValueError(f"{what} may take up to {limit // 10**6} MB of memory{ending}")
    return needed


def _memory_of_text(json: bytes) -> int:
    # Python stores all characters of a string in as many bytes as the widest; strings are copied.
    widest = np.frombuffer(json, np.uint8).max(initial=0)
    return 2 * len(json) * (1 if widest < 0xC4 else 2 if widest < 0xF0 else 4)


def _memory_of_values(codes: NDArray[np.uint8]) -> int:
    costs = {"[": _BRACKET, "{": _BRACKET, ":": _COLON, ",": _COMMA}
    return int(sum(np.count_nonzero(codes == ord(mark)) * cost for mark, cost in costs.items()))


def _estimate_without_strings(json: bytes) -> int:
    """Estimate exactly: skip commas and brackets in strings, which are not values."""
    total, is_inside = _memory_of_text(json), 0
    unescaped = json.replace(rb"\\", b"").replace(rb"\"", b"")
    for start in range(0, len(unescaped), BLOCK):
        codes = np.frombuffer(unescaped, np.uint8, min(BLOCK, len(unescaped) - start), start)
        quotes = np.cumsum(codes == ord('"'), dtype=np.uint8) + np.uint8(is_inside)
        is_inside = int(quotes[-1] & 1)
        total += _memory_of_values(codes[quotes & 1 == 0])
    return total
