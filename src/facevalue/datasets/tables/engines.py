"""Runs work in parts: in this process, or as tasks of Ray on this machine or a cluster.

The shards of a build run on threads, or like all else as `tasks`. A part never depends on another,
so the result is the same on every engine.
"""

from __future__ import annotations

import errno
import os
import sys
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, redirect_stdout
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from facevalue.budget import Helpers, check_deadline
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import one_of, worker_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")
ENGINES = ("local", "ray")
_BETWEEN_LOOKS = 0.05  # seconds of waiting for Ray between two looks whether to end


class Run(Protocol):
    """Calls a function with each of many items."""

    def __call__(
        self, function: Callable[[Item], Result], items: Iterable[Item], /
    ) -> Iterator[tuple[Item, Result]]:
        """Pairs of an item and its result, in the order of the items."""


def threads(
    function: Callable[..., Result], items: Sequence[Item], workers: int | None
) -> Iterator[Result]:
    """Calls a function with each item and `workers` on threads; the results come in any order.

    This is for functions that release the interpreter's lock, as the core and pyarrow do. If there
    are fewer items than threads, each call gets several. Ctrl-C and deadlines end all of them.
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
                except RuntimeError:  # what Python raises if the system has no more threads
                    pool.shutdown(wait=False, cancel_futures=True)
                    message = "cannot start another thread; use fewer workers"
                    raise OSError(errno.EAGAIN, message) from None
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            helpers.cancel()
            for each in running:
                each.cancel()


def check_engine(engine: str, workers: int | None, address: str | None) -> None:
    """Check the options of an engine.

    Raises:
        RuleError: an unknown engine, `workers` out of bounds, or an address without Ray.
    """
    one_of("engine", engine, ENGINES)
    if workers is not None:
        worker_count(workers)
    if address is not None and engine != "ray":
        raise RuleError(f"an address needs the engine ray, not {quoted(engine)}")


@contextmanager
def tasks(engine: str, workers: int | None, address: str | None) -> Iterator[Run]:
    """Start an engine, and yield a function that maps another one over many items.

    The mapping yields pairs of an item and its result, in the order of the items, and takes no more
    items than it needs to keep its workers busy. An error of the function is raised in its place.

    Args:
        engine: "local" for one call after another in this thread; "ray" for tasks of Ray, on the
            cluster at an address or one started on this machine. Ray repeats a task elsewhere if
            its worker dies. Meanwhile whatever is printed on standard output goes to standard
            error, as Ray's messages must.
        workers: how many tasks run at once; None for one per CPU.
        address: the address of a Ray cluster; None for `RAY_ADDRESS`, or else this machine.

    Raises:
        FaceValueError: Ray is not installed.
        OSError: it does not start, or there is no cluster at the address.

    >>> with tasks("local", None, None) as run:
    ...     list(run(abs, [-3, 8]))
    [(-3, 3), (8, 8)]
    """
    if engine == "local":
        yield lambda function, items: ((item, function(item)) for item in items)
        return
    package = _ray()
    is_ours = not package.is_initialized()
    # Ray prints what happens to its workers on standard output, from a thread.
    with redirect_stdout(sys.stderr):
        if is_ours:
            is_here = address is None and "RAY_ADDRESS" not in os.environ
            try:
                package.init(
                    address=address,
                    num_cpus=workers if is_here else None,
                    include_dashboard=False if is_here else None,
                    log_to_driver=False,
                    logging_level="error",
                )
            except Exception as error:  # a plain one, if the machine is too busy
                raise OSError(f"Ray does not start: {' '.join(str(error).split())}") from error
        try:
            at_once = workers or max(1, int(package.cluster_resources().get("CPU", 1)))
            yield partial(_ray_results, package, at_once)
        finally:
            if is_ours:
                package.shutdown()


def _ray_results(
    package: Any,  # noqa: ANN401 - a module
    at_once: int,
    function: Callable[[Item], Result],
    items: Iterable[Item],
) -> Iterator[tuple[Item, Result]]:
    """Pairs of an item and its result, in the order of the items."""
    task = package.remote(max_retries=-1)(_call)
    sent = package.put(function)
    rest = iter(items)
    begun: deque[tuple[Item, Any]] = deque()  # in order, results that are there included
    running: list[Any] = []
    try:
        while True:
            # Twice as many as run at once, so that no worker waits for the next task; and some more
            # whose results wait for an earlier one.
            room = min(2 * at_once - len(running), 4 * at_once - len(begun))
            for item in islice(rest, max(room, 0)):
                begun.append((item, task.remote(sent, item)))
                running.append(begun[-1][1])
            if not begun:
                return
            item, found = begun[0]
            if running:  # one task a round, so that another begins before a result is used
                pause = _BETWEEN_LOOKS if found in running else 0
                _, running = package.wait(running, timeout=pause)
            check_deadline()
            if found not in running:
                begun.popleft()
                yield item, package.get(found)
    except package.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        for each in running:
            package.cancel(each, force=True)


def _call(function: Callable[[Item], Result], item: Item) -> Result:
    return function(item)


def _ray() -> Any:  # noqa: ANN401 - a module that is an extra
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError(
            "the engine ray needs Ray: pip install 'facevalue[data,ray]'"
        ) from None
    return ray
