"""What threads share: locks of objects, locks of folders, and iterators.

A thread that waits for a lock looks at its deadline and at Ctrl-C.

An object that threads share keeps its state in one attribute, as a value that never changes.
Readers read that attribute once. Writers take a `Lock` and replace the value at the end of their
change. So readers never wait, and neither they nor signal handlers nor forked processes see half of
a change.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any, Generic, TypeVar

from facevalue import _core
from facevalue.budget import check_deadline

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # not on Windows
    flock = None  # type: ignore[assignment]

Item = TypeVar("Item")
State = TypeVar("State")

# A lock for `with`. The thread that has it gets a RuntimeError, because it would wait for itself.
# It is free in a forked process, which has no other threads.
Lock = _core.Lock
_POLL_SECONDS = 0.05  # between two attempts to lock a folder
# The descriptors of locked folders. A forked process must close them, or it would share the locks.
_LOCKED: set[int] = set()


class SharedIterator(Iterator[Item], Generic[Item, State]):
    """An iterator over items that are made some at a time.

    A generator raises an error if two threads use it at once, and after an error it looks as if it
    were at its end. This iterator gives each item to one thread, and repeats what failed. It can be
    pickled and copied if `read` can.

    Args:
        read: returns the items after a state, possibly none yet, and the next state; or None at the
            end. It must not change the state, and is called in one thread at a time.
        state: the state at the start.

    >>> squares = SharedIterator(lambda n: ([n * n], n + 1) if n < 4 else None, 0)
    >>> list(squares)
    [0, 1, 4, 9]
    """

    def __init__(
        self, read: Callable[[State], tuple[Sequence[Item], State] | None], state: State
    ) -> None:
        self._read = read
        self._now: tuple[Sequence[Item], Iterator[int], State] = (), iter(range(0)), state
        self._lock = Lock()

    def __next__(self) -> Item:
        items, places, _ = self._now
        for place in places:  # one step of an iterator over a range, which no thread interrupts
            return items[place]
        with self._lock:
            while True:
                items, places, state = self._now
                for place in places:  # another thread has read them
                    return items[place]
                found = self._read(state)
                if found is None:
                    raise StopIteration
                self._now = found[0], iter(range(len(found[0]))), found[1]

    def __getstate__(self) -> dict[str, Any]:
        items, places, state = self._now
        rest = items[len(items) - places.__length_hint__() :]  # type: ignore[attr-defined]
        return self.__dict__ | {"_now": (rest, iter(range(len(rest))), state), "_lock": Lock()}


@contextmanager
def lock_folder(folder: str | os.PathLike[str], wait: float) -> Iterator[bool]:
    """Lock a folder during the block against other threads and processes.

    Yields True, or False if another thread or process has the lock. It is also True if the system
    or the file system has no such locks, or if the folder cannot be opened. The lock ends with the
    process.

    Args:
        folder: the folder, which must exist.
        wait: how many seconds to wait for the lock.

    Raises:
        DeadlineError: a deadline passed during the wait.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        yield True
        return
    _LOCKED.add(descriptor)
    try:
        yield _is_locked(descriptor, wait)
    finally:
        if descriptor in _LOCKED:
            _LOCKED.discard(descriptor)
            os.close(descriptor)


def _is_locked(descriptor: int, wait: float) -> bool:
    end = monotonic() + wait
    while flock is not None:
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if monotonic() >= end:
                return False
            check_deadline()
            sleep(_POLL_SECONDS)
        except OSError:  # a file system without locks
            break
        else:
            break
    return True


def _close_folders() -> None:
    while _LOCKED:
        with suppress(OSError):
            os.close(_LOCKED.pop())


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_close_folders)
