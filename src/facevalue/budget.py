"""`deadline`: ends long calls after a time, or from another thread.

Deadlines belong to a thread. The core asks for the deadlines of the thread that called it where it
also looks for Ctrl-C; loops in Python ask with `check_deadline`, and calls that start threads of
their own run them by `Helpers`.
"""

from __future__ import annotations

from facevalue import _core
from facevalue.errors import RuleError
from facevalue.options import finite_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    Result = TypeVar("Result")

check_deadline = _core.check_deadline


class deadline:  # noqa: N801 - read as a function, like `contextlib.suppress`
    """Ends the calls inside its `with` block that take longer than some seconds.

    A call that is still running then raises `DeadlineError` within a tenth of a second, and so does
    each later one that would take long. What was asked stays usable: outside of the block, ask
    again. Deadlines may be nested; the earliest counts. A deadline holds for the calling thread and
    for the threads that the call itself starts.

    Args:
        seconds: how long the block may take, 0 or more; None for no limit but `cancel`.

    Raises:
        RuleError: `seconds` is not such a number, or the deadline is entered while it is in use.

    >>> import facevalue as fv
    >>> with fv.deadline(0.05):
    ...     fv.solve("1 2 3 4 5 6 7 8 9", 1000003).count()
    Traceback (most recent call last):
    facevalue.errors.DeadlineError: stopped after 0.05 seconds, the deadline of this call
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = None if seconds is None else finite_number("seconds", seconds)
        if self.seconds is not None and self.seconds < 0:
            raise RuleError(f"seconds must be 0 or more, not {seconds!r}")
        self._core = _core.Deadline(self.seconds)

    def __enter__(self) -> Self:
        if not self._core.enter():
            raise RuleError("this deadline is in use; make another one")
        return self

    def __exit__(self, *_: object) -> None:
        self._core.leave()

    def cancel(self) -> None:
        """Ends the calls inside the block now; any thread may call it.

        It does nothing before the block is entered and after it is left.
        """
        self._core.cancel()

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the deadline was cancelled; False outside of the block."""
        return self._core.is_over

    def __repr__(self) -> str:
        return f"deadline({self.seconds!r})"


class Helpers:
    """The threads that a call starts: the deadlines of the calling thread hold for them too."""

    def __init__(self) -> None:
        self._core = _core.Deadline.for_helpers()

    def run(self, call: Callable[..., Result], *arguments: object, **options: object) -> Result:
        """Calls a function on a helper thread.

        Raises:
            DeadlineError: a deadline passed, or the helpers were cancelled.
        """
        deadline = self._core.of_helper()
        deadline.enter()
        try:
            return call(*arguments, **options)
        finally:
            deadline.leave()

    def cancel(self) -> None:
        """Ends the calls of all helpers."""
        self._core.cancel()
