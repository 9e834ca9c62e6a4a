"""The slow lane: two threads and a short queue for requests that take long.

If the queue is full, a request is refused at once. The deadline of a request includes the time it
waits, and a request is cancelled when its client disconnects.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import Any

import facevalue as fv

THREADS, QUEUE = 2, 16


class QueueFullError(Exception):
    """All threads are busy and the queue is full."""

    def __str__(self) -> str:
        return f"the server is busy and {QUEUE} requests are waiting; try again soon"


class Job:
    """A request in the slow lane; `answer` is a future of the result."""

    def __init__(self, lane: SlowLane, call: Callable[[], object]) -> None:
        self.answer: asyncio.Future[Any] = lane.loop.create_future()
        self._lane = lane
        self._call = call
        self._end = monotonic() + lane.seconds
        self._deadline: fv.deadline | None = None
        self._is_cancelled = False
        # For a job that still waits; a running job has a deadline.
        self._timer = lane.loop.call_later(lane.seconds, self._give_up_waiting)

    def cancel(self) -> None:
        """End the job, waiting or running; call this on the event loop."""
        self._timer.cancel()
        self._is_cancelled = True
        self.answer.cancel()
        if not self._lane.drop(self) and self._deadline:
            self._deadline.cancel()

    def run(self) -> None:
        """Call the function, in a thread of the lane."""
        result: object = None
        error: BaseException | None = None
        try:
            with fv.deadline(max(0.0, self._end - monotonic())) as deadline:
                # In this order, `cancel` either sees the deadline or is seen here.
                self._deadline = deadline
                result = None if self._is_cancelled else self._call()
        except fv.DeadlineError:
            error = fv.DeadlineError(self._lane.seconds)
        except BaseException as problem:  # noqa: BLE001 - raised where the answer is awaited
            error = problem
        self._lane.call_on_loop(self._finish, result, error)

    def _finish(self, result: object, error: BaseException | None) -> None:
        self._timer.cancel()
        self._lane.in_flight -= 1
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        else:
            self.answer.set_exception(error)

    def _give_up_waiting(self) -> None:
        if self._lane.drop(self) and not self.answer.done():
            self.answer.set_exception(fv.DeadlineError(self._lane.seconds))


class SlowLane:
    """Threads that run requests one after another; used from one event loop.

    Args:
        seconds: how long a request may take, including the time it waits.
    """

    def __init__(self, seconds: float) -> None:
        self.loop = asyncio.get_running_loop()
        self.seconds = seconds
        self.in_flight = 0
        self._waiting: deque[Job] = deque()
        self._changed = Condition()
        self._is_closed = False
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    def submit(self, call: Callable[[], object]) -> Job:
        """Queue a request.

        Raises:
            QueueFullError: all threads are busy and the queue is full.
        """
        if self.in_flight >= THREADS + QUEUE:
            raise QueueFullError
        self.in_flight += 1
        job = Job(self, call)
        with self._changed:
            self._waiting.append(job)
            self._changed.notify()
        return job

    def drop(self, job: Job) -> bool:
        """Remove a job from the queue; return whether it was there."""
        with self._changed:
            if job not in self._waiting:
                return False
            self._waiting.remove(job)
        self.in_flight -= 1
        return True

    def call_on_loop(self, call: Callable[..., object], *arguments: object) -> None:
        """Call a function on the event loop, from any thread; do nothing after the loop's end."""
        if not self._is_closed:
            # If the loop has ended, nobody waits for the result.
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(call, *arguments)

    def close(self) -> None:
        """End the threads, each after the job that it runs now."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not (self._waiting or self._is_closed):
                    self._changed.wait()
                if self._is_closed:
                    return
                job = self._waiting.popleft()
            job.run()
