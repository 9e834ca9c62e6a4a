"""Runs work in parts: in this process, or as tasks of Ray on this machine or a cluster.

A build runs its shards on `threads`; every other job, and a build on Ray, uses `tasks`. No part
depends on another, so every engine gives the same result.
"""

from __future__ import annotations

import errno
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, redirect_stdout
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeAlias, TypedDict, TypeVar

import attrs
from attrs.converters import optional

from facevalue.budget import Helpers, check_deadline
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, worker_count
from facevalue.system.extras import import_extra
from facevalue.value import Value, checked

# Called with the name of the stage, how much is done, and how much there is, or 0 if unknown.
StageProgress: TypeAlias = Callable[[str, int, int], object]
Item = TypeVar("Item")
Result = TypeVar("Result")
ENGINES = ("local", "ray")
_POLL_SECONDS = 0.05  # how long to wait for Ray between two checks of the deadline


class RunOptions(TypedDict, total=False):
    """How a job runs: keywords that `build`, `audit`, `grade` and `label` all take.

    The result is the same with any of them, byte for byte.

    Attributes:
        engine: "local" to work in this process, or "ray" for tasks of Ray. `build` and `label` then
            need an output that all machines can use.
        workers: how many work at once, 1 to 64: shards of a `build`, threads of a local `audit` or
            `label`, or tasks of Ray. None for one per CPU; for one thread in a local `audit` or
            `label`. A local `grade` uses one thread.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.
        progress: called with the stage, how much is done and how much there is, or 0 if unknown.
            The stage of a `build` is "rows", and it is called after each shard.
    """

    engine: str
    workers: int | None
    address: str | None
    progress: StageProgress | None


@attrs.frozen
class Run(Value):
    """Checked `RunOptions`.

    Raises:
        RuleError: an unknown engine, `workers` out of bounds, or an address without Ray.
        TypeError: an unknown option.
    """

    engine: str = attrs.field(default="local", validator=checked(one_of, ENGINES))
    workers: int | None = attrs.field(default=None, converter=optional(worker_count))
    address: str | None = None
    progress: StageProgress | None = None

    def __attrs_post_init__(self) -> None:
        if self.address is not None and self.engine != "ray":
            raise RuleError(f"an address needs the engine ray, not {quoted(self.engine)}")

    @property
    def threads(self) -> int:
        """How many threads each task may use."""
        return 1 if self.engine == "ray" else self.workers or 1

    def show(self, stage: str, done: int, total: int) -> None:
        """Report progress."""
        if self.progress is not None:
            self.progress(stage, done, total)


class Mapper(Protocol):
    """Maps a function over many items."""

    def __call__(
        self, function: Callable[[Item], Result], items: Iterable[Item], /
    ) -> Iterator[tuple[Item, Result]]:
        """Pairs of an item and its result, in the order of the items."""


def threads(
    function: Callable[..., Result], items: Sequence[Item], workers: int | None
) -> Iterator[Result]:
    """Call `function(item, workers=...)` for each item on threads, and yield results in any order.

    The function should release the interpreter's lock, as the core and pyarrow do. If there are
    fewer items than threads, each call may use several. Ctrl-C and deadlines end all calls.
    """
    count = workers or os.cpu_count() or 1
    helpers = Helpers()
    share = max(1, count // max(len(items), 1))
    running: set[Future[Result]] = set()
    with ThreadPoolExecutor(min(count, max(len(items), 1))) as pool:
        try:
            for item in items:
                try:
                    running.add(pool.submit(helpers.run, function, item, workers=share))
                except RuntimeError:  # the system has no more threads
                    pool.shutdown(wait=False, cancel_futures=True)
                    message = "cannot start another thread; use fewer workers"
                    raise OSError(errno.EAGAIN, message) from None
            yield from (future.result() for future in as_completed(running))
        finally:
            helpers.cancel()
            for future in running:
                future.cancel()


@contextmanager
def tasks(run: Run) -> Iterator[Mapper]:
    """Start the engine of a run, and yield a function that maps another function over many items.

    The mapping yields pairs of an item and its result, in the order of the items, and takes only as
    many items as it needs to keep its workers busy. If the function raises an error, the mapping
    raises it.

    The engine "local" makes one call after another in this thread. Ray repeats a task elsewhere if
    its worker dies. While Ray runs, standard output goes to standard error, because Ray prints
    messages there.

    Raises:
        FaceValueError: Ray is not installed.
        OSError: Ray does not start, or there is no cluster at the address.

    >>> with tasks(Run()) as each:
    ...     list(each(abs, [-3, 8]))
    [(-3, 3), (8, 8)]
    """
    if run.engine == "local":
        yield lambda function, items: ((item, function(item)) for item in items)
        return
    package = import_extra("ray", "the engine ray needs Ray", "data,ray")
    is_ours = not package.is_initialized()
    # Ray prints what happens to its workers on standard output, from a thread.
    with redirect_stdout(sys.stderr):
        if is_ours:
            is_here = run.address is None and "RAY_ADDRESS" not in os.environ
            try:
                package.init(
                    address=run.address,
                    num_cpus=run.workers if is_here else None,
                    include_dashboard=False if is_here else None,
                    log_to_driver=False,
                    logging_level="error",
                )
            except Exception as error:  # Ray raises a plain Exception if the machine is too busy
                raise OSError(f"Ray does not start: {' '.join(str(error).split())}") from error
        try:
            at_once = run.workers or max(1, int(package.cluster_resources().get("CPU", 1)))
            yield partial(_ray_results, package, at_once)
        finally:
            if is_ours:
                package.shutdown()


def _ray_results(
    package: Any, at_once: int, function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result]]:
    """Pairs of an item and its result, in the order of the items."""
    task = package.remote(max_retries=-1)(_call)
    sent = package.put(function)
    rest = iter(items)
    begun: deque[tuple[Item, Any]] = deque()  # in order, whether running or finished
    running: list[Any] = []
    try:
        while True:
            # Twice as many tasks as run at once, so that no worker waits for the next; and as many
            # again, whose results wait for an earlier task.
            room = min(2 * at_once - len(running), 4 * at_once - len(begun))
            for item in islice(rest, max(room, 0)):
                begun.append((item, task.remote(sent, item)))
                running.append(begun[-1][1])
            if not begun:
                return
            item, found = begun[0]
            if running:  # at most one finished task per round, so that another starts first
                pause = _POLL_SECONDS if found in running else 0
                _, running = package.wait(running, timeout=pause)
            check_deadline()
            if found not in running:
                begun.popleft()
                yield item, package.get(found)
    except package.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        for unfinished in running:
            package.cancel(unfinished, force=True)


def _call(function: Callable[[Item], Result], item: Item) -> Result:
    return function(item)
