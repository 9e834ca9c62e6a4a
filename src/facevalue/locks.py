"""Locks that a forked process finds open: the thread that held one is gone there."""

from __future__ import annotations

import os
from _thread import RLock  # `threading` takes as long to load as five files of ours
from weakref import WeakSet

_ALL: WeakSet[RLock] = WeakSet()


def forkable_lock() -> RLock:
    """A lock as `threading.RLock` makes it, which is open at the start of a forked process.

    What it guards must be right whenever the process forks, also while a thread holds the lock.
    """
    made = RLock()
    _ALL.add(made)
    return made


def _open_all() -> None:
    for lock in _ALL:
        lock._at_fork_reinit()  # type: ignore[attr-defined] # noqa: SLF001 - as `threading` does


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_open_all)
