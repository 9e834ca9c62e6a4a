"""Locks that are open after a fork, since no other thread survives it; and locks of folders."""

from __future__ import annotations

import os
from _thread import RLock  # `threading` takes as long to load as five files of ours
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
_PATIENCE = 0.05  # seconds between two attempts to lock a folder
# The descriptors of locked folders. A forked process must close them: it would share the locks.
_LOCKED: set[int] = set()


def forkable_lock() -> RLock:
    """A lock as `threading.RLock` makes it, which is open at the start of a forked process.

    What it guards must be right whenever the process forks, also while a thread holds the lock.
    """
    made = RLock()
    _ALL.add(made)
    return made


@contextmanager
def lock_folder(folder: str | os.PathLike[str], wait: float) -> Iterator[bool]:
    """Locks a folder while the block lasts, which one thread of one process at a time can do.

    Yields whether nobody else has the lock; also True where the system or the file system has no
    such locks and where the folder cannot be opened. The lock ends with the process.

    Args:
        folder: it must exist.
        wait: how many seconds to wait for another one that has the lock.

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
            sleep(_PATIENCE)
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
        lock._at_fork_reinit()  # type: ignore[attr-defined] # noqa: SLF001 - as `threading` does


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_open_all)
