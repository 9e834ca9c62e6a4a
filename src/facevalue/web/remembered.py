"""Remembers the answers to quick requests, since many clients send the same ones."""

from __future__ import annotations

from collections import OrderedDict

MAX_BYTES = 4 * 2**20
_ENTRY_BYTES = 300  # about what Python needs for an entry in addition to its bytes


class Remembered:
    """The answers used last, up to a number of bytes; used from one event loop.

    Args:
        most: the bytes of all questions and answers.
    """

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, path: str, query: bytes) -> bytes | None:
        """The answer to a question, if it is remembered."""
        found = self._answers.get((path, query))
        if found is not None:
            self._answers.move_to_end((path, query))
        return found

    def keep(self, path: str, query: bytes, answer: bytes) -> None:
        """Remembers an answer; those that were used least recently are forgotten."""
        self._forget(path, query)
        self._answers[path, query] = answer
        self._size += _size(query, answer)
        while self._size > self._most:
            self._forget(*next(iter(self._answers)))

    def _forget(self, path: str, query: bytes) -> None:
        answer = self._answers.pop((path, query), None)
        if answer is not None:
            self._size -= _size(query, answer)


def _size(query: bytes, answer: bytes) -> int:
    return len(query) + len(answer) + _ENTRY_BYTES
