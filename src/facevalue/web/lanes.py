"""The slow lane: two threads and a short queue for requests that take long.

If the queue is full, a request is refused at once. The deadline of a request includes the time it
waits, and a request is cancelled when its client disconnects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from time import monotonic
from typing import Any

import facevalue as fv

THREADS, QUEUE = 2, 16


class QueueFullError(Exception):
    """All threads are busy and the queue is full."""

    def __str__(self) -> str:
        return f"the server is busy and {QUEUE} requests are waiting; try again soon"


class SlowLane:
    """Threads that run requests one after another; used from one event loop.

    Args:
        seconds: how long a request may take, including the time it waits.
    """

    def __init__(self, seconds: float) -> None:
        self.loop = asyncio.get_running_loop()
        self._seconds = seconds
        self._waiting = 0
        self._free = asyncio.Semaphore(THREADS)
        self._pool = ThreadPoolExecutor(THREADS)

    async def run(self, call: Callable[[], object]) -> Any:
        """Call a function in a thread; cancel this coroutine to end the call, waiting or running.

        Raises:
            QueueFullError: all threads are busy and the queue is full.
            DeadlineError: the time is up.
        """
        if self._waiting >= QUEUE:
            raise QueueFullError
        end, is_left = monotonic() + self._seconds, Event()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._free.acquire()
        except TimeoutError:
            raise fv.DeadlineError(self._seconds) from None
        finally:
            self._waiting -= 1
        deadline = fv.deadline(max(0.0, end - monotonic()))

        def work() -> object:
            with deadline:
                # In this order, the deadline is cancelled in its block, or the event is seen here.
                return None if is_left.is_set() else call()

        answer = self._pool.submit(work)
        answer.add_done_callback(self._release)
        try:
            return await asyncio.wrap_future(answer)
        except fv.DeadlineError:
            raise fv.DeadlineError(self._seconds) from None
        finally:
            is_left.set()
            deadline.cancel()

    def _release(self, _: Future[object]) -> None:
        """Let the next request start; a thread may outlive the event loop, which needs nothing."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._free.release)

    def close(self) -> None:
        """End the threads, each after the call that it makes now."""
        self._pool.shutdown(wait=False)
