"""A cache of the answers to quick requests, because many clients send the same ones."""

from __future__ import annotations

from collections import OrderedDict

MAX_BYTES = 4 * 2**20
_ENTRY_BYTES = 300  # about what Python needs for an entry in addition to its bytes


class Remembered:
    """The most recently used answers; used from one event loop.

    Args:
        max_bytes: the size of all requests and answers.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._answers: OrderedDict[tuple[str, bytes], bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, path: str, query: bytes) -> bytes | None:
        """Return the answer to a request, or None if it is not cached."""
        answer = self._answers.get((path, query))
        if answer is not None:
            self._answers.move_to_end((path, query))
        return answer

    def keep(self, path: str, query: bytes, answer: bytes) -> None:
        """Cache an answer, and drop the least recently used ones if there are too many."""
        self._forget(path, query)
        self._answers[path, query] = answer
        self._size += _size(query, answer)
        while self._size > self._max_bytes:
            self._forget(*next(iter(self._answers)))

    def _forget(self, path: str, query: bytes) -> None:
        answer = self._answers.pop((path, query), None)
        if answer is not None:
            self._size -= _size(query, answer)


def _size(query: bytes, answer: bytes) -> int:
    return len(query) + len(answer) + _ENTRY_BYTES
