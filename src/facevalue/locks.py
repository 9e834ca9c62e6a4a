"""Locks that are released after a fork, because no other thread survives it; locks of folders."""

from __future__ import annotations

import os
from _thread import RLock  # because `threading` is slow to import
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING
from weakref import WeakSet

from facevalue.budget import check_deadline

if TYPE_CHECKING:
    from collections.abc import Iterator

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # not on Windows
    flock = None  # type: ignore[assignment]

_ALL: WeakSet[RLock] = WeakSet()
_POLL_SECONDS = 0.05  # between two attempts to lock a folder
# The descriptors of locked folders. A forked process must close them, or it would share the locks.
_LOCKED: set[int] = set()


def forkable_lock() -> RLock:
    """Make a `threading.RLock` that is released at the start of a forked process.

    The data that it guards must be valid at any time, because the process may fork while a thread
    has the lock.
    """
    made = RLock()
    _ALL.add(made)
    return made


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


def _open_all() -> None:
    while _LOCKED:
        with suppress(OSError):
            os.close(_LOCKED.pop())
    for lock in _ALL:
        lock._at_fork_reinit()  # type: ignore[attr-defined] # noqa: SLF001 - like `threading`


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_open_all)
