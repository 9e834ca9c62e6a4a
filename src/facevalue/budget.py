"""`deadline` ends long calls; `check_cost` refuses calls that would take too long.

Deadlines belong to a thread. The core checks the deadlines of the thread that called it whenever it
checks for Ctrl-C. Loops in Python call `check_deadline` or iterate over `watched` items, and
calls that start threads run them with `Helpers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Self, TypeVar

from facevalue import _core
from facevalue.errors import LimitError, RuleError
from facevalue.options import finite_number

Item = TypeVar("Item")
Result = TypeVar("Result")

check_deadline = _core.check_deadline

# Seconds. A call takes longer only if the caller allows it.
USUAL_LIMIT = _core.USUAL_LIMIT
# Loops check the deadline after this many items. A row of a file takes a few microseconds, or a
# tenth of a millisecond if it has a long answer of a model.
_ITEMS_BETWEEN_CHECKS = 256


def watched(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items, and check the deadline now and then; for long loops, or `map`.

    This costs a few nanoseconds per item. The error is a `ValueError`, so a `try` around the loop
    that catches `ValueError` must let it pass.

    Raises:
        DeadlineError: a deadline of this thread has passed.

    >>> list(map(str, watched([3, 8])))
    ['3', '8']
    """
    return chain.from_iterable(_parts(iter(items)))


def _parts(items: Iterator[Item]) -> Iterator[Iterable[Item]]:
    for first in items:
        check_deadline()
        yield (first,)
        yield islice(items, _ITEMS_BETWEEN_CHECKS - 1)


class deadline:  # noqa: N801 - read as a function, like `contextlib.suppress`
    """A limit on the time of the calls inside its `with` block.

    When the time is up, a running call raises `DeadlineError` within a tenth of a second, and so
    does each later call that would take long. Objects stay usable: call again outside of the block.
    Deadlines may be nested; the earliest applies. A deadline applies to the calling thread and to
    the threads that a call starts.

    Args:
        seconds: how long the block may take, at least 0; None for no limit, only `cancel`.

    Raises:
        RuleError: `seconds` is not a number of at least 0, or the deadline is already in use.

    >>> import facevalue as fv
    >>> with fv.deadline(0.05):
    ...     fv.count("1 2 3 4 5 6 7 8 9", 1000003, limit=None)
    Traceback (most recent call last):
    facevalue.errors.DeadlineError: stopped after 0.05 seconds, the deadline of this call
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = None if seconds is None else finite_number("seconds", seconds)
        if self.seconds is not None and self.seconds < 0:
            raise RuleError(f"seconds must be 0 or more, not {seconds!r}")
        self._core = _core.Deadline(self.seconds)

    def __reduce__(self) -> tuple[object, ...]:
        name = f"deadline({self.seconds!r})"
        problem = f"{name} cannot be copied or sent to another process, because its time runs here"
        raise TypeError(f"{problem}; make a new one where the calls run")

    def __enter__(self) -> Self:
        if not self._core.enter():
            raise RuleError("this deadline is already in use; make another one")
        return self

    def __exit__(self, *_: object) -> None:
        self._core.leave()

    def cancel(self) -> None:
        """End the calls inside the block now; any thread may call this.

        Before and after the block, it does nothing.
        """
        self._core.cancel()

    @property
    def is_over(self) -> bool:
        """True if the time is up or the deadline was cancelled; False outside of the block."""
        return self._core.is_over

    def __repr__(self) -> str:
        return f"deadline({self.seconds!r})"


def time_limit(limit: float | None) -> float | None:
    """Check the option `limit` and return it as a float; None means no limit.

    Raises:
        RuleError: `limit` is not a finite number.

    >>> time_limit(10)
    10.0
    """
    return None if limit is None else finite_number("limit", limit)


def check_cost(what: str, seconds: float, limit: float | None, *, megabytes: float = 0) -> None:
    """Refuse a call that would take too long.

    Args:
        what: the call, for the message.
        seconds: an estimate of its time.
        limit: the maximum time in seconds; None for no limit.
        megabytes: an estimate of its memory, for the message.

    Raises:
        LimitError: the estimate is above the limit; the message gives the estimates.
        RuleError: `limit` is not a number.

    >>> check_cost("this", 20, 10, megabytes=2000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    facevalue.errors.LimitError: this would take about 20 seconds and 2.0 GB; make the query ...
    """
    if limit is not None:
        _core.check_cost(what, seconds, finite_number("limit", limit), megabytes)


@contextmanager
def allowed_by(code: str) -> Iterator[None]:
    """Replace the remedy of a `LimitError`, for calls without a `limit`.

    Args:
        code: the Python code that allows any time; "" if there is no way to allow it.

    >>> with allowed_by("solve(limit=None)"):  # doctest: +ELLIPSIS
    ...     check_cost("this", 20, 10)
    Traceback (most recent call last):
    facevalue.errors.LimitError: this would ...; ... or run it anyway with solve(limit=None)
    """
    try:
        yield
    except LimitError as error:
        if not error.allowance:
            raise
        problem = (error.problem, error.limit, error.remedy)
        raise LimitError(*problem, error.seconds, error.megabytes, code) from None


class Helpers:
    """Runs functions on other threads under the deadlines of the thread that made this object."""

    def __init__(self) -> None:
        self._core = _core.Deadline.for_helpers()

    def run(self, call: Callable[..., Result], *arguments: object, **options: object) -> Result:
        """Call a function on the current thread, which is a helper.

        Raises:
            DeadlineError: a deadline has passed, or the helpers were cancelled.
        """
        deadline = self._core.of_helper()
        deadline.enter()
        try:
            return call(*arguments, **options)
        finally:
            deadline.leave()

    def cancel(self) -> None:
        """End the calls of all helpers."""
        self._core.cancel()
